import HTTPCacheStore

/// The commands over the store alone.
enum StoreCommands {
    /// The store that options and environment name.
    static func store(
        _ invocation: Invocation, _ environment: Environment
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

    static func run(
        _ command: CommandName, _ invocation: Invocation, _ environment: Environment
    ) throws(UsageError) -> ExitStatus {
        throw UsageError("\(command.rawValue) is not available in this version")
    }
}
