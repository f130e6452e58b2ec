import Foundation
import HTTPCache
import HTTPCacheEngine
import HTTPCacheRules
import Testing

@Suite("Connections", .timeLimit(.minutes(1)))
struct ConnectionTests {
    private let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"

    private func request(_ target: TargetURI) -> OutgoingRequest {
        OutgoingRequest(head: RequestHead(target: target))
    }

    @Test("The tap is in use, and libcurl's own calls are not taken for URLSession's")
    func isExact() {
        #expect(URLSessionOrigin.isExact)
    }

    @Test("An IPv6 literal")
    func ipv6() async throws {
        let server = RawOrigin(isIPv6: true, [.request, .send(Array(answer.utf8))])
        defer { server.stop() }
        let fetched = try await URLSessionOrigin().fetch(.local(server.port, host: "[::1]"))
        #expect(fetched.text == "hi")
        #expect(fetched.report.peerAddress == "::1")
        #expect(server.requests.first?.contains("\r\nHost: [::1]:\(server.port)\r\n") == true)
    }

    @Test("A short form of an IPv4 address")
    func shortIPv4() async throws {
        let server = RawOrigin(answer: answer)
        defer { server.stop() }
        #expect(try await URLSessionOrigin().fetch(.local(server.port, host: "127.1")).text == "hi")
    }

    @Test("A refused connection is failure 7")
    func refused() async throws {
        let failure = await URLSessionOrigin().failure(request(.local(1)))
        #expect(failure?.curlCode == 7)
        #expect(failure?.message.hasPrefix("Failed to connect to 127.0.0.1 port 1") == true)
    }

    @Test("An unknown host is failure 6")
    func unknownHost() async throws {
        let failure = await URLSessionOrigin().failure(request(.local(80, host: "nosuch.invalid")))
        #expect(
            failure
                == TransferFailure(curlCode: 6, message: "Could not resolve host: nosuch.invalid")
        )
    }

    @Test("A proxy gets the absolute form, and hosts without proxy are asked directly")
    func proxy() async throws {
        let proxy = RawOrigin(answer: answer)
        let server = RawOrigin(answer: answer)
        defer { proxy.stop(); server.stop() }
        var asked = request(.local(server.port, "/a?b"))
        asked.transfer.proxy = "http://127.0.0.1:\(proxy.port)"
        #expect(try await URLSessionOrigin().fetch(asked).text == "hi")
        #expect(
            proxy.requests.first?.hasPrefix("GET http://127.0.0.1:\(server.port)/a?b HTTP/1.1\r\n")
                == true
        )
        #expect(server.connectionCount == 0)
        asked.transfer.noProxy = "127.0.0.1"
        #expect(try await URLSessionOrigin().fetch(asked).text == "hi")
        #expect(server.connectionCount == 1)
    }

    @Test("A proxy whose name is not known is failure 5")
    func unknownProxy() async throws {
        var asked = request(.local(80))
        asked.transfer.proxy = "http://nosuch.invalid:3128"
        #expect(await URLSessionOrigin().failure(asked)?.curlCode == 5)
    }

    @Test("A tunnel that the proxy refuses is failure 56, and URLSession never sees its 407")
    func refusedTunnel() async throws {
        let proxy = RawOrigin(
            answer:
                "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n\r\n"
        )
        defer { proxy.stop() }
        var asked = request(.local(443, scheme: "https"))
        asked.transfer.proxy = "http://127.0.0.1:\(proxy.port)"
        let failure = await URLSessionOrigin().failure(asked)
        #expect(failure?.curlCode == 56)
        #expect(failure?.message.contains("407") == true)
    }

    @Test("A file of authorities that is not there is failure 77")
    func missingAuthorities() async throws {
        let server = RawOrigin([.hold])
        defer { server.stop() }
        var asked = request(.local(server.port, scheme: "https"))
        asked.transfer.certificateAuthorityFile = "/nonexistent"
        #expect(await URLSessionOrigin().failure(asked)?.curlCode == 77)
    }

    @Test("A server that speaks no TLS is failure 35")
    func noTLS() async throws {
        let server = RawOrigin([.send(Array(answer.utf8)), .hold])
        defer { server.stop() }
        #expect(
            await URLSessionOrigin().failure(request(.local(server.port, scheme: "https")))?
                .curlCode == 35
        )
    }

    @Test("An option that libcurl refuses ends the transfer with its reason")
    func refusedOption() async throws {
        var asked = request(.local(1))
        asked.transfer.proxy = "ftp://127.0.0.1:1"
        let failure = await URLSessionOrigin().failure(asked)
        #expect(failure?.curlCode == 7 || failure?.curlCode == 5)
    }

    @Test("URLSession leaves no folders behind")
    func strayFolders() async throws {
        let server = RawOrigin(answer: answer)
        defer { server.stop() }
        _ = try await URLSessionOrigin().fetch(.local(server.port))
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        let program = ProcessInfo.processInfo.processName
        let cache = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? home + "/.cache"
        #expect(
            !FileManager.default.fileExists(
                atPath: "\(cache)/org.swift.foundation.URLCache/\(program)"
            )
        )
    }
}
