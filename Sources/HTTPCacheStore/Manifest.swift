import HTTPCacheRules

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What makes a directory a cache directory of a known format.
enum Manifest {
    /// The version of the format that this code reads and writes.
    static let version = 1

    private static let tagText = """
        Signature: 8a477f597d28d172789f06886806bc55
        # This directory holds responses kept by httpcache; all of it can be fetched again.
        # Its format is described at https://bford.info/cachedir/

        """

    /// The version in a manifest's text, or nil where it states none.
    static func version(in bytes: [UInt8]) -> Int? {
        let label = Array("\"version\"".utf8)
        var rest = bytes[...]
        while !rest.starts(with: label) {
            guard rest.popFirst() != nil else { return nil }
        }
        rest = rest.dropFirst(label.count).drop { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
        return Int(String(decoding: rest.prefix { $0.isASCIIDigit }, as: UTF8.self))
    }

    /// Refuses a directory that a newer version wrote; one without a manifest is new.
    ///
    /// Whether there is a manifest.
    static func check(_ layout: StoreLayout, _ files: FileSystem) throws(StoreError) -> Bool {
        guard let file = try files.openIfPresent(layout.manifest) else {
            // A file in the directory's place is no empty cache.
            if let status = try files.status(at: layout.directory), status.isRegular {
                throw StoreError(.open, layout.directory, errno: ENOTDIR)
            }
            return false
        }
        guard let bytes = try files.contents(of: file, atMost: 64 << 10),
            let found = version(in: bytes)
        else {
            throw StoreError(
                .understand,
                layout.manifest,
                errno: 0,
                detail: "it names no format version"
            )
        }
        if found > version || found < 1 {
            throw StoreError(
                .understand,
                layout.manifest,
                errno: 0,
                detail: "the cache has format \(found), but only formats up to \(version) are "
                    + "known here; use a newer httpcache or another directory"
            )
        }
        return true
    }

    /// Makes the cache directory what it must be before the first file is written.
    static func establish(_ layout: StoreLayout, _ files: FileSystem) throws(StoreError) {
        if try check(layout, files) { return }
        try files.makeDirectories(layout.directory)
        try write(tagText, to: layout.tag, files)
        let created = FileSystem.now().secondsSinceEpoch
        let text = "{\n  \"version\": \(version),\n  \"created\": \(created)\n}\n"
        try write(text, to: layout.manifest, files)
    }

    /// Renaming makes it appear whole, however many processes do this at once.
    private static func write(
        _ text: String,
        to path: String,
        _ files: FileSystem
    ) throws(StoreError) {
        let temporary =
            path + StoreLayout.temporaryPrefix
            + UInt64.random(in: .min ... .max).hexadecimal
        let file = try files.open(temporary, for: .create)
        do throws(StoreError) {
            try files.write(Array(text.utf8), to: file)
            try files.synchronize(file)
            try files.rename(temporary, to: path)
        } catch {
            _ = try? files.remove(temporary)
            throw error
        }
    }
}
