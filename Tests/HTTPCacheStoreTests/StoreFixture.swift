import HTTPCacheRules
import HTTPCacheStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A cache directory of a test's own, removed at its end.
final class StoreFixture: Sendable {
    let directory: String

    init() {
        var template = Array("/tmp/httpcache-store-XXXXXX".utf8CString)
        directory = template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, mkdtemp(start) != nil else { return "" }
            return String(cString: start)
        }
    }

    deinit { Self.removeTree(directory) }

    var cache: String { directory + "/cache" }

    func store(failing fault: FileSystem.FaultInjector? = nil) -> DiskStore {
        DiskStore(directory: cache, fileSystem: FileSystem(fault: fault))
    }

    private static func removeTree(_ path: String) {
        for name in names(in: path) { removeTree(path + "/" + name) }
        if unlink(path) != 0 { rmdir(path) }
    }

    static func names(in path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The paths of all files and directories below a path, with their permissions.
    static func tree(_ path: String) -> [(path: String, mode: UInt32)] {
        var found: [(path: String, mode: UInt32)] = []
        for name in names(in: path) {
            let child = path + "/" + name
            var status = stat()
            if lstat(child, &status) == 0 { found.append((child, UInt32(status.st_mode))) }
            found += tree(child)
        }
        return found
    }

    static func contents(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { return }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }
}

func head(
    _ fields: Fields = [],
    nominated: Fields = [],
    status: Int = 200,
    url: String = "https://example.org/list?a=1",
    method: String = "GET"
) throws -> StoredHead {
    StoredHead(
        method: method,
        target: try TargetURI.parse(url).get().target,
        nominatedFields: nominated,
        response: ResponseHead(status: status, reason: "OK", fields: fields),
        requestTime: Timestamp(secondsSinceEpoch: 1000),
        responseTime: Timestamp(secondsSinceEpoch: 1001)
    )
}

extension DiskStore {
    @discardableResult
    func put(
        _ body: String,
        for key: StoreKey,
        _ head: StoredHead,
        completeness: Completeness = .complete
    ) throws -> EntryMetadata {
        let writer = try beginEntry(for: key)
        try writer.write(body)
        return try writer.commit(head, completeness: completeness)
    }
}

extension EntryWriter {
    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }
}

extension StoredResponse {
    var text: String {
        get throws {
            var bytes = [UInt8](repeating: 0, count: Int(body.length))
            let count = try bytes.withUnsafeMutableBytes { try body.read(at: 0, into: $0) }
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }
}
