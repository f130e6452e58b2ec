import HTTPCacheRules
import Testing

@testable import HTTPCacheStore

@Suite("The text of a .meta file")
struct MetadataCodecTests {
    /// A description that uses everything the grammar has.
    static func sample() -> EntryMetadata {
        let parsed = TargetURI.parse("https://example.org:8443/list?a=%20&b")
        guard case .success(let uri) = parsed else { preconditionFailure("a fixed URI") }
        let response = ResponseHead(
            version: "HTTP/1.1",
            status: 200,
            reason: "OK",
            fields: [
                FieldLine("Vary", "Accept, X-Empty"), FieldLine("etag", "\"a\""),
                FieldLine("ETag", ""), FieldLine("X-Latin", "caf\u{E9}"),
            ]
        )
        return EntryMetadata(
            head: StoredHead(
                method: "GET",
                target: uri.target,
                nominatedFields: [FieldLine("Accept", "text/html"), FieldLine("X-Empty", "")],
                response: response,
                requestTime: Timestamp(secondsSinceEpoch: 1_767_225_600),
                responseTime: Timestamp(secondsSinceEpoch: 1_767_225_601)
            ),
            size: 5,
            sha256: SHA256.digest(of: "hello"),
            storedAt: Timestamp(secondsSinceEpoch: 1_767_225_602),
            completeness: .complete,
            userKey: "nächtlich",
            partition: "user:nächtlich"
        )
    }

    static let text = """
        httpcache 1
        url: https://example.org/
        method: GET
        request-time: 1
        response-time: 2
        stored-at: 3
        size: 5
        sha256: 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
        completeness: complete

        HTTP/1.1 200 OK
        Content-Length: 5


        """

    static func decode(_ text: String) -> EntryMetadata? {
        MetadataCodec.decode(Array(text.utf8))
    }

    @Test("what is written reads back the same")
    func roundTrip() throws {
        var metadata = Self.sample()
        for completeness: Completeness in [
            .complete, .untilClose, .partial(0..<5, completeLength: 10),
            .partial(7..<8, completeLength: nil),
        ] {
            metadata.completeness = completeness
            let bytes = try #require(MetadataCodec.encode(metadata))
            #expect(MetadataCodec.decode(bytes) == metadata)
        }
    }

    @Test("the example in the documentation is read")
    func example() throws {
        let metadata = try #require(Self.decode(Self.text))
        #expect(metadata.size == 5)
        #expect(metadata.head.response.status == 200)
        #expect(metadata.head.response.fields["content-length"] == "5")
        #expect(metadata.head.requestTime == Timestamp(secondsSinceEpoch: 1))
        #expect(metadata.userKey == nil)
    }

    @Test("a head of each odd but allowed form reads back")
    func oddHeads() throws {
        var metadata = Self.sample()
        for (version, status, reason) in [
            ("HTTP/1.1", 200, ""), ("HTTP/1.0", 404, "Not  Found "), ("HTTP/2", 999, "\u{E9}"),
        ] {
            metadata.head.response.version = version
            metadata.head.response.status = status
            metadata.head.response.reason = reason
            let bytes = try #require(MetadataCodec.encode(metadata))
            #expect(MetadataCodec.decode(bytes) == metadata)
        }
    }

    @Test("no value can add a line of its own")
    func lineEndsInValues() throws {
        var metadata = Self.sample()
        metadata.userKey = "a\nsize: 0"
        metadata.head.response.fields.lines.append(FieldLine("X", "a\r\n\r\nInjected: yes\u{0}"))
        metadata.head.nominatedFields.lines.append(FieldLine("X-Two", "a\nb"))
        metadata.head.response.reason = "OK\nX: y"
        let bytes = try #require(MetadataCodec.encode(metadata))
        let read = try #require(MetadataCodec.decode(bytes))
        #expect(read.size == 5)
        #expect(read.head.response.fields["Injected"] == nil)
        #expect(read.head.response.fields["X"] == "a    Injected: yes ")
    }

    @Test("a head larger than the bound is not written")
    func tooLarge() {
        var metadata = Self.sample()
        metadata.head.response.fields.lines.append(
            FieldLine("X", String(repeating: "a", count: MetadataCodec.sizeBound))
        )
        #expect(MetadataCodec.encode(metadata) == nil)
    }
}

// MARK: - Junk

