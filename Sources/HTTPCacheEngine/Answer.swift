package import HTTPCacheRules
package import HTTPCacheStore

/// Where an answer came from, in the words of `%{cache_status}`.
package enum AnswerSource: String, Sendable {
    /// A fresh stored response; no origin was asked.
    case hit
    /// A stale stored response that the rules or the user allow.
    case stale
    /// A stored response that the origin confirmed by a 304.
    case validated
    /// The origin's own answer, because nothing stored could be used.
    case miss
    /// The origin's own answer; the cache was not to be used.
    case bypass
    /// A stored response, because the origin could not be reached or was not to be asked.
    case offline
}

/// What a request is answered with: a head, a body that can be read once, and why.
package struct Answer: Sendable {
    /// The interim (1xx) heads that the origin sent before.
    package var interimHeads: [ResponseHead] = []
    /// The head to present, without the Age and Cache-Status of this cache.
    package var head: ResponseHead
    /// The body.
    package var body: AnswerBody
    /// Where it came from.
    package var source: AnswerSource
    /// What this cache says of itself (RFC 9211).
    package var cacheStatus: CacheStatus
    /// The answer's age and lifetime, where it was or has become a stored response.
    package var freshness: Freshness?
    /// The rules that decided.
    package var grounds: [Ground] = []
    /// The key of the stored response, whether or not one is there.
    package var key: StoreKey?
    /// The stored response that was used, where one was.
    package var storedResponse: StoredResponse?
    /// How many requests reached an origin for this answer.
    package var originRequestCount = 0
    /// Whether a stale response was served that is to be validated in the background (RFC 5861 §3).
    package var wantsBackgroundValidation = false
    /// Whether only the cache was allowed to answer and could not (RFC 9111 §5.2.1.7).
    package var isUnsatisfiable = false
    /// The transfer that failed before a stored response stood in for it.
    package var transferFailure: TransferFailure?
    /// What went wrong in the store on the way; the answer is right nevertheless.
    package var storeFailures: [StoreError] = []

    package init(
        head: ResponseHead,
        body: AnswerBody,
        source: AnswerSource,
        cacheStatus: CacheStatus
    ) {
        self.head = head
        self.body = body
        self.source = source
        self.cacheStatus = cacheStatus
    }
}

/// The body of an answer.
package enum AnswerBody: Sendable {
    /// No body, as after HEAD, 204 or 304.
    case none
    /// A range of a stored body.
    case stored(StoredBody, range: Range<Int64>)
    /// The origin's body, stored on its way where that is allowed.
    case origin(any BodyReading)
}
