#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the process's environment says, read once.
package struct Environment: Sendable {
    private let read: @Sendable (String) -> String?

    /// Takes the environment from a function; by default the process's own.
    package init(_ read: @escaping @Sendable (String) -> String? = Self.variable) {
        self.read = read
    }

    /// The value of a variable of the process; nil where it is not set or empty.
    @Sendable
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The value of a variable; nil where it is not set or empty.
    package subscript(name: String) -> String? { read(name) }

    /// Whether a variable that switches something is set to anything but `0`.
    package func isSwitchedOn(_ name: String) -> Bool { read(name).map { $0 != "0" } ?? false }

    /// The cache directory: `HTTPCACHE_DIR`, else below `XDG_CACHE_HOME`, else below the home directory.
    ///
    /// - Throws: `UsageError` where there is no home directory to be found.
    package func cacheDirectory() throws(UsageError) -> String {
        if let directory = read("HTTPCACHE_DIR") { return directory }
        // The XDG specification has a relative path ignored.
        if let base = read("XDG_CACHE_HOME"), base.hasPrefix("/") { return base + "/httpcache" }
        return try homeDirectory() + "/.cache/httpcache"
    }

    /// The configuration file below `XDG_CONFIG_HOME` or the home directory; nil where there is neither.
    package func configurationPath() -> String? {
        if let base = read("XDG_CONFIG_HOME"), base.hasPrefix("/") {
            return base + "/httpcache/config"
        }
        guard let home = try? homeDirectory() else { return nil }
        return home + "/.config/httpcache/config"
    }

    private func homeDirectory() throws(UsageError) -> String {
        if let home = read("HOME"), home.hasPrefix("/") { return home }
        if let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir {
            let path = String(cString: home)
            if path.hasPrefix("/") { return path }
        }
        throw UsageError(
            "cannot find the cache directory: there is no home directory",
            hint: "set HTTPCACHE_DIR, or use --cache-dir DIR"
        )
    }
}
