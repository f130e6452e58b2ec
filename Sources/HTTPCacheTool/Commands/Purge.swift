import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore

/// `purge`: removes stored responses, whole pairs at a time.
struct Purge {
    let plan: PurgePlan
    let store: DiskStore

    func run() throws(CommandFailure) -> ExitStatus {
        let now = SystemClock.now()
        // A URL of which nothing is stored is purged already.
        let selected = try store.entries(of: plan.selection, toleratesUnknownURLs: true)
        let matching = selected.filter { plan.matches($0, at: now) }
        let chosen = plan.limited(matching, ofTotal: try total())
        var purged: [EntrySummary] = []
        for entry in chosen {
            do throws(StoreError) {
                var isPurged = plan.isDryRun
                if !isPurged { isPurged = try store.remove(entry.name) }
                if isPurged { purged.append(entry) }
            } catch {
                _ = StandardOutput.print(report(purged))
                throw CommandFailure(error)
            }
        }
        return StandardOutput.print(report(purged))
    }

    private func total() throws(CommandFailure) -> Int64 {
        guard plan.remainingSize != nil else { return 0 }
        return try store.entries(of: EntrySelection()).reduce(0) { $0 + $1.metadata.size }
    }

    private func report(_ entries: [EntrySummary]) -> String {
        let bytes = entries.reduce(0) { $0 + $1.metadata.size }
        if plan.printsJSON { return json(entries, bytes) }
        var text = ""
        if plan.isDryRun {
            var table = Table([.left, .right, .left])
            for entry in entries {
                table.add([
                    entry.shortKey, sizeText(entry.metadata.size), Diagnostics.oneLine(entry.url),
                ])
            }
            text = table.text + "would have "
        }
        return text + "purged \(entries.count) responses, \(bytes) bytes\n"
    }

    private func json(_ entries: [EntrySummary], _ bytes: Int64) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.number("responses", Int64(entries.count))
            writer.number("bytes", bytes)
            writer.bool("dry_run", plan.isDryRun)
            writer.array("entries") { writer in
                for entry in entries {
                    writer.object { writer in
                        writer.string("key", entry.name.key.hex)
                        writer.string("url", entry.url)
                        writer.number("size", entry.metadata.size)
                    }
                }
            }
        }
        return writer.text + "\n"
    }
}
