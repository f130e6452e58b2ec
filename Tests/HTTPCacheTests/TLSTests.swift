import Foundation
import HTTPCache
import HTTPCacheEngine
import HTTPCacheRules
import Testing

/// `openssl s_server` with a certificate for 127.0.0.1 that signs itself.
private final class TLSServer {
    static let openssl = "/usr/bin/openssl"
    let directory = NSTemporaryDirectory() + "tls-\(UUID().uuidString)"
    let port: UInt16
    private let process = Process()
    var certificate: String { directory + "/certificate.pem" }

    init(host: String) throws {
        // A port that was free a moment ago: s_server does not say which one it takes for 0.
        let free = RawOrigin([.hold])
        port = free.port
        free.stop()
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let making = Process()
        making.executableURL = URL(fileURLWithPath: Self.openssl)
        making.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test",
            "-addext", "subjectAltName=\(host)", "-keyout", directory + "/key.pem", "-out",
            certificate,
        ]
        making.standardError = FileHandle.nullDevice
        try making.run()
        making.waitUntilExit()
        process.executableURL = URL(fileURLWithPath: Self.openssl)
        process.arguments = [
            "s_server", "-accept", "127.0.0.1:\(port)", "-key", directory + "/key.pem", "-cert",
            certificate,
            "-www", "-quiet",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        // Not terminate(): a child inherits the blocked signals of the thread that starts it.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Asks until the server is there.
    func ask(
        _ change: (inout TransferSettings) -> Void
    ) async throws -> Result<Fetched, TransferFailure> {
        var request = OutgoingRequest(head: RequestHead(target: .local(port, scheme: "https")))
        change(&request.transfer)
        for _ in 0..<100 {
            do {
                return .success(try await URLSessionOrigin().fetch(request))
            } catch let failure as TransferFailure where failure.curlCode == 7 {
                try await Task.sleep(for: .milliseconds(50))
            } catch let failure as TransferFailure {
                return .failure(failure)
            }
        }
        return .failure(TransferFailure(curlCode: 7, message: "the TLS server did not start"))
    }
}

private let hasOpenSSL = access(TLSServer.openssl, X_OK) == 0

@Suite(
    "TLS",
    .enabled(if: hasOpenSSL, "needs /usr/bin/openssl as a TLS server"),
    .timeLimit(.minutes(1))
)
struct TLSTests {
    private func code(_ result: Result<Fetched, TransferFailure>) -> Int {
        switch result {
        case .success: 0
        case .failure(let failure): failure.curlCode
        }
    }

    @Test("An unknown authority is failure 60, unless its file is named or nothing is verified")
    func verification() async throws {
        let server = try TLSServer(host: "IP:127.0.0.1")
        #expect(code(try await server.ask { _ in }) == 60)
        let named = try await server.ask { $0.certificateAuthorityFile = server.certificate }.get()
        #expect(named.response.head.status == 200)
        #expect(try #require(named.report.handshakeTime) > 0)
        #expect(named.report.isDelimited == false)
        #expect(code(try await server.ask { $0.isInsecure = true }) == 0)
    }

    @Test("A certificate for another host is failure 60, unless nothing is verified")
    func otherHost() async throws {
        let server = try TLSServer(host: "DNS:other.example")
        #expect(
            code(try await server.ask { $0.certificateAuthorityFile = server.certificate }) == 60
        )
        #expect(code(try await server.ask { $0.isInsecure = true }) == 0)
    }
}
