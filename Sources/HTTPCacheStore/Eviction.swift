import HTTPCacheRules

/// What making room did.
package struct EvictionReport: Hashable, Sendable {
    /// The number of responses evicted.
    package var evicted = 0
    /// The bytes they took.
    package var freedBytes: Int64 = 0
    /// The bytes that the remaining ones take.
    package var remainingBytes: Int64 = 0
}

extension DiskStore {
    private struct Candidate {
        var name: EntryName
        var bytes: Int64
        var usedAtNanosecond: Int64
        /// Zero for a time in the future, which only a clock that was set back can explain.
        var order: Int64
    }

    /// Makes room when the responses take more than the capacity; cheap when they don't.
    ///
    /// - Parameters:
    ///   - capacity: The most that all responses may take, in bytes.
    ///   - spared: A response that stays in any case, such as the one just stored.
    /// - Returns: What was done, or nil when nothing was to do or another process is doing it.
    /// - Throws: `StoreError` when the store can't be read or changed.
    @discardableResult
    package func enforceCapacity(
        _ capacity: Int64,
        sparing spared: EntryName?
    ) throws(StoreError) -> EvictionReport? {
        guard try Manifest.check(layout, files) else { return nil }
        if let estimate = try sizeEstimate(), estimate <= capacity { return nil }
        let lock = try openLock(layout.evictionLock)
        guard try files.tryLock(lock, exclusively: true) else { return nil }
        return try withExtendedLifetime(lock) { () throws(StoreError) in
            try makeRoom(above: capacity, downTo: capacity - capacity / 10, sparing: spared)
        }
    }

    /// Evicts the least recently used responses until the rest take no more than a size in bytes.
    package func evict(downTo size: Int64) throws(StoreError) -> EvictionReport {
        guard try Manifest.check(layout, files) else { return EvictionReport() }
        let lock = try openLock(layout.evictionLock)
        try files.lock(lock, exclusively: true)
        return try withExtendedLifetime(lock) { () throws(StoreError) in
            try makeRoom(above: size, downTo: size, sparing: nil)
        }
    }

    /// - Precondition: The eviction lock is held.
    private func makeRoom(
        above capacity: Int64,
        downTo target: Int64,
        sparing spared: EntryName?
    ) throws(StoreError) -> EvictionReport {
        let estimate = try sizeEstimate() ?? 0
        var candidates = try measure()
        var report = EvictionReport()
        for candidate in candidates { report.remainingBytes += candidate.bytes }
        // Why a difference: commits that come during the walk correct the estimate by themselves.
        let correction = report.remainingBytes - estimate
        try changeSizeEstimate { ($0 ?? 0) + correction }
        guard report.remainingBytes > capacity else { return report }
        candidates.sort { $0.order < $1.order }
        for candidate in candidates where candidate.name != spared {
            if report.remainingBytes <= target { break }
            guard try evict(candidate) else { continue }
            report.evicted += 1
            report.freedBytes += candidate.bytes
            report.remainingBytes -= candidate.bytes
        }
        try record([(.evictions, Int64(report.evicted))], host: "")
        return report
    }

    private func measure() throws(StoreError) -> [Candidate] {
        let (now, _) = FileSystem.now().secondsSinceEpoch.multipliedReportingOverflow(
            by: 1_000_000_000
        )
        // Why a minute: the clocks of a network file system and of this machine may differ a little.
        let latest = now + 60_000_000_000
        var candidates: [Candidate] = []
        for shard in StoreLayout.shards {
            try removeGarbage(in: shard)
            for name in try entryNames(in: shard) {
                guard let status = try files.status(at: layout.meta(name)) else { continue }
                let used = status.modifiedAtNanosecond
                candidates.append(
                    Candidate(
                        name: name,
                        bytes: try spaceTaken(by: name),
                        usedAtNanosecond: used,
                        order: used > latest ? 0 : used
                    )
                )
            }
        }
        return candidates
    }

    /// Removes an entry unless it was used or replaced since it was chosen.
    private func evict(_ candidate: Candidate) throws(StoreError) -> Bool {
        try withExclusiveLock(on: candidate.name.key) { () throws(StoreError) in
            let status = try files.status(at: layout.meta(candidate.name))
            guard status?.modifiedAtNanosecond == candidate.usedAtNanosecond else { return false }
            return try removeFiles(of: candidate.name)
        }
    }
}
