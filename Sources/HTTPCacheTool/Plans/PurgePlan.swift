import HTTPCacheRules
import HTTPCacheStore

/// Which stored responses `purge` will remove.
struct PurgePlan: Sendable {
    var selection = EntrySelection()
    /// Stored or validated at least so long ago.
    var age: Seconds?
    /// Last used at least so long ago.
    var idleTime: Seconds?
    /// Only what is stale.
    var isStaleOnly = false
    /// The status codes, such as 400...499.
    var statuses: ClosedRange<Int>?
    /// Only as many, least recently used first, as must go for this number of bytes to be left.
    var remainingSize: Int64?
    /// Whether to tell only.
    var isDryRun = false
    var printsJSON = false
    /// By which freshness is judged, as `fetch` would.
    var settings = CacheSettings()

    /// Builds the plan.
    ///
    /// - Throws: `UsageError` where nothing says what to purge, so that nothing is lost by accident.
    static func build(
        _ invocation: Invocation,
        in environment: Environment
    ) throws(UsageError) -> PurgePlan {
        var plan = PurgePlan()
        plan.selection = try EntrySelection.build(invocation)
        if let text = invocation.value("older-than") {
            plan.age = try parseDuration(text, for: "--older-than")
        }
        if let text = invocation.value("unused-for") {
            plan.idleTime = try parseDuration(text, for: "--unused-for")
        }
        if let text = invocation.value("status") { plan.statuses = try statuses(text) }
        if let text = invocation.value("to-size") {
            plan.remainingSize = try parseSize(text, for: "--to-size")
        }
        plan.isStaleOnly = invocation.isSet("expired")
        plan.isDryRun = invocation.isSet("dry-run")
        plan.printsJSON = invocation.isSet("json")
        guard plan.isRestricted || invocation.isSet("all") else {
            throw UsageError(
                "nothing says what to purge",
                hint: "name a key, a URL or a filter; --all purges everything"
            )
        }
        var fetch = FetchPlan()
        try fetch.applyCache(invocation, environment)
        plan.settings = fetch.settings
        return plan
    }

    private var isRestricted: Bool {
        !selection.operands.isEmpty || selection.host != nil || selection.pattern != nil
            || age != nil || idleTime != nil || isStaleOnly || statuses != nil
            || remainingSize != nil
    }

    private static func statuses(_ text: String) throws(UsageError) -> ClosedRange<Int> {
        let digits = Array(text.asciiLowercased.utf8)
        if digits.count == 3, let first = digits.first, (0x31...0x39).contains(first) {
            if digits.dropFirst().elementsEqual("xx".utf8) {
                let lowest = Int(first - 0x30) * 100
                return lowest...(lowest + 99)
            }
            if digits.allSatisfy(\.isASCIIDigit), let code = Int(text) { return code...code }
        }
        throw UsageError(
            "the value '\(text)' of --status is no status",
            hint: "write it like 404 or 4xx"
        )
    }

    /// Whether an entry passes all filters but the size to be left.
    func matches(_ entry: EntrySummary, at now: Timestamp) -> Bool {
        if let age, now.since(entry.metadata.storedAt) < age { return false }
        if let idleTime, now.since(entry.lastUsed) < idleTime { return false }
        if let statuses, !statuses.contains(entry.metadata.head.response.status) { return false }
        return !isStaleOnly || !entry.freshness(under: settings, at: now).isFresh
    }

    /// The entries that must go for the size to be left, least recently used first, of a store that
    /// holds `total` bytes.
    func limited(_ entries: [EntrySummary], ofTotal total: Int64) -> [EntrySummary] {
        guard let remainingSize else { return entries }
        var rest = total
        var chosen: [EntrySummary] = []
        for entry in entries.sorted(by: { $0.lastUsed < $1.lastUsed }) {
            if rest <= remainingSize { break }
            rest -= entry.metadata.size
            chosen.append(entry)
        }
        return chosen
    }
}
