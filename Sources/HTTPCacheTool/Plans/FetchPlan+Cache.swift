import HTTPCacheRules

extension FetchPlan {
    /// Takes the cache's part from options and environment; an option beats the environment.
    mutating func applyCache(
        _ invocation: Invocation,
        _ environment: Environment
    ) throws(UsageError) {
        func duration(_ name: String) throws(UsageError) -> Seconds? {
            guard let text = invocation.value(name) else { return nil }
            return try parseDuration(text, for: "--\(name)")
        }
        let maxAge = try duration("max-age")
        var directives = CacheControlDirectives()
        func want(_ name: String, _ seconds: Seconds?) {
            directives.directives.append(.init(name: name, argument: seconds.map { "\($0.count)" }))
        }
        settings.kind = invocation.isSet("shared") ? .shared : .private
        settings.policy = try policy(
            named: invocation.value("policy") ?? environment["HTTPCACHE_POLICY"],
            maxAge: maxAge
        )
        if let maxAge, settings.policy == .default { want("max-age", maxAge) }
        if let setting = invocation.settings.last(where: { $0.option.name == "max-stale" }) {
            var seconds: Seconds?
            if let text = setting.value { seconds = try parseDuration(text, for: "--max-stale") }
            want("max-stale", seconds)
        }
        if let seconds = try duration("min-fresh") { want("min-fresh", seconds) }
        if invocation.isSet("only-if-cached") { want("only-if-cached", nil) }
        if invocation.isSet("offline") || environment.isSwitchedOn("HTTPCACHE_OFFLINE") {
            settings.policy = .cacheOnly
        }
        if let seconds = try duration("default-max-age") { settings.defaultMaxAge = seconds }
        if invocation.isSet("no-heuristics") { settings.isHeuristicFreshnessEnabled = false }
        settings.staleWhileRevalidate = try duration("stale-while-revalidate")
        settings.staleIfError = try duration("stale-if-error")
        settings.isOfflineFallbackEnabled = !invocation.isSet("no-offline-fallback")
        demandsValidation = invocation.isSet("refresh")
        ignoresStoredResponses = invocation.isSet("reload")
        storesAnswer = !invocation.isSet("no-store")
        userKey = invocation.value("user-key") ?? environment["HTTPCACHE_USER_KEY"]
        usesCache = !environment.isSwitchedOn("HTTPCACHE_DISABLE")
        isBackgroundValidation = environment[BackgroundValidation.variable] != nil
        requestDirectives = directives
    }

    private func policy(named name: String?, maxAge: Seconds?) throws(UsageError) -> CachePolicy {
        switch name {
        case nil, "default"?: return .default
        case "no-cache"?: return .noCache
        case "force-cache"?: return .forceCache
        case "cache-first"?: return .cacheFirst(maxAge: maxAge ?? settings.defaultMaxAge)
        case "custom"?:
            guard let maxAge else {
                throw UsageError("the policy custom needs a lifetime", hint: "add --max-age TIME")
            }
            return .custom(maxAge: maxAge)
        case let other?:
            let names = ["default", "no-cache", "force-cache", "cache-first", "custom"]
            throw UsageError(
                "unknown policy '\(other)'",
                hint: nearestSpelling(of: other, among: names).map { "did you mean \($0)?" }
                    ?? "the policies are " + names.joined(separator: ", ")
            )
        }
    }
}
