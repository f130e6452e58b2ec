import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The three pipes of a child process, served together so that none can block the other.
struct DrainedPipes {
    private(set) var outputBytes: [UInt8] = []
    private(set) var errorBytes: [UInt8] = []
    private var input: Int32?
    private var content: ArraySlice<UInt8>
    private var output: Int32?
    private var errorOutput: Int32?

    init(input: Int32?, content: [UInt8], output: Int32, errorOutput: Int32) {
        self.input = input
        self.content = content[...]
        self.output = output
        self.errorOutput = errorOutput
        // Why: writing to a child that does not read is an error here, not our end. The child gets
        // the default back when it is started.
        signal(SIGPIPE, SIG_IGN)
        if let input { _ = fcntl(input, F_SETFL, O_NONBLOCK) }
    }

    /// Moves what can be moved; false when both outputs are at their end.
    mutating func turn(milliseconds: Int32) -> Bool {
        if content.isEmpty, let descriptor = input {
            close(descriptor)
            input = nil
        }
        var polled: [pollfd] = []
        for descriptor in [output, errorOutput].compactMap({ $0 }) {
            polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        guard !polled.isEmpty else { return false }
        if let input { polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return true }
        for entry in polled where entry.revents != 0 {
            if entry.fd == output {
                if !Self.drain(entry.fd, into: &outputBytes) { output = nil }
            } else if entry.fd == errorOutput {
                if !Self.drain(entry.fd, into: &errorBytes) { errorOutput = nil }
            } else {
                feed(entry.fd)
            }
        }
        return true
    }

    mutating func closeAll() {
        [input, output, errorOutput].compactMap { $0 }.forEach { close($0) }
        (input, output, errorOutput) = (nil, nil, nil)
    }

    private mutating func feed(_ descriptor: Int32) {
        let count = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            content = content.dropFirst(count)
        } else if count < 0 && errno != EAGAIN && errno != EINTR {
            content = []
        }
    }

    /// Reads once; false at the end, when the descriptor is closed.
    private static func drain(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        let count = withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
            return count
        }
        if count > 0 || (count < 0 && errno == EINTR) { return true }
        close(descriptor)
        return false
    }
}
