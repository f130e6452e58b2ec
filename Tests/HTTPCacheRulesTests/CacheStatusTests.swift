import HTTPCacheRules
import Testing

@Suite struct CacheStatusTests {
    private static func status(_ change: (inout CacheStatus) -> Void) -> CacheStatus {
        var status = CacheStatus()
        change(&status)
        return status
    }

    static let rows: [Row<CacheStatus, String>] = [
        Row("nothing known", "RFC 9211 §2", CacheStatus(), "httpcache"),
        Row(
            "a hit",
            "RFC 9211 §2.1",
            status {
                $0.isHit = true; $0.timeToLive = 376
            },
            "httpcache; hit; ttl=376"
        ),
        Row(
            "stale",
            "RFC 9211 §2.4",
            status {
                $0.isHit = true; $0.timeToLive = -412
            },
            "httpcache; hit; ttl=-412"
        ),
        Row(
            "forwarded",
            "RFC 9211 §2.2",
            status {
                $0.forward = .uriMiss; $0.forwardStatus = 200; $0.isStored = true
            },
            "httpcache; fwd=uri-miss; fwd-status=200; stored"
        ),
        Row(
            "validated",
            "RFC 9211 §2.3",
            status {
                $0.forward = .stale; $0.forwardStatus = 304; $0.isCollapsed = true
            },
            "httpcache; fwd=stale; fwd-status=304; collapsed"
        ),
        Row(
            "hit and forwarded exclude each other",
            "RFC 9211 §2.2",
            status {
                $0.isHit = true; $0.forward = .stale
            },
            "httpcache; fwd=stale"
        ),
        Row("a key", "RFC 9211 §2.7", status { $0.key = "a\"b\\" }, #"httpcache; key="a\"b\\""#),
        Row(
            "a detail as token",
            "RFC 9211 §2.8",
            status { $0.detail = "origin-unreachable" },
            "httpcache; detail=origin-unreachable"
        ),
        Row(
            "a detail as string",
            "RFC 9211 §2.8",
            status { $0.detail = "no route" },
            "httpcache; detail=\"no route\""
        ),
    ]

    @Test(arguments: rows) func text(_ row: Row<CacheStatus, String>) {
        #expect(row.input.text == row.expected)
        #expect(StructuredField.list(row.input.text)?.count == 1)
    }

    @Test("the tokens of forwarding (RFC 9211 §2.2)") func tokens() {
        let reasons: [ForwardReason] = [
            .bypass, .method, .uriMiss, .varyMiss, .miss, .request, .stale, .partial,
        ]
        #expect(
            reasons.map(\.rawValue) == [
                "bypass", "method", "uri-miss", "vary-miss", "miss", "request", "stale", "partial",
            ]
        )
    }
}
