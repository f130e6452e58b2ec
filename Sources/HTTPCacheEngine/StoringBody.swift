import HTTPCacheRules
package import HTTPCacheStore
import Synchronization

/// An origin's body which is stored while it is read: committed after its last byte, or not at all.
///
/// Failing to store never fails the transfer: the writer is dropped, the failure is kept for the
/// report, and the bytes go on.
package final class StoringBody: BodyReading {
    private let inner: any BodyReading
    /// The greatest size of a body that is stored, in bytes.
    private let capacity: Int64
    private let commit: @Sendable (EntryWriter, TransferReport) throws(StoreError) -> Void
    /// Protects the writer, which is used by one reader at a time and dropped at the first failure.
    private let state: Mutex<State>

    private struct State {
        var writer: EntryWriter?
        var failure: StoreError?
        var isStored = false
    }

    package init(
        _ inner: any BodyReading,
        into writer: EntryWriter,
        capacity: Int64,
        commit: @escaping @Sendable (EntryWriter, TransferReport) throws(StoreError) -> Void
    ) {
        self.inner = inner
        self.capacity = capacity
        self.commit = commit
        state = Mutex(State(writer: writer))
    }

    /// Whether the whole body has been stored and is visible to other readers.
    package var isStored: Bool { state.withLock { $0.isStored } }

    /// What went wrong in the store, if anything did.
    package var failure: StoreError? { state.withLock { $0.failure } }

    package var transferReport: TransferReport { inner.transferReport }

    package func next() async throws -> [UInt8]? {
        let bytes: [UInt8]?
        do {
            bytes = try await inner.next()
        } catch {
            // A body that ended early is not a response to keep (RFC 9111 §3.3).
            state.withLock { $0.writer = nil }
            throw error
        }
        guard let bytes else {
            finish()
            return nil
        }
        state.withLock { state in
            guard let writer = state.writer else { return }
            do throws(StoreError) {
                try Self.write(bytes, with: writer)
                // A body that outgrows the whole store is delivered and not kept.
                if writer.size > capacity { state.writer = nil }
            } catch {
                state.writer = nil
                state.failure = error
            }
        }
        return bytes
    }

    package func cancel() {
        state.withLock { $0.writer = nil }
        inner.cancel()
    }

    /// Why apart: `Array.withUnsafeBytes` does not pass typed errors through.
    private static func write(_ bytes: [UInt8], with writer: EntryWriter) throws(StoreError) {
        try bytes.span.withUnsafeBytes { bytes throws(StoreError) in try writer.write(bytes) }
    }

    private func finish() {
        let report = inner.transferReport
        state.withLock { state in
            guard let writer = state.writer else { return }
            state.writer = nil
            do throws(StoreError) {
                try commit(writer, report)
                state.isStored = true
            } catch {
                state.failure = error
            }
        }
    }
}
