/// Where everything in the cache directory lies.
///
/// ```
/// CACHEDIR.TAG                    keeps the directory out of back-ups
/// manifest.json                   the version of this format
/// responses/ab/<entry>.meta       head and description of a stored response
/// responses/ab/<entry>.data       its body
/// responses/ab/<key>.vary         the variants of a key, one a line
/// responses/ab/.new-…             what is being written
/// partial/<key>                   what came of a broken transfer
/// locks/ab                        lock file of the responses below `ab`
/// locks/<key>                     lock file of who asks the origin for a key
/// locks/eviction                  lock file of who makes room
/// statistics/                     counters
/// size                            about how many bytes the responses take
/// ```
package struct StoreLayout: Hashable, Sendable {
    /// The cache directory.
    package let directory: String

    package init(directory: String) {
        self.directory = directory
    }

    package var responses: String { directory + "/responses" }
    package var partial: String { directory + "/partial" }
    package var locks: String { directory + "/locks" }
    package var statistics: String { directory + "/statistics" }
    package var manifest: String { directory + "/manifest.json" }
    package var size: String { directory + "/size" }
    package var evictionLock: String { locks + "/eviction" }
    package var tag: String { directory + "/CACHEDIR.TAG" }

    /// The names of the 256 shards: the first two digits of the keys in them.
    package static let shards: [String] = (0..<256).map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }

    package static func shard(of key: StoreKey) -> String { String(key.hex.prefix(2)) }

    package func shardDirectory(_ shard: String) -> String { "\(responses)/\(shard)" }
    package func shardLock(_ shard: String) -> String { "\(locks)/\(shard)" }

    package func meta(_ name: EntryName) -> String { path(name.fileStem, ".meta", name.key) }
    package func data(_ name: EntryName) -> String { path(name.fileStem, ".data", name.key) }
    package func variants(_ key: StoreKey) -> String { path(key.hex, ".vary", key) }
    package func keyLock(_ key: StoreKey) -> String { "\(locks)/\(key.hex)" }

    private func path(_ stem: String, _ suffix: String, _ key: StoreKey) -> String {
        "\(responses)/\(stem.prefix(2))/\(stem)\(suffix)"
    }

    /// The start of the names of files that are being written.
    static let temporaryPrefix = ".new-"

    /// A name in the shard's directory that no other writer uses.
    func temporary(for key: StoreKey) -> String {
        shardDirectory(Self.shard(of: key)) + "/" + Self.temporaryPrefix
            + UInt64.random(in: .min ... .max).hexadecimal
    }
}
