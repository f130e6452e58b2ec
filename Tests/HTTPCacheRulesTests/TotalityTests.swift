import HTTPCacheRules
import Testing

/// Whatever comes over the wire: no rule throws, traps or disagrees with itself.
@Suite struct TotalityTests {
    /// A repeatable stream of numbers.
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let pieces = [
        "max-age=", "no-cache", "no-store", "\"", "\\", ",", ";", "=", "-", "*", "W/", "bytes ",
        "bytes=", "0", "1", "9223372036854775807", "9223372036854775808", "4611686018427387904",
        "99999999999999999999", "/", "//", ":", "?", "#", "%", "%zz", "%2e", "..", "@", "[", "]",
        "http://", "a", "B", "é", "\u{FF}", "\0", "\r\n", "\n", " ", "\t", "HTTP/1.1 200 OK\r\n",
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94", "Nov  6", "(", ")", "?1", "q=0.5",
        "xn--", "\u{10FFFF}", "stale-while-revalidate=", "must-understand", "private=\"a\"",
    ]

    private static let names: [FieldName] = [
        "Cache-Control", "Age", "Date", "Expires", "ETag", "Last-Modified", "Vary", "Range",
        "Content-Range", "If-Range", "If-None-Match", "If-Modified-Since", "Content-Length",
        "Connection", "Location", "Pragma", "CDN-Cache-Control", "No-Vary-Search", "Cache-Groups",
        "Accept-Language", "Content-Language", "Authorization", "Cookie", "a",
    ]

    private static let statusCodes = [100, 199, 200, 203, 206, 301, 304, 404, 416, 500, 599, 999]

    private static func text(_ numbers: inout Numbers) -> String {
        (0..<Int.random(in: 0...7, using: &numbers)).reduce(into: "") { text, _ in
            text += pieces.randomElement(using: &numbers) ?? ""
        }
    }

    private static func fields(_ numbers: inout Numbers) -> Fields {
        var fields = Fields()
        for _ in 0..<Int.random(in: 0...6, using: &numbers) {
            fields.append(names.randomElement(using: &numbers) ?? "a", text(&numbers))
        }
        return fields
    }

    private static func moment(_ numbers: inout Numbers) -> Timestamp {
        let moments: [Int64] = [
            .min, -1, 0, now.secondsSinceEpoch, now.secondsSinceEpoch + 9, .max,
        ]
        return Timestamp(secondsSinceEpoch: moments.randomElement(using: &numbers) ?? 0)
    }

    @Test(arguments: 0..<20) func parsers(_ seed: UInt64) {
        var numbers = Numbers(state: seed)
        for _ in 0..<500 {
            let text = Self.text(&numbers)
            let directives = CacheControlDirectives.parse(text)
            _ = (directives.maxAge, directives.maxStale, directives.qualifiedFields("private"))
            #expect(
                CacheControlDirectives.parse(directives.description).maxAge == directives.maxAge
            )
            if let date = HTTPDate.parse(text, now: now) {
                #expect(HTTPDate.parse(HTTPDate.format(date), now: now) == date)
            }
            if let head = parseResponseHead(Array(text.utf8)) {
                #expect(parseResponseHead(head.headBytes) == head)
            }
            _ = EntityTag.list(text)
            _ = (StructuredField.list(text), StructuredField.dictionary(text))
            _ = ByteRange.parse(text)?.resolved(against: 10)
            if let range = ContentRange.parse(text) {
                #expect(ContentRange.parse(range.text) == range)
            }
            if case .success(let parsed) = TargetURI.parse(text) {
                // A normalised URI is its own normal form.
                let again = try? TargetURI.parse(parsed.target.description).get().target
                #expect(again == parsed.target)
            }
            _ = uri("http://a.test/b/c?d#e").resolve(text)
        }
    }

    @Test(arguments: 0..<20) func rules(_ seed: UInt64) {
        var numbers = Numbers(state: seed ^ 0xFFFF)
        let policies: [CachePolicy] = [
            .default, .forceCache, .cacheFirst(maxAge: 5), .custom(maxAge: .max), .cacheOnly,
            .cacheThenNetwork,
        ]
        for _ in 0..<300 {
            var settings = CacheSettings(kind: Bool.random(using: &numbers) ? .shared : .private)
            settings.policy = policies.randomElement(using: &numbers) ?? .default
            settings.storesPartialResponses = true
            let heads = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
                Self.stored(&numbers)
            }
            let presented = RequestHead(
                method: ["GET", "HEAD", "POST", "QUERY"].randomElement(using: &numbers) ?? "GET",
                target: uri("http://a.test/"),
                fields: Self.fields(&numbers)
            )
            let received = Self.stored(&numbers).response
            Self.exercise(heads, presented, received, settings, at: Self.moment(&numbers))
        }
    }

    private static func stored(_ numbers: inout Numbers) -> StoredHead {
        StoredHead(
            target: uri("http://a.test/"),
            nominatedFields: fields(&numbers),
            response: ResponseHead(
                status: statusCodes.randomElement(using: &numbers) ?? 200,
                fields: fields(&numbers)
            ),
            requestTime: moment(&numbers),
            responseTime: moment(&numbers)
        )
    }

    private static func exercise(
        _ heads: [StoredHead],
        _ presented: RequestHead,
        _ received: ResponseHead,
        _ settings: CacheSettings,
        at moment: Timestamp
    ) {
        let decision = reuseDecision(for: presented, among: heads, under: settings, at: moment)
        #expect(decision.grounds.allSatisfy { !$0.text.isEmpty })
        if case .reuse(let index, _) = decision.outcome {
            let selected = representation(of: heads[index], bodyLength: 7, for: presented)
            #expect(selected.range.map { (0..<7).contains($0) || $0.isEmpty } ?? true)
        }
        _ = substitute(
            for: .unreachable,
            answering: presented,
            among: heads,
            under: settings,
            at: moment
        )
        _ = notModifiedOutcome(among: heads, with: received, answering: presented)
        _ = invalidatedTargets(request: presented, response: received)
        _ = invalidatedGroups(request: presented, response: received)
        _ = redirection(from: received, answering: presented)
        _ = NoVarySearch(of: received)?.normalized("a=%zz&b")
        for head in heads {
            _ = storability(of: received, to: presented, under: settings, replacing: head)
            _ = headOutcome(for: head, bodyLength: .max, given: received)
            _ = freshen(
                head,
                with: received,
                under: settings,
                requestTime: moment,
                responseTime: moment
            )
            for length in [Int64.min, 0, 7, .max] {
                _ = representation(of: head, bodyLength: length, for: presented)
                _ = combination(
                    of: head,
                    storedLength: length,
                    with: received,
                    under: settings,
                    requestTime: moment,
                    responseTime: moment
                )
            }
        }
    }
}
