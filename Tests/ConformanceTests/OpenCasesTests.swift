import Foundation
import TestSupport
import Testing

/// The public conformance cases against the built program.
///
/// `CONFORMANCE_CASES` in the environment selects cases by id; a single one is told in full.
@Suite("HTTP cache conformance")
struct OpenCasesTests {
    /// Why: most of a case's time is waiting, so more run at once than there are processors.
    private static let casesAtOnce = 16

    @Test("the open cases")
    func openCases() async throws {
        let suites = try ConformanceSuite.open()
        let chosen = Set(
            (ProcessInfo.processInfo.environment["CONFORMANCE_CASES"] ?? "")
                .split(separator: " ").map(String.init)
        )
        let tests = suites.flatMap(\.tests).filter { chosen.isEmpty || chosen.contains($0.id) }
        try #require(!tests.isEmpty, "no such case")
        let results = try await run(tests)
        let report = ConformanceReport(suites, results, honouringDependencies: chosen.isEmpty)
        if chosen.count == 1 {
            for test in tests {
                print(test.name, results[test.id]?.transcript ?? "", separator: "\n")
            }
        }
        print(report.text)
        let exceptions = try Self.exceptions()
        for fault in report.faults(exceptions: exceptions) { Issue.record("\(fault)") }
        for id in report.needlessExceptions(exceptions) {
            Issue.record("\(id) passes and is still listed in exceptions.txt")
        }
        let known = Set(suites.flatMap(\.tests).map(\.id))
        #expect(exceptions.keys.allSatisfy(known.contains), "exceptions.txt names unknown cases")
    }

    private func run(_ tests: [ConformanceCase]) async throws -> [String: CaseResult] {
        let origin = try CaseOrigin()
        defer { origin.stop() }
        let runner = CaseRunner(origin: origin, client: ConformanceClient())
        return try await withThrowingTaskGroup(of: (String, CaseResult).self) { group in
            var results: [String: CaseResult] = [:]
            for (index, test) in tests.enumerated() {
                if index >= Self.casesAtOnce, let (id, result) = try await group.next() {
                    results[id] = result
                }
                group.addTask { (test.id, try await runner.run(test)) }
            }
            for try await (id, result) in group { results[id] = result }
            return results
        }
    }

    /// The cases that may fail, with the reason.
    private static func exceptions(beside file: String = #filePath) throws -> [String: String] {
        let path = URL(fileURLWithPath: file).deletingLastPathComponent()
            .appendingPathComponent("exceptions.txt")
        var found: [String: String] = [:]
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        where !line.hasPrefix("#") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            try #require(parts.count == 2, "exceptions.txt: no reason in '\(line)'")
            found[parts[0]] = parts[1]
        }
        return found
    }
}
