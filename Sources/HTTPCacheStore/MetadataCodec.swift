import HTTPCacheRules

// The text of a `.meta` file. An example, with what each line means:
//
//     httpcache 1                                 the format's version
//     url: https://example.org/list               target URI of the request
//     method: GET                                 its method
//     request-time: 1767225600                    when it was sent, in seconds since 1970
//     response-time: 1767225601                   when the head of the response came
//     stored-at: 1767225602                       when it was stored or last freshened
//     key: 9d6b…                                  the 64 digits its files are called by
//     size: 5                                     bytes in the `.data` file
//     sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
//     completeness: complete                      or `until-close`, or `partial 0-4/10`
//     partition: user:nightly                     only where the key has one
//     user-key: nightly                           only where the user gave one
//     > Accept: text/html                         request fields that Vary nominates
//                                                 an empty line
//     HTTP/1.1 200 OK                             the response head
//     Vary: Accept
//                                                 an empty line, the end of the file
//
// The grammar; LF ends each line, and text is bytes other than LF, CR and NUL:
//
//     file         = "httpcache 1" LF *property *nominated LF status-line *field LF
//     property     = name ": " text LF                 each at most once, in any order
//     nominated    = "> " field
//     field        = name ":" [" " text] LF
//     status-line  = version " " 3DIGIT [" " text] LF
//     completeness = "complete" / "until-close" / "partial " first "-" last "/" (length / "*")
//
// Unknown properties are passed over, so that a later version may add some without a new number.
// Why no CR LF in the head: the file is for people too, and no value can hold a line end.

enum MetadataCodec {
    /// The largest `.meta` file that is written or read, in bytes.
    static let sizeBound = 1 << 20
    static let firstLine = "httpcache 1"

    /// The text of a `.meta` file, or nil for a head that could not be read back from it.
    static func encode(_ metadata: EntryMetadata) -> [UInt8]? {
        var writer = LineWriter()
        let head = metadata.head
        guard (100...999).contains(head.response.status), head.method.isToken,
            !head.response.version.isEmpty, !head.response.version.utf8.contains(0x20),
            Self.completeness(from: text(of: metadata.completeness)) != nil
        else { return nil }
        writer.append(line: firstLine)
        writer.append("url", utf8: spelling(of: head.target))
        writer.append("method", head.method)
        writer.append("request-time", String(head.requestTime.secondsSinceEpoch))
        writer.append("response-time", String(head.responseTime.secondsSinceEpoch))
        writer.append("stored-at", String(metadata.storedAt.secondsSinceEpoch))
        if let key = metadata.key { writer.append("key", key.hex) }
        writer.append("size", String(metadata.size))
        writer.append("sha256", metadata.sha256.hex)
        writer.append("completeness", text(of: metadata.completeness))
        if let partition = metadata.partition { writer.append("partition", utf8: partition) }
        if let userKey = metadata.userKey { writer.append("user-key", utf8: userKey) }
        writer.append(fields: head.nominatedFields, prefix: "> ")
        writer.append(line: "")
        writer.append(line: head.response.statusLine)
        writer.append(fields: head.response.fields, prefix: "")
        writer.append(line: "")
        return writer.bytes.count <= sizeBound ? writer.bytes : nil
    }

    private static func spelling(of target: TargetURI) -> String {
        target.origin + target.requestTarget
    }

    private static func text(of completeness: Completeness) -> String {
        switch completeness {
        case .complete: return "complete"
        case .untilClose: return "until-close"
        case .partial(let range, let length):
            let whole = length.map { String($0) } ?? "*"
            return "partial \(range.lowerBound)-\(range.upperBound &- 1)/\(whole)"
        }
    }

    /// Reads how much was received; nil for ranges that are empty or reach past the length.
    static func completeness(from text: String) -> Completeness? {
        if text == "complete" { return .complete }
        if text == "until-close" { return .untilClose }
        guard text.hasPrefix("partial ") else { return nil }
        let parts = text.dropFirst(8).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = number(bounds[0]), let last = number(bounds[1]),
            first <= last, last < .max
        else { return nil }
        if parts[1] == "*" { return .partial(first..<(last + 1), completeLength: nil) }
        guard let length = number(parts[1]), last < length else { return nil }
        return .partial(first..<(last + 1), completeLength: length)
    }

    private static func number(_ digits: Substring) -> Int64? {
        guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int64(digits)
    }
}

/// Collects lines; whatever would break a line in two becomes a blank (RFC 9110 §5.5).
private struct LineWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(line text: String) {
        append(text)
        bytes.append(0x0A)
    }

    mutating func append(_ name: String, _ value: String) {
        append(name)
        append(": ")
        append(line: value)
    }

    mutating func append(_ name: String, utf8 value: String) {
        append(name)
        append(": ")
        append(value.utf8)
        bytes.append(0x0A)
    }

    /// Field lines whose name could not be read back are left out; no peer understands them either.
    mutating func append(fields: Fields, prefix: String) {
        for field in fields.lines {
            let name = field.name.rawName
            guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0x3A || $0 < 0x20 }) else {
                continue
            }
            append(prefix)
            append(name)
            append(field.separator)
            append(line: field.value)
        }
    }

    private mutating func append(_ text: String) {
        append(text.isomorphicBytes)
    }

    private mutating func append(_ text: some Sequence<UInt8>) {
        for byte in text {
            bytes.append(byte == 0x0A || byte == 0x0D || byte == 0 ? 0x20 : byte)
        }
    }
}
