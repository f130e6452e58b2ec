import HTTPCacheRules
@testable import HTTPCacheStore
import Testing

@Suite struct VariantTests {
    let fixture = StoreFixture()
    let key = StoreKey(hashing: "k")

    func variant(_ value: String?, _ vary: String = "Accept") throws -> StoredHead {
        try head(
            [FieldLine("Vary", vary)],
            nominated: value.map { [FieldLine("Accept", $0)] } ?? []
        )
    }

    @Test func variantsLieSideBySide() throws {
        let store = fixture.store()
        try store.put("html", for: key, variant("text/html"))
        try store.put("json", for: key, variant("application/json"))
        try store.put("none", for: key, variant(nil))
        try store.put("json2", for: key, variant("application/json", "accept"))
        try store.put("plain", for: key, head())
        let found = try store.storedResponses(for: key)
        #expect(try found.map { try $0.text }.sorted() == ["html", "json2", "none", "plain"])
        #expect(Set(found.map(\.name)).count == 4)
    }

    @Test func removingOneVariantKeepsTheOthers() throws {
        let store = fixture.store()
        try store.put("a", for: key, variant("a"))
        try store.put("b", for: key, variant("b"))
        let name = EntryName(key: key, of: try variant("a"))
        #expect(try store.remove(name))
        #expect(try store.storedResponses(for: key).map { try $0.text } == ["b"])
        #expect(try store.storedResponse(named: name) == nil)
        #expect(try store.removeAll(for: key) == 1)
        #expect(
            StoreFixture.names(in: store.layout.shardDirectory(StoreLayout.shard(of: key))).isEmpty
        )
    }

    @Test func atMostThirtyTwoVariantsAreKept() throws {
        let store = fixture.store()
        for number in 0..<35 { try store.put("\(number)", for: key, variant("type/\(number)")) }
        let found = try store.storedResponses(for: key)
        #expect(found.count == 32)
        let texts = Set(try found.map { try $0.text })
        #expect(texts == Set((3..<35).map(String.init)))
        let files = StoreFixture.names(in: store.layout.shardDirectory(StoreLayout.shard(of: key)))
        #expect(files.count == 65)
    }

    @Test func anEmptyFieldIsNotAnAbsentOne() throws {
        #expect(
            EntryName(key: key, of: try variant("")) != EntryName(key: key, of: try variant(nil))
        )
        #expect(EntryName(key: key, of: try head([FieldLine("Vary", " , ")])).variant == nil)
    }

    @Test func namesAreReadBack() throws {
        let hex = StoreKey(hashing: "k").hex
        #expect(EntryName(fileStem: hex) == EntryName(key: key))
        #expect(EntryName(fileStem: hex + "-0123456789abcdef")?.variant == "0123456789abcdef")
        for junk in [
            "", "-", hex + "-", hex + "-0", hex.uppercased(), hex + "0", hex + "-0123456789abcdef-",
            String(hex.dropLast()),
        ] {
            #expect(EntryName(fileStem: junk) == nil, "\(junk)")
        }
    }
}
