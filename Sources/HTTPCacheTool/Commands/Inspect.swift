import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// `inspect`: shows what is stored, and why; never asks an origin, never changes the store's order.
struct Inspect {
    let plan: InspectPlan
    let store: DiskStore

    func run() throws(CommandFailure) -> ExitStatus {
        let now = SystemClock.now()
        var entries = try store.entries(of: plan.selection)
        if entries.isEmpty, !plan.selection.operands.isEmpty {
            throw CommandFailure(
                .noSuchEntry,
                "cannot find a stored response that all options agree on"
            )
        }
        plan.sort(&entries, at: now)
        let report = InspectReport(settings: plan.settings, now: now)
        switch plan.view {
        case .summary:
            if plan.selection.operands.isEmpty {
                let hasTitles = isatty(STDOUT_FILENO) == 1 && !entries.isEmpty
                return StandardOutput.print(report.table(entries, hasTitles: hasTitles))
            }
            return StandardOutput.print(entries.map(report.details).joined(separator: "\n"))
        case .json: return printEach(entries) { json($0, now) }
        case .headers: return writeEach(entries) { report.head($0) }
        case .path: return printEach(entries) { $0.dataPath + "\n" }
        case .explain:
            let trace = FreshnessTrace(settings: plan.settings, now: now)
            return printEach(entries) { trace.text($0, fields: plan.selection.fields) }
        case .body: return try printBody(entries)
        case .verify: return try verify(entries)
        }
    }

    private func json(_ entry: EntrySummary, _ now: Timestamp) -> String {
        var writer = JSONWriter()
        entry.write(to: &writer, under: plan.settings, at: now)
        return writer.text + "\n"
    }

    private func printEach(
        _ entries: [EntrySummary],
        _ text: (EntrySummary) -> String
    ) -> ExitStatus {
        writeEach(entries) { Array(text($0).utf8) }
    }

    /// Writes in pieces of some size: neither a call an entry, nor all of them in memory.
    private func writeEach(
        _ entries: [EntrySummary],
        _ bytes: (EntrySummary) -> [UInt8]
    ) -> ExitStatus {
        var buffer: [UInt8] = []
        for entry in entries {
            buffer += bytes(entry)
            guard buffer.count > 64 << 10 else { continue }
            let status = StandardOutput.write(buffer)
            if status != .ok { return status }
            buffer.removeAll(keepingCapacity: true)
        }
        return StandardOutput.write(buffer)
    }

    private func printBody(_ entries: [EntrySummary]) throws(CommandFailure) -> ExitStatus {
        if entries.count > plan.selection.operands.count {
            throw CommandFailure(
                .usage,
                "cannot tell which body is meant: \(entries.count) responses are stored",
                hint: "choose one by its request fields, as in -H 'Accept-Language: de'"
            )
        }
        for entry in entries {
            do throws(StoreError) {
                guard let stored = try store.storedResponse(named: entry.name) else {
                    throw StoreError(.open, entry.dataPath, errno: ENOENT)
                }
                try stored.body.copy(0..<stored.body.length, to: STDOUT_FILENO)
            } catch {
                guard error.operation == .writeOutput else { throw CommandFailure(error) }
                if error.errno == EPIPE { return .writeError }
                throw CommandFailure(
                    .writeError,
                    "cannot write standard output: \(Diagnostics.reason(error.errno))"
                )
            }
        }
        return .ok
    }

    private func verify(_ entries: [EntrySummary]) throws(CommandFailure) -> ExitStatus {
        var status = ExitStatus.ok
        var text = ""
        for entry in entries {
            let verdict = try store.verify(entry)
            if verdict.isDamaged { status = .checksumMismatch }
            text += "\(entry.shortKey)  \(verdict.text)  \(Diagnostics.oneLine(entry.url))\n"
        }
        let written = StandardOutput.print(text)
        return written == .ok ? status : written
    }
}
