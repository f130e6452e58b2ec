/// One field line: a name and the value beside it (RFC 9110 §5).
public struct FieldLine: Sendable {
    /// The name, as spelt.
    public var name: FieldName
    /// The value; each scalar up to U+00FF stands for one byte as received.
    public var value: String
    /// What stood between name and value: a colon, with or without blanks.
    ///
    /// Kept so that a head can be shown as it was received; it means nothing.
    package var separator: String

    /// Creates a field line.
    public init(_ name: FieldName, _ value: String) {
        self.init(name, value, separator: ": ")
    }

    package init(_ name: FieldName, _ value: String, separator: String) {
        self.name = name
        self.value = value
        self.separator = separator
    }
}

extension FieldLine: Hashable {
    /// Compares two lines by name and value.
    public static func == (left: FieldLine, right: FieldLine) -> Bool {
        left.name == right.name && left.value == right.value
    }

    /// Hashes name and value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
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
        // Why: a quotation mark that nothing closes is an ordinary byte, else it would swallow the
        // directives behind it, `no-store` among them; so are all that follow it.
        var quotesClose = true
        while index < utf8.endIndex {
            switch utf8[index] {
            case UInt8(ascii: ","):
                let member = self[start..<index].trimmingOptionalWhitespace
                if !member.isEmpty { body(member) }
                index = utf8.index(after: index)
                start = index
            case UInt8(ascii: "\"") where quotesClose:
                let end = endOfQuotedString(from: index)
                quotesClose = end != nil
                index = end ?? utf8.index(after: index)
            default:
                index = utf8.index(after: index)
            }
        }
        let member = self[start...].trimmingOptionalWhitespace
        if !member.isEmpty { body(member) }
    }

    /// The position behind the quoted string that begins at `start`, or nil where none closes it.
    private func endOfQuotedString(from start: String.Index) -> String.Index? {
        var index = utf8.index(after: start)
        while index < utf8.endIndex {
            let byte = utf8[index]
            index = utf8.index(after: index)
            if byte == UInt8(ascii: "\"") { return index }
            if byte == UInt8(ascii: "\\"), index < utf8.endIndex {
                index = utf8.index(after: index)
            }
        }
        return nil
    }
}
