import Testing

@testable import HTTPCacheStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Verification of names and permissions")
struct StrangersTests {
    private let fixture = StoreFixture()
    private let key = StoreKey(hashing: "GET\nhttps://example.org/list\n")

    private func problems(repairing: Bool) throws -> [StoreProblem] {
        try fixture.store().verify(checkingSums: true, repairing: repairing).problems
    }

    @Test("a store in use has nothing foreign and nothing open")
    func sound() throws {
        let store = fixture.store()
        try store.put("hello", for: key, head())
        try store.enforceCapacity(1 << 20, sparing: nil)
        try store.record([(.hits, 1)], host: "example.org")
        let lock = try store.lead(key)
        let writer = try store.beginEntry(for: key)
        #expect(try problems(repairing: false) == [])
        withExtendedLifetime((lock, writer)) {}
    }

    @Test("foreign files are reported and stay", arguments: ["", "/responses", "/responses/18"])
    func foreign(_ place: String) throws {
        try fixture.store().put("hello", for: key, head())
        let path = fixture.cache + place + "/notes.data"
        StoreFixture.write([0x41], to: path)
        let expected = [StoreProblem(kind: .foreignFile, path: path)]
        #expect(try problems(repairing: true) == expected)
        #expect(try problems(repairing: false) == expected)
        #expect(StoreFixture.contents(path) == [0x41])
    }

    @Test("an entry in another shard's directory is foreign there")
    func otherShard() throws {
        let store = fixture.store()
        try store.put("hello", for: key, head())
        let place = store.layout.shardDirectory("00")
        mkdir(place, 0o700)
        let path = place + "/" + key.hex + ".meta"
        rename(store.layout.meta(EntryName(key: key)), path)
        #expect(
            try problems(repairing: false).contains(StoreProblem(kind: .foreignFile, path: path))
        )
    }

    @Test("what others may read is reported, and closed by repairing")
    func openToOthers() throws {
        let store = fixture.store()
        try store.put("hello", for: key, head())
        let data = store.layout.data(EntryName(key: key))
        chmod(data, 0o604)
        chmod(fixture.cache, 0o750)
        let expected: Set = [
            StoreProblem(kind: .openToOthers, path: data),
            StoreProblem(kind: .openToOthers, path: fixture.cache),
        ]
        #expect(try Set(problems(repairing: true)) == expected)
        #expect(try problems(repairing: false) == [])
        #expect(try store.storedResponses(for: key).map { try $0.text } == ["hello"])
    }
}
