// Counting is adding one line to `statistics/log`. When the log has grown it is folded into
// `statistics/totals`, by whoever made it grow and gets `statistics/lock` without waiting.
//
// Nothing is lost or counted twice:
// - The folder first gives the log a name of its own, and then locks it exclusively, which waits for
//   those who still write to it. They hold it shared, for the time of one write.
// - Who cannot get it shared, or has got a log that is removed by now, starts again with a new log.
//   So those who count never wait for the folder.
// - The totals name the logs that they contain. A crash before such a log is removed does no harm.

extension DiskStore {
    /// The size from which the log is folded, in bytes.
    static let logBound: Int64 = 64 << 10

    private var log: String { layout.statistics + "/log" }
    private var totals: String { layout.statistics + "/totals" }
    private var foldingLock: String { layout.statistics + "/lock" }

    /// Adds to counters of a host.
    package func record(_ counts: [(Counter, Int64)], host: String) throws(StoreError) {
        guard counts.contains(where: { $0.1 != 0 }) else { return }
        let line = Array(StatisticsReport.line(counts, host: host).utf8)
        while true {
            let file = try openLog()
            guard try files.tryLock(file, exclusively: false) else { continue }
            let status = try files.status(of: file)
            if status.isRemoved { continue }
            try files.write(line, to: file)
            if status.size + Int64(line.count) <= Self.logBound { return }
            break
        }
        try foldUnlessAnotherDoes()
    }

    private func openLog() throws(StoreError) -> OpenFile {
        do throws(StoreError) {
            return try files.open(log, for: .append)
        } catch {
            guard error.isMissingFile else { throw error }
        }
        try Manifest.establish(layout, files)
        try files.makeDirectories(layout.statistics)
        return try files.open(log, for: .append)
    }

    private func foldUnlessAnotherDoes() throws(StoreError) {
        let lock = try files.open(foldingLock, for: .lock)
        guard try files.tryLock(lock, exclusively: true) else { return }
        try withExtendedLifetime(lock) { () throws(StoreError) in
            // Why again: another may have folded between the write and the lock.
            guard let size = try files.status(at: log)?.size, size > Self.logBound else { return }
            try setLogAside()
            try foldLogsSetAside()
        }
    }

    private func setLogAside() throws(StoreError) {
        let aside = "\(log)-" + UInt64.random(in: .min ... .max).hexadecimal
        do throws(StoreError) {
            try files.rename(log, to: aside)
        } catch {
            guard error.isMissingFile else { throw error }
        }
    }

    /// Adds the totals and all logs set aside; returns the names of these.
    ///
    /// - Precondition: The folding lock is held.
    private func read(into report: inout StatisticsReport) throws(StoreError) -> [String] {
        var folded: Set<String> = []
        if let bytes = try contents(totals) {
            report.add(linesOf: bytes)
            folded = Self.foldedNames(in: bytes)
        }
        var names: [String] = []
        for name in try files.names(in: layout.statistics) where name.hasPrefix("log-") {
            names.append(name)
            if folded.contains(name) { continue }
            guard let file = try files.openIfPresent(layout.statistics + "/" + name) else {
                continue
            }
            try files.lock(file, exclusively: true)
            let bytes = try files.contents(of: file, atMost: 1 << 30) ?? []
            report.add(linesOf: bytes)
        }
        return names
    }

    /// Adds each log set aside to the totals, and removes it while nobody can write to it.
    private func foldLogsSetAside() throws(StoreError) {
        var report = StatisticsReport()
        var folded: Set<String> = []
        if let bytes = try contents(totals) {
            report.add(linesOf: bytes)
            folded = Self.foldedNames(in: bytes)
        }
        for name in try files.names(in: layout.statistics) where name.hasPrefix("log-") {
            let path = layout.statistics + "/" + name
            guard !folded.contains(name), let file = try files.openIfPresent(path) else {
                try files.remove(path)
                continue
            }
            try files.lock(file, exclusively: true)
            report.add(linesOf: try files.contents(of: file, atMost: 1 << 30) ?? [])
            try replaceTotals(by: report, folding: [name])
            try withExtendedLifetime(file) { () throws(StoreError) in
                _ = try files.remove(path)
            }
        }
    }

    private func replaceTotals(
        by report: StatisticsReport,
        folding names: [String]
    ) throws(StoreError) {
        let text = names.map { "folded \($0)\n" }.joined() + report.lines
        let temporary = totals + StoreLayout.temporaryPrefix
        try files.remove(temporary)
        try files.write(Array(text.utf8), to: try files.open(temporary, for: .create))
        try files.rename(temporary, to: totals)
    }

    private static func foldedNames(in bytes: [UInt8]) -> Set<String> {
        var names: Set<String> = []
        for line in bytes.split(separator: 0x0A) {
            let words = line.split(separator: 0x20)
            if words.count == 2, words[0].elementsEqual("folded".utf8) {
                names.insert(String(decoding: words[1], as: UTF8.self))
            }
        }
        return names
    }

    private func contents(_ path: String) throws(StoreError) -> [UInt8]? {
        guard let file = try files.openIfPresent(path) else { return nil }
        return try files.contents(of: file, atMost: 1 << 30)
    }
}

extension DiskStore {
    /// Sums up what was counted since the last reset.
    package func statistics() throws(StoreError) -> StatisticsReport {
        var report = StatisticsReport()
        guard try Manifest.check(layout, files) else { return report }
        if let lock = try files.openIfPresent(foldingLock) {
            try files.lock(lock, exclusively: true)
            try withExtendedLifetime(lock) { () throws(StoreError) in try readAll(into: &report) }
        } else {
            try readAll(into: &report)
        }
        return report
    }

    private func readAll(into report: inout StatisticsReport) throws(StoreError) {
        _ = try read(into: &report)
        if let bytes = try contents(log) { report.add(linesOf: bytes) }
    }

    /// Sets all counters to zero.
    package func resetStatistics() throws(StoreError) {
        guard try files.status(at: layout.statistics) != nil else { return }
        let lock = try files.open(foldingLock, for: .lock)
        try files.lock(lock, exclusively: true)
        try withExtendedLifetime(lock) { () throws(StoreError) in
            try setLogAside()
            var forgotten = StatisticsReport()
            let names = try read(into: &forgotten)
            try replaceTotals(by: StatisticsReport(), folding: names)
            for name in names { try files.remove(layout.statistics + "/" + name) }
        }
    }
}
