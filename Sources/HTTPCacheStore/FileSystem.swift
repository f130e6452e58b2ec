import CKernel
package import HTTPCacheRules

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// This file and FileSystem+Copying.swift make all system calls of the store. Interrupted calls are
// repeated and short writes continued here, so nobody else has to think of them.

/// An open file, closed when its owner lets go of it.
package struct OpenFile: ~Copyable, Sendable {
    let number: Int32
    let path: String

    deinit { _ = close(number) }
}

/// What the store asks of a file or directory.
package struct FileStatus: Sendable {
    var size: Int64
    /// The bytes its blocks take on the disk.
    var allocatedBytes: Int64
    var modifiedAt: Timestamp
    /// The same as a number to order by, in nanoseconds since 1970.
    var modifiedAtNanosecond: Int64
    /// Whether no name leads to the file any more.
    var isRemoved: Bool
    /// Whether it is neither a directory nor a pipe or other device.
    var isRegular: Bool
    /// Whether anybody but its owner may do anything with it; links have no permissions of their own.
    var isOpenToOthers: Bool
    var identity: FileIdentity
}

/// Tells one file from another for as long as either is open.
package struct FileIdentity: Hashable, Sendable {
    var device: UInt64
    var number: UInt64
}

/// The calls the store makes, with a place where tests let them fail.
package struct FileSystem: Sendable {
    /// Returns the error number a call shall fail with, or nil to let it happen.
    package typealias FaultInjector = @Sendable (FileOperation, String) -> Int32?

    let fault: FaultInjector?

    package init(fault: FaultInjector? = nil) {
        self.fault = fault
    }

    func check(_ operation: FileOperation, _ path: String) throws(StoreError) {
        if let number = fault?(operation, path) {
            throw StoreError(operation, path, errno: number)
        }
    }

    /// Makes one call, again when a signal interrupted it, and throws when it fails.
    @discardableResult
    func call<Number: SignedInteger>(
        _ operation: FileOperation,
        _ path: String,
        _ body: () -> Number
    ) throws(StoreError) -> Number {
        try check(operation, path)
        while true {
            let result = body()
            if result >= 0 { return result }
            let number = errno
            if number != EINTR { throw StoreError(operation, path, errno: number) }
        }
    }

    static func message(forErrorNumber number: Int32) -> String {
        guard let text = strerror(number) else { return "error \(number)" }
        return String(cString: text)
    }
}

// MARK: - Opening

extension FileSystem {
    enum Access {
        case read, append
        /// A new file; it is an error when there is one.
        case create
        /// A file to lock, made when it is missing.
        case lock
    }

