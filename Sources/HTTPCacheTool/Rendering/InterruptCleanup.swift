#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Removes the temporary output file when SIGINT, SIGTERM or SIGHUP ends the program.
enum InterruptCleanup {
    /// The path to remove, as the handler can read it.
    ///
    /// Why unsafe is right here: a signal handler may take no lock. The pointer is written only by
    /// the one thread that delivers output, whole before it is published, and is never freed.
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?

    /// Has a file removed should a signal end the program.
    static func removeOnSignal(_ file: String) {
        path = strdup(file)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let former = signal(number) { number in
                if let path = InterruptCleanup.path { unlink(path) }
                _exit(128 + number)
            }
            // Who started this program wants the signal ignored, as nohup does.
            if isIgnored(former) { signal(number, SIG_IGN) }
        }
    }

    private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Forgets the file: it is gone, or has got its final name.
    static func forget() { path = nil }
}
