// Ranges of bytes: what a request asks for, and what a partial response holds (RFC 9110 §14).

/// One range of bytes as a request asks for it (RFC 9110 §14.1.2).
package enum ByteRange: Hashable, Sendable {
    /// From a position on, up to and including another one, or to the end.
    case from(Int64, through: Int64?)
    /// So many bytes at the end.
    case suffix(Int64)

    /// What a range comes to for a body of a certain length.
    package enum Resolved: Hashable, Sendable {
        /// These bytes.
        case bytes(Range<Int64>)
        /// None of the bytes.
        case unsatisfiable
    }

    /// Reads a Range value that asks for one range of bytes; nil for anything else, which is ignored.
    package static func parse(_ value: String) -> ByteRange? {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts[0].trimmingOptionalWhitespace.equalsIgnoringASCIICase("bytes")
        else { return nil }
        // The list may have empty members (RFC 9110 §5.6.1.2).
        var specifications: [Substring] = []
        String(parts[1]).forEachListMember { specifications.append($0) }
        guard specifications.count == 1, let specification = specifications.first else {
            return nil
        }
        let ends = specification.split(
            separator: "-",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty { return position(ends[1]).map { .suffix($0) } }
        guard let first = position(ends[0]) else { return nil }
        if ends[1].isEmpty { return .from(first, through: nil) }
        guard let last = position(ends[1]), last >= first else { return nil }
        return .from(first, through: last)
    }

    /// Digits only; what is beyond any body's length counts as just that.
    static func position(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int64(text).map { min($0, 1 << 62) } ?? 1 << 62
    }

    /// The bytes of a body of a length that the range names (RFC 9110 §14.1.2).
    package func resolved(against length: Int64) -> Resolved {
        switch self {
        case .suffix(let count):
            if count <= 0 || length <= 0 { return .unsatisfiable }
            return .bytes((count >= length ? 0 : length - count)..<length)
        case .from(let first, let last):
            guard first >= 0, first < length else { return .unsatisfiable }
            let last = min(last ?? length - 1, length - 1)
            return last < first ? .unsatisfiable : .bytes(first..<last + 1)
        }
    }
}

/// The Content-Range of a response (RFC 9110 §14.4).
package struct ContentRange: Hashable, Sendable {
    /// The bytes enclosed, or nil where none of them could be (`*`).
    package var bytes: Range<Int64>?
    /// The length of the whole representation, or nil where it is not known.
    package var completeLength: Int64?

    /// Creates a range.
    package init(bytes: Range<Int64>?, completeLength: Int64?) {
        self.bytes = bytes
        self.completeLength = completeLength
    }

    /// Reads `bytes 0-4/10`, `bytes 0-4/*` or `bytes */10`; nil for anything else or what contradicts itself.
    package static func parse(_ value: String) -> ContentRange? {
        let text = value[...].trimmingOptionalWhitespace
        guard let blank = text.firstIndex(of: " "),
            text[..<blank].equalsIgnoringASCIICase("bytes")
        else { return nil }
        let parts = text[blank...].trimmingOptionalWhitespace
            .split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let completeLength = ByteRange.position(parts[1])
        guard completeLength != nil || parts[1] == "*" else { return nil }
        if parts[0] == "*" {
            return completeLength.map { ContentRange(bytes: nil, completeLength: $0) }
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = ByteRange.position(ends[0]),
            let last = ByteRange.position(ends[1]), first <= last,
            completeLength.map({ last < $0 }) ?? true
        else { return nil }
        return ContentRange(bytes: first..<last + 1, completeLength: completeLength)
    }

    /// The value as it is written in the field.
    package var text: String {
        let length = completeLength.map { "\($0)" } ?? "*"
        guard let bytes else { return "bytes */\(length)" }
        return "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(length)"
    }
}

extension ResponseHead {
    /// The part that a 206 encloses; nil in any other response, and where it is not told for certain.
    package var enclosedPart: ContentRange? {
        let values = fields.values(of: "Content-Range")
        guard status == 206, values.count == 1,
            let range = ContentRange.parse(values[0]), range.bytes != nil
        else { return nil }
        return range
    }
}
