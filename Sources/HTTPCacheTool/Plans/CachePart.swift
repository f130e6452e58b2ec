import HTTPCacheRules

/// The cache's part in fetching one URL: by the options, else the environment, else the configuration.
struct CachePart: Sendable {
    var settings = CacheSettings()
    var userKey: String?
    /// The directives that are sent as the request's own Cache-Control (RFC 9111 §5.2.1).
    var requestDirectives = CacheControlDirectives()
}

/// Where the cache's part is looked up.
struct CachePartSources: Sendable {
    let invocation: Invocation
    let environment: Environment
    let configuration: ConfigurationFile?

    /// A value and what to call it in a message.
    private struct Value {
        var text: String
        var source: String
    }

    private func value(_ name: String, for target: TargetURI?, variable: String? = nil) -> Value? {
        if let text = invocation.value(name) { return Value(text: text, source: "--\(name)") }
        if let variable, let text = environment[variable] {
            return Value(text: text, source: variable)
        }
        guard let setting = configuration?.setting(name, for: target) else { return nil }
        return Value(text: setting.value, source: "\(name) in line \(setting.line)")
    }

    private func duration(_ name: String, for target: TargetURI?) throws(UsageError) -> Seconds? {
        guard let value = value(name, for: target) else { return nil }
        return try parseDuration(value.text, for: value.source)
    }

    private func isTurnedOff(_ name: String, for target: TargetURI?) -> Bool {
        if invocation.isSet("no-\(name)") { return true }
        return configuration?.setting(name, for: target)?.value == "off"
    }

    /// Looks up the part for a URL; without one, what holds for all.
    ///
    /// - Throws: `UsageError` naming the option, variable or line that cannot be followed.
    func part(for target: TargetURI?) throws(UsageError) -> CachePart {
        var part = CachePart()
        let maxAge = try duration("max-age", for: target)
        part.settings.kind = invocation.isSet("shared") ? .shared : .private
        if let seconds = try duration("default-max-age", for: target) {
            part.settings.defaultMaxAge = seconds
        }
        part.settings.policy = try policy(
            value("policy", for: target, variable: "HTTPCACHE_POLICY"),
            maxAge: maxAge,
            default: part.settings.defaultMaxAge
        )
        part.requestDirectives = try requestDirectives(
            maxAge: part.settings.policy == .default ? maxAge : nil
        )
        if invocation.isSet("offline") || environment.isSwitchedOn("HTTPCACHE_OFFLINE") {
            part.settings.policy = .cacheOnly
        }
        part.settings.isHeuristicFreshnessEnabled = !isTurnedOff("heuristics", for: target)
        part.settings.isOfflineFallbackEnabled = !isTurnedOff("offline-fallback", for: target)
        part.settings.staleWhileRevalidate = try duration("stale-while-revalidate", for: target)
        part.settings.staleIfError = try duration("stale-if-error", for: target)
        part.userKey = value("user-key", for: target, variable: "HTTPCACHE_USER_KEY")?.text
        return part
    }

    private func requestDirectives(maxAge: Seconds?) throws(UsageError) -> CacheControlDirectives {
        var directives = CacheControlDirectives()
        func want(_ name: String, _ seconds: Seconds?) {
            directives.directives.append(.init(name: name, argument: seconds.map { "\($0.count)" }))
        }
        if let maxAge { want("max-age", maxAge) }
        if let setting = invocation.settings.last(where: { $0.option.name == "max-stale" }) {
            var seconds: Seconds?
            if let text = setting.value { seconds = try parseDuration(text, for: "--max-stale") }
            want("max-stale", seconds)
        }
        if let text = invocation.value("min-fresh") {
            want("min-fresh", try parseDuration(text, for: "--min-fresh"))
        }
        if invocation.isSet("only-if-cached") { want("only-if-cached", nil) }
        return directives
    }

    private func policy(
        _ value: Value?,
        maxAge: Seconds?,
        default lifetime: Seconds
    ) throws(UsageError) -> CachePolicy {
        guard let value else { return .default }
        switch value.text {
        case "default": return .default
        case "no-cache": return .noCache
        case "force-cache": return .forceCache
        case "cache-first": return .cacheFirst(maxAge: maxAge ?? lifetime)
        case "custom":
            guard let maxAge else {
                throw UsageError("the policy custom needs a lifetime", hint: "add --max-age TIME")
            }
            return .custom(maxAge: maxAge)
        default:
            throw .unknownPolicy(value.text)
        }
    }
}

extension UsageError {
    static func unknownPolicy(_ name: String) -> UsageError {
        let names = OptionTable.policyNames
        return UsageError(
            "unknown policy '\(name)'",
            hint: nearestSpelling(of: name, among: names).map { "did you mean \($0)?" }
                ?? "the policies are " + names.joined(separator: ", ")
        )
    }
}
