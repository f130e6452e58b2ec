import HTTPCacheTool

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The sibling program that speaks to origins; the front becomes it by `execv` when one is needed.
///
/// It is looked for in `HTTPCACHE_EXEC_PATH`, then beside this program, then in
/// `../libexec/httpcache/` next to it; never through `PATH`, so that no stray program of that name
/// sees the user's requests.
enum OriginHelper {
    static let name = "httpcache-origin"

    /// Replaces this process by the helper, with the same arguments; comes back only when that failed.
    static func takeOver() -> ExitStatus {
        let candidates = paths()
        // Why: the helper refuses a front of another version, instead of misreading its store.
        setenv(HandOver.versionVariable, HTTPCacheVersion.current, 1)
        var reason = ENOENT
        for path in candidates {
            execute(path)
            if errno != ENOENT && errno != ENOTDIR { reason = errno }
        }
        unsetenv(HandOver.versionVariable)
        Diagnostics.report(
            "cannot ask the origin: the helper \(name) "
                + (reason == ENOENT
                    ? "was not found"
                    : "could not be started: \(String(cString: strerror(reason)))"),
            hint: "looked for " + candidates.joined(separator: ", ")
                + "; set HTTPCACHE_EXEC_PATH to the directory that holds it"
        )
        return .helperMissing
    }

    static func paths() -> [String] {
        var paths: [String] = []
        if let directory = getenv("HTTPCACHE_EXEC_PATH").map({ String(cString: $0) }),
            !directory.isEmpty
        {
            paths.append("\(directory)/\(name)")
        }
        if let own = ownDirectory() {
            paths.append("\(own)/\(name)")
            paths.append("\(own)/../libexec/httpcache/\(name)")
        }
        return paths
    }

    /// The directory of the running program, with symbolic links followed.
    private static func ownDirectory() -> String? {
        #if os(Linux)
        let link = "/proc/self/exe"
        #else
        let link = CommandLine.arguments.first ?? ""
        #endif
        guard let resolved = realpath(link, nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    /// Why `unsafeArgv`: the helper must get the very bytes that were typed, valid UTF-8 or not.
    private static func execute(_ path: String) {
        guard let first = strdup(path) else { return }
        var words: [UnsafeMutablePointer<CChar>?] = [first]
        for index in 1..<max(1, Int(CommandLine.argc)) {
            words.append(CommandLine.unsafeArgv[index])
        }
        words.append(nil)
        execv(path, words)
        let failure = errno
        free(first)
        errno = failure
    }
}
