import Foundation
import TestSupport
import Testing

/// Programs that are ended in the middle of their work.
@Suite("fetch ended by a signal")
struct SignalTests {
    /// More than any buffer on the way, so that a half of it is written while the rest is missing.
    private static let size = 2_000_000
    private static let old = String(repeating: "o", count: size)
    private static let new = String(repeating: "n", count: size)

    private func origin(slow step: Answer.Step) throws -> ScriptedOrigin {
        try ScriptedOrigin { request in
            let isFirst = request.ordinal == 0
            var answer = Answer(
                fields: [("Cache-Control", "max-age=3600")],
                body: isFirst ? Self.old : Self.new
            )
            guard !isFirst, case .sendBody(let bytes)? = answer.steps.last else { return answer }
            let half = bytes.count / 2
            answer.steps.removeLast()
            answer.steps += [
                .sendBody(Array(bytes[..<half])), step, .sendBody(Array(bytes[half...])),
            ]
            return answer
        }
    }

    @Test("SIGKILL within the body leaves the old response")
    func killedWithinBody() async throws {
        let gate = Gate()
        let origin = try origin(slow: .wait(gate))
        defer { origin.stop() }
        let command = try BuiltCommand()
        _ = try await command.fetch(origin.url())
        let running = try command.start("fetch", "-s", "--reload", origin.url())
        #expect(await origin.waitForRequests(2))
        try await Task.sleep(for: .milliseconds(100))
        running.killNow()
        #expect(await running.result().status == .signalled(9))
        #expect(try await command.fetchOffline(origin.url()).output == Self.old)
        gate.open()
        #expect(try await command.fetch("--reload", origin.url()).output == Self.new)
        #expect(try await command.fetchOffline(origin.url()).output == Self.new)
    }

    @Test("SIGKILL at any time leaves the old response or the new one", .timeLimit(.minutes(2)))
    func killedAnyTime() async throws {
        let origin = try origin(slow: .pause(milliseconds: 5))
        defer { origin.stop() }
        let command = try BuiltCommand()
        _ = try await command.fetch(origin.url())
        for round in 0..<24 {
            let running = try command.start("fetch", "-s", "--reload", origin.url())
            try await Task.sleep(for: .milliseconds(4 * round))
            running.killNow()
            _ = await running.result()
            let stored = try await command.fetchOffline(origin.url())
            #expect(stored.status == .exited(0), "round \(round): \(stored.errorOutput)")
            let isOneOfThem = stored.output == Self.old || stored.output == Self.new
            #expect(isOneOfThem, "round \(round): \(stored.outputBytes.count) bytes")
        }
        let verified = try await command.run("stats", "--verify")
        #expect(verified.status == .exited(0), "\(verified.output) \(verified.errorOutput)")
    }

    @Test(
        "SIGINT and SIGTERM end it with 130 and 143, and leave no temporary file",
        arguments: [(Int32(2), Int32(130)), (15, 143)]
    )
    func interrupted(signal: Int32, status: Int32) async throws {
        let gate = Gate()
        let origin = try origin(slow: .wait(gate))
        defer { origin.stop() }
        let command = try BuiltCommand()
        _ = try await command.fetch(origin.url())
        let path = try command.place.write("before", to: "work/out")
        let running = try command.start("fetch", "-s", "--reload", "-o", path, origin.url())
        #expect(await origin.waitForRequests(2))
        try await Task.sleep(for: .milliseconds(100))
        running.send(signal: signal)
        let result = await running.result()
        #expect(result.status == .exited(status) || result.status == .signalled(signal))
        #expect(!result.timedOut)
        #expect(try snapshot(of: command.workDirectory) == ["out": "before".latin1Bytes])
        #expect(try command.storedFiles(".data").count == 1)
        #expect(try await command.fetchOffline(origin.url()).output == Self.old)
    }

    @Test("a reader that goes away ends it quietly")
    func closedOutput() async throws {
        let origin = try ScriptedOrigin { _ in
            Answer(fields: [("Cache-Control", "max-age=3600")], body: Self.new)
        }
        defer { origin.stop() }
        var command = try BuiltCommand()
        let program = command.program.path
        command = command.using(executable: "/bin/sh")
        for _ in 1...2 {
            let script = "'\(program)' fetch -sS '\(origin.url())' | head -c 10"
            let result = try await command.run("-c", script)
            #expect(result.output == "nnnnnnnnnn")
            #expect(result.errorOutput == "")
        }
    }
}
