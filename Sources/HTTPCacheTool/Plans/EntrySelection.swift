import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore

/// Which stored responses a command means: any of its operands, and all of its filters.
struct EntrySelection: Sendable {
    /// One operand.
    enum Operand: Sendable {
        /// The start of a key.
        case key(String)
        /// A resource, in all partitions and variants.
        case url(String, TargetURI)
    }

    var operands: [Operand] = []
    var host: String?
    var pattern: GlobPattern?
    /// The request fields that select a variant; nil where none were given.
    var fields: Fields?

    /// Reads operands and the filters that `inspect` and `purge` share.
    static func build(_ invocation: Invocation) throws(UsageError) -> EntrySelection {
        var selection = EntrySelection()
        for text in invocation.values("url") {
            selection.operands.append(try operand(url: text))
        }
        for text in invocation.operands {
            let isKey =
                (DiskStore.shortestKeyPrefix...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { $0.hexadecimalValue != nil }
            selection.operands.append(
                isKey ? .key(text.asciiLowercased) : try operand(url: text)
            )
        }
        selection.host = invocation.value("host")?.asciiLowercased
        selection.pattern = invocation.value("match").map(GlobPattern.init)
        if !invocation.values("header").isEmpty {
            // What the very same options would make `fetch` send.
            var plan = FetchPlan()
            _ = try plan.applyRequest(invocation)
            selection.fields = plan.fields
        }
        return selection
    }

    private static func operand(url text: String) throws(UsageError) -> Operand {
        switch TargetURI.parse(text) {
        case .success(let parsed): return .url(text.redactingUserInformation, parsed.target)
        case .failure(let malformation):
            throw UsageError(
                "'\(text.redactingUserInformation)' is neither a key nor a URL: \(malformation)",
                hint: "a key is given by six or more of its digits"
            )
        }
    }

    /// Whether an entry passes all filters.
    func matches(_ entry: EntrySummary) -> Bool {
        let target = entry.metadata.head.target
        if let host, host != target.host, host != target.authority { return false }
        if let pattern, !pattern.matches(entry.url) { return false }
        guard let fields else { return true }
        let presented = RequestHead(target: target, fields: fields)
        let isPersonal = partitionText(for: fields) != nil
        if isPersonal, CacheRequest(head: presented).key != entry.name.key { return false }
        return nominatedFieldsMatch(entry.metadata.head, presented)
    }
}
