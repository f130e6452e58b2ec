import CKernel

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Validates a stale response after it has been served: this very command, run again by a detached
/// helper that has let go of the terminal and of all pipes (RFC 5861 §3).
package enum BackgroundValidation {
    /// The environment variable that tells the helper to validate, print nothing and ask nobody.
    package static let variable = "HTTPCACHE_BACKGROUND_VALIDATION"

    /// Finds the paths where the helper may be; set once by `main`, before anything else runs.
    ///
    /// Why a function: following the links to the program costs ten system calls, and a fresh hit
    /// needs no helper.
    nonisolated(unsafe) package static var helperPaths: () -> [String] = { [] }

    /// Starts the validation of a URL; failing to is not worth a word, the response stays stale.
    static func start(for url: String) {
        guard let path = helperPaths().first(where: { access($0, X_OK) == 0 }) else { return }
        setenv(variable, url, 1)
        setenv(HandOver.versionVariable, HTTPCacheVersion.current, 1)
        defer {
            unsetenv(variable)
            unsetenv(HandOver.versionVariable)
        }
        spawn(path)
    }

    private static func spawn(_ path: String) {
        guard let first = strdup(path) else { return }
        defer { free(first) }
        var words: [UnsafeMutablePointer<CChar>?] = [first]
        for index in 1..<max(1, Int(CommandLine.argc)) {
            words.append(CommandLine.unsafeArgv[index])
        }
        words.append(nil)
        _ = ck_spawn_detached(path, words)
    }
}
