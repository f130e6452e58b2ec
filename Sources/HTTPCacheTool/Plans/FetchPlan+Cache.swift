import HTTPCacheRules

extension FetchPlan {
    /// Takes the cache's part from options, environment and configuration, in this order.
    ///
    /// - Throws: `UsageError` naming the option, variable or line that cannot be followed.
    mutating func applyCache(
        _ invocation: Invocation,
        _ environment: Environment
    ) throws(UsageError) {
        demandsValidation = invocation.isSet("refresh")
        ignoresStoredResponses = invocation.isSet("reload")
        storesAnswer = !invocation.isSet("no-store")
        usesCache = !environment.isSwitchedOn("HTTPCACHE_DISABLE")
        isBackgroundValidation = environment[BackgroundValidation.variable] != nil
        configuration = try ConfigurationFile.read(invocation, environment)
        let sources = CachePartSources(
            invocation: invocation,
            environment: environment,
            configuration: configuration
        )
        cachePart = try sources.part(for: nil)
        // Why not for every URL: most have no configuration, and then all have the same part.
        guard sources.configuration != nil else { return }
        for index in transfers.indices {
            guard case .success(let target) = transfers[index].target else { continue }
            transfers[index].cachePart = try sources.part(for: target)
        }
    }
}
