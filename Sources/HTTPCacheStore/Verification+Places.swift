extension DiskStore {
    /// Finds files that are not the store's, and those that others may read or write.
    ///
    /// Foreign files are never removed: whoever put them there may want them back.
    ///
    /// - Parameter repairing: Whether too wide permissions are taken away.
    /// - Returns: What was found.
    /// - Throws: `StoreError` when something cannot be looked at or repaired.
    func strangers(repairing: Bool) throws(StoreError) -> [StoreProblem] {
        var problems: [StoreProblem] = []
        try checkPermissions(layout.directory, repairing, &problems)
        for name in try files.names(in: layout.directory) {
            let path = layout.directory + "/" + name
            if Self.topLevelNames.contains(name) {
                try checkPermissions(path, repairing, &problems)
            } else if !name.contains(StoreLayout.temporaryPrefix) {
                problems.append(StoreProblem(kind: .foreignFile, path: path))
            }
        }
        for name in try files.names(in: layout.responses) where !StoreLayout.isShard(name) {
            problems.append(StoreProblem(kind: .foreignFile, path: layout.responses + "/" + name))
        }
        for shard in StoreLayout.shards { try checkShard(shard, repairing, &problems) }
        return problems
    }

    private static let topLevelNames: Set<String> = [
        "CACHEDIR.TAG", "manifest.json", "responses", "partial", "locks", "queue", "statistics",
        "size",
    ]

    private func checkShard(
        _ shard: String,
        _ repairing: Bool,
        _ problems: inout [StoreProblem]
    ) throws(StoreError) {
        let directory = layout.shardDirectory(shard)
        guard try files.status(at: directory) != nil else { return }
        try checkPermissions(directory, repairing, &problems)
        for name in try files.names(in: directory) {
            let path = directory + "/" + name
            if StoreLayout.isEntryFile(name, in: shard) {
                try checkPermissions(path, repairing, &problems)
            } else if !name.hasPrefix(StoreLayout.temporaryPrefix) {
                problems.append(StoreProblem(kind: .foreignFile, path: path))
            }
        }
    }

    private func checkPermissions(
        _ path: String,
        _ repairing: Bool,
        _ problems: inout [StoreProblem]
    ) throws(StoreError) {
        guard let status = try files.status(at: path), status.isOpenToOthers else { return }
        problems.append(StoreProblem(kind: .openToOthers, path: path))
        if repairing { try files.closeToOthers(path) }
    }
}

extension StoreLayout {
    static func isShard(_ name: String) -> Bool {
        name.utf8.count == 2 && name.utf8.allSatisfy { $0.lowercaseHexadecimalValue != nil }
    }

    /// Whether a name in a shard is that of a description, a body or a list of variants.
    static func isEntryFile(_ name: String, in shard: String) -> Bool {
        guard name.hasPrefix(shard), let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return false
        }
        switch name[dot...] {
        case ".meta", ".data": return EntryName(fileStem: name[..<dot]) != nil
        case ".vary": return StoreKey(hex: name[..<dot]) != nil
        default: return false
        }
    }
}
