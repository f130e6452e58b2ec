/// Something in the store that is not as it should be.
package struct StoreProblem: Hashable, Sendable {
    /// What is wrong.
    package enum Kind: String, Sendable {
        case damagedEntry = "damaged entry"
        case wrongSum = "body differs from its checksum"
        case unlistedVariant = "variant missing from its list"
        case garbage = "left over from an interrupted write"
        case foreignFile = "not a file of the store"
        case openToOthers = "open to other users"
    }

    /// What is wrong.
    package var kind: Kind
    /// The file that is wrong.
    package var path: String
}

/// What verifying a store found.
package struct VerificationReport: Hashable, Sendable {
    /// The number of responses that are right.
    package var entries = 0
    /// The bytes of their bodies.
    package var bytes: Int64 = 0
    /// Everything that is wrong, or was and is repaired.
    package var problems: [StoreProblem] = []
}

extension DiskStore {
    /// Checks every file of the store; readers and writers may go on meanwhile.
    ///
    /// - Parameters:
    ///   - checkingSums: Whether all bodies are read and compared with their sums.
    ///   - repairing: Whether what is wrong is removed, and missing variants are listed.
    /// - Returns: What was found.
    /// - Throws: `StoreError` when the store can't be read, or not be repaired.
    package func verify(
        checkingSums: Bool,
        repairing: Bool
    ) throws(StoreError) -> VerificationReport {
        var report = VerificationReport()
        guard try Manifest.check(layout, files) else { return report }
        report.problems = try strangers(repairing: repairing)
        for shard in StoreLayout.shards {
            for path in try garbage(in: shard) {
                report.problems.append(StoreProblem(kind: .garbage, path: path))
            }
            if repairing { try removeGarbage(in: shard) }
            for name in try entryNames(in: shard) {
                try verify(name, checkingSums, repairing, &report)
            }
        }
        return report
    }

    private func verify(
        _ name: EntryName,
        _ checkingSums: Bool,
        _ repairing: Bool,
        _ report: inout VerificationReport
    ) throws(StoreError) {
        switch try findBesideWriters(name) {
        case .missing: return
        case .unlike:
            report.problems.append(StoreProblem(kind: .damagedEntry, path: layout.meta(name)))
            if repairing { try removeIfDamaged(name) }
        case .found(let response):
            if checkingSums, try response.body.sha256() != response.metadata.sha256 {
                report.problems.append(StoreProblem(kind: .wrongSum, path: layout.data(name)))
                if repairing { try removeIfStill(response) }
                return
            }
            report.entries += 1
            report.bytes += response.body.length
            guard name.variant != nil, try !variants(of: name.key).contains(name) else { return }
            report.problems.append(StoreProblem(kind: .unlistedVariant, path: layout.meta(name)))
            guard repairing else { return }
            try withExclusiveLock(on: name.key) { () throws(StoreError) in
                if try files.status(at: layout.meta(name)) != nil { try list(variant: name) }
            }
        }
    }

    private func findBesideWriters(_ name: EntryName) throws(StoreError) -> Finding {
        if case .found(let response) = try find(name) { return .found(response) }
        var finding = Finding.missing
        try withSharedLock(on: name.key) { () throws(StoreError) in finding = try find(name) }
        return finding
    }

    /// Removes an entry whose body was found wrong, unless it was replaced since.
    private func removeIfStill(_ response: StoredResponse) throws(StoreError) {
        let wasRemoved = try withExclusiveLock(on: response.name.key) { () throws(StoreError) in
            let status = try files.status(at: layout.data(response.name))
            guard status?.identity == response.body.identity else { return false }
            return try removeFiles(of: response.name)
        }
        if wasRemoved { try record([(.damagedEntries, 1)], host: "") }
    }
}
