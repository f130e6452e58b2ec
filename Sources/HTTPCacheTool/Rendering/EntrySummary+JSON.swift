import HTTPCacheRules
import HTTPCacheStore

extension EntrySummary {
    /// The URL that it answers.
    var url: String { metadata.head.target.description }

    /// The first digits of its key, enough to name it by.
    var shortKey: String { String(name.key.hex.prefix(12)) }

    /// What becomes of it when it is asked for.
    enum State: String, Sendable {
        case fresh
        case staleWhileRevalidate = "stale-while-revalidate"
        case stale
        case mustRevalidate = "must-revalidate"
    }

    /// Age and lifetime.
    func freshness(under settings: CacheSettings, at now: Timestamp) -> Freshness {
        HTTPCacheRules.freshness(of: metadata.head, under: settings, at: now)
    }

    /// What becomes of it when it is asked for; with `no-cache` it is never fresh (RFC 9111 §4, §5.2.2.4).
    func state(under settings: CacheSettings, at now: Timestamp) -> State {
        let directives = metadata.head.response.directives
        if directives.noCache { return .mustRevalidate }
        let freshness = freshness(under: settings, at: now)
        if freshness.isFresh { return .fresh }
        if forbidsStale(directives, settings) { return .mustRevalidate }
        let window = directives.staleWhileRevalidate ?? settings.staleWhileRevalidate
        guard let window, freshness.staleness < window else { return .stale }
        return .staleWhileRevalidate
    }

    /// The entry as JSON; the names of the members are a contract.
    func write(to writer: inout JSONWriter, under settings: CacheSettings, at now: Timestamp) {
        let head = metadata.head
        let fields = head.response.fields
        let freshness = freshness(under: settings, at: now)
        let state = state(under: settings, at: now)
        writer.object { writer in
            writer.string("key", name.key.hex)
            writer.string("url", url)
            writer.string("method", head.method)
            writer.number("status", Int64(head.response.status))
            writer.array("headers") { writer in
                for line in fields.lines {
                    writer.array { writer in
                        writer.string(nil, line.name.rawName.humanReadable)
                        writer.string(nil, line.value.humanReadable)
                    }
                }
            }
            writer.number("size", metadata.size)
            writer.string("stored_at", timestampText(metadata.storedAt))
            writer.string("last_used_at", timestampText(lastUsed))
            writer.number("age", freshness.age.count)
            writer.number("freshness_lifetime", freshness.lifetime.seconds.count)
            writer.bool("fresh", state == .fresh)
            writer.string("state", state.rawValue)
            writer.string("etag", fields["ETag"]?.humanReadable)
            writer.string("last_modified", fields["Last-Modified"]?.humanReadable)
            writer.string("vary", fields["Vary"]?.humanReadable)
            writer.string("sha256", metadata.sha256.hex)
            writer.string("user_key", metadata.userKey)
            writer.string("path", dataPath)
        }
    }
}
