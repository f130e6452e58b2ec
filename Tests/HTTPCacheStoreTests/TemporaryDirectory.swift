import Foundation

/// A directory of its own for one test, removed with everything in it when the test lets go of it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let base = FileManager.default.temporaryDirectory
        let url = base.appendingPathComponent("httpcache-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit {
        // A test may have taken permissions away.
        for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
            chmod(path + "/" + name, 0o700)
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The paths of all files below, relative and sorted; directories are left out.
    var files: [String] {
        var names: [String] = []
        for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
            var isDirectory: ObjCBool = false
            let full = path + "/" + name
            _ = FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory)
            if !isDirectory.boolValue { names.append(name) }
        }
        return names.sorted()
    }

    func contents(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path + "/" + name).map { Array($0) }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    }
}
