// One process at a time, the leader, asks the origin for a key; the others follow (RFC 9111 §4). The
// leader holds an exclusive lock on `locks/<key>`, which the system lets go of when it dies. Before it
// lets go itself, it writes into the file whether its result is of use to others, and removes the
// name. Followers have the file open and read that when they get a shared lock.
//
// Whoever gets a lock on a file that has lost its name starts again with a new file, so that a name
// can be removed at any time by who holds the exclusive lock.

/// What became of the request that a leader made for others too.
package enum LeaderOutcome: UInt8, Sendable {
    /// Its result was stored.
    case stored = 0x73
    /// Its result is for itself alone: it may not be stored, or failed. Each asks on its own.
    case alone = 0x61
    /// It died, or stopped without saying anything: somebody else should lead.
    case abandoned = 0
}

/// The right to ask the origin for one key on behalf of all processes.
///
/// Letting go of it without a word counts as `abandoned`.
package final class KeyLeader: Sendable {
    private let file: OpenFile
    private let files: FileSystem

    fileprivate init(_ file: consuming OpenFile, files: FileSystem) {
        self.file = file
        self.files = files
    }

    deinit { _ = try? files.remove(file.path) }

    /// Tells followers what became of the request; the lock itself goes with the last reference.
    ///
    /// Only the first call counts. A failure to write means that followers find out by themselves.
    package func announce(_ outcome: LeaderOutcome) {
        guard let size = try? files.status(of: file).size, size == 0 else { return }
        _ = try? files.write([outcome.rawValue], to: file)
    }
}

/// Waits for the leader of a key.
package final class KeyFollower: Sendable {
    private let file: OpenFile
    private let files: FileSystem

    fileprivate init(_ file: consuming OpenFile, files: FileSystem) {
        self.file = file
        self.files = files
    }

    /// What became of the leader's request, or nil while it is under way.
    package func outcome() throws(StoreError) -> LeaderOutcome? {
        guard try files.tryLock(file, exclusively: false) else { return nil }
        let said = try files.contents(of: file, atMost: 1)?.first
        return said.flatMap(LeaderOutcome.init(rawValue:)) ?? .abandoned
    }

    /// Waits for the leader, asking more and more seldom; nil when the deadline came first.
    ///
    /// - Parameter deadline: A moment of `FileSystem.uptime()`, in milliseconds.
    /// - Returns: What became of the leader's request.
    /// - Throws: `StoreError` when the lock file cannot be locked or read.
    package func outcome(
        before deadline: Int64
    ) throws(StoreError) -> LeaderOutcome? {
        var pause: Int64 = 1
        while true {
            if let outcome = try outcome() { return outcome }
            let rest = deadline - FileSystem.uptime()
            if rest <= 0 { return nil }
            FileSystem.pause(milliseconds: min(pause, rest))
            pause = min(pause * 2, 20)
        }
    }
}

extension DiskStore {
    /// Becomes the leader of a key, or returns nil when another process is.
    package func lead(_ key: StoreKey) throws(StoreError) -> KeyLeader? {
        try Manifest.establish(layout, files)
        while true {
            let file = try openLock(layout.keyLock(key))
            guard try files.tryLock(file, exclusively: true) else { return nil }
            let status = try files.status(of: file)
            if status.isRemoved { continue }
            // A leader that died after its announcement has left it behind.
            if status.size > 0 { try files.truncate(file, to: 0) }
            return KeyLeader(file, files: files)
        }
    }

    /// Follows the leader of a key; nil when there is none any more, so that it is time to look again.
    package func follow(_ key: StoreKey) throws(StoreError) -> KeyFollower? {
        guard let file = try files.openIfPresent(layout.keyLock(key)) else { return nil }
        return KeyFollower(file, files: files)
    }
}
