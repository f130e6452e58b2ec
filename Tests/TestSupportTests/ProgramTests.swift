import Foundation
import TestSupport
import Testing

@Suite("A program under test")
struct ProgramTests {
    @Test("is fed and drained at once")
    func fedAndDrained() async throws {
        let content = [UInt8](repeating: 65, count: 3_000_000)
        let result = try await Program("/bin/sh").run(["-c", "tee /dev/stderr"], input: content)
        #expect(result.outputBytes == content)
        #expect(result.errorBytes == content)
        #expect(result.status == .exited(0))
    }

    @Test("reads nothing unless something is given")
    func readsNothing() async throws {
        #expect(try await Program("/bin/cat").run().outputBytes.isEmpty)
    }

    @Test("has a plain environment and directory")
    func plainSurroundings() async throws {
        let command = try BuiltCommand(at: "/usr/bin/env").adding(environment: ["EXTRA": "1"])
        let lines = try await command.run().output.split(separator: "\n").map(String.init)
        #expect(lines.contains("EXTRA=1"))
        #expect(lines.contains("HTTPCACHE_DIR=\(command.cacheDirectory)"))
        #expect(lines.count == 9)
        let directory = try await command.using(executable: "/bin/pwd").run().output
        #expect(directory == command.workDirectory + "\n")
    }

    @Test("is killed at its time limit")
    func timeLimit() async throws {
        let program = Program("/bin/sleep", timeLimit: .milliseconds(100))
        let result = try await program.run(["60"])
        #expect(result.timedOut)
        #expect(result.status == .signalled(9))
    }

    @Test("can be killed while it runs, and dies of a closed pipe")
    func signals() async throws {
        let running = try Program("/bin/sleep").start(["60"])
        running.killNow()
        #expect(await running.result().status == .signalled(9))
        let script = "kill -PIPE $$; exit 3"
        #expect(try await Program("/bin/sh").run(["-c", script]).status == .signalled(13))
    }

    @Test("is found beside the tests")
    func foundBesideTests() throws {
        #expect(try BuiltCommand.path(of: "httpcache").hasSuffix("/httpcache"))
        #expect(throws: SystemCallError.self) { try BuiltCommand.path(of: "no-such-program") }
    }
}
