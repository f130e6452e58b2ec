/// The outcome of a run, by suite and by kind.
struct ConformanceReport: Sendable {
    struct Row: Sendable {
        var suite: String
        var test: ConformanceCase
        var verdict: Verdict
    }

    private(set) var rows: [Row] = []

    /// Puts the outcomes in the order of the suites; a case whose dependency did not pass is
    /// not judged.
    init(_ suites: [ConformanceSuite], _ results: [String: CaseResult], honouringDependencies: Bool)
    {
        let passing = Self.passing(suites.flatMap(\.tests), results)
        for suite in suites {
            for test in suite.tests {
                guard var verdict = results[test.id]?.verdict else { continue }
                let missed = test.dependencies.first { !passing.contains($0) }
                if honouringDependencies, let missed {
                    verdict = .notJudged("depends on \(missed)")
                }
                rows.append(Row(suite: suite.id, test: test, verdict: verdict))
            }
        }
    }

    /// The cases that passed and whose dependencies, theirs included, did too.
    ///
    /// A dependency that did not run is taken as passed.
    private static func passing(
        _ tests: [ConformanceCase],
        _ results: [String: CaseResult]
    ) -> Set<String> {
        let known = Set(tests.map(\.id))
        var passing = Set(results.filter { $1.verdict == .passed }.keys)
        passing.formUnion(tests.flatMap(\.dependencies).filter { !known.contains($0) })
        while true {
            let dropped = tests.filter { test in
                passing.contains(test.id) && !passing.isSuperset(of: test.dependencies)
            }
            guard !dropped.isEmpty else { return passing }
            passing.subtract(dropped.map(\.id))
        }
    }

    /// Required and optimal cases that did not pass and are not excepted, one line each.
    ///
    /// Why: a case that could not be judged counts too; otherwise a program that does nothing at
    /// all would have no fault.
    func faults(exceptions: [String: String]) -> [String] {
        rows.compactMap { row in
            guard row.test.level != .check, exceptions[row.test.id] == nil else { return nil }
            return switch row.verdict {
            case .passed: nil
            case .failed(let reason): "\(row.test.id) (\(row.test.level)): \(reason)"
            case .notJudged(let reason):
                "\(row.test.id) (\(row.test.level)) not judged: \(reason)"
            }
        }
    }

    /// Exceptions that are no longer needed.
    func needlessExceptions(_ exceptions: [String: String]) -> [String] {
        rows.filter { $0.verdict == .passed && exceptions[$0.test.id] != nil }.map(\.test.id)
    }

    /// The table, and below it each case that did not pass.
    var text: String {
        var lines = [Self.line("suite", ConformanceCase.Kind.allCases.map { "\($0)" })]
        lines.append(Self.line("", Array(repeating: "pass fail  n/j", count: 3)))
        var suites: [String] = []
        for row in rows where !suites.contains(row.suite) { suites.append(row.suite) }
        for suite in suites {
            lines.append(Self.line(suite, counts(of: rows.filter { $0.suite == suite })))
        }
        lines.append(Self.line("all", counts(of: rows)))
        for row in rows {
            switch row.verdict {
            case .passed: break
            case .failed(let reason):
                lines.append("failed  \(row.test.level)  \(row.test.id): \(reason)")
            case .notJudged(let reason):
                lines.append("not judged  \(row.test.level)  \(row.test.id): \(reason)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private func counts(of rows: [Row]) -> [String] {
        ConformanceCase.Kind.allCases.map { kind in
            var counts = [0, 0, 0]
            for row in rows where row.test.level == kind {
                switch row.verdict {
                case .passed: counts[0] += 1
                case .failed: counts[1] += 1
                case .notJudged: counts[2] += 1
                }
            }
            return counts.map { Self.padded("\($0)", to: 4, left: true) }.joined(separator: " ")
        }
    }

    private static func line(_ name: String, _ columns: [String]) -> String {
        padded(name, to: 18) + columns.map { "  " + padded($0, to: 14) }.joined()
    }

    private static func padded(_ text: String, to width: Int, left: Bool = false) -> String {
        let fill = String(repeating: " ", count: max(0, width - text.count))
        return left ? fill + text : text + fill
    }
}
