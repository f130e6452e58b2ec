#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Messages for people, on stderr, one line each.
package enum Diagnostics {
    /// Reports what failed, and what can be done about it.
    package static func report(_ message: String, hint: String? = nil) {
        var text = "httpcache: " + oneLine(message) + "\n"
        if let hint { text += "hint: " + oneLine(hint) + "\n" }
        write(text)
    }

    /// Warns of something that does not keep the command from its work.
    package static func warn(_ message: String, hint: String? = nil) {
        report("warning: " + message, hint: hint)
    }

    /// Writes text to stderr as it is; what cannot be written is lost, as there is nobody to tell.
    ///
    /// Why one `write` a message: lines of several processes on one terminal then stay whole.
    package static func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0) }
            if written < 0 {
                if errno == EINTR { continue }
                return
            }
            bytes = bytes.dropFirst(max(written, 1))
        }
    }

    /// Why: a URL or a server's word in a message must not move the cursor or forge a second line.
    static func oneLine(_ text: String) -> String {
        func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        }
        if text.unicodeScalars.allSatisfy(isHarmless) { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            line.unicodeScalars.append(isHarmless(scalar) ? scalar : "?")
        }
        return line
    }
}

/// Calls `write(2)`; apart, because a method of that name hides the function.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
