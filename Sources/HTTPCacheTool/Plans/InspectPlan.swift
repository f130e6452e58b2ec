import HTTPCacheRules
import HTTPCacheStore

/// What `inspect` will show, and of which stored responses.
struct InspectPlan: Sendable {
    /// What is shown of each entry.
    enum View: String, CaseIterable, Sendable {
        /// One line in a table, or some lines where entries were named.
        case summary
        case json, headers, body, path, explain, verify
    }

    /// The order of the entries.
    enum Order: String, CaseIterable, Sendable {
        case size, age, used, url
    }

    var selection = EntrySelection()
    var view = View.summary
    var order: Order?
    /// By which freshness is judged, as `fetch` would.
    var settings = CacheSettings()

    /// Builds the plan.
    ///
    /// - Throws: `UsageError` for views that exclude each other and unknown orders.
    static func build(
        _ invocation: Invocation,
        in environment: Environment
    ) throws(UsageError) -> InspectPlan {
        var plan = InspectPlan()
        plan.selection = try EntrySelection.build(invocation)
        for view in View.allCases where invocation.isSet(view.rawValue) {
            if plan.view != .summary {
                throw UsageError(
                    "cannot use --\(plan.view.rawValue) and --\(view.rawValue) together"
                )
            }
            plan.view = view
        }
        if let text = invocation.value("sort") {
            guard let order = Order(rawValue: text) else {
                let names = Order.allCases.map(\.rawValue)
                throw UsageError(
                    "cannot sort by '\(text)'",
                    hint: nearestSpelling(of: text, among: names).map { "did you mean \($0)?" }
                        ?? "the orders are " + names.joined(separator: ", ")
                )
            }
            plan.order = order
        }
        if plan.view == .body, plan.selection.operands.isEmpty {
            throw UsageError("cannot print a body: no key or URL names it")
        }
        var fetch = FetchPlan()
        try fetch.applyCache(invocation, environment)
        plan.settings = fetch.settings
        return plan
    }

    /// Brings entries into the order asked for: the largest, oldest or latest used first.
    func sort(_ entries: inout [EntrySummary], at now: Timestamp) {
        switch order {
        case nil: return
        case .size: entries.sort { $0.metadata.size > $1.metadata.size }
        case .used: entries.sort { $0.lastUsed > $1.lastUsed }
        case .url: entries.sort { $0.url < $1.url }
        case .age:
            entries.sort {
                currentAge(of: $0.metadata.head, at: now).seconds
                    > currentAge(of: $1.metadata.head, at: now).seconds
            }
        }
    }
}
