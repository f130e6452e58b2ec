internal import HTTPCacheStore

/// A client in front of an origin: answers from the cache where HTTP's rules allow it (RFC 9111).
public struct CachingClient<Origin: RequestSending>: Sendable {
    private let origin: Origin
    private let engine: CacheEngine

    /// Puts a cache in front of an origin.
    public init(origin: Origin, cache: DiskHTTPResponseCache) {
        self.origin = origin
        engine = CacheEngine(store: cache.store, clock: SystemClock.now)
    }

    /// Answers a request by a policy; a stored response is validated when it has to be.
    ///
    /// - Throws: ``TransferFailure`` where the origin cannot be reached and nothing stored may stand
    ///   in for it; `CancellationError`.
    public func respond(
        to request: RequestHead,
        policy: CachePolicy = .default,
        userKey: String? = nil
    ) async throws -> CachedResponse {
        var settings = CacheSettings()
        settings.policy = policy
        let answer = try await engine.respond(
            to: CacheRequest(head: request, settings: settings, userKey: userKey),
            through: origin
        )
        return CachedResponse(answer)
    }
}

/// Where a response came from.
public enum CacheSource: Sendable, Hashable {
    /// The origin.
    case network
    /// The cache: fresh, or confirmed by the origin.
    case cache
    /// The cache, though stale.
    case staleCache
}

/// A response with its origin told: network, cache or stale cache.
public struct CachedResponse: Sendable {
    private let answer: Answer

    init(_ answer: Answer) { self.answer = answer }

    /// The head, with this cache's Age and Cache-Status fields (RFC 9111 §5.1, RFC 9211).
    public var head: ResponseHead { answer.presentedHead }

    /// Where the response came from.
    public var source: CacheSource {
        switch answer.source {
        case .hit, .validated: .cache
        case .stale, .offline: answer.freshness?.isFresh ?? false ? .cache : .staleCache
        case .miss, .bypass: .network
        }
    }

    /// Whether the response was served though its lifetime is over.
    public var isStale: Bool { source == .staleCache }

    /// The content in pieces; read once, and stored completely only when it is read to its end.
    public var body: AsyncThrowingStream<[UInt8], any Error> {
        let reading = answer.body.reading
        return AsyncThrowingStream { try await reading?.next() }
    }

    /// Reads the whole content.
    ///
    /// - Parameter limit: The greatest size in bytes that is read into memory.
    /// - Returns: The content.
    /// - Throws: ``TransferFailure`` with curl's code 63 for a larger content, 18 for one cut short.
    public func bytes(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        guard let reading = answer.body.reading else { return bytes }
        while let piece = try await reading.next() {
            guard bytes.count + piece.count <= limit else {
                reading.cancel()
                throw TransferFailure(
                    curlCode: 63,
                    message: "the body is larger than \(limit) bytes"
                )
            }
            bytes += piece
        }
        return bytes
    }
}