    func open(_ path: String, for access: Access) throws(StoreError) -> OpenFile {
        let number = try call(access == .create ? .create : .open, path) {
            ck_openat(AT_FDCWD, path, access.flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        return OpenFile(number: number, path: path)
    }

    /// Opens a file to read, or returns nil when it or its directory is missing.
    ///
    /// A symbolic link in its place, which is never ours, counts as missing too.
    func openIfPresent(_ path: String) throws(StoreError) -> OpenFile? {
        do throws(StoreError) {
            return try open(path, for: .read)
        } catch {
            if [ENOENT, ENOTDIR, ELOOP].contains(error.errno) { return nil }
            throw error
        }
    }

    /// Waits for a lock on a whole file; closing it lets go of the lock.
    func lock(_ file: borrowing OpenFile, exclusively: Bool) throws(StoreError) {
        let number = file.number
        try call(.lock, file.path) { ck_flock(number, exclusively ? 1 : 0, 1) }
    }

    /// Takes a lock unless somebody else's is in the way; whether it was taken.
    func tryLock(
        _ file: borrowing OpenFile,
        exclusively: Bool
    ) throws(StoreError) -> Bool {
        let number = file.number
        do throws(StoreError) {
            try call(.lock, file.path) { ck_flock(number, exclusively ? 1 : 0, 0) }
            return true
        } catch {
            if error.errno == EWOULDBLOCK { return false }
            throw error
        }
    }
}

extension FileSystem.Access {
    fileprivate var flags: Int32 {
        switch self {
        case .read: O_RDONLY | O_NONBLOCK
        case .append: O_WRONLY | O_CREAT | O_APPEND
        case .create: O_RDWR | O_CREAT | O_EXCL
        case .lock: O_RDWR | O_CREAT
        }
    }
}

// MARK: - Status

extension FileSystem {
    func status(of file: borrowing OpenFile) throws(StoreError) -> FileStatus {
        var raw = stat()
        let number = file.number
        try call(.inspect, file.path) { fstat(number, &raw) }
        return FileStatus(raw)
    }

    /// The status of a file by its name, or nil when it is missing.
    func status(at path: String) throws(StoreError) -> FileStatus? {
        var raw = stat()
        do throws(StoreError) {
            try call(.inspect, path) { lstat(path, &raw) }
        } catch {
            if error.errno == ENOENT || error.errno == ENOTDIR { return nil }
            throw error
        }
        return FileStatus(raw)
    }

    /// Sets the modification time of a file to now.
    func touch(_ path: String) throws(StoreError) {
        try call(.touch, path) { utimensat(AT_FDCWD, path, nil, AT_SYMLINK_NOFOLLOW) }
    }

    /// Lets the thread sleep.
    static func pause(milliseconds: Int64) {
        var time = timespec(
            tv_sec: Int(milliseconds / 1000),
            tv_nsec: Int(milliseconds % 1000) * 1_000_000
        )
        nanosleep(&time, nil)
    }

    /// The present time of day.
    package static func now() -> Timestamp {
        Timestamp(secondsSinceEpoch: Int64(time(nil)))
    }
}

extension FileStatus {
    fileprivate init(_ raw: stat) {
        size = Int64(raw.st_size)
        allocatedBytes = Int64(raw.st_blocks) * 512
        #if canImport(Darwin)
        let time = raw.st_mtimespec
        #else
        let time = raw.st_mtim
        #endif
        modifiedAt = Timestamp(secondsSinceEpoch: Int64(time.tv_sec))
        modifiedAtNanosecond = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        isRemoved = raw.st_nlink == 0
        isRegular = raw.st_mode & S_IFMT == S_IFREG
        isOpenToOthers = raw.st_mode & 0o077 != 0 && raw.st_mode & S_IFMT != S_IFLNK
        identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: raw.st_dev),
            number: UInt64(truncatingIfNeeded: raw.st_ino)
        )
    }
}

// MARK: - Names

extension FileSystem {
    /// Makes a directory for its owner alone, unless there is one.
    func makeDirectory(_ path: String) throws(StoreError) {
        do throws(StoreError) {
            try call(.makeDirectory, path) { mkdir(path, 0o700) }
        } catch {
            if error.errno != EEXIST { throw error }
        }
    }

    /// Makes a directory and those it lies in.
    func makeDirectories(_ path: String) throws(StoreError) {
        do throws(StoreError) {
            try makeDirectory(path)
        } catch {
            guard error.errno == ENOENT, let parent = Self.parent(of: path) else { throw error }
            try makeDirectories(parent)
            try makeDirectory(path)
        }
    }

    private static func parent(of path: String) -> String? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == path.utf8.startIndex ? nil : String(path[..<slash])
    }

    /// Takes all permissions from everybody but the owner.
    func closeToOthers(_ path: String) throws(StoreError) {
        var raw = stat()
        try call(.inspect, path) { lstat(path, &raw) }
        guard raw.st_mode & S_IFMT != S_IFLNK else { return }
        try call(.changePermissions, path) { chmod(path, raw.st_mode & 0o700) }
    }

    func rename(_ path: String, to newPath: String) throws(StoreError) {
        #if canImport(Darwin)
        try call(.rename, newPath) { Darwin.rename(path, newPath) }
        #else
        try call(.rename, newPath) { Glibc.rename(path, newPath) }
        #endif
    }

    /// Removes a file, or an empty directory in its place; whether there was one.
    @discardableResult
    func remove(_ path: String) throws(StoreError) -> Bool {
        do throws(StoreError) {
            try call(.remove, path) { unlink(path) }
            return true
        } catch {
            if error.errno == EISDIR || error.errno == EPERM, rmdir(path) == 0 { return true }
            if error.errno == ENOENT || error.errno == ENOTDIR { return false }
            guard error.errno == EISDIR || error.errno == EPERM else { throw error }
        }
        // A directory where a file should be is nobody's: an empty one goes, a full one is refused.
        try call(.remove, path) { rmdir(path) }
        return true
    }

    /// The names in a directory, sorted; none when it is missing.
    func names(in path: String) throws(StoreError) -> [String] {
        try check(.list, path)
        guard let directory = opendir(path) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw StoreError(.list, path, errno: errno)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        if errno != 0 { throw StoreError(.list, path, errno: errno) }
        return names.sorted()
    }
}

// MARK: - Clock

extension FileSystem {
    /// Milliseconds on a clock that nobody sets.
    package static func uptime() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
