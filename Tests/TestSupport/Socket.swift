import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call that failed, with its name and error number.
package struct SystemCallError: Error, CustomStringConvertible {
    package var call: String
    package var code: Int32

    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// Held while descriptors are opened and marked as not inheritable, and while programs start.
let descriptorLock = NSLock()

/// Which loopback address a test server listens on.
package enum LoopbackAddress: Sendable {
    case ipv4
    case ipv6

    /// The address as it stands in a URL.
    package var host: String {
        switch self {
        case .ipv4: "127.0.0.1"
        case .ipv6: "[::1]"
        }
    }
}

/// The socket calls that the scripted origin needs, over plain descriptors.
enum Socket {
    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif

    /// Opens a listening socket on a free port and returns it with the port.
    static func listen(on address: LoopbackAddress) throws -> (descriptor: Int32, port: UInt16) {
        let family = address == .ipv4 ? AF_INET : AF_INET6
        let descriptor = descriptorLock.withLock {
            let descriptor = socket(family, stream, 0)
            if descriptor >= 0 { closeOnExec(descriptor) }
            return descriptor
        }
        guard descriptor >= 0 else { throw SystemCallError("socket") }
        do {
            try bind(descriptor, to: address)
            // The system-wide function, not this one.
            guard systemListen(descriptor, 128) == 0 else { throw SystemCallError("listen") }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            return (descriptor, try localPort(of: descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Accepts one connection; nil when there is none to accept.
    static func accept(on listener: Int32) -> Int32? {
        // Does not block: the listener is not a blocking one.
        let descriptor = descriptorLock.withLock {
            let descriptor = systemAccept(listener, nil, nil)
            if descriptor >= 0 { closeOnExec(descriptor) }
            return descriptor
        }
        guard descriptor >= 0 else { return nil }
        // Why: on Darwin the accepted socket inherits the listener's flag.
        _ = fcntl(descriptor, F_SETFL, 0)
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        #if canImport(Darwin)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
        #endif
        return descriptor
    }

    /// Sends all the bytes; false when the peer is gone.
    static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        return bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let count = systemSend(descriptor, rest.baseAddress, rest.count, flags)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Receives what is there, waiting for the first byte; nil at the end or after an error.
    static func receive(from descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            return count > 0 ? Array(buffer[..<count]) : nil
        }
    }

    /// Waits until the descriptor is readable or at its end; false after the time-out.
    static func waitReadable(_ descriptors: [Int32], milliseconds: Int32) -> Bool {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return poll(&polled, nfds_t(polled.count), milliseconds) > 0
    }

    /// Makes the following close send a reset instead of an orderly end.
    static func resetOnClose(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Whether something listens on the loopback port.
    static func canConnect(to port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var name = loopbackName(port: port)
        return withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    static func endSending(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

    static func endBothWays(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Keeps started programs from inheriting the descriptor, which would hold connections open.
    static func closeOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static func bind(_ descriptor: Int32, to address: LoopbackAddress) throws {
        let result =
            switch address {
            case .ipv4: bindIPv4(descriptor)
            case .ipv6: bindIPv6(descriptor)
            }
        guard result == 0 else { throw SystemCallError("bind") }
    }

    private static func bindIPv4(_ descriptor: Int32) -> Int32 {
        var name = loopbackName(port: 0)
        return withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemBind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func loopbackName(port: UInt16) -> sockaddr_in {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return name
    }

    private static func bindIPv6(_ descriptor: Int32) -> Int32 {
        var name = sockaddr_in6()
        name.sin6_family = sa_family_t(AF_INET6)
        name.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemBind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    private static func localPort(of descriptor: Int32) throws -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard result == 0 else { throw SystemCallError("getsockname") }
        // Why: the port stands at the same place in both address families.
        return withUnsafeBytes(of: &storage) {
            UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        }
    }
}

// Names for the system's functions that the members above hide.
#if canImport(Glibc)
private let systemListen = Glibc.listen
private let systemAccept = Glibc.accept
private let systemSend = Glibc.send
private let systemBind = Glibc.bind
private let systemClose = Glibc.close
#else
private let systemListen = Darwin.listen
private let systemAccept = Darwin.accept
private let systemSend = Darwin.send
private let systemBind = Darwin.bind
private let systemClose = Darwin.close
#endif
