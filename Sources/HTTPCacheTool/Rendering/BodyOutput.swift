import HTTPCacheStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a body goes.
package enum OutputTarget: Hashable, Sendable {
    /// Standard output.
    case standardOutput
    /// A file, which is never half written.
    case file(String)
}

/// An output that could not be written.
struct OutputFailure: Error {
    /// What it was.
    var target: OutputTarget
    /// The reason, as the system numbers it.
    var errorNumber: Int32

    /// Whether the reader has gone away, which ends the program quietly.
    var isClosedPipe: Bool { errorNumber == EPIPE }
}

/// Writes a body to standard output, or beside its target, which it then replaces in one step.
///
/// A file that exists and is no regular file (a device, a FIFO) is written directly.
final class BodyOutput {
    private let target: OutputTarget
    private var descriptor: Int32 = -1
    private var temporaryPath: String?
    /// The file that is replaced: the target, or what it links to.
    private var destination = ""

    init(_ target: OutputTarget) { self.target = target }

    deinit { discard() }

    /// Opens the output; does nothing when it is open.
    func open() throws(OutputFailure) {
        guard descriptor < 0 else { return }
        switch target {
        case .standardOutput:
            descriptor = STDOUT_FILENO
        case .file(let path):
            if isWrittenDirectly(path) {
                descriptor = openFile(path, O_WRONLY | O_CREAT | O_TRUNC)
            } else {
                try openTemporary(beside: path)
            }
        }
        if descriptor < 0 { throw failure() }
    }

    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        try open()
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            #else
            let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
            #endif
            if count < 0 {
                if errno == EINTR { continue }
                throw failure()
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Copies a range of a stored body inside the kernel.
    func copy(_ body: StoredBody, _ range: Range<Int64>) throws(OutputFailure) {
        try open()
        do throws(StoreError) {
            try body.copy(range, to: descriptor)
        } catch {
            throw OutputFailure(target: target, errorNumber: error.errno)
        }
    }

    /// Makes what was written visible under the target's name.
    func commit() throws(OutputFailure) {
        guard case .file = target, descriptor >= 0 else { return }
        let result = close(descriptor)
        descriptor = -1
        if result != 0 { throw failure() }
        guard let temporary = temporaryPath else { return }
        if rename(temporary, destination) != 0 { throw failure() }
        InterruptCleanup.forget()
        temporaryPath = nil
    }

    /// Leaves the target as it was.
    func discard() {
        if case .file = target, descriptor >= 0 {
            close(descriptor)
            descriptor = -1
        }
        if let temporary = temporaryPath {
            unlink(temporary)
            InterruptCleanup.forget()
            temporaryPath = nil
        }
    }

    /// Whether a path is no place for a file of our own: a device, a FIFO, a descriptor of this
    /// process, or a link to nowhere, which is to stay a link.
    private func isWrittenDirectly(_ path: String) -> Bool {
        if path.hasPrefix("/dev/") || path.hasPrefix("/proc/self/fd/") { return true }
        var information = stat()
        if stat(path, &information) == 0 { return information.st_mode & S_IFMT != S_IFREG }
        return lstat(path, &information) == 0
    }

    private func openTemporary(beside path: String) throws(OutputFailure) {
        // A symbolic link stays one: what it points to is replaced.
        let resolved = realpath(path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        destination = resolved ?? path
        // Why a name of its own: the target's may be as long as the file system allows already.
        let directory = destination.lastIndex(of: "/").map { destination[...$0] } ?? ""
        let temporary = "\(directory).httpcache-\(getpid()).part"
        descriptor = openFile(temporary, O_WRONLY | O_CREAT | O_EXCL)
        if descriptor < 0, errno == EEXIST {
            unlink(temporary)
            descriptor = openFile(temporary, O_WRONLY | O_CREAT | O_EXCL)
        }
        guard descriptor >= 0 else { throw failure() }
        var information = stat()
        if let resolved, stat(resolved, &information) == 0 {
            fchmod(descriptor, information.st_mode & 0o7777)
        }
        temporaryPath = temporary
        InterruptCleanup.removeOnSignal(temporary)
    }

    private func openFile(_ path: String, _ flags: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.open(path, flags | O_CLOEXEC, 0o666)
        #else
        Darwin.open(path, flags | O_CLOEXEC, 0o666)
        #endif
    }

    private func failure() -> OutputFailure { OutputFailure(target: target, errorNumber: errno) }
}
