import Foundation
import TestSupport

extension BuiltCommand {
    /// Runs `httpcache fetch -sS` with the arguments.
    func fetch(_ arguments: String...) async throws -> Program.Result {
        try await run(["fetch", "-sS"] + arguments)
    }

    /// Fetches from the store alone.
    func fetchOffline(_ arguments: String...) async throws -> Program.Result {
        try await run(["fetch", "-sS", "--offline"] + arguments)
    }

    /// The counters and sizes that `stats --json` tells.
    func statistics() async throws -> [String: Int] {
        let result = try await run("stats", "--json")
        let json = try JSONSerialization.jsonObject(with: Data(result.outputBytes))
        let members = json as? [String: Any] ?? [:]
        return members.compactMapValues { ($0 as? NSNumber)?.intValue }
    }

    /// The paths of the stored responses' files that end with the suffix.
    func storedFiles(_ suffix: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: cacheDirectory) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: cacheDirectory)
            .filter { $0.hasPrefix("responses/") && $0.hasSuffix(suffix) }.map {
                "\(cacheDirectory)/\($0)"
            }
    }
}

extension Program.Result {
    /// The lines on standard error.
    var errorLines: [String] { errorOutput.split(separator: "\n").map(String.init) }

    /// The lines that say what could not be done; each error is one of them.
    var complaints: [String] { errorLines.filter { $0.hasPrefix("httpcache: cannot ") } }
}
