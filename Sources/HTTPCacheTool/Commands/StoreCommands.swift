import HTTPCacheStore

/// The commands over the store alone.
enum StoreCommands {
    /// The store that options and environment name.
    static func store(
        _ invocation: Invocation,
        _ environment: Environment
    ) throws(UsageError) -> DiskStore {
        var directory: String
        if let typed = invocation.value("cache-dir") {
            directory = typed
        } else {
            directory = try environment.cacheDirectory()
        }
        if directory.isEmpty { throw UsageError("the value of --cache-dir is empty") }
        // The background helper runs elsewhere; the path has to mean the same there.
        if !directory.hasPrefix("/") { directory = "./" + directory }
        return DiskStore(directory: directory)
    }

    /// Runs one of them.
    ///
    /// - Throws: `UsageError` for a command line that cannot be followed.
    static func run(
        _ command: CommandName,
        _ invocation: Invocation,
        _ environment: Environment
    ) throws(UsageError) -> ExitStatus {
        let store = try store(invocation, environment)
        switch command {
        case .inspect:
            let plan = try InspectPlan.build(invocation, in: environment)
            return report { () throws(CommandFailure) in try Inspect(plan: plan, store: store).run()
            }
        case .purge:
            let plan = try PurgePlan.build(invocation, in: environment)
            return report { () throws(CommandFailure) in try Purge(plan: plan, store: store).run() }
        case .stats:
            let plan = try StatsPlan.build(invocation, in: environment)
            return report { () throws(CommandFailure) in try Stats(plan: plan, store: store).run() }
        case .fetch, .queue, .completion, .help:
            throw UsageError("\(command.rawValue) is not available in this version")
        }
    }

    private static func report(
        _ body: () throws(CommandFailure) -> ExitStatus
    ) -> ExitStatus {
        do throws(CommandFailure) {
            return try body()
        } catch {
            Diagnostics.report(error.message, hint: error.hint)
            return error.status
        }
    }
}
