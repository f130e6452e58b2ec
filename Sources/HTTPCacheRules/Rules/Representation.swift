/// What of a stored response answers a request (RFC 9110 §13, §14).
package struct Representation: Hashable, Sendable {
    /// The head to present.
    package var head: ResponseHead
    /// The part of the stored body to present; nil for none at all.
    package var range: Range<Int64>?
}

/// Selects the whole of a stored response, a range of it, or a 304 or 416 in its stead.
package func representation(
    of stored: StoredHead, bodyLength: Int64, for presented: RequestHead
) -> Representation {
    var head = stored.response
    head.fields = reusableFields(of: head)
    let whole = Representation(head: head, range: 0..<bodyLength)
    guard head.status == 200 else { return whole }
    if presented.isConditional, isNotModified(stored, for: presented) {
        return Representation(head: notModifiedHead(of: head), range: nil)
    }
    guard presented.method == "GET", let range = presented.fields["Range"],
        isRangeApplicable(to: stored, for: presented)
    else { return whole }
    switch ByteRange.parse(range)?.resolved(against: bodyLength) {
    case nil: return whole
    case .unsatisfiable?:
        var refused = ResponseHead(
            version: head.version, status: 416, reason: "Range Not Satisfiable",
            fields: Fields(head.fields.lines.filter { $0.name == "Date" }))
        refused.fields.append("Content-Range", "bytes */\(bodyLength)")
        refused.fields.append("Content-Length", "0")
        return Representation(head: refused, range: nil)
    case .bytes(let bytes)?:
        head.status = 206
        head.reason = "Partial Content"
        head.fields.replace("Content-Length", with: "\(bytes.count)")
        head.fields.replace(
            "Content-Range",
            with: "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(bodyLength)")
        return Representation(head: head, range: bytes)
    }
}

/// The fields that a 304 carries (RFC 9110 §15.4.5).
private func notModifiedHead(of head: ResponseHead) -> ResponseHead {
    let kept: Set<FieldName> = [
        "Cache-Control", "Content-Location", "Date", "ETag", "Expires", "Vary", "Last-Modified",
    ]
    return ResponseHead(
        version: head.version, status: 304, reason: "Not Modified",
        fields: Fields(head.fields.lines.filter { kept.contains($0.name) }))
}

/// Whether If-Range, where it is there, names the stored response by a strong validator (RFC 9110 §13.1.5).
private func isRangeApplicable(to stored: StoredHead, for presented: RequestHead) -> Bool {
    guard let condition = presented.fields.values(of: "If-Range").first else { return true }
    if condition.contains("\"") {
        guard let wanted = EntityTag(condition), let tag = stored.response.entityTag else {
            return false
        }
        return wanted.matchesStrongly(tag)
    }
    // To the letter: a date is a strong validator only where it is the very one (§8.8.2.2).
    return stored.response.fields.values(of: "Last-Modified").first == condition
}

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
        guard parts.count == 2, parts[0].equalsIgnoringASCIICase("bytes") else { return nil }
        let ends = parts[1].trimmingOptionalWhitespace
            .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty { return position(ends[1]).map { .suffix($0) } }
        guard let first = position(ends[0]) else { return nil }
        if ends[1].isEmpty { return .from(first, through: nil) }
        guard let last = position(ends[1]), last >= first else { return nil }
        return .from(first, through: last)
    }

    /// Digits only; what is beyond any body's length counts as just that.
    private static func position(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int64(text).map { min($0, 1 << 62) } ?? 1 << 62
    }

    /// The bytes of a body of a length that the range names (RFC 9110 §14.1.2).
    package func resolved(against length: Int64) -> Resolved {
        switch self {
        case .suffix(let count):
            if count == 0 || length == 0 { return .unsatisfiable }
            return .bytes(max(0, length - count)..<length)
        case .from(let first, let last):
            guard first < length else { return .unsatisfiable }
            return .bytes(first..<min(length, (last ?? length - 1) + 1))
        }
    }
}
