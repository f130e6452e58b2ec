import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore

/// `stats`: tells what is stored and how it was used; resets, verifies and repairs when told to.
struct Stats {
    let plan: StatsPlan
    let store: DiskStore

    func run() throws(CommandFailure) -> ExitStatus {
        if plan.verifies { return try verify() }
        var report = StatsReport(
            census: StoreCensus(),
            use: StatisticsReport(),
            capacity: plan.capacity,
            tellsHosts: plan.tellsHosts
        )
        do throws(StoreError) {
            report = StatsReport(
                census: try census(),
                use: try store.statistics(),
                capacity: plan.capacity,
                tellsHosts: plan.tellsHosts
            )
            if plan.resets { try store.resetStatistics() }
        } catch {
            throw CommandFailure(error)
        }
        switch plan.form {
        case .text: return StandardOutput.print(report.text)
        case .json: return StandardOutput.print(report.json)
        case .prometheus: return StandardOutput.print(report.prometheus)
        }
    }

    private func census() throws(StoreError) -> StoreCensus {
        var census = StoreCensus()
        let now = SystemClock.now()
        do {
            try store.forEachEntry { census.add($0, at: now) }
        } catch let error as StoreError {
            throw error
        } catch {
            // Nothing else is thrown inside; if it were, the walk would have ended early.
            throw StoreError(.list, store.layout.responses, errno: 0, detail: "\(error)")
        }
        return census
    }

    /// Compares every body with its length and digest.
    private func verify() throws(CommandFailure) -> ExitStatus {
        var damaged: [EntrySummary] = []
        let entries = try store.entries(of: EntrySelection())
        for entry in entries where try store.verify(entry).isDamaged {
            damaged.append(entry)
            if plan.repairs {
                do throws(StoreError) { try store.remove(entry.name) } catch {
                    throw CommandFailure(error)
                }
            }
        }
        let written = StandardOutput.print(
            plan.form == .json ? json(entries.count, damaged) : text(entries.count, damaged)
        )
        if written != .ok { return written }
        return damaged.isEmpty || plan.repairs ? .ok : .checksumMismatch
    }

    private func text(_ count: Int, _ damaged: [EntrySummary]) -> String {
        var text = ""
        for entry in damaged {
            text += "damaged  \(entry.shortKey)  \(Diagnostics.oneLine(entry.url))\n"
        }
        text += "verified \(count) responses, \(damaged.count) damaged"
        return text + (plan.repairs ? " and removed\n" : "\n")
    }

    private func json(_ count: Int, _ damaged: [EntrySummary]) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.number("verified", Int64(count))
            writer.number("damaged", Int64(damaged.count))
            writer.bool("repaired", plan.repairs)
            writer.array("keys") { writer in
                for entry in damaged { writer.string(nil, entry.name.key.hex) }
            }
        }
        return writer.text + "\n"
    }
}
