/// What was being done with a file; the raw value completes "cannot …".
package enum FileOperation: String, Sendable, CaseIterable {
    case open, create, read, write, rename, remove, list, lock, inspect, touch, truncate
    case makeDirectory = "make the directory"
    case changePermissions = "change the permissions of"
    case writeOutput = "write output"
    case understand = "use"
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call that failed, with the file it failed on.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was being done.
    package var operation: FileOperation
    /// The file or directory; empty for an output that has no name.
    package var path: String
    /// The system's error number.
    package var errno: Int32
    /// What is wrong, where the error number does not say it.
    package var detail: String?

    package init(_ operation: FileOperation, _ path: String, errno: Int32, detail: String? = nil) {
        self.operation = operation
        self.path = path
        self.errno = errno
        self.detail = detail
    }

    /// One line such as `cannot open PATH: Permission denied`.
    package var description: String {
        let reason = detail ?? FileSystem.message(forErrorNumber: errno)
        let object = path.isEmpty ? "" : " \(path)"
        return "cannot \(operation.rawValue)\(object): \(reason)"
    }

    /// Whether the store may be read but not be changed.
    package var isLackOfPermission: Bool { [EACCES, EPERM, EROFS].contains(errno) }

    /// Whether the file or directory was missing.
    var isMissingFile: Bool { errno == ENOENT }
}
