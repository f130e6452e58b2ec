public import Foundation
internal import HTTPCacheStore

/// The responses in a cache directory, shared with the command line and with other programs.
public struct DiskHTTPResponseCache: Sendable {
    let store: DiskStore

    /// Opens the cache that the command line uses: `HTTPCACHE_DIR`, else `httpcache` below
    /// `XDG_CACHE_HOME`, else `~/.cache/httpcache`.
    public init() {
        let environment = ProcessInfo.processInfo.environment
        if let directory = environment["HTTPCACHE_DIR"], !directory.isEmpty {
            store = DiskStore(directory: directory)
        } else if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") {
            store = DiskStore(directory: base + "/httpcache")
        } else {
            let home = FileManager.default.homeDirectoryForCurrentUser.path
            store = DiskStore(directory: home + "/.cache/httpcache")
        }
    }

    /// Opens the cache in a directory, which need not exist yet.
    public init(directory: URL) {
        store = DiskStore(directory: directory.path)
    }
}
