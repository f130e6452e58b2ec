package import HTTPCacheRules
import HTTPCacheStore

extension CacheEngine {
    /// Answers with a stored response: whole, a range of it, its head, or a 304 to the user's own precondition.
    func present(
        _ stored: StoredResponse,
        for presented: RequestHead,
        lookup: Lookup,
        freshness: Freshness,
        source: AnswerSource
    ) -> Answer {
        let selected = representation(
            of: stored.head,
            bodyLength: stored.body.length,
            for: presented
        )
        var status = CacheStatus()
        status.isHit = true
        status.timeToLive = freshness.timeToLive
        let body: AnswerBody =
            if presented.method == "HEAD" {
                .none
            } else if let range = selected.range {
                .stored(stored.body, range: range)
            } else {
                .none
            }
        var answer = Answer(head: selected.head, body: body, source: source, cacheStatus: status)
        answer.freshness = freshness
        answer.grounds = lookup.decision.grounds
        answer.key = lookup.key
        answer.storeFailures = lookup.failures
        answer.storedResponse = stored
        return answer
    }
}

extension Answer {
    /// The answer where only the cache may be asked and has nothing to give (RFC 9111 §5.2.1.7).
    static func gatewayTimeout(lookup: Lookup) -> Answer {
        var status = CacheStatus()
        status.detail = "only-if-cached"
        var answer = Answer(
            head: ResponseHead(
                status: 504,
                reason: "Gateway Timeout",
                fields: [FieldLine("Content-Length", "0")]
            ),
            body: .none,
            source: .miss,
            cacheStatus: status
        )
        answer.grounds = lookup.decision.grounds
        answer.key = lookup.key
        answer.storeFailures = lookup.failures
        answer.isUnsatisfiable = true
        return answer
    }

    /// The age to present: the stored response's own (RFC 9111 §5.1); nil for the origin's answer.
    package var age: Seconds? {
        switch source {
        case .hit, .stale, .validated, .offline: freshness?.age
        case .miss, .bypass: nil
        }
    }

    /// The head with this cache's Age and Cache-Status fields at its end (RFC 9111 §5.1, RFC 9211 §2).
    package var presentedHead: ResponseHead {
        var presented = head
        if let age {
            presented.fields.remove("Age")
            presented.fields.append("Age", "\(age.count)")
        }
        presented.fields.append("Cache-Status", cacheStatus.text)
        return presented
    }
}
