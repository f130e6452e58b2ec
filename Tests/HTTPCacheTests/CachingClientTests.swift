import Foundation
import HTTPCache
import TestSupport
import Testing

/// The library's client over a real origin and a real store.
@Suite("the caching client")
struct CachingClientTests {
    private let place = try? TemporaryDirectory()

    private func client() throws -> CachingClient<URLSessionOrigin> {
        let directory = URL(fileURLWithPath: try #require(place).path + "/cache")
        return CachingClient(
            origin: URLSessionOrigin(),
            cache: DiskHTTPResponseCache(directory: directory)
        )
    }

    @Test("a second request makes no network call")
    func secondRequest() async throws {
        let origin = try ScriptedOrigin { _ in
            Answer(fields: [("Cache-Control", "max-age=60")], body: "users")
        }
        defer { origin.stop() }
        let client = try client()
        let request = try RequestHead(url: origin.url("/users"))
        let first = try await client.respond(to: request)
        #expect(first.source == .network)
        #expect(try await first.bytes(upTo: 100) == Array("users".utf8))
        let second = try await client.respond(to: request)
        #expect(second.source == .cache)
        #expect(!second.isStale)
        var bytes: [UInt8] = []
        for try await piece in second.body { bytes += piece }
        #expect(bytes == Array("users".utf8))
        #expect(origin.requests.count == 1)
    }

    @Test("an expired response is validated, and a 304 keeps the content")
    func validated() async throws {
        let origin = try ScriptedOrigin { request in
            request.value(of: "If-None-Match") == "\"v1\""
                ? Answer(304, fields: [("ETag", "\"v1\"")])
                : Answer(
                    fields: [("Cache-Control", "max-age=1"), ("Age", "100"), ("ETag", "\"v1\"")],
                    body: "users"
                )
        }
        defer { origin.stop() }
        let client = try client()
        let request = try RequestHead(url: origin.url("/users"))
        _ = try await client.respond(to: request).bytes(upTo: 100)
        let answer = try await client.respond(to: request)
        #expect(answer.source == .cache)
        #expect(try await answer.bytes(upTo: 100) == Array("users".utf8))
        #expect(origin.requests.count == 2)
    }

    @Test("an unreachable origin is answered by the stale response, flagged as such")
    func offline() async throws {
        let origin = try ScriptedOrigin { _ in
            Answer(fields: [("Cache-Control", "max-age=1"), ("Age", "100")], body: "users")
        }
        let client = try client()
        let request = try RequestHead(url: origin.url("/users"))
        _ = try await client.respond(to: request).bytes(upTo: 100)
        origin.stop()
        let answer = try await client.respond(to: request)
        #expect(answer.source == .staleCache)
        #expect(answer.isStale)
        #expect(try await answer.bytes(upTo: 100) == Array("users".utf8))
    }

    @Test("two user keys never share, and no-store is never stored")
    func apart() async throws {
        let origin = try ScriptedOrigin { request in
            let directive = request.target == "/secret" ? "no-store" : "max-age=60"
            return Answer(fields: [("Cache-Control", directive)], body: "users")
        }
        defer { origin.stop() }
        let client = try client()
        let request = try RequestHead(url: origin.url("/users"))
        _ = try await client.respond(to: request, userKey: "a").bytes(upTo: 100)
        #expect(try await client.respond(to: request, userKey: "b").source == .network)
        #expect(try await client.respond(to: request, userKey: "a").source == .cache)
        let secret = try RequestHead(url: origin.url("/secret"))
        for policy in [CachePolicy.default, .cacheFirst(maxAge: 300), .custom(maxAge: 300)] {
            let answer = try await client.respond(to: secret, policy: policy)
            #expect(answer.source == .network)
            _ = try await answer.bytes(upTo: 100)
        }
    }
}
