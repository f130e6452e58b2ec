/// What of a stored response answers a request (RFC 9110 §13, §14).
package struct Representation: Hashable, Sendable {
    /// The head to present.
    package var head: ResponseHead
    /// The part of the stored body to present, counted from the stored body's first byte; nil for none.
    package var range: Range<Int64>?
}

/// Selects the whole of a stored response, a range of it, or a 304 or 416 in its stead.
///
/// - Parameters:
///   - stored: The response that the decision named.
///   - bodyLength: The length of its stored body, in bytes.
///   - presented: The request to answer.
/// - Returns: The head to present, and which bytes of the stored body.
package func representation(
    of stored: StoredHead,
    bodyLength: Int64,
    for presented: RequestHead
) -> Representation {
    var head = stored.response
    head.fields = reusableFields(of: head)
    let bodyLength = max(0, bodyLength)
    let whole = Representation(head: head, range: 0..<bodyLength)
    guard head.status == 200 || head.status == 206 else { return whole }
    if presented.isConditional, isNotModified(stored, for: presented) {
        return Representation(head: notModifiedHead(of: head), range: nil)
    }
    let part = stored.heldPart(bodyLength: bodyLength)
    guard let range = requestedRange(for: presented, of: stored) else {
        return part.isComplete
            ? Representation(head: completedHead(head), range: whole.range) : whole
    }
    switch range.resolved(against: part.completeLength ?? part.bytes.upperBound) {
    case .unsatisfiable:
        return Representation(
            head: unsatisfiableHead(of: head, completeLength: part.completeLength),
            range: nil
        )
    case .bytes(let wanted):
        // What the decision let through lies inside; nothing else may be read in any case.
        let bytes = wanted.clamped(to: part.bytes)
        head.status = 206
        head.reason = "Partial Content"
        head.fields.replace("Content-Length", with: "\(bytes.count)")
        head.fields.replace(
            "Content-Range",
            with: ContentRange(bytes: bytes, completeLength: part.completeLength).text
        )
        let offset = bytes.lowerBound - part.bytes.lowerBound
        return Representation(head: head, range: offset..<offset + Int64(bytes.count))
    }
}

/// Which bytes of a representation are stored.
package struct HeldPart: Hashable, Sendable {
    /// The bytes.
    package var bytes: Range<Int64>
    /// The length of the whole representation, or nil where it is not known.
    package var completeLength: Int64?

    /// Whether that is all of them.
    package var isComplete: Bool { bytes.lowerBound == 0 && bytes.upperBound == completeLength }
}

extension StoredHead {
    /// Whether only a part of the representation is stored (RFC 9111 §3.3).
    package var isPartial: Bool { response.status == 206 }

    /// The bytes that are stored, given the length of the stored body.
    package func heldPart(bodyLength: Int64) -> HeldPart {
        let length = max(0, bodyLength)
        guard let part = response.enclosedPart, let bytes = part.bytes else {
            return HeldPart(bytes: 0..<length, completeLength: length)
        }
        let end = bytes.lowerBound.addingReportingOverflow(length)
        let held = bytes.lowerBound..<(end.overflow ? bytes.upperBound : end.partialValue)
        return HeldPart(bytes: held.clamped(to: bytes), completeLength: part.completeLength)
    }
}

/// The one range that a request asks for of a stored response; nil where the whole is to be given.
package func requestedRange(for presented: RequestHead, of stored: StoredHead) -> ByteRange? {
    // "A server MUST ignore a Range header field received with a request method … [not] defined".
    guard presented.method == "GET", let value = presented.fields["Range"],
        isRangeApplicable(to: stored, for: presented)
    else { return nil }
    return ByteRange.parse(value)
}

/// Whether If-Range, where it is there, names the stored response by a strong validator (RFC 9110 §13.1.5).
private func isRangeApplicable(to stored: StoredHead, for presented: RequestHead) -> Bool {
    guard let condition = presented.fields.values(of: "If-Range").first else { return true }
    if condition.utf8.contains(UInt8(ascii: "\"")) {
        guard let wanted = EntityTag(condition), let tag = stored.response.entityTag else {
            return false
        }
        return wanted.matchesStrongly(tag)
    }
    // To the letter: a date is a strong validator only where it is the very one (§8.8.2.2).
    return stored.response.fields.values(of: "Last-Modified").first == condition
        && stored.isLastModifiedStrong
}

/// The head of a stored part that has turned out to be the whole.
private func completedHead(_ head: ResponseHead) -> ResponseHead {
    guard head.status == 206 else { return head }
    var complete = head
    complete.status = 200
    complete.reason = "OK"
    complete.fields.remove("Content-Range")
    return complete
}

/// The fields that a 304 carries (RFC 9110 §15.4.5).
private func notModifiedHead(of head: ResponseHead) -> ResponseHead {
    let kept: Set<FieldName> = [
        "Cache-Control", "Content-Location", "Date", "ETag", "Expires", "Vary", "Last-Modified",
        "Cache-Status",
    ]
    return ResponseHead(
        version: head.version,
        status: 304,
        reason: "Not Modified",
        fields: Fields(head.fields.lines.filter { kept.contains($0.name) })
    )
}

/// The head that refuses a range beyond the end (RFC 9110 §15.5.17).
private func unsatisfiableHead(of head: ResponseHead, completeLength: Int64?) -> ResponseHead {
    var refused = ResponseHead(
        version: head.version,
        status: 416,
        reason: "Range Not Satisfiable",
        fields: Fields(head.fields.lines.filter { $0.name == "Date" })
    )
    if completeLength != nil {
        refused.fields.append(
            "Content-Range",
            ContentRange(bytes: nil, completeLength: completeLength).text
        )
    }
    refused.fields.append("Content-Length", "0")
    return refused
}
