import HTTPCacheRules
@testable import HTTPCacheStore
import Testing

@Suite struct DiskStoreTests {
    let fixture = StoreFixture()
    let key = StoreKey(hashing: "GET https://example.org/list")

    @Test func aStoredResponseComesBackAsItWas() throws {
        let store = fixture.store()
        let stored = try head([FieldLine("ETag", "\"a\""), FieldLine("X-Name", "caf\u{E9}")])
        let metadata = try store.put("hello", for: key, stored)
        let found = try #require(try store.storedResponses(for: key).first)
        #expect(found.metadata == metadata)
        #expect(found.head == stored)
        #expect(found.name == EntryName(key: key))
        #expect(try found.text == "hello")
        #expect(try found.body.sha256() == metadata.sha256)
        #expect(metadata.sha256 == SHA256.digest(of: "hello"))
        #expect(metadata.size == 5)
    }

    @Test func aMissingDirectoryIsAnEmptyStoreAndStaysMissing() throws {
        let store = fixture.store()
        #expect(try store.storedResponses(for: key).isEmpty)
        #expect(try !store.remove(EntryName(key: key)))
        #expect(try store.removeAll(for: key) == 0)
        #expect(StoreFixture.tree(fixture.directory).isEmpty)
    }

    @Test func lookingUpCreatesNothing() throws {
        let store = fixture.store()
        try store.put("x", for: key, head())
        let before = StoreFixture.tree(fixture.cache).map(\.path)
        #expect(try store.storedResponses(for: StoreKey(hashing: "other")).isEmpty)
        #expect(try store.storedResponses(for: key).count == 1)
        #expect(StoreFixture.tree(fixture.cache).map(\.path) == before)
    }

    @Test func onlyTheOwnerMayReadOrWriteAnything() throws {
        let store = fixture.store()
        try store.put("x", for: key, head([FieldLine("Vary", "Accept")]))
        try store.record([(.hits, 1)], host: "example.org")
        let tree = StoreFixture.tree(fixture.directory)
        #expect(tree.contains { $0.path.hasSuffix("/CACHEDIR.TAG") })
        #expect(tree.contains { $0.path.hasSuffix("/manifest.json") })
        for (path, mode) in tree {
            #expect(mode & 0o777 == (mode & 0o170000 == 0o040000 ? 0o700 : 0o600), "\(path)")
        }
    }

    @Test func aNewerFormatIsRefusedAndNotTouched() throws {
        let store = fixture.store()
        try store.put("x", for: key, head())
        StoreFixture.write(Array("{\"version\": 2}".utf8), to: store.layout.manifest)
        for attempt in [
            { _ = try store.storedResponses(for: key) }, { _ = try store.beginEntry(for: key) },
        ] {
            let error = #expect(throws: StoreError.self) { try attempt() }
            #expect(error?.description.contains("format 2") == true)
        }
        #expect(StoreFixture.contents(store.layout.data(EntryName(key: key))) == [0x78])
    }

    @Test func aReaderKeepsItsBodyWhenTheEntryIsReplacedAndRemoved() throws {
        let store = fixture.store()
        try store.put("old", for: key, head())
        let old = try #require(try store.storedResponses(for: key).first)
        try store.put("newer", for: key, head())
        #expect(try store.storedResponses(for: key).map { try $0.text } == ["newer"])
        #expect(try store.remove(EntryName(key: key)))
        #expect(try old.text == "old")
        #expect(try store.storedResponses(for: key).isEmpty)
    }

    @Test func aDiscardedBodyLeavesNothing() throws {
        let store = fixture.store()
        var writer: EntryWriter? = try store.beginEntry(for: key)
        try writer?.write("abc")
        writer = nil
        let other = try store.beginEntry(for: key)
        other.discard()
        #expect(throws: StoreError.self) { try other.write("x") }
        #expect(throws: StoreError.self) { try other.commit(head(), completeness: .complete) }
        #expect(
            StoreFixture.names(in: store.layout.shardDirectory(StoreLayout.shard(of: key))).isEmpty
        )
        #expect(writer == nil)
    }

    @Test func freshenKeepsTheBodyAndReplacesTheHead() throws {
        let store = fixture.store()
        try store.put("body", for: key, head([FieldLine("Age", "1")]))
        let found = try #require(try store.storedResponses(for: key).first)
        let fresher = try head([FieldLine("Age", "2")])
        #expect(try store.freshen(found, with: fresher))
        let again = try #require(try store.storedResponses(for: key).first)
        #expect(again.head == fresher)
        #expect(again.metadata.sha256 == found.metadata.sha256)
        #expect(try again.text == "body")
    }

    @Test func freshenLeavesAnotherBodyAlone() throws {
        let store = fixture.store()
        try store.put("body", for: key, head())
        let found = try #require(try store.storedResponses(for: key).first)
        try store.put("next", for: key, head(status: 203))
        #expect(try !store.freshen(found, with: head(status: 299)))
        #expect(try store.storedResponses(for: key).first?.head.response.status == 203)
        try store.removeAll(for: key)
        #expect(try !store.freshen(found, with: head(status: 299)))
        #expect(try store.storedResponses(for: key).isEmpty)
    }

    @Test func aHeadThatCannotBeStoredIsRefusedAsAWhole() throws {
        let store = fixture.store()
        let long = String(repeating: "x", count: 1 << 20)
        #expect(throws: StoreError.self) {
            try store.put("x", for: key, head([FieldLine("X-Long", long)]))
        }
        #expect(
            StoreFixture.names(in: store.layout.shardDirectory(StoreLayout.shard(of: key))).isEmpty
        )
    }
}
