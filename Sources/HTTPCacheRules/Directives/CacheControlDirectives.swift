/// The directives of Cache-Control, of a request or a response (RFC 9111 §5.2).
///
/// Parsing is total: an unknown directive is kept and ignored, an argument that should be a number
/// and isn't counts as 0 seconds, and of several the most restrictive holds.
public struct CacheControlDirectives: Hashable, Sendable {
    /// One directive with its argument, unquoted.
    public struct Directive: Hashable, Sendable {
        /// The name in lower case.
        public var name: String
        /// The argument without its quotation marks, or nil.
        public var argument: String?

        /// Creates a directive.
        public init(name: String, argument: String? = nil) {
            self.name = name
            self.argument = argument
        }
    }

    /// The directives in their order; unknown ones too.
    public var directives: [Directive]

    /// Creates a set of directives.
    public init(_ directives: [Directive] = []) { self.directives = directives }

    /// Parses the value of one or more Cache-Control lines, combined by commas.
    public static func parse(_ value: String) -> CacheControlDirectives {
        var parsed = CacheControlDirectives()
        value.forEachListMember { parsed.append(member: $0) }
        return parsed
    }

    /// Reads the Cache-Control lines of a head.
    package init(of fields: Fields, named name: FieldName = "Cache-Control") {
        directives = []
        for line in fields.lines where line.name == name {
            line.value.forEachListMember { append(member: $0) }
        }
    }

    private mutating func append(member: Substring) {
        guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            directives.append(Directive(name: String(member).asciiLowercased))
            return
        }
        let name = member[..<equals].trimmingOptionalWhitespace
        let argument = member[member.utf8.index(after: equals)...]
        directives.append(
            Directive(name: String(name).asciiLowercased, argument: Self.unquoted(argument))
        )
    }

    /// The text of a quoted string, or the argument as it stands (RFC 9110 §5.6.4).
    private static func unquoted(_ argument: Substring) -> String {
        let bytes = argument.utf8
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"")
        else { return String(argument) }
        let inner = argument.dropFirst().dropLast()
        guard inner.utf8.contains(UInt8(ascii: "\\")) else { return String(inner) }
        var text = String()
        var isEscaped = false
        for scalar in inner.unicodeScalars {
            if scalar == "\\", !isEscaped {
                isEscaped = true
            } else {
                text.unicodeScalars.append(scalar)
                isEscaped = false
            }
        }
        return text
    }

    /// Whether a directive of this name (in lower case) is there.
    public func contains(_ name: String) -> Bool { directives.contains { $0.name == name } }

    /// The smallest number of seconds of the directives with this name; malformed arguments count as 0.
    package func seconds(_ name: String) -> Seconds? {
        var least: Seconds?
        for directive in directives where directive.name == name {
            let seconds = directive.argument.flatMap(Self.deltaSeconds) ?? .zero
            least = least.map { min($0, seconds) } ?? seconds
        }
        return least
    }

    /// Reads delta-seconds; a number above 2³¹ counts as 2³¹, anything but digits as nil (RFC 9111 §1.2.2).
    package static func deltaSeconds(_ text: String) -> Seconds? {
        if text.isEmpty { return nil }
        var count: Int64 = 0
        for byte in text.utf8 {
            guard byte.isASCIIDigit else { return nil }
            count = min(count * 10 + Int64(byte - 0x30), 1 << 32)
        }
        return Seconds(saturating: count)
    }

    /// The field names in the arguments of a qualified directive (RFC 9111 §5.2.2.4, §5.2.2.7).
    package func qualifiedFields(_ name: String) -> [FieldName] {
        var names: [FieldName] = []
        for directive in directives where directive.name == name {
            names += directive.fieldNames ?? []
        }
        return names
    }

    /// Whether a directive concerns the whole response: it has no argument, or one that is no list of
    /// field names, and so must be taken for the stricter form.
    package func isUnqualified(_ name: String) -> Bool {
        directives.contains { $0.name == name && $0.fieldNames == nil }
    }
}

extension CacheControlDirectives: CustomStringConvertible {
    /// The directives as they are written in a field; one whose name is no token cannot be.
    public var description: String {
        directives.filter(\.name.isToken).map { directive in
            guard let argument = directive.argument else { return directive.name }
            if argument.isToken { return "\(directive.name)=\(argument)" }
            var quoted = ""
            for scalar in argument.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { quoted += "\\" }
                quoted.unicodeScalars.append(scalar)
            }
            return "\(directive.name)=\"\(quoted)\""
        }.joined(separator: ", ")
    }
}

extension CacheControlDirectives.Directive {
    /// The field names in the argument, or nil where there are none or something else is among them.
    fileprivate var fieldNames: [FieldName]? {
        guard let argument else { return nil }
        var names: [FieldName] = []
        var isList = true
        argument.forEachListMember { member in
            if !member.isToken { isList = false }
            names.append(FieldName(String(member)))
        }
        return isList && !names.isEmpty ? names : nil
    }
}
