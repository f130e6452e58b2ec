import Foundation

/// A directory of its own for a test, removed when the test process ends.
///
/// It does not end with its last reference: a test that only keeps a path does not lose its files.
package struct TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        path = "\(try Self.root.get())/\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
    }

    /// The path of something inside.
    package func path(_ relative: String) -> String { "\(path)/\(relative)" }

    /// Removes the directory now.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Makes a directory inside and returns its path.
    package func makeDirectory(_ relative: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: path(relative),
            withIntermediateDirectories: true
        )
        return path(relative)
    }

    /// Writes a file inside and returns its path.
    @discardableResult
    package func write(_ text: String, to relative: String) throws -> String {
        try Data(text.latin1Bytes).write(to: URL(fileURLWithPath: path(relative)))
        return path(relative)
    }

    private static let root = Swift.Result {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("httpcache-tests-\(getpid())-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        atexit { TemporaryDirectory.removeAll() }
        return place.path
    }

    private static func removeAll() {
        guard let place = try? root.get() else { return }
        try? FileManager.default.removeItem(atPath: place)
    }
}

/// What a directory holds, for saying that nothing changed: relative paths, contents, kinds.
package func snapshot(of directory: String) throws -> [String: [UInt8]] {
    guard FileManager.default.fileExists(atPath: directory) else { return [:] }
    var found: [String: [UInt8]] = [:]
    for relative in try FileManager.default.subpathsOfDirectory(atPath: directory) {
        let content = FileManager.default.contents(atPath: "\(directory)/\(relative)")
        found[relative] = content.map(Array.init) ?? "(directory)".latin1Bytes
    }
    return found
}
