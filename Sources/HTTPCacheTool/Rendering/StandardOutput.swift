#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output for reports: written whole, and quiet where its reader has gone.
enum StandardOutput {
    /// Writes text; a reader that has gone away is no error worth words.
    static func print(_ text: String) -> ExitStatus { write(Array(text.utf8)) }

    static func write(_ bytes: [UInt8]) -> ExitStatus {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(STDOUT_FILENO, $0) }
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EPIPE {
                    Diagnostics.report(
                        "cannot write standard output: \(Diagnostics.reason(errno))"
                    )
                }
                return .writeError
            }
            rest = rest.dropFirst(count)
        }
        return .ok
    }
}

extension Diagnostics {
    /// What the system says of an error number.
    static func reason(_ errorNumber: Int32) -> String { String(cString: strerror(errorNumber)) }
}
