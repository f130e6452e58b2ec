#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An input that could not be read.
package struct InputFailure: Error, Sendable {
    /// The file's name, or `standard input`.
    package var name: String
    /// The reason in words.
    package var reason: String
}

/// Files that options name: read whole, since they become part of a request.
enum InputFile {
    /// The content of a file; `-` is standard input.
    static func contents(of path: String) -> Result<[UInt8], InputFailure> {
        let name = path == "-" ? "standard input" : path
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(failure(name)) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return .success(bytes) }
            if count < 0 {
                if errno == EINTR { continue }
                return .failure(failure(name))
            }
            bytes += buffer[..<count]
        }
    }

    private static func failure(_ name: String) -> InputFailure {
        InputFailure(name: name, reason: String(cString: strerror(errno)))
    }
}
