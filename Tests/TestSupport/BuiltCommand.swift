import Foundation

/// A program of this package as built beside the tests, with a home and a cache of its own.
///
/// `HTTPCACHE_TEST_PROGRAMS` names another directory to take the programs from, for example the
/// release build's.
package struct BuiltCommand: Sendable {
    /// Where home, work and cache directories lie.
    package let place: TemporaryDirectory
    /// How it is started; change the environment or the time limit here.
    package var program: Program

    package init(_ name: String = "httpcache") throws {
        try self.init(at: Self.path(of: name))
    }

    /// A copy of the program somewhere else.
    package init(at path: String) throws {
        place = try TemporaryDirectory()
        let home = try place.makeDirectory("home")
        program = Program(
            path,
            environment: [
                "HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
                "TMPDIR": try place.makeDirectory("tmp"),
                "XDG_CACHE_HOME": "\(home)/.cache", "XDG_CONFIG_HOME": "\(home)/.config",
                "HTTPCACHE_DIR": place.path("cache"),
            ],
            directory: try place.makeDirectory("work")
        )
    }

    package var cacheDirectory: String { place.path("cache") }
    package var workDirectory: String { place.path("work") }

    /// The same command with more in its environment.
    package func adding(environment: [String: String]) -> BuiltCommand {
        var changed = self
        changed.program.environment.merge(environment) { $1 }
        return changed
    }

    /// The same command, home and cache, with another executable.
    package func using(executable path: String) -> BuiltCommand {
        var changed = self
        changed.program.path = path
        return changed
    }

    package func run(_ arguments: String..., input: [UInt8]? = nil) async throws -> Program.Result {
        try await program.run(arguments, input: input)
    }

    package func run(_ arguments: [String], input: [UInt8]? = nil) async throws -> Program.Result {
        try await program.run(arguments, input: input)
    }

    package func start(_ arguments: String...) throws -> RunningProgram {
        try program.start(arguments)
    }

    /// The path of a program of this package.
    package static func path(of name: String) throws -> String {
        let path = "\(programsDirectory)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw SystemCallError("no built program at \(path)", code: 2)
        }
        return path
    }

    private static var programsDirectory: String {
        if let named = ProcessInfo.processInfo.environment["HTTPCACHE_TEST_PROGRAMS"] {
            return named
        }
        #if os(Linux)
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().path
        #else
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent().path
        #endif
    }
}
