/// The content of a request as options describe it; files are read when it is asked for.
package enum RequestContent: Sendable {
    /// No content.
    case none
    /// The data of `-d` and its relatives, in their order.
    case data([DataPart])

    /// Whether building it reads standard input, which the front must leave to the helper.
    var readsStandardInput: Bool {
        guard case .data(let parts) = self else { return false }
        return parts.contains { $0.file == "-" }
    }

    /// Reads the files and puts the parts together; nil where there is no content.
    ///
    /// - Throws: ``InputFailure``.
    func bytes() throws(InputFailure) -> [UInt8]? {
        guard case .data(let parts) = self else { return nil }
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if index > 0, part.kind != .json { bytes.append(UInt8(ascii: "&")) }
            try bytes.append(contentsOf: part.bytes())
        }
        return bytes
    }

    /// The content that the data options make.
    init(_ invocation: Invocation) {
        var parts: [DataPart] = []
        for setting in invocation.settings {
            guard let kind = DataPart.Kind(option: setting.option.name), let value = setting.value
            else { continue }
            parts.append(DataPart(kind, value))
        }
        self = parts.isEmpty ? .none : .data(parts)
    }

    /// Whether there is none.
    var isEmpty: Bool {
        if case .none = self { return true }
        return false
    }
}

/// One piece of data: a text or a file's content, and how it is written into the content.
package struct DataPart: Sendable {
    enum Kind: Sendable {
        /// A file's line ends are left out.
        case text
        /// There is no such thing as a file.
        case raw
        /// A file is taken as it is.
        case binary
        /// A file is taken as it is, and parts are not joined by `&`.
        case json
        /// Percent-encoded, but for a name before it.
        case urlEncoded

        /// The kind that an option's data is of.
        init?(option name: String) {
            switch name {
            case "data": self = .text
            case "data-raw": self = .raw
            case "data-binary": self = .binary
            case "json": self = .json
            case "data-urlencode": self = .urlEncoded
            default: return nil
            }
        }
    }

    /// How it is written.
    let kind: Kind
    /// What stands before it, with its equals sign.
    private(set) var prefix = ""
    /// The text, where it is none of a file.
    private(set) var text = ""
    /// The file that holds it.
    private(set) var file: String?

    init(_ kind: Kind, _ value: String) {
        self.kind = kind
        switch kind {
        case .raw: text = value
        case .text, .binary, .json:
            if value.hasPrefix("@") { file = String(value.dropFirst()) } else { text = value }
        case .urlEncoded: take(named: value)
        }
    }

    /// Takes `content`, `=content`, `name=content`, `@file` or `name@file`.
    private mutating func take(named value: String) {
        guard let sign = value.firstIndex(of: "=") ?? value.firstIndex(of: "@") else {
            text = value
            return
        }
        let name = value[..<sign]
        prefix = name.isEmpty ? "" : "\(name)="
        let rest = String(value[value.index(after: sign)...])
        if value[sign] == "@" { file = rest } else { text = rest }
    }

    fileprivate func bytes() throws(InputFailure) -> [UInt8] {
        var bytes = Array(text.utf8)
        if let file { bytes = try InputFile.contents(of: file).get() }
        if kind == .text, file != nil {
            bytes.removeAll { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
        }
        return kind == .urlEncoded ? Array(prefix.utf8) + Self.encoded(bytes) : bytes
    }

    /// Percent-encodes what is not unreserved; a blank becomes a plus sign, as in forms.
    private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            case 0x20: encoded.append(UInt8(ascii: "+"))
            default:
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return encoded
    }
}
