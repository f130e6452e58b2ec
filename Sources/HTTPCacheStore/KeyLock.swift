/// The right to ask the origin for a key, held by one task of one process at a time.
///
/// It ends when it is let go, and with its process however that ends.
package final class KeyLock: Sendable {
    private let file: OpenFile
    private let files: FileSystem

    fileprivate init(_ file: consuming OpenFile, _ files: FileSystem) {
        self.file = file
        self.files = files
    }

    /// Why before the file is closed: nobody may lock a file whose name another then uses anew.
    deinit { _ = try? files.remove(file.path) }
}

extension DiskStore {
    /// Takes the right to ask the origin for a key, or returns nil while somebody has it.
    package func tryLock(_ key: StoreKey) throws(StoreError) -> KeyLock? {
        let path = layout.keyLock(key)
        while true {
            let file = try openKeyLock(path)
            guard try files.tryLock(file, exclusively: true) else { return nil }
            // Why: the file may have been removed between opening and locking it.
            if try files.status(of: file).isRemoved { continue }
            return KeyLock(file, files)
        }
    }

    /// Waits for the right to ask the origin for a key; nil when the time is over first.
    ///
    /// It blocks the thread; tasks call `tryLock` between their own pauses instead.
    package func lock(_ key: StoreKey, forMilliseconds limit: Int64) throws(StoreError) -> KeyLock?
    {
        var waited: Int64 = 0
        var pause: Int64 = 1
        while true {
            if let lock = try tryLock(key) { return lock }
            if waited >= limit { return nil }
            FileSystem.pause(milliseconds: min(pause, limit - waited))
            waited += pause
            pause = min(pause * 2, 20)
        }
    }

    private func openKeyLock(_ path: String) throws(StoreError) -> OpenFile {
        do throws(StoreError) {
            return try files.open(path, for: .lock)
        } catch {
            guard error.isMissingFile else { throw error }
        }
        try Manifest.establish(layout, files)
        return try openLock(path)
    }
}
