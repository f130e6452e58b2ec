import HTTPCacheRules
import Testing

@testable import HTTPCacheStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Damaged entries and hostile directories")
struct DamageTests {
    static let key = StoreKey(hashing: "GET\nhttps://example.org/list\n")

    struct Damage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var inflict: @Sendable (_ meta: String, _ data: String) -> Void

        init(_ name: String, _ inflict: @escaping @Sendable (String, String) -> Void) {
            testDescription = name
            self.inflict = inflict
        }
    }

    static let damages: [Damage] = [
        Damage("an empty description") { meta, _ in StoreFixture.write([], to: meta) },
        Damage("a description of zero bytes") { meta, _ in
            StoreFixture.write([UInt8](repeating: 0, count: 400), to: meta)
        },
        Damage("a truncated description") { meta, _ in truncate(meta, 100) },
        Damage("a description of 1 GB") { meta, _ in truncate(meta, 1 << 30) },
        Damage("somebody else's description") { meta, _ in
            StoreFixture.write(Array("hello\n".utf8), to: meta)
        },
        Damage("a body that lost its end") { _, data in truncate(data, 4) },
        Damage("a body that is too long") { _, data in truncate(data, 6) },
        Damage("an empty body file") { _, data in StoreFixture.write([], to: data) },
        Damage("no body file") { _, data in unlink(data) },
        Damage("a body file that is a symbolic link to one of the right length") { _, data in
            rename(data, data + ".elsewhere")
            symlink(data + ".elsewhere", data)
        },
        Damage("a description that is a symbolic link to the right one") { meta, _ in
            rename(meta, meta + ".elsewhere")
            symlink(meta + ".elsewhere", meta)
        },
        Damage("a description that is a named pipe") { meta, _ in
            unlink(meta)
            mkfifo(meta, 0o600)
        },
        Damage("a body that is a named pipe") { _, data in
            unlink(data)
            mkfifo(data, 0o600)
        },
        Damage("a description that is a directory") { meta, _ in
            unlink(meta)
            mkdir(meta, 0o700)
        },
        Damage("a body that is a directory") { _, data in
            unlink(data)
            mkdir(data, 0o700)
        },
    ]

    @Test("a damaged entry is a miss, and a store heals it", arguments: damages)
    func damaged(_ damage: Damage) throws {
        let fixture = StoreFixture()
        let store = fixture.store()
        try store.put("hello", for: Self.key, head())
        try store.put("sound", for: StoreKey(hashing: "another"), head())
        let name = EntryName(key: Self.key)
        damage.inflict(store.layout.meta(name), store.layout.data(name))
        #expect(try store.storedResponses(for: Self.key).isEmpty)
        #expect(try store.storedResponses(for: Self.key).isEmpty)
        try store.put("again", for: Self.key, head())
        #expect(try store.storedResponses(for: Self.key).map { try $0.text } == ["again"])
        var count = 0
        try store.forEachEntry { _ in count += 1 }
        #expect(count == 2)
    }

    @Test("a pair that came from another key is not believed")
    func swapped() throws {
        let fixture = StoreFixture()
        let store = fixture.store()
        let other = StoreKey(hashing: "GET\nhttps://example.org/other\n")
        let names = [EntryName(key: Self.key), EntryName(key: other)]
        for isWhole in [false, true] {
            try store.put("hello", for: Self.key, head())
            try store.put("HELLO", for: other, head(url: "https://example.org/other"))
            rename(store.layout.meta(names[1]), store.layout.meta(names[0]))
            if isWhole { rename(store.layout.data(names[1]), store.layout.data(names[0])) }
            #expect(try store.storedResponses(for: Self.key).isEmpty)
            #expect(try store.storedResponses(for: other).isEmpty)
        }
    }

    @Test("junk in the list of variants is passed over")
    func junkInVariantList() throws {
        let fixture = StoreFixture()
        let store = fixture.store()
        try store.put("hello", for: Self.key, head())
        let shapes: [[UInt8]] = [
            [], [0, 0, 0], Array("\n\n\n".utf8), Array("../../../etc/passwd\n".utf8),
            [UInt8](repeating: 0x61, count: 100_000), Array("0123456789abcdef".utf8),
            Array(String(repeating: "0123456789abcdef\n", count: 200).utf8),
        ]
        for junk in shapes {
            StoreFixture.write(junk, to: store.layout.variants(Self.key))
            #expect(try store.storedResponses(for: Self.key).map { try $0.text } == ["hello"])
            try store.put(
                "json",
                for: Self.key,
                head([FieldLine("Vary", "Accept")], nominated: [FieldLine("Accept", "json")])
            )
            #expect(try store.storedResponses(for: Self.key).count == 2)
            try store.removeAll(for: Self.key)
            try store.put("hello", for: Self.key, head())
        }
    }

    @Test("a cache directory that vanishes while a body is written is an error, not a trap")
    func vanishing() throws {
        let fixture = StoreFixture()
        let store = fixture.store()
        let writer = try store.beginEntry(for: Self.key)
        try writer.write("hel")
        rename(fixture.cache, fixture.directory + "/gone")
        try writer.write("lo")
        #expect(throws: StoreError.self) {
            try writer.commit(head(), completeness: .complete)
        }
        try store.put("again", for: Self.key, head())
        #expect(try store.storedResponses(for: Self.key).map { try $0.text } == ["again"])
    }

    @Test("files where directories should be are errors")
    func filesForDirectories() throws {
        let fixture = StoreFixture()
        StoreFixture.write([0x41], to: fixture.cache)
        #expect(throws: StoreError.self) { try fixture.store().storedResponses(for: Self.key) }
        #expect(throws: StoreError.self) { try fixture.store().beginEntry(for: Self.key) }
        #expect(StoreFixture.contents(fixture.cache) == [0x41])
    }

    @Test("a lock that is a symbolic link is not followed")
    func lockLink() throws {
        let fixture = StoreFixture()
        let store = fixture.store()
        try store.put("hello", for: Self.key, head())
        let lock = store.layout.shardLock(StoreLayout.shard(of: Self.key))
        unlink(lock)
        symlink(fixture.directory + "/victim", lock)
        #expect(throws: StoreError.self) { try store.put("new", for: Self.key, head()) }
        #expect(access(fixture.directory + "/victim", F_OK) != 0)
        #expect(try store.storedResponses(for: Self.key).map { try $0.text } == ["hello"])
    }

    @Test("a store that may only be read still answers, and leaves damage alone")
    func readOnly() throws {
        let fixture = StoreFixture()
        try fixture.store().put("hello", for: Self.key, head())
        let other = StoreKey(hashing: "damaged")
        try fixture.store().put("other", for: other, head())
        truncate(fixture.store().layout.data(EntryName(key: other)), 1)
        let changing: Set<FileOperation> = [
            .create, .write, .rename, .remove, .touch, .truncate, .makeDirectory,
        ]
        let store = fixture.store { operation, _ in changing.contains(operation) ? EROFS : nil }
        #expect(try store.storedResponses(for: Self.key).map { try $0.text } == ["hello"])
        #expect(try store.storedResponses(for: other).isEmpty)
        do throws(StoreError) {
            _ = try store.beginEntry(for: Self.key)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.isLackOfPermission)
        }
    }
}
