// The variants of a key are listed in `<key>.vary`, one suffix a line, the latest first. The list is
// replaced as a whole under the shard's exclusive lock, and before the pair it names appears: a name
// without files is harmless, files without a name would never be found.

extension DiskStore {
    /// The number of variants kept of one key.
    static let variantBound = 32

    /// The names of the variants of a key, the latest first.
    func variants(of key: StoreKey) throws(StoreError) -> [EntryName] {
        guard let file = try files.openIfPresent(layout.variants(key)),
            let bytes = try files.contents(of: file, atMost: 64 << 10)
        else { return [] }
        var names: [EntryName] = []
        for line in bytes.split(separator: 0x0A) where EntryName.isVariant(line) {
            names.append(EntryName(key: key, variant: String(decoding: line, as: UTF8.self)))
            if names.count == Self.variantBound * 2 { break }
        }
        return names
    }

    /// Puts a variant first in the list, and removes the least recently used above the bound.
    func list(variant name: EntryName) throws(StoreError) {
        var names = try variants(of: name.key)
        if names.first == name { return }
        names.removeAll { $0 == name }
        if names.count >= Self.variantBound {
            let (kept, dropped) = try splitByUse(names)
            for name in dropped {
                let before = try spaceTaken(by: name)
                try files.remove(layout.meta(name))
                try files.remove(layout.data(name))
                adjustSizeEstimate(by: -before)
            }
            names = kept
        }
        try write([name] + names, for: name.key)
    }

    /// Takes a variant out of the list; without variants there is no list.
    func unlist(variant name: EntryName) throws(StoreError) {
        let names = try variants(of: name.key)
        let rest = names.filter { $0 != name }
        if rest.isEmpty {
            try files.remove(layout.variants(name.key))
        } else if rest.count < names.count {
            try write(rest, for: name.key)
        }
    }

    private func write(_ names: [EntryName], for key: StoreKey) throws(StoreError) {
        let lines = names.compactMap(\.variant).map { $0 + "\n" }.joined()
        try replace(layout.variants(key), with: Array(lines.utf8), for: key)
    }

    /// Leaves room for one more variant; those whose files are gone need none.
    private func splitByUse(
        _ names: [EntryName]
    ) throws(StoreError) -> (kept: [EntryName], dropped: [EntryName]) {
        var used: [(name: EntryName, at: Int64, place: Int)] = []
        for (place, name) in names.enumerated() {
            guard let status = try files.status(at: layout.meta(name)) else { continue }
            used.append((name, status.modifiedAtNanosecond, place))
        }
        // Why the place: within one second the order of the list tells what is older.
        used.sort { ($0.at, $1.place) > ($1.at, $0.place) }
        let order = used.map(\.name)
        return (
            Array(order.prefix(Self.variantBound - 1)),
            Array(order.dropFirst(Self.variantBound - 1))
        )
    }

    /// Replaces a small file as a whole.
    func replace(
        _ path: String,
        with bytes: [UInt8],
        for key: StoreKey
    ) throws(StoreError) {
        let temporary = layout.temporary(for: key)
        let file = try files.open(temporary, for: .create)
        do throws(StoreError) {
            try files.write(bytes, to: file)
            try files.rename(temporary, to: path)
        } catch {
            _ = try? files.remove(temporary)
            throw error
        }
    }
}
