/// What is to be done with a request (RFC 9111 §4).
package enum ReuseDecision: Hashable, Sendable {
    /// Answer with the stored response at this index.
    case reuse(index: Int, Freshness)
    /// Answer with it now, and validate it in the background (RFC 5861 §3).
    case reuseWhileValidating(index: Int, Freshness)
    /// Ask the origin by this conditional request whether it still holds (§4.3.1).
    case validate(RequestHead, ForwardReason)
    /// Ask the origin.
    case forward(RequestHead, ForwardReason)
    /// Answer 504: only the cache may be asked, and it has nothing to give (§5.2.1.7).
    case unsatisfiable
}

/// A decision and the rules that made it.
package struct Decision: Hashable, Sendable {
    /// What is to be done.
    package var outcome: ReuseDecision
    /// The rules that decided, in the order in which they were asked.
    package var grounds: [Ground]

    package init(outcome: ReuseDecision, grounds: [Ground]) {
        self.outcome = outcome
        self.grounds = grounds
    }
}
