// A shard's lock file is held exclusively while names of entries in the shard change, and shared
// while somebody needs them to stay. Nothing else may be done meanwhile: no body is written or read.

extension DiskStore {
    /// Runs `body` while no writer changes names; without a lock file there was never a writer.
    func withSharedLock(
        on key: StoreKey,
        _ body: () throws(StoreError) -> Void
    ) throws(StoreError) {
        guard let lock = try files.openIfPresent(layout.shardLock(StoreLayout.shard(of: key)))
        else { return try body() }
        try files.lock(lock, exclusively: false)
        try withExtendedLifetime(lock) { () throws(StoreError) in try body() }
    }

    /// Runs `body` while nobody else holds the lock of the key's shard.
    func withExclusiveLock<Value>(
        on key: StoreKey,
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let lock = try openLock(layout.shardLock(StoreLayout.shard(of: key)))
        try files.lock(lock, exclusively: true)
        return try withExtendedLifetime(lock) { () throws(StoreError) in try body() }
    }

    /// Opens a lock file, making it and its directory where they are missing.
    func openLock(_ path: String) throws(StoreError) -> OpenFile {
        do throws(StoreError) {
            return try files.open(path, for: .lock)
        } catch {
            guard error.isMissingFile else { throw error }
        }
        try files.makeDirectories(layout.locks)
        return try files.open(path, for: .lock)
    }
}
