import Foundation

/// A gate that a test opens when the server may go on.
///
/// `@unchecked Sendable`: the only mutable state is `opened`, read and written under `condition`.
package final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var opened = false

    package init() {}

    /// Lets everybody through, now and later.
    package func open() {
        condition.withLock {
            opened = true
            condition.broadcast()
        }
    }

    package var isOpen: Bool { condition.withLock { opened } }

    /// Blocks the calling thread until the gate is open; false when the time is over first.
    package func wait(milliseconds: Int) -> Bool {
        let limit = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        return condition.withLock {
            while !opened {
                guard condition.wait(until: limit) else { return opened }
            }
            return true
        }
    }
}
