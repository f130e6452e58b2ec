package import HTTPCacheRules
package import HTTPCacheStore

/// The cache itself: answers a request from the store where the rules allow it, else through an origin.
package struct CacheEngine: Sendable {
    /// The store, or nil where there is none to be used.
    package let store: DiskStore?
    /// Reads the time; asked when a request is sent and when its answer's head arrives.
    package let clock: @Sendable () -> Timestamp
    /// The most that all stored responses may take, in bytes; by default 100 MiB.
    package var capacity: Int64 = 100 << 20

    package init(store: DiskStore?, clock: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.clock = clock
    }

    /// Answers from the store alone, or returns nil where an origin must be asked (RFC 9111 §4).
    ///
    /// It is synchronous and writes nothing: whoever gets nil may start all over with an origin.
    package func serveFromStore(_ request: CacheRequest, at now: Timestamp) -> Answer? {
        serve(lookUp(request, at: now), for: request)
    }

    /// Answers a request, asking the origin where that is needed.
    ///
    /// - Throws: ``TransferFailure`` where the origin cannot be reached and nothing stored may stand
    ///   in for it; `CancellationError`.
    package func respond(
        to request: CacheRequest,
        through origin: some RequestSending
    ) async throws -> Answer {
        let lookup = lookUp(request, at: clock())
        if let answer = serve(lookup, for: request) { return answer }
        let exchange = Exchange(engine: self, request: request, lookup: lookup, origin: origin)
        return try await exchange.answer()
    }

    private func serve(_ lookup: Lookup, for request: CacheRequest) -> Answer? {
        switch lookup.decision.outcome {
        case .reuse(let index, let freshness):
            return present(
                lookup.stored[index],
                for: request.head,
                lookup: lookup,
                freshness: freshness,
                source: source(of: freshness, under: request.settings)
            )
        case .reuseWhileValidating(let index, let freshness):
            if request.isBackgroundValidation { return nil }
            var answer = present(
                lookup.stored[index],
                for: request.head,
                lookup: lookup,
                freshness: freshness,
                source: .stale
            )
            answer.wantsBackgroundValidation = true
            return answer
        case .unsatisfiable:
            return .gatewayTimeout(lookup: lookup)
        case .validate, .forward:
            return nil
        }
    }

    private func source(of freshness: Freshness, under settings: CacheSettings) -> AnswerSource {
        if freshness.isFresh { return .hit }
        return settings.policy == .cacheOnly ? .offline : .stale
    }
}
