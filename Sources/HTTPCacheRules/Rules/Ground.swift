/// A rule that took part in a decision, with the section it stands in; its text is made when asked for.
package enum Ground: Hashable, Sendable {
    case policyBypassesCache, policyForcesCache, policyOffline, policyShowsStoredFirst
    case methodNotCacheable(String)
    case nothingStored
    case varyMismatch
    case requestNoCache, requestMaxAge(Seconds), requestMinFresh(Seconds)
    case requestMaxStale(Seconds), onlyIfCached
    case responseNoCache
    case fresh(Freshness), stale(Freshness), immutable
    case mustRevalidate
    case staleWhileRevalidate(Seconds), staleIfError(Seconds)
    case servedStaleAfterFailure
    case hasValidators, hasNoValidators
    case freshenedByNotModified, notModifiedDoesNotMatch
    case requestNoStore, responseNoStore, responsePrivate, authorizedInSharedCache
    case varyAny
    case statusNotFinal(Int), statusNotUnderstood(Int), notModifiedIsNoEntry
    case nothingAllowsStoring
    case partialIsNotStored, lengthContradictsItself
    case partSuffices, partIsMissing, partIsCompleted
    case originsPrecondition, requestRefusesStale
    case errorKeepsStored(Int)
    case stored
    case delimitedByClose
    case largerThanCapacity

    /// The section of RFC 9111 (or of the specification named) that the rule stands in.
    package var section: String {
        switch self {
        case .policyBypassesCache, .policyForcesCache, .policyOffline, .policyShowsStoredFirst,
            .largerThanCapacity:
            "policy"
        case .methodNotCacheable, .nothingStored: "RFC 9111 §4"
        case .varyMismatch, .varyAny: "RFC 9111 §4.1"
        case .requestNoCache: "RFC 9111 §5.2.1.4"
        case .requestMaxAge: "RFC 9111 §5.2.1.1"
        case .requestMinFresh: "RFC 9111 §5.2.1.3"
        case .requestMaxStale: "RFC 9111 §5.2.1.2"
        case .onlyIfCached: "RFC 9111 §5.2.1.7"
        case .responseNoCache: "RFC 9111 §5.2.2.4"
        case .fresh, .stale: "RFC 9111 §4.2"
        case .immutable: "RFC 8246 §2"
        case .mustRevalidate: "RFC 9111 §5.2.2.2"
        case .staleWhileRevalidate: "RFC 5861 §3"
        case .staleIfError: "RFC 5861 §4"
        case .servedStaleAfterFailure: "RFC 9111 §4.2.4"
        case .hasValidators, .hasNoValidators: "RFC 9111 §4.3.1"
        case .freshenedByNotModified, .notModifiedDoesNotMatch: "RFC 9111 §4.3.4"
        case .requestNoStore: "RFC 9111 §5.2.1.5"
        case .responseNoStore: "RFC 9111 §5.2.2.5"
        case .responsePrivate: "RFC 9111 §5.2.2.7"
        case .authorizedInSharedCache: "RFC 9111 §3.5"
        case .statusNotFinal, .statusNotUnderstood, .notModifiedIsNoEntry, .nothingAllowsStoring,
            .stored, .errorKeepsStored:
            "RFC 9111 §3"
        case .partialIsNotStored, .partSuffices, .partIsMissing, .partIsCompleted: "RFC 9111 §3.3"
        case .originsPrecondition: "RFC 9110 §13.1"
        case .requestRefusesStale: "RFC 9111 §5.2.1.1"
        case .delimitedByClose, .lengthContradictsItself: "RFC 9112 §6.3"
        }
    }

    /// The rule in words for people.
    package var text: String {
        switch self {
        case .policyBypassesCache: "the policy no-cache neither reads nor writes the cache"
        case .policyForcesCache: "the policy reuses what is stored, whatever its age"
        case .policyOffline: "only the cache may answer, stale or not"
        case .policyShowsStoredFirst: "the policy shows what is stored while it is refreshed"
        case .methodNotCacheable(let method): "\(method) is always forwarded"
        case .nothingStored: "nothing is stored under this key"
        case .varyMismatch: "what is stored was asked for with other nominated request fields"
        case .requestNoCache: "the request's no-cache demands validation"
        case .requestMaxAge(let seconds): "the request wants an age of at most \(seconds.count) s"
        case .requestMinFresh(let seconds): "the request wants it fresh for \(seconds.count) s more"
        case .requestMaxStale(let seconds):
            seconds == .max
                ? "the request accepts any staleness"
                : "the request accepts \(seconds.count) s of staleness"
        case .onlyIfCached: "the request wants an answer from the cache only"
        case .responseNoCache: "the response's no-cache demands validation before each reuse"
        case .fresh(let freshness):
            "fresh: age \(freshness.age.count) s, lifetime \(freshness.lifetime.seconds.count) s"
                + " by \(freshness.lifetime.source.rawValue)"
        case .stale(let freshness):
            "stale: age \(freshness.age.count) s, lifetime \(freshness.lifetime.seconds.count) s"
                + " by \(freshness.lifetime.source.rawValue)"
        case .immutable: "immutable: a reload does not validate it while it is fresh"
        case .mustRevalidate: "must-revalidate forbids to serve it stale"
        case .staleWhileRevalidate(let seconds):
            "may be served up to \(seconds.count) s stale while it is validated"
        case .staleIfError(let seconds):
            "may be served up to \(seconds.count) s stale after an error"
        case .servedStaleAfterFailure:
            "the origin cannot be reached and nothing forbids to serve it"
        case .hasValidators: "validated by a conditional request"
        case .hasNoValidators: "it has no validator, so the whole response is asked for"
        case .freshenedByNotModified: "the origin's 304 has freshened it"
        case .notModifiedDoesNotMatch: "the origin's 304 is about another response"
        case .requestNoStore: "the request's no-store forbids to store the answer"
        case .responseNoStore: "the response's no-store forbids to store it"
        case .responsePrivate: "private forbids a shared cache to store it"
        case .authorizedInSharedCache: "an answer to Authorization is not for a shared cache"
        case .varyAny: "Vary: * matches no later request"
        case .statusNotFinal(let status): "the status \(status) is not final"
        case .statusNotUnderstood(let status): "must-understand, and \(status) is not understood"
        case .notModifiedIsNoEntry: "a 304 is not a response to keep"
        case .nothingAllowsStoring: "no validator, no lifetime: storing it would be of no use"
        case .partialIsNotStored: "a part of a response is not stored as a whole"
        case .lengthContradictsItself: "its length is told twice and differently"
        case .partSuffices: "the stored part holds the range asked for"
        case .partIsMissing: "the stored part does not hold all that is asked for"
        case .partIsCompleted: "only what is missing of the stored part is asked for"
        case .originsPrecondition: "only the origin may evaluate the request's precondition"
        case .requestRefusesStale: "a request with max-age and no max-stale takes nothing stale"
        case .errorKeepsStored(let status):
            "the error \(status) does not replace the response that is stored"
        case .stored: "stored"
        case .largerThanCapacity: "the body is larger than the whole cache may be"
        case .delimitedByClose:
            "the body ended with the connection, so its length is not known for sure"
        }
    }
}