extension MetadataCodecTests {
    struct Junk: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]

        var testDescription: String { name }

        init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

        init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }

        init(_ name: String, replacing old: String, by new: String) {
            let text = MetadataCodecTests.text
            let place = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
            self.init(name, place.joined(separator: new))
        }
    }

    static let junk: [Junk] = [
        Junk("empty", ""),
        Junk("one line end", "\n"),
        Junk("all zero bytes, as after a power failure", [UInt8](repeating: 0, count: 4096)),
        Junk("binary", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 197) }),
        Junk("somebody else's text", "{\"url\": \"https://example.org/\"}\n"),
        Junk("a newer format", replacing: "httpcache 1", by: "httpcache 2"),
        Junk("more digits in the format", replacing: "httpcache 1", by: "httpcache 11"),
        Junk("larger than the bound", [UInt8](repeating: 0x61, count: MetadataCodec.sizeBound + 1)),
        Junk("a NUL in a value", replacing: "OK", by: "O\0K"),
        Junk("lines that end with CR LF", replacing: "GET", by: "GET\r"),
        Junk("no URL", replacing: "url: https://example.org/\n", by: ""),
        Junk("a URL that is none", replacing: "https://example.org/", by: "ftp://example.org/"),
        Junk("no method", replacing: "method: GET\n", by: ""),
        Junk("an empty method", replacing: "method: GET", by: "method: "),
        Junk("a property twice", replacing: "size: 5\n", by: "size: 5\nsize: 5\n"),
        Junk("a negative size", replacing: "size: 5", by: "size: -5"),
        Junk("a size beyond 64 bits", replacing: "size: 5", by: "size: 9223372036854775808"),
        Junk("a size that is no number", replacing: "size: 5", by: "size: 5 "),
        Junk("no size", replacing: "size: 5\n", by: ""),
        Junk("no time", replacing: "stored-at: 3\n", by: ""),
        Junk(
            "a time beyond 64 bits",
            replacing: "stored-at: 3",
            by: "stored-at: 99999999999999999999"
        ),
        Junk("a sum with a digit missing", replacing: "9824", by: "982"),
        Junk("a sum in upper case", replacing: "2cf24dba", by: "2CF24DBA"),
        Junk("an unknown completeness", replacing: ": complete", by: ": whole"),
        Junk("an empty range", replacing: ": complete", by: ": partial 5-4/10"),
        Junk("a range past the length", replacing: ": complete", by: ": partial 0-10/10"),
        Junk("a range with a sign", replacing: ": complete", by: ": partial 0-+4/10"),
        Junk(
            "a range to the last number",
            replacing: ": complete",
            by: ": partial 0-9223372036854775807/*"
        ),
        Junk("a line without a colon", replacing: "method", by: "word\nmethod"),
        Junk("a nominated field without a name", replacing: "method", by: "> : a\nmethod"),
        Junk("no empty line before the head", replacing: "\n\nHTTP", by: "\nHTTP"),
        Junk("a status of two digits", replacing: " 200 ", by: " 20 "),
        Junk("a status of four digits", replacing: " 200 ", by: " 2000 "),
        Junk("a status below 100", replacing: " 200 ", by: " 099 "),
        Junk("a response field without a name", replacing: "Content-Length", by: ""),
        Junk("something after the end", text + "x"),
        Junk("another file after the end", text + text),
    ]

    @Test("anything else is no description", arguments: junk)
    func refuses(_ junk: Junk) {
        #expect(MetadataCodec.decode(junk.bytes) == nil)
    }

    @Test("no shortened description is read")
    func truncated() throws {
        let bytes = try #require(MetadataCodec.encode(Self.sample()))
        for count in 0..<bytes.count {
            #expect(MetadataCodec.decode(Array(bytes.prefix(count))) == nil, "\(count) bytes")
        }
    }

    @Test("no single changed byte makes the decoder trap")
    func changedBytes() throws {
        let bytes = try #require(MetadataCodec.encode(Self.sample()))
        for place in bytes.indices {
            for value: UInt8 in [0, 0x0A, 0x20, 0x2D, 0x39, 0x3A, 0x80, 0xFF] {
                var changed = bytes
                changed[place] = value
                _ = MetadataCodec.decode(changed)
            }
        }
    }

    @Test("unknown properties are passed over")
    func unknownProperty() {
        let text = Self.text.split(separator: "method", maxSplits: 1)
            .joined(separator: "colour: blue\nmethod")
        #expect(Self.decode(text) != nil)
    }
}
