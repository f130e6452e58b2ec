import HTTPCacheRules
import HTTPCacheStore

/// The texts of `inspect`.
struct InspectReport {
    let settings: CacheSettings
    let now: Timestamp

    /// All entries, one a line: key, age, freshness left, size, status and URL.
    func table(_ entries: [EntrySummary], hasTitles: Bool) -> String {
        var table = Table([.left, .right, .right, .right, .left, .left])
        if hasTitles { table.add(["KEY", "AGE", "LEFT", "SIZE", "STATUS", "URL"]) }
        for entry in entries {
            let freshness = entry.freshness(under: settings, at: now)
            table.add([
                entry.shortKey, durationText(freshness.age.count), left(entry, freshness),
                sizeText(entry.metadata.size), "\(entry.metadata.head.response.status)",
                Diagnostics.oneLine(entry.url),
            ])
        }
        return table.text
    }

    private func left(_ entry: EntrySummary, _ freshness: Freshness) -> String {
        switch entry.state(under: settings, at: now) {
        case .fresh, .stale, .staleWhileRevalidate: durationText(freshness.timeToLive)
        // Why no number: however young it is, it is asked for again.
        case .mustRevalidate: freshness.isFresh ? "-" : durationText(freshness.timeToLive)
        }
    }

    /// One entry in some lines.
    func details(_ entry: EntrySummary) -> String {
        let freshness = entry.freshness(under: settings, at: now)
        let metadata = entry.metadata
        let fields = metadata.head.response.fields
        var table = Table([.left, .left])
        func add(_ name: String, _ value: String?) {
            if let value { table.add([name + ":", Diagnostics.oneLine(value.humanReadable)]) }
        }
        add("url", entry.url)
        add("key", entry.name.key.hex)
        add("status", "\(metadata.head.response.status)")
        add("state", entry.state(under: settings, at: now).rawValue)
        add("age", durationText(freshness.age.count))
        let lifetime = freshness.lifetime
        add("lifetime", "\(durationText(lifetime.seconds.count)) (\(lifetime.source.rawValue))")
        add("size", "\(metadata.size) bytes")
        add("stored", timestampText(metadata.storedAt))
        add("last used", timestampText(entry.lastUsed))
        add("etag", fields["ETag"])
        add("last modified", fields["Last-Modified"])
        add("vary", fields["Vary"])
        for line in metadata.head.nominatedFields.lines {
            add("asked with", "\(line.name): \(line.value)")
        }
        add("user key", metadata.userKey)
        add("sha256", metadata.sha256.hex)
        add("path", entry.dataPath)
        return table.text
    }

    /// The stored head as it came over the wire, but for the line ends.
    func head(_ entry: EntrySummary) -> [UInt8] {
        let response = entry.metadata.head.response
        var text = response.statusLine + "\n"
        for line in response.fields.lines { text += "\(line.name): \(line.value)\n" }
        return (text + "\n").isomorphicBytes
    }
}
