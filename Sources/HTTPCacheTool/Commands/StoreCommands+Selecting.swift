import HTTPCacheRules
import HTTPCacheStore

/// Why a command over the store ends early.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String
    var hint: String?

    init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
    }

    init(_ error: StoreError) {
        self.init(.storeUnusable, error.description)
    }
}

extension DiskStore {
    /// The entries that a selection means, those of each operand in the order given.
    ///
    /// With `toleratesUnknownURLs`, a URL without a stored response is as good as one with.
    ///
    /// - Throws: `CommandFailure` for a key that is not there or is not unique, and when the store cannot be read.
    func entries(
        of selection: EntrySelection,
        toleratesUnknownURLs: Bool = false
    ) throws(CommandFailure) -> [EntrySummary] {
        if selection.operands.isEmpty {
            return try allEntries { selection.matches($0) }
        }
        let isWholeStoreRead = selection.operands.contains {
            if case .url = $0 { true } else { false }
        }
        let targets = Set(
            selection.operands.compactMap {
                if case .url(_, let target) = $0 { target } else { nil }
            }
        )
        let ofURLs =
            isWholeStoreRead
            ? try allEntries { targets.contains($0.metadata.head.target) } : []
        var seen: Set<EntryName> = []
        var selected: [EntrySummary] = []
        for operand in selection.operands {
            let found: [EntrySummary]
            switch operand {
            case .key(let prefix): found = try entries(ofKey: prefix)
            case .url(let text, let target):
                found = ofURLs.filter { $0.metadata.head.target == target }
                if found.isEmpty, !toleratesUnknownURLs {
                    throw CommandFailure(
                        .noSuchEntry,
                        "cannot find \(text): it is not in the cache",
                        hint: "httpcache inspect lists what is stored"
                    )
                }
            }
            selected += found.filter { selection.matches($0) && seen.insert($0.name).inserted }
        }
        return selected
    }

    private func entries(ofKey prefix: String) throws(CommandFailure) -> [EntrySummary] {
        let found: [EntrySummary]
        do throws(StoreError) { found = try entries(withKeyPrefix: prefix) } catch {
            throw CommandFailure(error)
        }
        if found.isEmpty {
            throw CommandFailure(
                .noSuchEntry,
                "cannot find the key \(prefix): it is not in the cache",
                hint: "httpcache inspect lists what is stored"
            )
        }
        if Set(found.map(\.name.key)).count > 1 {
            throw CommandFailure(
                .usage,
                "cannot tell which key \(prefix) is: several begin like this",
                hint: "give more of its digits"
            )
        }
        return found
    }

    private func allEntries(
        where isWanted: (EntrySummary) -> Bool
    ) throws(CommandFailure) -> [EntrySummary] {
        var entries: [EntrySummary] = []
        do {
            try forEachEntry { if isWanted($0) { entries.append($0) } }
        } catch {
            throw (error as? StoreError).map(CommandFailure.init)
                ?? CommandFailure(.storeUnusable, "cannot read the cache: \(error)")
        }
        return entries
    }
}
