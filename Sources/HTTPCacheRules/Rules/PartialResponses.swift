// Using, completing and combining stored parts (RFC 9111 §3.3, §3.4).

/// Whether what is stored of a response suffices to answer a request (RFC 9111 §3.3).
package func suffices(_ stored: StoredHead, for presented: RequestHead) -> Bool {
    guard stored.isPartial else { return true }
    // "MUST NOT use an incomplete response to answer requests unless …": the part must be known.
    guard let part = stored.response.enclosedPart, let held = part.bytes else { return false }
    if held.lowerBound == 0, held.upperBound == part.completeLength { return true }
    guard presented.method == "GET", let range = requestedRange(for: presented, of: stored) else {
        return false
    }
    guard let completeLength = part.completeLength else {
        // Without the whole length, only a range with both ends says which bytes it means.
        guard case .from(let first, let last?) = range else { return false }
        return held.lowerBound <= first && last < held.upperBound
    }
    switch range.resolved(against: completeLength) {
    case .unsatisfiable: return true
    case .bytes(let wanted): return wanted.clamped(to: held) == wanted
    }
}

/// The request that completes a stored beginning of a response, or nil where none would (RFC 9111 §3.3).
///
/// With a strong validator, If-Range makes the origin send the whole where the part is outdated.
/// Without one, the part must be fresh; what comes then cannot be combined unless it brings one.
package func completingRequest(
    for presented: RequestHead,
    from stored: StoredHead,
    isFresh: Bool
) -> RequestHead? {
    guard presented.method == "GET", !presented.fields.contains("Range"),
        !presented.isConditional, !presented.demandsOrigin,
        let part = stored.response.enclosedPart, let held = part.bytes, held.lowerBound == 0
    else { return nil }
    return resumingRequest(
        for: presented,
        from: stored,
        receivedLength: held.upperBound,
        isFresh: isFresh
    )
}

/// The request that continues a transfer which broke, or nil where it has to start again (RFC 9110 §14.2).
///
/// - Parameters:
///   - presented: The request to answer.
///   - stored: The head that came before the transfer broke, a 200 or a 206 from byte 0.
///   - receivedLength: How many bytes came, from the representation's first.
///   - isFresh: Whether the response still counts as fresh, which must stand in for a strong validator.
/// - Returns: The request with Range, and with If-Range where there is a strong validator.
package func resumingRequest(
    for presented: RequestHead,
    from stored: StoredHead,
    receivedLength: Int64,
    isFresh: Bool
) -> RequestHead? {
    let validator = stored.strongValidator
    guard receivedLength > 0, validator != nil || isFresh else { return nil }
    var request = presented
    request.fields.remove("If-Range")
    request.fields.replace("Range", with: "bytes=\(receivedLength)-")
    if let validator { request.fields.append("If-Range", validator) }
    return request
}

/// Two parts of one representation put together (RFC 9111 §3.4).
package struct Combination: Hashable, Sendable {
    /// The stored head of the whole or the larger part.
    package var head: StoredHead
    /// Which bytes of the earlier stored body are kept, counted from that body's first byte.
    package var keptRange: Range<Int64>
    /// Where the received body begins in the new one.
    package var receivedOffset: Int64
    /// Which bytes of the earlier stored body follow the received ones.
    package var tailRange: Range<Int64>
    /// Whether nothing is missing any more.
    package var isComplete: Bool
}

/// Combines a 206 with what is stored, or returns nil where they are not parts of one representation
/// or leave a gap (RFC 9111 §3.4).
///
/// - Parameters:
///   - stored: The earlier response: a 206, or a 200 whose transfer broke.
///   - storedLength: The length of its stored body, in bytes.
///   - received: The 206 just received.
///   - settings: The knobs, for the fields that are kept.
///   - requestTime: When the request was sent.
///   - responseTime: When the 206 was received.
/// - Returns: The head of both together, and how their bodies are put side by side.
package func combination(
    of stored: StoredHead,
    storedLength: Int64,
    with received: ResponseHead,
    under settings: CacheSettings,
    requestTime: Timestamp,
    responseTime: Timestamp
) -> Combination? {
    guard let part = received.enclosedPart, let new = part.bytes,
        sharesStrongValidator(stored, received)
    else { return nil }
    var old = stored.heldPart(bodyLength: storedLength)
    if !stored.isPartial { old.completeLength = announcedLength(of: stored) }
    let lengths = [old.completeLength, part.completeLength].compactMap { $0 }
    guard lengths.allSatisfy({ $0 == lengths.first }),
        // Overlapping or adjacent: "a cache MAY combine … into a single, contiguous" whole.
        new.lowerBound <= old.bytes.upperBound, old.bytes.lowerBound <= new.upperBound
    else { return nil }
    let union =
        min(old.bytes.lowerBound, new.lowerBound)..<max(old.bytes.upperBound, new.upperBound)
    var head = stored
    head.response.fields = updatedFields(
        of: stored.response.fields,
        with: received,
        under: settings
    )
    let isComplete = union.lowerBound == 0 && union.upperBound == lengths.first
    head.describeBody(as: union, completeLength: lengths.first, isComplete: isComplete)
    (head.requestTime, head.responseTime) = (requestTime, responseTime)
    let (start, end) = (old.bytes.lowerBound, old.bytes.upperBound)
    let keptEnd = max(start, min(end, new.lowerBound))
    let tailStart = min(max(new.upperBound, start), end)
    return Combination(
        head: head,
        keptRange: 0..<keptEnd - start,
        receivedOffset: new.lowerBound - union.lowerBound,
        tailRange: tailStart - start..<end - start,
        isComplete: isComplete
    )
}

extension StoredHead {
    /// Makes the head tell of the bytes that are stored now.
    fileprivate mutating func describeBody(
        as bytes: Range<Int64>,
        completeLength: Int64?,
        isComplete: Bool
    ) {
        response.status = isComplete ? 200 : 206
        response.reason = isComplete ? "OK" : "Partial Content"
        response.fields.remove("Content-Range")
        if !isComplete {
            response.fields.append(
                "Content-Range",
                ContentRange(bytes: bytes, completeLength: completeLength).text
            )
        }
        response.fields.replace("Content-Length", with: "\(bytes.count)")
    }
}

/// "… if they all share the same strong validator" (RFC 9111 §3.4).
private func sharesStrongValidator(_ stored: StoredHead, _ received: ResponseHead) -> Bool {
    if let tag = received.entityTag {
        return stored.response.entityTag.map { $0.matchesStrongly(tag) } ?? false
    }
    let modified = received.fields.values(of: "Last-Modified").first
    return stored.response.entityTag == nil && stored.isLastModifiedStrong && modified != nil
        && stored.response.fields.values(of: "Last-Modified").first == modified
}

private func announcedLength(of stored: StoredHead) -> Int64? {
    stored.response.fields.values(of: "Content-Length").first.flatMap {
        ByteRange.position($0[...])
    }
}
