import HTTPCacheRules
import Testing

@Suite struct FieldStorageTests {
    @Test(
        "fields of one connection are not stored (RFC 9111 §3.1)",
        arguments: [
            "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding",
            "Upgrade", "Proxy-Authenticate", "proxy-authorization", "Proxy-Authentication-Info",
            "Set-Cookie",
        ]
    )
    func notStored(_ name: String) {
        let head = ResponseHead(status: 200, fields: fields(["\(name): x", "A: b"]))
        #expect(storedFields(of: head, under: settings()) == fields(["A: b"]))
    }

    @Test(
        "everything else is stored, byte for byte (RFC 9111 §3.1)",
        arguments: [
            "Test-Header", "Content-Foo", "Cache-Control", "Content-Length", "Content-Range",
            "Content-Encoding", "Content-Type", "Clear-Site-Data", "ETag", "Public-Key-Pins",
            "Set-Cookie2", "X-Frame-Options", "Cache-Status", "Age",
        ]
    )
    func kept(_ name: String) {
        let lines = fields(["\(name): x \u{E9}", "\(name): y"])
        #expect(
            storedFields(of: ResponseHead(status: 200, fields: lines), under: settings()) == lines
        )
    }

    @Test("fields that Connection names (RFC 9111 §3.1)") func connection() {
        let head = response(200, "Connection: a, close", "Connection: B", "A: 1", "b: 2", "C: 3")
        #expect(storedFields(of: head, under: settings()) == fields(["C: 3"]))
    }

    @Test("Connection cannot make a response fresher (RFC 9110 §7.6.1)") func restricting() {
        let head = response(
            200,
            "Connection: Cache-Control, Vary",
            "Cache-Control: no-cache",
            "Vary: A"
        )
        #expect(
            storedFields(of: head, under: settings())
                == fields(["Cache-Control: no-cache", "Vary: A"])
        )
    }

    @Test("private=\"…\" in a shared cache (RFC 9111 §5.2.2.7)") func qualifiedPrivate() {
        let head = response(200, "Cache-Control: private=\"A, b\"", "A: 1", "B: 2", "C: 3")
        #expect(storedFields(of: head, under: settings()) == head.fields)
        #expect(
            storedFields(of: head, under: settings { $0.kind = .shared }).lines.map(\.name)
                == ["Cache-Control", "C"]
        )
    }

    @Test("no-cache=\"…\" keeps the fields from being reused (RFC 9111 §5.2.2.4)")
    func qualifiedNoCache() {
        let head = response(200, "Cache-Control: no-cache=\"A, b\"", "A: 1", "B: 2", "C: 3")
        #expect(storedFields(of: head, under: settings()) == head.fields)
        #expect(reusableFields(of: head).lines.map(\.name) == ["Cache-Control", "C"])
    }

    @Test("Set-Cookie where it is wanted (RFC 9111 §7.3)") func setCookie() {
        let head = response(200, "Set-Cookie: a=b", "Set-Cookie: c=d")
        #expect(storedFields(of: head, under: settings { $0.keepsSetCookie = true }) == head.fields)
    }

    /// What is stored, what the 304 carries.
    struct Update: Sendable {
        var stored: [String]
        var fresh: [String]
    }

    private static let section = "RFC 9111 §3.2"

    static let updates: [Row<Update, [String]>] = [
        Row(
            "a new value",
            section,
            Update(stored: ["A: 1", "B: 2"], fresh: ["a: 3"]),
            ["a: 3", "B: 2"]
        ),
        Row("an omitted field", section, Update(stored: ["A: 1"], fresh: []), ["A: 1"]),
        Row("a field more", section, Update(stored: ["A: 1"], fresh: ["B: 2"]), ["A: 1", "B: 2"]),
        Row(
            "one line for two",
            section,
            Update(stored: ["A: 1", "A: 2"], fresh: ["A: 3"]),
            ["A: 3"]
        ),
        Row(
            "two lines for one",
            section,
            Update(stored: ["A: 1"], fresh: ["A: 2", "A: 3"]),
            ["A: 2", "A: 3"]
        ),
        Row(
            "Content-Length 0",
            section,
            Update(stored: ["Content-Length: 9"], fresh: ["Content-Length: 0"]),
            ["Content-Length: 9"]
        ),
        Row(
            "Content-Encoding",
            section,
            Update(stored: ["Content-Encoding: gzip"], fresh: ["Content-Encoding: br"]),
            ["Content-Encoding: gzip"]
        ),
        Row(
            "Content-Type",
            section,
            Update(stored: ["Content-Type: a/b"], fresh: ["Content-Type: text/html"]),
            ["Content-Type: a/b"]
        ),
        Row(
            "Content-Range",
            section,
            Update(stored: [], fresh: ["Content-Range: bytes 0-1/2"]),
            []
        ),
        Row(
            "another Content- field",
            section,
            Update(stored: ["Content-Foo: 1"], fresh: ["Content-Foo: 2"]),
            ["Content-Foo: 2"]
        ),
        Row(
            "Cache-Control",
            section,
            Update(stored: ["Cache-Control: max-age=1"], fresh: ["Cache-Control: max-age=9"]),
            ["Cache-Control: max-age=9"]
        ),
        Row(
            "fields of the connection",
            "RFC 9111 §3.1",
            Update(stored: ["A: 1"], fresh: ["Connection: a", "A: 2", "Upgrade: x"]),
            ["A: 1"]
        ),
        Row(
            "the old Age",
            "RFC 9111 §4.2.3",
            Update(stored: ["Age: 9"], fresh: ["A: 1"]),
            ["A: 1"]
        ),
        Row(
            "a new Age",
            "RFC 9111 §4.2.3",
            Update(stored: ["Age: 9"], fresh: ["Age: 1"]),
            ["Age: 1"]
        ),
    ]

    @Test(arguments: updates) func update(_ row: Row<Update, [String]>) {
        let fresh = ResponseHead(status: 304, fields: fields(row.input.fresh))
        let updated = updatedFields(
            of: fields(row.input.stored),
            with: fresh,
            under: settings()
        )
        #expect(updated == fields(row.expected))
    }
}
