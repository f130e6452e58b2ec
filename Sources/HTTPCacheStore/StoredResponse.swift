package import HTTPCacheRules

/// A stored response as it was found: its description, and its body opened.
///
/// It stays readable and unchanged whatever happens to the entry afterwards.
package struct StoredResponse: Sendable {
    /// The name of its entry.
    package let name: EntryName
    /// What the store keeps about it.
    package let metadata: EntryMetadata
    /// What the rules need to know; freshening may change it, the metadata stays as found.
    package var head: StoredHead
    /// Its body.
    package let body: StoredBody

    init(name: EntryName, metadata: EntryMetadata, body: StoredBody) {
        self.name = name
        self.metadata = metadata
        self.head = metadata.head
        self.body = body
    }
}

/// The body of a stored response: an open file that nobody changes.
package final class StoredBody: Sendable {
    private let file: OpenFile
    private let files: FileSystem
    /// The length in bytes.
    package let length: Int64
    let identity: FileIdentity

    init(_ file: consuming OpenFile, status: FileStatus, files: FileSystem) {
        self.file = file
        self.files = files
        self.length = status.size
        self.identity = status.identity
    }

    /// The open file, for reading at offsets; it is closed when the body is let go.
    package var descriptor: Int32 { file.number }

    /// Copies a range to a descriptor at its position, inside the kernel where it can.
    ///
    /// - Parameters:
    ///   - range: The bytes to copy; it is limited to the length of the body.
    ///   - output: A file, pipe, socket or terminal.
    /// - Throws: `StoreError` with the operation `writeOutput` when the output is at fault.
    package func copy(_ range: Range<Int64>, to output: Int32) throws(StoreError) {
        try files.copy(range.clamped(to: 0..<length), of: file, to: output)
    }

    /// Reads at an offset into a buffer; returns the number of bytes, 0 at the end.
    package func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(StoreError) -> Int {
        guard offset >= 0, offset < length, !buffer.isEmpty else { return 0 }
        return try files.read(from: file, at: offset, into: buffer)
    }

    /// Calculates the sum of the whole body.
    package func sha256() throws(StoreError) -> SHA256Digest {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
        defer { buffer.deallocate() }
        var hash = SHA256()
        var offset: Int64 = 0
        while offset < length {
            let count = try read(at: offset, into: buffer)
            if count == 0 { break }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
        return hash.digest()
    }
}
