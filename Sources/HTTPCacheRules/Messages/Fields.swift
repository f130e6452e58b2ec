/// One field line: a name and the value beside it (RFC 9110 §5).
public struct FieldLine: Hashable, Sendable {
    /// The name, as spelt.
    public var name: FieldName
    /// The value; each scalar up to U+00FF stands for one byte as received.
    public var value: String

    /// Creates a field line.
    public init(_ name: FieldName, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// An ordered list of field lines, as they stand in a head (RFC 9110 §5.2).
public struct Fields: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The field lines in their order.
    public var lines: [FieldLine]

    /// Creates a list from field lines.
    public init(_ lines: [FieldLine] = []) {
        self.lines = lines
    }

    /// Creates a list from a literal of field lines.
    public init(arrayLiteral elements: FieldLine...) {
        self.lines = elements
    }

    /// The combined value of all lines with a name, joined by a comma, or nil (RFC 9110 §5.3).
    public subscript(name: FieldName) -> String? {
        var combined: String?
        for line in lines where line.name == name {
            combined = combined.map { $0 + ", " + line.value } ?? line.value
        }
        return combined
    }

    /// The values of all lines with a name, in their order.
    public func values(of name: FieldName) -> [String] {
        var values: [String] = []
        for line in lines where line.name == name { values.append(line.value) }
        return values
    }

    /// Whether a line with this name is present.
    public func contains(_ name: FieldName) -> Bool {
        lines.contains { $0.name == name }
    }

    /// Appends a field line.
    public mutating func append(_ name: FieldName, _ value: String) {
        lines.append(FieldLine(name, value))
    }

    /// Removes all lines with a name.
    public mutating func remove(_ name: FieldName) {
        lines.removeAll { $0.name == name }
    }

    /// Replaces all lines with a name by one line, at the place of the first.
    public mutating func replace(_ name: FieldName, with value: String) {
        guard let first = lines.firstIndex(where: { $0.name == name }) else {
            return append(name, value)
        }
        lines[first] = FieldLine(name, value)
        var later = lines.count - 1
        while later > first {
            if lines[later].name == name { lines.remove(at: later) }
            later -= 1
        }
    }

    /// The members of a list-valued field over all its lines, without empty ones (RFC 9110 §5.6.1).
    public func listMembers(of name: FieldName) -> [String] {
        var members: [String] = []
        for line in lines where line.name == name {
            line.value.forEachListMember { members.append(String($0)) }
        }
        return members
    }
}

extension String {
    /// Calls `body` with each trimmed, non-empty list member; commas inside quoted strings and
    /// behind a backslash in them don't split (RFC 9110 §5.6.1, §5.6.4).
    package func forEachListMember(_ body: (Substring) -> Void) {
        var start = utf8.startIndex
        var index = start
        var isQuoted = false
        func take(upTo end: String.Index) {
            let member = self[start..<end].trimmingOptionalWhitespace
            if !member.isEmpty { body(member) }
        }
        while index < utf8.endIndex {
            let byte = utf8[index]
            let next = utf8.index(after: index)
            if isQuoted, byte == UInt8(ascii: "\\"), next < utf8.endIndex {
                index = utf8.index(after: next)
                continue
            }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ","), !isQuoted {
                take(upTo: index)
                start = next
            }
            index = next
        }
        take(upTo: utf8.endIndex)
    }
}
