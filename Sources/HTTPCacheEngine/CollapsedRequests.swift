import HTTPCacheRules
import HTTPCacheStore

/// One request to an origin for one key at a time, in this process and in all others (RFC 9111 §4).
///
/// Who comes first holds a lock of the kernel's until the answer is stored, or is known not to be;
/// a process that dies lets go of it. The others wait, then look again, and ask for themselves, all
/// at once, where the answer is of no use to them.
struct CollapsedRequests: Sendable {
    let store: DiskStore

    /// The longest wait for somebody else's answer, in milliseconds, where the caller sets no limit.
    static let patience = 30_000

    /// Whose turn it is to ask the origin.
    enum Turn {
        /// Ours; the lock, where one could be had, keeps the others waiting.
        case leader(KeyLock?)
        /// Somebody else has asked, and is done or takes too long.
        case follower
    }

    /// Takes the turn for a key, or waits until whoever has it is done.
    ///
    /// - Throws: `CancellationError`.
    func turn(for key: StoreKey, atMost limit: Int) async throws -> Turn {
        do {
            if let lock = try store.tryLock(key) { return .leader(lock) }
            let deadline = ContinuousClock.now + .milliseconds(limit)
            var pause = 2
            while ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(pause))
                if try store.tryLock(key) != nil { return .follower }
                pause = min(pause * 2, 20)
            }
            return .follower
        } catch is StoreError {
            // Without a place for locks everybody asks for themselves.
            return .leader(nil)
        }
    }
}

extension CacheRequest {
    /// Whether somebody else's answer may be of use: a plain GET that a stored response may answer.
    func isCollapsible(_ lookup: Lookup) -> Bool {
        let directives = head.directives
        return head.method == "GET" && lookup.key != nil && storesAnswer && !demandsValidation
            && !ignoresStoredResponses && !directives.noCache && !directives.noStore
            && directives.maxAge != .zero && !head.fields.contains("Range")
    }
}
