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
        if let home = Self.recordedHome() { return home }
        var error = UsageError(
            "there is no home directory",
            hint: "set HTTPCACHE_DIR, or use --cache-dir DIR"
        )
        error.subject = "cannot find the cache directory"
        throw error
    }

    /// The home directory of the user, as the system has it on record.
    private static func recordedHome() -> String? {
        #if canImport(Glibc)
        // Why not getpwuid: a fully static program would load the C library's modules for it.
        guard case .success(let bytes) = InputFile.contents(of: "/etc/passwd") else { return nil }
        for line in bytes.split(separator: 0x0A) {
            let text = String(decoding: line, as: UTF8.self)
            if let home = home(inPasswordLine: text, of: getuid()) { return home }
        }
        return nil
        #else
        return getpwuid(getuid()).flatMap { $0.pointee.pw_dir.map { String(cString: $0) } }
        #endif
    }

    /// The home directory in a line of the list of users, where the line is the user's.
    static func home(inPasswordLine line: String, of user: UInt32) -> String? {
        let fields = line.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count >= 6, UInt32(fields[2]) == user, fields[5].hasPrefix("/") else {
            return nil
        }
        return String(fields[5])
    }
}
