package import HTTPCacheRules

/// What is known of a stored response without opening its body.
package struct EntrySummary: Sendable {
    /// The name of its entry.
    package var name: EntryName
    /// What the store keeps about it.
    package var metadata: EntryMetadata
    /// The path of its description.
    package var metaPath: String
    /// The path of its body.
    package var dataPath: String
    /// What both files take on the disk, in bytes.
    package var allocatedBytes: Int64
    /// When it was stored, freshened or used last.
    package var lastUsed: Timestamp
}

extension DiskStore {
    /// The fewest digits that select entries by the start of their key.
    package static let shortestKeyPrefix = 6

    /// Calls `body` with each stored response, ordered by key, reading one at a time.
    ///
    /// Entries that are damaged, or come or go meanwhile, may be left out.
    package func forEachEntry(_ body: (EntrySummary) throws -> Void) throws {
        guard try Manifest.check(layout, files) else { return }
        for shard in StoreLayout.shards {
            for name in try entryNames(in: shard) {
                if let summary = try summary(of: name) { try body(summary) }
            }
        }
    }

    /// The stored responses whose key starts with six or more digits; none for anything else.
    package func entries(withKeyPrefix prefix: String) throws(StoreError) -> [EntrySummary] {
        let digits = prefix.utf8
        guard digits.count >= Self.shortestKeyPrefix, digits.count <= 64,
            digits.allSatisfy({ $0.lowercaseHexadecimalValue != nil }),
            try Manifest.check(layout, files)
        else { return [] }
        var summaries: [EntrySummary] = []
        for name in try entryNames(in: String(prefix.prefix(2)))
        where name.key.hex.hasPrefix(prefix) {
            if let summary = try summary(of: name) { summaries.append(summary) }
        }
        return summaries
    }

    /// The names of the entries that have a description in a shard.
    func entryNames(in shard: String) throws(StoreError) -> [EntryName] {
        var names: [EntryName] = []
        for file in try files.names(in: layout.shardDirectory(shard)) where file.hasSuffix(".meta")
        {
            guard file.hasPrefix(shard), let name = EntryName(fileStem: file.dropLast(5)) else {
                continue
            }
            names.append(name)
        }
        return names
    }

    private func summary(of name: EntryName) throws(StoreError) -> EntrySummary? {
        let path = layout.meta(name)
        guard let file = try files.openIfPresent(path) else { return nil }
        let status = try files.status(of: file)
        guard let bytes = try files.contents(of: file, atMost: MetadataCodec.sizeBound),
            let metadata = MetadataCodec.decode(bytes),
            let body = try files.status(at: layout.data(name))
        else { return nil }
        return EntrySummary(
            name: name,
            metadata: metadata,
            metaPath: path,
            dataPath: layout.data(name),
            allocatedBytes: status.allocatedBytes + body.allocatedBytes,
            lastUsed: status.modifiedAt
        )
    }
}
