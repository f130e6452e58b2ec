package import HTTPCacheRules
import Synchronization

/// Writes one response body, which appears in the store only by `commit`.
///
/// One task writes; the mutex lets another one discard meanwhile.
package final class EntryWriter: Sendable {
    private struct State {
        /// Whether the body may still be written: until commit and discard.
        var isOpen = true
        var hash = SHA256()
        var size: Int64 = 0
        /// The first write that failed: without it the body would have a hole.
        var failure: StoreError?
    }

    /// The key under which the response will be stored.
    package let key: StoreKey
    private let store: DiskStore
    private let file: OpenFile
    /// Protects the content of the file and what is known of it.
    private let state = Mutex(State())

    fileprivate init(_ file: consuming OpenFile, key: StoreKey, store: DiskStore) {
        self.key = key
        self.store = store
        self.file = file
    }

    deinit { discard() }

    /// Takes the next bytes of the body.
    ///
    /// - Throws: `StoreError`; afterwards nothing more is taken and committing fails likewise.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        try state.withLock { state throws(StoreError) in
            if let failure = state.failure { throw failure }
            guard state.isOpen else { throw Self.misuse(file.path) }
            do throws(StoreError) {
                try store.files.write(bytes, to: file)
            } catch {
                state.failure = error
                throw error
            }
            state.hash.update(bytes)
            state.size += Int64(bytes.count)
        }
    }

    /// The number of bytes taken so far.
    package var size: Int64 { state.withLock { $0.size } }

    /// Gives the written body up; does nothing after a commit.
    package func discard() {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            _ = try? store.files.remove(file.path)
        }
    }

    /// Makes the response visible, in place of an older one for the same key and variant.
    ///
    /// - Parameters:
    ///   - head: What the rules need to know; its Vary field decides which variant it is.
    ///   - completeness: How much of the body was received.
    ///   - userKey: The user's name for the partition, if any.
    ///   - partition: The partition of the key, if any; it must not contain a secret.
    /// - Returns: The description as stored.
    /// - Throws: `StoreError`; then nothing was stored, and the body is discarded.
    package func commit(
        _ head: StoredHead,
        completeness: Completeness,
        userKey: String? = nil,
        partition: String? = nil
    ) throws(StoreError) -> EntryMetadata {
        defer { discard() }
        return try state.withLock { state throws(StoreError) in
            if let failure = state.failure { throw failure }
            guard state.isOpen else { throw Self.misuse(file.path) }
            let metadata = EntryMetadata(
                head: head,
                key: key,
                size: state.size,
                sha256: state.hash.digest(),
                storedAt: FileSystem.now(),
                completeness: completeness,
                userKey: userKey,
                partition: partition
            )
            try store.putInPlace(file.path, metadata, as: EntryName(key: key, of: head))
            state.isOpen = false
            return metadata
        }
    }

    private static func misuse(_ path: String) -> StoreError {
        StoreError(.write, path, errno: 0, detail: "it was committed or discarded before")
    }
}

extension DiskStore {
    /// Begins to write the body of a response, which only `commit` makes visible.
    package func beginEntry(for key: StoreKey) throws(StoreError) -> EntryWriter {
        try Manifest.establish(layout, files)
        let path = layout.temporary(for: key)
        do throws(StoreError) {
            return EntryWriter(try createLocked(path), key: key, store: self)
        } catch {
            guard error.isMissingFile else { throw error }
        }
        try files.makeDirectories(layout.shardDirectory(StoreLayout.shard(of: key)))
        return EntryWriter(try createLocked(path), key: key, store: self)
    }

    /// The lock on the file itself tells verification that its writer is alive.
    private func createLocked(_ path: String) throws(StoreError) -> OpenFile {
        let file = try files.open(path, for: .create)
        _ = try files.tryLock(file, exclusively: true)
        return file
    }

    /// Replaces the description of a response that was validated, keeping its body (RFC 9111 §4.3.4).
    ///
    /// - Parameters:
    ///   - response: The response as it was found.
    ///   - head: Its head with the updated fields and times.
    /// - Returns: Whether it was done; false when the stored body is another one by now.
    /// - Throws: `StoreError`; then the old description is still in place.
    package func freshen(
        _ response: StoredResponse,
        with head: StoredHead
    ) throws(StoreError) -> Bool {
        var metadata = response.metadata
        metadata.head = head
        metadata.storedAt = FileSystem.now()
        let name = response.name
        let bytes = try encoded(metadata, as: name)
        return try withExclusiveLock(on: name.key) { () throws(StoreError) in
            let body = try files.status(at: layout.data(name))
            guard body?.identity == response.body.identity,
                try files.status(at: layout.meta(name)) != nil
            else { return false }
            try replace(layout.meta(name), with: bytes, for: name.key)
            return true
        }
    }

    private func encoded(
        _ metadata: EntryMetadata,
        as name: EntryName
    ) throws(StoreError) -> [UInt8] {
        if let bytes = MetadataCodec.encode(metadata) { return bytes }
        throw StoreError(
            .write,
            layout.meta(name),
            errno: 0,
            detail: "the response head cannot be stored"
        )
    }

    /// Swaps a pair in: at each moment the description in place, if any, is that of the body in place.
    fileprivate func putInPlace(
        _ body: String,
        _ metadata: EntryMetadata,
        as name: EntryName
    ) throws(StoreError) {
        let bytes = try encoded(metadata, as: name)
        let description = layout.temporary(for: name.key)
        let file = try files.open(description, for: .create)
        do throws(StoreError) {
            try files.write(bytes, to: file)
            try withExclusiveLock(on: name.key) { () throws(StoreError) in
                if name.variant != nil { try list(variant: name) }
                let before = try spaceTaken(by: name)
                try files.remove(layout.meta(name))
                try files.rename(body, to: layout.data(name))
                try files.rename(description, to: layout.meta(name))
                // Why no error from here on: the response is stored already.
                let after = (try? spaceTaken(by: name)) ?? before
                adjustSizeEstimate(by: after - before)
            }
        } catch {
            _ = try? files.remove(description)
            throw error
        }
    }
}
