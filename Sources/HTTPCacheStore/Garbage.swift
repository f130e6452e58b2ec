import HTTPCacheRules

extension DiskStore {
    /// The path of what crashed writers left in a shard: bodies without description, unfinished files.
    func garbage(in shard: String) throws(StoreError) -> [String] {
        let directory = layout.shardDirectory(shard)
        let names = try files.names(in: directory)
        let described = Set(names.filter { $0.hasSuffix(".meta") }.map { String($0.dropLast(5)) })
        var paths: [String] = []
        for name in names {
            let path = directory + "/" + name
            if name.hasPrefix(StoreLayout.temporaryPrefix) {
                if try isAbandoned(path) { paths.append(path) }
            } else if name.hasSuffix(".data"), !described.contains(String(name.dropLast(5))),
                EntryName(fileStem: name.dropLast(5)) != nil
            {
                paths.append(path)
            }
        }
        return paths
    }

    @discardableResult
    func removeGarbage(in shard: String) throws(StoreError) -> Int {
        var count = 0
        for path in try garbage(in: shard) {
            let name = path.dropFirst(layout.shardDirectory(shard).utf8.count + 1)
            guard name.hasSuffix(".data"), let entry = EntryName(fileStem: name.dropLast(5)) else {
                if try files.remove(path) { count += 1 }
                continue
            }
            // Why look again: a writer may have been between putting the body and its description.
            let wasRemoved = try withExclusiveLock(on: entry.key) { () throws(StoreError) in
                guard try files.status(at: layout.meta(entry)) == nil else { return false }
                return try files.remove(path)
            }
            if wasRemoved { count += 1 }
        }
        return count
    }

    /// Whether no living writer holds a new file; one that just came may not be locked yet.
    private func isAbandoned(_ path: String) throws(StoreError) -> Bool {
        guard let file = try files.openIfPresent(path) else { return false }
        let age = FileSystem.now().since(try files.status(of: file).modifiedAt)
        guard age.count > 60 else { return false }
        return try files.tryLock(file, exclusively: true)
    }
}
