import HTTPCacheRules
import HTTPCacheStore

extension Exchange {
    // MARK: - Stored responses in the place of a failure (§4.2.4, RFC 5861 §4)

    /// A stored response instead of a transfer that failed.
    ///
    /// - Throws: The failure, where nothing stored may stand in for it.
    func standIn(for failure: TransferFailure) throws -> Answer {
        guard failure.isNetworkTrouble,
            var answer = standIn(for: .unreachable, at: engine.clock())
        else { throw failure }
        answer.cacheStatus.detail = "origin-unreachable"
        answer.transferFailure = failure
        return answer
    }

    /// A stored response instead of an error that the origin sent, or nil.
    func standIn(forError received: Received, because reason: ForwardReason) -> Answer? {
        let status = received.response.head.status
        guard isServerError(status),
            var answer = standIn(for: .error(status: status), at: received.responseTime)
        else { return nil }
        received.response.body.cancel()
        answer.cacheStatus.forward = reason
        answer.cacheStatus.forwardStatus = status
        answer.originRequestCount = received.requestCount
        return answer
    }

    private func standIn(for trouble: OriginTrouble, at now: Timestamp) -> Answer? {
        guard
            let found = substitute(
                for: trouble,
                answering: request.presentedHead,
                among: lookup.stored.map(\.head),
                under: request.settings,
                at: now
            )
        else { return nil }
        var answer = engine.present(
            lookup.stored[found.index],
            for: request.head,
            lookup: lookup,
            freshness: found.freshness,
            source: trouble == .unreachable ? .offline : .stale
        )
        answer.grounds.append(found.ground)
        return answer
    }

    // MARK: - Invalidation (§4.4)

    /// Removes what an unsafe request has made untrue, in this user's partition and in the common one.
    func invalidate(after received: Received, _ answer: inout Answer) {
        guard let store = engine.store else { return }
        let targets = invalidatedTargets(request: request.head, response: received.response.head)
        for target in targets {
            for partition in Set([request.partition, nil]) {
                do throws(StoreError) {
                    try store.removeAll(for: request.key(for: target, partition: partition))
                } catch {
                    answer.storeFailures.append(error)
                }
            }
        }
    }

    // MARK: - Storing (§3)

    /// Arranges that the answer's body is stored while it is read, where the rules allow it.
    func store(_ received: Received, as answer: inout Answer) {
        guard let store = engine.store, let key = lookup.key, request.storesAnswer else { return }
        let response = received.response
        let heads = lookup.stored.map(\.head)
        if request.head.method == "HEAD" { return applyHead(received, &answer) }
        let selected = selectStoredResponse(for: request.head, among: heads).map { heads[$0] }
        switch storability(
            of: response.head,
            to: request.head,
            under: request.settings,
            replacing: selected
        )
        {
        case .doNotStore(let ground):
            answer.grounds.append(ground)
        case .store:
            if announcedLength(of: response.head) > engine.capacity {
                return answer.grounds.append(.largerThanCapacity)
            }
            let head = storedHead(of: received)
            do throws(StoreError) {
                let writer = try store.beginEntry(for: key)
                let (userKey, partition) = (request.userKey, request.partition)
                let capacity = engine.capacity
                answer.body = .origin(
                    StoringBody(
                        response.body,
                        into: writer,
                        capacity: capacity
                    ) { writer, report throws(StoreError) in
                        _ = try writer.commit(
                            head,
                            completeness: report.isDelimited ? .complete : .untilClose,
                            userKey: userKey,
                            partition: partition
                        )
                        try store.enforceCapacity(
                            capacity,
                            sparing: EntryName(key: key, of: head)
                        )
                    }
                )
                answer.cacheStatus.isStored = true
                answer.grounds.append(.stored)
                answer.freshness = freshness(
                    of: head,
                    under: request.settings,
                    at: received.responseTime
                )
            } catch {
                answer.storeFailures.append(error)
            }
        }
    }

    /// The Content-Length, 0 where the head names none.
    private func announcedLength(of head: ResponseHead) -> Int64 {
        head.fields.values(of: "Content-Length").first.flatMap { Int64($0) } ?? 0
    }

    private func storedHead(of received: Received) -> StoredHead {
        var response = received.response.head
        response.fields = storedFields(of: response, under: request.settings)
        return StoredHead(
            method: request.head.method,
            target: request.head.target,
            nominatedFields: nominatedFields(by: response, in: request.head),
            response: response,
            requestTime: received.requestTime,
            responseTime: received.responseTime
        )
    }

    /// Freshens or removes what is stored for GET, by what a HEAD answer says of it (§4.3.5).
    private func applyHead(_ received: Received, _ answer: inout Answer) {
        guard let store = engine.store else { return }
        let heads = lookup.stored.map(\.head)
        guard let index = selectStoredResponse(for: request.head, among: heads) else { return }
        let stored = lookup.stored[index]
        do throws(StoreError) {
            switch headOutcome(
                for: stored.head,
                bodyLength: stored.body.length,
                given: received.response.head
            )
            {
            case .leave: break
            case .invalidate: try store.remove(stored.name)
            case .freshen:
                let head = freshen(
                    stored.head,
                    with: received.response.head,
                    under: request.settings,
                    requestTime: received.requestTime,
                    responseTime: received.responseTime
                )
                _ = try store.freshen(stored, with: head)
            }
        } catch {
            answer.storeFailures.append(error)
        }
    }
}

extension TransferFailure {
    /// Whether the network or the server is the trouble, not the request or the trust in the server.
    ///
    /// Why: a certificate that cannot be verified must be heard of, not papered over by a stored response.
    package var isNetworkTrouble: Bool {
        switch curlCode {
        case 5, 6, 7, 16, 28, 52, 55, 56, 92, 97: true
        default: false
        }
    }
}
