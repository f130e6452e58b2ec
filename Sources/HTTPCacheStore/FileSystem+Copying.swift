import CKernel

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// The other file that makes system calls: those that move bytes.

extension FileSystem {
    /// Writes all bytes at the file's position.
    func write(
        _ bytes: UnsafeRawBufferPointer,
        to file: borrowing OpenFile
    ) throws(StoreError) {
        try write(bytes, to: file.number, .write, file.path)
    }

    func write(_ bytes: [UInt8], to file: borrowing OpenFile) throws(StoreError) {
        let number = file.number
        let path = file.path
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreError) in try write(buffer, to: number, .write, path) }
        }
        try result.get()
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer,
        to descriptor: Int32,
        _ operation: FileOperation,
        _ path: String
    ) throws(StoreError) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count: Int
            do throws(StoreError) {
                #if canImport(Darwin)
                count = try call(operation, path) { Darwin.write(descriptor, start, rest.count) }
                #else
                count = try call(operation, path) { Glibc.write(descriptor, start, rest.count) }
                #endif
            } catch {
                guard operation == .writeOutput, error.errno == EAGAIN else { throw error }
                waitUntilWritable(descriptor)
                continue
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Reads up to a buffer's size from an offset; 0 bytes at the end.
    func read(
        from file: borrowing OpenFile,
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(StoreError) -> Int {
        let number = file.number
        return try call(.read, file.path) {
            pread(number, buffer.baseAddress, buffer.count, off_t(offset))
        }
    }

    /// Reads a whole small file, or nil when it is larger than the bound or no regular file.
    func contents(
        of file: borrowing OpenFile,
        atMost bound: Int
    ) throws(StoreError) -> [UInt8]? {
        let status = try status(of: file)
        guard status.isRegular, status.size <= bound else { return nil }
        let expected = status.size
        let number = file.number
        var failure: Int32 = 0
        try check(.read, file.path)
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(expected)) { buffer, filled in
            while filled < buffer.count {
                let count = pread(
                    number,
                    buffer.baseAddress?.advanced(by: filled),
                    buffer.count - filled,
                    off_t(filled)
                )
                if count < 0 && errno == EINTR { continue }
                if count < 0 { failure = errno }
                if count <= 0 { break }
                filled += count
            }
        }
        if failure != 0 { throw StoreError(.read, file.path, errno: failure) }
        return bytes
    }

    /// Cuts a file off at a size.
    func truncate(_ file: borrowing OpenFile, to size: Int64) throws(StoreError) {
        let number = file.number
        try call(.truncate, file.path) { ftruncate(number, off_t(size)) }
    }
}

extension FileSystem {
    /// Waits until a file's content is on the disk; only for what a power failure must not empty.
    func synchronize(_ file: borrowing OpenFile) throws(StoreError) {
        let number = file.number
        try call(.write, file.path) { fsync(number) }
    }
}

// MARK: - Copying out

extension FileSystem {
    /// Copies a range of a file to any descriptor at its position, inside the kernel where it can.
    ///
    /// The file must not be cut short meanwhile; the store replaces bodies and never changes them.
    func copy(
        _ range: Range<Int64>,
        of file: borrowing OpenFile,
        to output: Int32
    ) throws(StoreError) {
        var kind = stat()
        try call(.writeOutput, "") { fstat(output, &kind) }
        var offset = range.lowerBound
        if kind.st_mode & S_IFMT == S_IFREG, isWholeInto(empty: output, range, file, kind),
            ck_clone(file.number, output) == 0
        {
            _ = lseek(output, off_t(range.upperBound), SEEK_SET)
            return
        }
        let methods: [(Int32, Int64, Int32, Int) -> Int]
        switch kind.st_mode & S_IFMT {
        case S_IFREG: methods = [ck_copy_file_range, ck_sendfile]
        case S_IFIFO: methods = [ck_splice]
        default: methods = [ck_sendfile]
        }
        for method in methods
        where try copy(&offset, range.upperBound, of: file, to: output, by: method) {
            return
        }
        try copyThroughMemory(offset..<range.upperBound, of: file, to: output)
    }

    /// Cloning replaces the whole output, so both must be whole: nothing written before, all copied.
    private func isWholeInto(
        empty output: Int32,
        _ range: Range<Int64>,
        _ file: borrowing OpenFile,
        _ kind: stat
    ) -> Bool {
        var source = stat()
        return kind.st_size == 0 && range.lowerBound == 0 && lseek(output, 0, SEEK_CUR) == 0
            && fstat(file.number, &source) == 0 && Int64(source.st_size) == range.upperBound
    }

    /// Whether the method moved everything; false when it cannot serve these descriptors.
    private func copy(
        _ offset: inout Int64,
        _ end: Int64,
        of file: borrowing OpenFile,
        to output: Int32,
        by method: (Int32, Int64, Int32, Int) -> Int
    ) throws(StoreError) -> Bool {
        while offset < end {
            try check(.writeOutput, "")
            let count = method(file.number, offset, output, Int(min(end - offset, 1 << 30)))
            if count > 0 {
                offset += Int64(count)
                continue
            }
            if count == 0 { return false }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable(output)
            case EINVAL, ENOSYS, EXDEV, EBADF, EOPNOTSUPP, EPERM, EOVERFLOW: return false
            default: throw StoreError(.writeOutput, "", errno: errno)
            }
        }
        return true
    }

    private func copyThroughMemory(
        _ range: Range<Int64>,
        of file: borrowing OpenFile,
        to output: Int32
    ) throws(StoreError) {
        guard !range.isEmpty else { return }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let wanted = Int(min(range.upperBound - offset, Int64(buffer.count)))
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
            let count = try read(from: file, at: offset, into: part)
            if count == 0 { throw StoreError(.read, file.path, errno: EIO) }
            try write(
                UnsafeRawBufferPointer(rebasing: part[..<count]),
                to: output,
                .writeOutput,
                ""
            )
            offset += Int64(count)
        }
    }

    /// Waits for an output that somebody else made non-blocking.
    private func waitUntilWritable(_ descriptor: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
    }
}
