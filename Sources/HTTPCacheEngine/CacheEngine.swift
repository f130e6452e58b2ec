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
        guard let store, let key = lookup.key, request.isCollapsible(lookup) else {
            return try await exchange(request, lookup, origin, holding: nil)
        }
        let limit = request.transfer.totalTimeout
        let start = ContinuousClock.now
        let turn = try await CollapsedRequests(store: store).turn(
            for: key,
            atMost: min(limit ?? CollapsedRequests.patience, CollapsedRequests.patience)
        )
        // Why again, even for who waited for nothing: the answer may have come between the first
        // look and the lock.
        let second = lookUp(request, at: clock())
        if var answer = serve(second, for: request) {
            if case .follower = turn { answer.markCollapsed(with: lookup.decision.outcome) }
            return answer
        }
        guard case .leader(let lock) = turn else {
            var rest = request
            if let limit {
                let left = limit - (ContinuousClock.now - start).milliseconds
                if left <= 0 {
                    throw TransferFailure(
                        curlCode: 28,
                        message: "timed out while another process asked for the same URL"
                    )
                }
                rest.transfer.totalTimeout = left
            }
            return try await exchange(rest, second, origin, holding: nil)
        }
        return try await exchange(request, second, origin, holding: lock)
    }

    /// Asks the origin; a lock is held at least until the answer's head has been dealt with.
    private func exchange(
        _ request: CacheRequest,
        _ lookup: Lookup,
        _ origin: some RequestSending,
        holding lock: KeyLock?
    ) async throws -> Answer {
        let exchange = Exchange(
            engine: self,
            request: request,
            lookup: lookup,
            origin: origin,
            lock: lock
        )
        defer { withExtendedLifetime(lock) {} }
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

extension Answer {
    /// Notes that somebody else's request has brought this answer (RFC 9211 §2.6).
    fileprivate mutating func markCollapsed(with outcome: ReuseDecision) {
        cacheStatus.isCollapsed = true
        switch outcome {
        case .validate(_, let reason), .forward(_, let reason):
            cacheStatus.isHit = false
            cacheStatus.forward = reason
        case .reuse, .reuseWhileValidating, .unsatisfiable: break
        }
    }
}

extension Duration {
    /// The whole milliseconds.
    fileprivate var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
