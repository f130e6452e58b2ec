public import HTTPCacheEngine
internal import HTTPCacheRules

/// Sends requests to origin servers over URLSession.
///
/// It is transport only: no redirect is followed, no content coding undone, and nothing is cached,
/// remembered or added. A program on Linux that links the tap (`CURLTap`) sees every response
/// exactly as it was sent. Without it URLSession's own limits hold; what it cannot represent is an
/// error, as this table says:
///
/// | | with the tap | URLSession alone |
/// |---|---|---|
/// | request fields | as given, in their order | order lost; a repeated name is refused |
/// | response head | byte for byte | field names respelt, reason phrase and order lost |
/// | fields repeated in other case | kept | all but one lost by URLSession, unnoticed |
/// | interim heads, trailers, peer, timings | reported | not known |
/// | a content coding in the response | left in place | failure 61 |
/// | framing that contradicts itself, a head cut short | failure 8, 56 | as URLSession decides |
/// | body length marked by the connection's end | reported | not known: taken for unmarked |
/// | a slow reader | pauses the transfer | lets the body wait in memory |
/// | connect time-out, proxy, certification authorities, no verification | obeyed | failure 4 |
/// | failure codes | libcurl's own | derived from `URLError` |
///
/// Making a URLSession creates folders for a URL cache and for cookies. To leave none behind, the first use
/// of this type sets `XDG_CACHE_HOME` and `XDG_DATA_HOME` aside for a moment; a program with threads that read
/// the environment then should send its first request before it starts them.
public struct URLSessionOrigin: RequestSending {
    private let session: TransferSession

    /// Creates an origin with a connection pool of its own.
    public init() {
        session = TransferSession(tap: Tap.linked)
    }

    /// Creates an origin on URLSession alone, as it is in a program without the tap.
    package init(withoutTap: Void) {
        session = TransferSession(tap: nil)
    }

    /// Whether the tap is linked into the program, so that responses are exact.
    public static var isExact: Bool { Tap.linked != nil }

    /// Sends a request and returns as soon as the final response head is there.
    ///
    /// - Throws: ``TransferFailure``, with code 43 for a request that cannot be written as HTTP;
    ///   `CancellationError`.
    public func send(_ request: OutgoingRequest) async throws -> OriginResponse {
        try Task.checkCancellation()
        try request.checkIsSendable()
        return try await session.start(request).response()
    }
}

extension OutgoingRequest {
    /// Refuses what would be something else on the wire (RFC 9110 §5.5, §9.1).
    fileprivate func checkIsSendable() throws(TransferFailure) {
        guard head.method.isToken else {
            throw TransferFailure(
                curlCode: 43,
                message: "the method '\(head.method)' is not a token"
            )
        }
        for line in head.fields.lines {
            guard line.name.isToken else {
                throw TransferFailure(
                    curlCode: 43,
                    message: "the field name '\(line.name)' is not a token"
                )
            }
            if line.value.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) {
                throw TransferFailure(
                    curlCode: 43,
                    message: "the value of field '\(line.name)' contains a line end or NUL"
                )
            }
        }
        if case .none = body { return }
        if head.method == "HEAD" {
            throw TransferFailure(curlCode: 43, message: "a HEAD request cannot have content")
        }
    }
}
