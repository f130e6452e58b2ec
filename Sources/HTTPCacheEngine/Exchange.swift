import HTTPCacheRules
import HTTPCacheStore

/// One request's dealings with an origin: validate or forward, then freshen, store or invalidate.
struct Exchange<Origin: RequestSending>: Sendable {
    let engine: CacheEngine
    let request: CacheRequest
    var lookup: Lookup
    let origin: Origin

    /// An answer of the origin, with the two moments that its age is computed from (RFC 9111 §4.2.3).
    struct Received {
        var response: OriginResponse
        var requestTime: Timestamp
        var responseTime: Timestamp
        /// How many requests have reached the origin up to this answer.
        var requestCount = 1
    }

    func answer() async throws -> Answer {
        switch lookup.decision.outcome {
        case .validate(let conditional, let reason):
            try await validate(conditional, because: reason)
        case .forward(let head, let reason):
            try await forward(head, because: reason)
        case .reuse, .reuseWhileValidating, .unsatisfiable:
            // Only a background validation comes here with a reusable response: it is validated.
            try await validateReusable()
        }
    }

    private func send(_ head: RequestHead) async throws -> Received {
        let requestTime = engine.clock()
        let response = try await origin.send(
            OutgoingRequest(head: head, body: request.body, transfer: request.transfer)
        )
        return Received(
            response: response,
            requestTime: requestTime,
            responseTime: engine.clock()
        )
    }

    // MARK: - Validation (§4.3)

    private func validateReusable() async throws -> Answer {
        let heads = lookup.stored.map(\.head)
        let selected = selectStoredResponse(for: request.head, among: heads).map { heads[$0] }
        if let conditional = conditionalRequest(
            for: request.head,
            validating: heads,
            selected: selected
        ) {
            return try await validate(conditional, because: .stale)
        }
        return try await forward(request.head, because: .stale)
    }

    private func validate(
        _ conditional: RequestHead,
        because reason: ForwardReason
    ) async throws -> Answer {
        let received: Received
        do {
            received = try await send(conditional)
        } catch let failure as TransferFailure {
            return try standIn(for: failure)
        }
        if received.response.head.status == 304 {
            return try await notModified(received, because: reason)
        }
        return accept(received, because: reason)
    }

    private func notModified(
        _ received: Received,
        because reason: ForwardReason
    ) async throws -> Answer {
        let index = selectForFreshening(
            among: lookup.stored.map(\.head),
            with: received.response.head,
            answering: request.head
        )
        received.response.body.cancel()
        if let index { return freshened(lookup.stored[index], by: received, because: reason) }
        // The origin confirms something that is not stored here, which helps nobody: ask again,
        // without the stored validators (§4.3.4).
        return try await forward(request.presentedHead, because: reason, earlierRequests: 1)
    }

    private func freshened(
        _ stored: StoredResponse,
        by received: Received,
        because reason: ForwardReason
    ) -> Answer {
        var stored = stored
        var lookup = lookup
        let head = freshen(
            stored.head,
            with: received.response.head,
            under: request.settings,
            requestTime: received.requestTime,
            responseTime: received.responseTime
        )
        var isStored = false
        if let store = engine.store, request.storesAnswer, !request.head.directives.noStore {
            do throws(StoreError) {
                isStored = try store.freshen(stored, with: head)
            } catch {
                lookup.failures.append(error)
            }
        }
        stored.head = head
        let freshness = freshness(
            of: head,
            under: request.settings,
            at: received.responseTime
        )
        var answer = engine.present(
            stored,
            for: request.head,
            lookup: lookup,
            freshness: freshness,
            source: .validated
        )
        answer.interimHeads = received.response.interimHeads
        answer.cacheStatus.isHit = false
        answer.cacheStatus.forward = reason
        answer.cacheStatus.forwardStatus = 304
        answer.cacheStatus.isStored = isStored
        answer.originRequestCount = received.requestCount
        answer.grounds.append(.freshenedByNotModified)
        return answer
    }

    // MARK: - Forwarding (§3, §4)

    private func forward(
        _ head: RequestHead,
        because reason: ForwardReason,
        earlierRequests: Int = 0
    ) async throws -> Answer {
        var received: Received
        do {
            received = try await send(head)
        } catch let failure as TransferFailure {
            return try standIn(for: failure)
        }
        received.requestCount += earlierRequests
        return accept(received, because: reason)
    }

    /// Takes the origin's own answer: stale-if-error, invalidation, storing, in this order.
    private func accept(_ received: Received, because reason: ForwardReason) -> Answer {
        if let substitute = standIn(forError: received, because: reason) { return substitute }
        var status = CacheStatus()
        status.forward = reason
        status.forwardStatus = received.response.head.status
        var answer = Answer(
            head: received.response.head,
            body: .origin(received.response.body),
            source: request.usesCache ? .miss : .bypass,
            cacheStatus: status
        )
        answer.interimHeads = received.response.interimHeads
        answer.grounds = lookup.decision.grounds
        answer.key = lookup.key
        answer.originRequestCount = received.requestCount
        answer.storeFailures = lookup.failures
        invalidate(after: received, &answer)
        store(received, as: &answer)
        return answer
    }
}
