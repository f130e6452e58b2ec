import HTTPCacheRules
import HTTPCacheStore

extension StatsReport {
    /// The report as one JSON object; the names of the members are a contract.
    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.number("entries", census.total.entries)
            writer.number("bytes", census.total.bytes)
            writer.number("capacity", capacity)
            writeUse(use.totals, to: &writer)
            writer.number("evictions", use.totals[.evictions])
            writer.number("damaged_entries", use.totals[.damagedEntries])
            writer.string("oldest", census.oldest.map(timestampText))
            writer.string("newest", census.newest.map(timestampText))
            writer.array("ages") { writer in
                for ageClass in census.ageClasses {
                    writer.object { writer in
                        writer.number("below", ageClass.bound?.count)
                        writer.number("entries", ageClass.entries)
                    }
                }
            }
            if tellsHosts { writeHosts(to: &writer) }
        }
        return writer.text + "\n"
    }

    private func writeUse(_ counts: Counts, to writer: inout JSONWriter) {
        for number in numbers(counts) { writer.number(number.name, number.value) }
        writer.literal("hit_ratio", hitRatio(counts) ?? "null")
        writer.number("bytes_saved", counts[.bytesFromCache])
        writer.literal("time_saved", decimalText(thousandths: counts[.timeSavedMilliseconds]))
    }

    private func writeHosts(to writer: inout JSONWriter) {
        writer.array("hosts") { writer in
            for host in hosts {
                writer.object { writer in
                    let amount = census.hosts[host] ?? StoreCensus.Amount()
                    writer.string("host", host)
                    writer.number("entries", amount.entries)
                    writer.number("bytes", amount.bytes)
                    writeUse(use.hosts[host] ?? Counts(), to: &writer)
                }
            }
        }
    }

    /// The report in the text format that Prometheus scrapes.
    var prometheus: String {
        var text = ""
        func add(_ name: String, _ type: String, _ help: String, _ value: String) {
            text += "# HELP httpcache_\(name) \(help)\n# TYPE httpcache_\(name) \(type)\n"
            text += "httpcache_\(name) \(value)\n"
        }
        add("entries", "gauge", "Stored responses.", "\(census.total.entries)")
        add("bytes", "gauge", "Bytes of stored bodies.", "\(census.total.bytes)")
        add("capacity_bytes", "gauge", "Bytes the store may hold.", "\(capacity)")
        for number in numbers(use.totals) {
            add(
                number.name + "_total",
                "counter",
                "Requests: \(number.words).",
                "\(number.value)"
            )
        }
        let saved = use.totals[.bytesFromCache]
        add("saved_bytes_total", "counter", "Bytes not asked of an origin.", "\(saved)")
        add(
            "saved_seconds_total",
            "counter",
            "Time not spent waiting for an origin.",
            decimalText(thousandths: use.totals[.timeSavedMilliseconds])
        )
        add(
            "evictions_total",
            "counter",
            "Responses removed for space.",
            "\(use.totals[.evictions])"
        )
        add(
            "damaged_entries_total",
            "counter",
            "Damaged responses found and removed.",
            "\(use.totals[.damagedEntries])"
        )
        return text
    }
}
