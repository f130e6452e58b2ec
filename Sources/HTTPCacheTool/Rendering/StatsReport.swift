import HTTPCacheRules
import HTTPCacheStore

/// The texts of `stats`: what is stored, and how it was used since the last reset.
struct StatsReport {
    let census: StoreCensus
    let use: StatisticsReport
    let capacity: Int64
    let tellsHosts: Bool

    /// One number with its name in JSON.
    struct Number {
        var name: String
        var value: Int64

        /// The name for people.
        var words: String { String(name.map { $0 == "_" ? " " : $0 }) }
    }

    /// The counters, in the order in which they are told.
    static let counters: [(name: String, counter: Counter)] = [
        ("hits", .hits), ("stale_hits", .staleHits), ("validations", .validations),
        ("misses", .misses), ("bypasses", .bypasses),
        ("errors_served_stale", .errorsServedStale), ("offline_hits", .offlineHits),
    ]

    func numbers(_ counts: Counts) -> [Number] {
        Self.counters.map { Number(name: $0.name, value: counts[$0.counter]) }
    }

    /// The share of requests that were answered without the origin, among those that the cache took part in.
    func hitRatio(_ counts: Counts) -> String? {
        let answered = [Counter.hits, .staleHits, .errorsServedStale, .offlineHits]
        let asked = answered + [.validations, .misses]
        func sum(_ counters: [Counter]) -> Int64 {
            counters.reduce(0) { sum, counter in
                let (result, overflows) = sum.addingReportingOverflow(counts[counter])
                return overflows ? .max : result
            }
        }
        return ratioText(sum(answered), of: sum(asked))
    }

    /// The hosts of stored responses and of requests, the most stored bytes first.
    var hosts: [String] {
        let names = Set(census.hosts.keys).union(use.hosts.keys).subtracting([""])
        func bytes(_ name: String) -> Int64 { census.hosts[name]?.bytes ?? 0 }
        return names.sorted {
            bytes($0) != bytes($1) ? bytes($0) > bytes($1) : $0 < $1
        }
    }

    /// The report for people.
    var text: String {
        var table = Table([.left, .left])
        func add(_ name: String, _ value: String) { table.add([name + ":", value]) }
        add("entries", "\(census.total.entries)")
        add("bytes", "\(census.total.bytes) (\(sizeText(census.total.bytes)))")
        add("capacity", "\(capacity) (\(sizeText(capacity)))")
        for number in numbers(use.totals) {
            add(number.words, "\(number.value)")
        }
        add("hit ratio", hitRatio(use.totals) ?? "-")
        let saved = use.totals[.bytesFromCache]
        add("bytes saved", "\(saved) (\(sizeText(saved)))")
        add("time saved", decimalText(thousandths: use.totals[.timeSavedMilliseconds]) + " s")
        add("evictions", "\(use.totals[.evictions])")
        add("damaged entries", "\(use.totals[.damagedEntries])")
        add("oldest", census.oldest.map(timestampText) ?? "-")
        add("newest", census.newest.map(timestampText) ?? "-")
        var text = table.text
        if census.total.entries > 0 { text += "\n" + histogram }
        if tellsHosts { text += "\n" + hostTable }
        return text
    }

    private var histogram: String {
        var table = Table([.left, .right, .left])
        let most = max(1, census.ageClasses.map(\.entries).max() ?? 1)
        var previous: Seconds?
        for ageClass in census.ageClasses {
            let name =
                ageClass.bound.map { "age < " + durationText($0.count) }
                ?? "age ≥ " + durationText(previous?.count ?? 0)
            let length = Int((Double(ageClass.entries) / Double(most) * 30).rounded(.up))
            table.add([name, "\(ageClass.entries)", String(repeating: "#", count: length)])
            previous = ageClass.bound
        }
        return table.text
    }

    private var hostTable: String {
        var table = Table([.left, .right, .right, .right, .right, .right])
        table.add(["HOST", "ENTRIES", "SIZE", "HITS", "MISSES", "RATIO"])
        for host in hosts {
            let amount = census.hosts[host] ?? StoreCensus.Amount()
            let counts = use.hosts[host] ?? Counts()
            table.add([
                Diagnostics.oneLine(host), "\(amount.entries)", sizeText(amount.bytes),
                "\(counts[.hits])", "\(counts[.misses])", hitRatio(counts) ?? "-",
            ])
        }
        return table.text
    }
}
