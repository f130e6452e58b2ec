package import HTTPCacheRules
package import HTTPCacheStore

/// What the store holds for a request, and what the rules make of it.
package struct Lookup: Sendable {
    /// The key, or nil where the cache has no part in the request.
    package var key: StoreKey?
    /// The stored responses under the key, each with its body open.
    package var stored: [StoredResponse]
    /// What is to be done.
    package var decision: Decision
    /// What went wrong while looking.
    package var failures: [StoreError]
}

extension CacheEngine {
    /// Looks a request up and decides what to do; changes nothing.
    package func lookUp(_ request: CacheRequest, at now: Timestamp) -> Lookup {
        var lookup = Lookup(
            key: nil,
            stored: [],
            decision: Decision(
                outcome: .forward(request.head, .bypass),
                grounds: [.policyBypassesCache]
            ),
            failures: []
        )
        guard let store, request.usesCache else { return lookup }
        lookup.key = request.key
        if let key = lookup.key, !request.ignoresStoredResponses {
            do throws(StoreError) {
                lookup.stored = try store.storedResponses(for: key)
            } catch {
                // A store that cannot be read is an empty one; the transfer goes on.
                lookup.failures.append(error)
            }
        }
        lookup.decision = reuseDecision(
            for: request.presentedHead,
            among: lookup.stored.map(\.head),
            under: request.settings,
            at: now
        )
        return lookup
    }
}

extension CacheRequest {
    /// The head that the rules decide on: a demanded validation counts as the request's `no-cache`.
    var presentedHead: RequestHead {
        guard demandsValidation || isBackgroundValidation, !head.fields.contains("Cache-Control")
        else { return head }
        var presented = head
        presented.fields.append("Cache-Control", "no-cache")
        return presented
    }
}
