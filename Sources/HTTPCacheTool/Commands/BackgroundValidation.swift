import HTTPCacheStore

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

    /// The paths where the helper may be; set by the front, which knows where it lies itself.
    nonisolated(unsafe) package static var helperPaths: [String] = []

    /// Starts the validation of a URL; failing to is not worth a word, the response stays stale.
    static func start(for url: String) {
        guard let path = helperPaths.first(where: { access($0, X_OK) == 0 }) else { return }
        setenv(variable, url, 1)
        setenv(HandOver.versionVariable, HTTPCacheVersion.current, 1)
        defer {
            unsetenv(variable)
            unsetenv(HandOver.versionVariable)
        }
        spawn(path)
    }

    private static func spawn(_ path: String) {
        #if canImport(Glibc)
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { return }
        defer { posix_spawnattr_destroy(&attributes) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // A session of its own: no signal of the terminal reaches it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSID))
        guard let first = strdup(path) else { return }
        defer { free(first) }
        var words: [UnsafeMutablePointer<CChar>?] = [first]
        for index in 1..<max(1, Int(CommandLine.argc)) {
            words.append(CommandLine.unsafeArgv[index])
        }
        words.append(nil)
        var process = pid_t()
        _ = posix_spawn(&process, path, &actions, &attributes, words, environ)
        #endif
    }
}
