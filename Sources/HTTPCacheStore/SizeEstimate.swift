// `size` in the cache directory says about how many bytes the responses take, so that storing one need
// not look at all. Each commit and removal corrects it; eviction measures and corrects what a crash
// left wrong. Its own lock protects the number; it may be taken while a shard's lock is held, and
// no other lock while holding it.

extension FileStatus {
    /// What the file is taken to occupy: its size in blocks of 4 KiB, the same on all file systems.
    var spaceTaken: Int64 { (size + 4095) & ~4095 }
}

extension DiskStore {
    /// What the files of an entry take, in bytes; 0 for those that are missing.
    func spaceTaken(by name: EntryName) throws(StoreError) -> Int64 {
        let meta = try files.status(at: layout.meta(name))?.spaceTaken ?? 0
        return meta + (try files.status(at: layout.data(name))?.spaceTaken ?? 0)
    }

    /// The estimate, or nil when there is none.
    func sizeEstimate() throws(StoreError) -> Int64? {
        guard let file = try files.openIfPresent(layout.size) else { return nil }
        return Self.number(in: try files.contents(of: file, atMost: 64))
    }

    /// Adds to the estimate; without one there is nothing to correct.
    ///
    /// Why errors are dropped: a wrong estimate only makes the next measurement come at another time.
    func adjustSizeEstimate(by difference: Int64) {
        guard difference != 0, (try? files.status(at: layout.size)) != nil else { return }
        try? changeSizeEstimate { ($0 ?? 0) + difference }
    }

    func changeSizeEstimate(_ change: (Int64?) -> Int64) throws(StoreError) {
        let file = try files.open(layout.size, for: .lock)
        try files.lock(file, exclusively: true)
        let before = Self.number(in: try files.contents(of: file, atMost: 64))
        let digits = String(max(0, change(before)))
        let line = String(repeating: "0", count: 20 - digits.utf8.count) + digits + "\n"
        try files.write(Array(line.utf8), to: file)
    }

    private static func number(in bytes: [UInt8]?) -> Int64? {
        guard let bytes, let end = bytes.firstIndex(of: 0x0A) else { return nil }
        return Int64(String(decoding: bytes[..<end], as: UTF8.self))
    }
}
