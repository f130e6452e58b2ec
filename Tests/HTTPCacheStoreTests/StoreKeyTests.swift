import HTTPCacheRules
import Testing

@testable import HTTPCacheStore

@Suite("Names of entries")
struct StoreKeyTests {
    private let key = StoreKey(hashing: "GET\nhttps://example.org/\n")

    @Test("names read back from their files")
    func roundTrip() {
        for name in [EntryName(key: key), EntryName(key: key, variant: "0123456789abcdef")] {
            #expect(EntryName(fileStem: name.fileStem) == name)
        }
        #expect(StoreKey(hex: key.hex) == key)
    }

    @Test(
        "foreign names are no entries",
        arguments: ["", "-", ".new-1", "readme", "../../etc/passwd", "a/b"]
    )
    func foreign(_ stem: String) {
        #expect(EntryName(fileStem: stem) == nil)
        #expect(EntryName(fileStem: key.hex + stem + "x") == nil)
        #expect(EntryName(fileStem: key.hex + "-" + stem) == nil)
    }

    @Test("a suffix has sixteen digits in lower case")
    func suffix() {
        #expect(EntryName(fileStem: key.hex + "-0123456789abcde") == nil)
        #expect(EntryName(fileStem: key.hex + "-0123456789abcdef0") == nil)
        #expect(EntryName(fileStem: key.hex + "-0123456789ABCDEF") == nil)
        #expect(EntryName(fileStem: key.hex + "-0123456789abcdef-") == nil)
    }

    private func name(vary: [String], nominated: Fields) throws -> EntryName {
        let head = try head(Fields(vary.map { FieldLine("Vary", $0) }), nominated: nominated)
        return EntryName(key: key, of: head)
    }

    @Test("a response without Vary has no suffix")
    func withoutVary() throws {
        #expect(try name(vary: [], nominated: []).variant == nil)
        #expect(try name(vary: [""], nominated: []).variant == nil)
    }

    @Test("the suffix does not depend on order, case or repetition of names in Vary")
    func spelling() throws {
        let fields: Fields = [FieldLine("A", "1"), FieldLine("B", "2")]
        let name = try name(vary: ["A, B"], nominated: fields)
        #expect(name.variant?.utf8.count == 16)
        #expect(try self.name(vary: ["b", "a"], nominated: fields) == name)
        #expect(try self.name(vary: ["A,B,a"], nominated: fields) == name)
    }

    @Test("values, absent fields and empty fields have suffixes of their own")
    func values() throws {
        let names = [
            try name(vary: ["A"], nominated: [FieldLine("A", "1")]),
            try name(vary: ["A"], nominated: [FieldLine("A", "2")]),
            try name(vary: ["A"], nominated: [FieldLine("A", "")]),
            try name(vary: ["A"], nominated: []),
            try name(vary: ["A, B"], nominated: [FieldLine("A", "1")]),
        ]
        #expect(Set(names).count == names.count)
    }
}
