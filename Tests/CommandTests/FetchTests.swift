import Foundation
import TestSupport
import Testing

private let nginxIsMissing = Comment("nginx is not installed: apt-get install nginx")

/// `httpcache fetch` against a real server; its access log tells what reached it.
@Suite("fetch against nginx", .enabled(if: NginxServer.isInstalled, nginxIsMissing))
struct FetchTests {
    private static let locations = """
        location /fresh/ { alias FILES/; add_header Cache-Control "max-age=3600"; }
        location /no-cache/ { alias FILES/; add_header Cache-Control "no-cache"; }
        """

    private func server(
        _ more: String = "",
        tls: CertificateAuthority? = nil
    ) async throws
        -> NginxServer
    {
        let server = try await NginxServer(Self.locations + more, tls: tls)
        try server.write("the content\n", to: "a.txt")
        return server
    }

    @Test("a second fetch of a fresh response is a hit that asks nobody")
    func missThenHit() async throws {
        let server = try await server()
        defer { server.stop() }
        let command = try BuiltCommand()
        for _ in 1...2 {
            let result = try await command.fetch(server.url("/fresh/a.txt"))
            #expect(result.status == .exited(0))
            #expect(result.output == "the content\n")
            #expect(result.errorOutput == "")
        }
        #expect(try await server.log() == ["GET /fresh/a.txt 200 - -"])
        let statistics = try await command.statistics()
        #expect(statistics["hits"] == 1)
        #expect(statistics["misses"] == 1)
        #expect(statistics["entries"] == 1)
    }

    @Test("a response with no-cache is validated, and 304 brings the stored content")
    func validation() async throws {
        let server = try await server()
        defer { server.stop() }
        let command = try BuiltCommand()
        _ = try await command.fetch(server.url("/no-cache/a.txt"))
        let second = try await command.fetch("-i", server.url("/no-cache/a.txt"))
        #expect(second.output.hasPrefix("HTTP/1.1 200 "))
        #expect(second.output.hasSuffix("\r\n\r\nthe content\n"))
        let log = try await server.log()
        try #require(log.count == 2)
        #expect(log[0] == "GET /no-cache/a.txt 200 - -")
        #expect(log[1].hasPrefix(#"GET /no-cache/a.txt 304 \x22"#))
        #expect(try await command.statistics()["validations"] == 1)
    }

    @Test("HEAD prints the head alone, and is answered from a stored GET")
    func head() async throws {
        let server = try await server()
        defer { server.stop() }
        let command = try BuiltCommand()
        let url = server.url("/fresh/a.txt")
        let first = try await command.fetch("-I", url)
        #expect(first.status == .exited(0))
        #expect(first.output.hasPrefix("HTTP/1.1 200 "))
        #expect(first.output.contains("Content-Length: 12\r\n"))
        #expect(first.output.hasSuffix("\r\n\r\n"))
        #expect(try await command.fetch(url).output == "the content\n")
        let third = try await command.fetch("-I", url)
        #expect(third.output.hasPrefix("HTTP/1.1 200 "))
        #expect(third.output.hasSuffix("\r\n\r\n"))
        let expected = ["HEAD /fresh/a.txt 200 - -", "GET /fresh/a.txt 200 - -"]
        #expect(try await server.log() == expected)
    }

    @Test("404 is an answer, and an error only with --fail")
    func notFound() async throws {
        let server = try await server()
        defer { server.stop() }
        let command = try BuiltCommand()
        let url = server.url("/fresh/missing")
        let plain = try await command.fetch("-i", url)
        #expect(plain.status == .exited(0))
        #expect(plain.output.hasPrefix("HTTP/1.1 404 "))
        #expect(plain.output.contains("404 Not Found"))
        let failing = try await command.fetch("-f", url)
        #expect(failing.status == .exited(22))
        #expect(failing.output == "")
        #expect(failing.complaints.count == 1)
    }

    @Test("a redirect to another origin is followed without the credentials")
    func redirectAcrossOrigins() async throws {
        let target = try await server()
        defer { target.stop() }
        let source = try await server(
            "location /away { return 302 \(target.url("/fresh/a.txt")); }"
                + "location /near { return 302 /fresh/a.txt; }"
        )
        defer { source.stop() }
        let secret = ["-H", "Authorization: Bearer secret"]
        for (path, log) in [
            ("/away", ["GET /fresh/a.txt 200 - -"]),
            ("/near", []),
        ] {
            let command = try BuiltCommand()
            let arguments = ["fetch", "-sS", "-L"] + secret + [source.url(path)]
            let result = try await command.run(arguments)
            #expect(result.status == .exited(0))
            #expect(result.output == "the content\n")
            if !log.isEmpty { #expect(try await target.log() == log) }
        }
        let expected = [
            "GET /away 302 - Bearer secret", "GET /near 302 - Bearer secret",
            "GET /fresh/a.txt 200 - Bearer secret",
        ]
        #expect(try await source.log() == expected)
    }

    @Test("a redirect is not followed unasked")
    func redirectNotFollowed() async throws {
        let server = try await server("location /near { return 302 /fresh/a.txt; }")
        defer { server.stop() }
        let result = try await BuiltCommand().fetch("-i", server.url("/near"))
        #expect(result.output.hasPrefix("HTTP/1.1 302 "))
        #expect(try await server.log().count == 1)
    }

    @Test("TLS trusts the authority that --cacert names, and nobody else")
    func certificateAuthority() async throws {
        let authority = try await CertificateAuthority()
        let server = try await server(tls: authority)
        defer { server.stop() }
        let url = server.secureURL("/fresh/a.txt")
        let distrusting = try await BuiltCommand().fetch(url)
        #expect(distrusting.status == .exited(60))
        #expect(distrusting.output == "")
        #expect(distrusting.complaints.count == 1)
        #expect(try await BuiltCommand().fetch("-k", url).output == "the content\n")
        let command = try BuiltCommand()
        for _ in 1...2 {
            let result = try await command.fetch("--cacert", authority.certificate, url)
            #expect(result.status == .exited(0))
            #expect(result.output == "the content\n")
        }
        #expect(try await server.log().count == 2)
    }

    @Test("an output file appears whole or not at all")
    func outputFile() async throws {
        let server = try await server()
        defer { server.stop() }
        let command = try BuiltCommand()
        let path = try command.place.write("before", to: "work/out")
        let missing = try await command.fetch("-f", "-o", path, server.url("/fresh/missing"))
        #expect(missing.status == .exited(22))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
        for _ in 1...2 {
            _ = try await command.fetch("-o", path, server.url("/fresh/a.txt"))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "the content\n")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: command.workDirectory)
        #expect(left == ["out"])
    }
}
