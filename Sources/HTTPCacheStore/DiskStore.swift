/// The responses kept in one cache directory, shared by any number of processes.
///
/// Nothing is read before it is asked for, and nothing is created before the first write.
package struct DiskStore: Sendable {
    /// Where everything lies.
    package let layout: StoreLayout
    let files: FileSystem

    /// Describes the store in a directory, which need not exist; does nothing else.
    package init(directory: String, fileSystem: FileSystem = .init()) {
        layout = StoreLayout(directory: directory)
        files = fileSystem
    }

    /// Opens all stored responses of a key; none when the cache directory is missing.
    ///
    /// A damaged entry is left out, removed and counted.
    package func storedResponses(for key: StoreKey) throws(StoreError) -> [StoredResponse] {
        guard try Manifest.check(layout, files) else { return [] }
        let listed = try variants(of: key)
        var responses: [StoredResponse] = []
        var isSettled = true
        for name in [EntryName(key: key)] + listed {
            switch try find(name) {
            case .found(let response): responses.append(response)
            case .missing: isSettled = isSettled && name.variant == nil
            case .unlike: isSettled = false
            }
        }
        if isSettled, !responses.isEmpty { return responses }
        return try storedResponsesBesideWriters(for: key)
    }

    /// Looks where something was missing or unlike: perhaps a writer was just replacing it.
    private func storedResponsesBesideWriters(
        for key: StoreKey
    ) throws(StoreError) -> [StoredResponse] {
        var responses: [StoredResponse] = []
        var damaged: [EntryName] = []
        try withSharedLock(on: key) { () throws(StoreError) in
            for name in [EntryName(key: key)] + (try variants(of: key)) {
                switch try find(name) {
                case .found(let response): responses.append(response)
                case .missing: break
                case .unlike: damaged.append(name)
                }
            }
        }
        // Why errors are dropped: damage that cannot be removed is a miss as well.
        for name in damaged { try? removeIfDamaged(name) }
        return responses
    }

    /// Opens one stored response by its name, or returns nil when it is missing or damaged.
    package func storedResponse(named name: EntryName) throws(StoreError) -> StoredResponse? {
        try storedResponses(for: name.key).first { $0.name == name }
    }

    /// Marks a response as just used, for the order in which responses are evicted.
    ///
    /// One that is being replaced or is gone needs no mark.
    package func touch(_ response: StoredResponse) throws(StoreError) {
        do throws(StoreError) {
            try files.touch(layout.meta(response.name))
        } catch {
            guard error.isMissingFile else { throw error }
        }
    }

    /// Removes one stored response; whether there was one.
    @discardableResult
    package func remove(_ name: EntryName) throws(StoreError) -> Bool {
        guard try files.status(at: layout.meta(name)) != nil else { return false }
        return try withExclusiveLock(on: name.key) { () throws(StoreError) in
            try removeFiles(of: name)
        }
    }

    /// Removes all variants of a key; the number of responses removed.
    @discardableResult
    package func removeAll(for key: StoreKey) throws(StoreError) -> Int {
        guard try Manifest.check(layout, files),
            try files.status(at: layout.shardDirectory(StoreLayout.shard(of: key))) != nil
        else { return 0 }
        return try withExclusiveLock(on: key) { () throws(StoreError) in
            var count = 0
            for name in [EntryName(key: key)] + (try variants(of: key))
            where try removeFiles(of: name) {
                count += 1
            }
            try files.remove(layout.variants(key))
            return count
        }
    }

    /// Removes the description first, for without it a body is never served; whether it was there.
    ///
    /// - Precondition: The exclusive lock of the shard is held.
    func removeFiles(of name: EntryName) throws(StoreError) -> Bool {
        let before = try spaceTaken(by: name)
        let wasPresent = try files.remove(layout.meta(name))
        try files.remove(layout.data(name))
        adjustSizeEstimate(by: -before)
        if name.variant != nil { try unlist(variant: name) }
        return wasPresent
    }
}

// MARK: - Finding a pair

extension DiskStore {
    enum Finding {
        case found(StoredResponse)
        case missing
        /// Both files were opened one after the other, but do not belong together.
        case unlike
    }

    /// Opens a pair without a lock.
    ///
    /// A writer removes the description before it replaces the body. So if the description opened
    /// first is still in its place after the body was opened, no writer had come to the body yet.
    func find(_ name: EntryName) throws(StoreError) -> Finding {
        let path = layout.meta(name)
        guard let meta = try files.openIfPresent(path) else { return .missing }
        let identity = try files.status(of: meta).identity
        guard let bytes = try files.contents(of: meta, atMost: MetadataCodec.sizeBound),
            let metadata = MetadataCodec.decode(bytes), metadata.key ?? name.key == name.key,
            let data = try files.openIfPresent(layout.data(name))
        else { return .unlike }
        let status = try files.status(of: data)
        guard status.isRegular, status.size == metadata.size,
            try files.status(at: path)?.identity == identity
        else {
            return .unlike
        }
        let body = StoredBody(data, status: status, files: files)
        return .found(StoredResponse(name: name, metadata: metadata, body: body))
    }

    /// Looks again with writers shut out, because only then is a bad pair surely damaged.
    func removeIfDamaged(_ name: EntryName) throws(StoreError) {
        do throws(StoreError) {
            let wasRemoved = try withExclusiveLock(on: name.key) { () throws(StoreError) in
                guard case .unlike = try find(name) else { return false }
                return try removeFiles(of: name)
            }
            if wasRemoved { try record([(.damagedEntries, 1)], host: "") }
        } catch {
            // Why: a store that may only be read still answers; the entry stays a miss.
            guard error.isLackOfPermission else { throw error }
        }
    }
}
