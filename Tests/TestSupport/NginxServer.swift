import Foundation

/// A real nginx on free loopback ports, plain and with TLS, with a log of what it was asked.
///
/// It lives until `stop()`.
package final class NginxServer: Sendable {
    package let port: UInt16
    package let securePort: UInt16?
    private let place: TemporaryDirectory
    private let process: RunningProgram

    /// Where the program is; nil when it is not installed.
    package static let program = [
        "/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx",
    ].first(where: FileManager.default.isExecutableFile)

    package static let isInstalled = program != nil

    /// Runs a program that ends with the shell, or with the shell's parent.
    ///
    /// Why: a test process that crashes must not leave servers behind.
    private static let guarded = """
        trap 'kill $server; exit' TERM
        "$@" & server=$!
        while kill -0 $PPID && kill -0 $server; do sleep 1 & wait $!; done 2>/dev/null
        kill $server
        """

    /// Starts a server with the given `location` blocks.
    ///
    /// `FILES` in the text stands for the directory that `write(_:to:)` fills.
    package init(_ locations: String, tls authority: CertificateAuthority? = nil) async throws {
        guard let program = Self.program else {
            throw ServerFault(reason: "nginx is not installed (apt-get install nginx)")
        }
        place = try TemporaryDirectory()
        let files = try place.makeDirectory("files")
        _ = try place.makeDirectory("temporary")
        port = try Self.freePort()
        securePort = try authority.map { _ in try Self.freePort() }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path)
        let configuration = Self.configuration(
            place.path,
            port: port,
            securePort: securePort,
            authority: authority,
            locations: locations.replacingOccurrences(of: "FILES", with: files)
        )
        let file = try place.write(configuration, to: "nginx.conf")
        process = try Program("/bin/sh", timeLimit: .seconds(600)).start([
            "-c", Self.guarded, "sh", program, "-q", "-e", place.path("error.log"), "-c", file,
        ])
        for port in [port, securePort].compactMap({ $0 }) { try await waitUntilOpen(port) }
    }

    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    package func secureURL(_ path: String) -> String {
        "https://127.0.0.1:\(securePort ?? 0)\(path)"
    }

    /// Writes a file that the server's locations can serve.
    package func write(_ text: String, to name: String) throws {
        try place.write(text, to: "files/\(name)")
    }

    /// Requests answered so far: `METHOD target status if-none-match authorization`, `-` for none.
    ///
    /// Why: a request of our own goes last and is waited for, so that none before it can be missing.
    package func log() async throws -> [String] {
        let mark = "/log-mark-\(UUID().uuidString)"
        _ = try await Program("/usr/bin/curl").run(["-s", "-m", "10", url(mark)])
        for _ in 0..<1000 {
            let data = FileManager.default.contents(atPath: place.path("access.log")) ?? Data()
            let lines = String(latin1: data).split(separator: "\n").map(String.init)
            if lines.contains(where: { $0.contains(mark) }) {
                return lines.filter { !$0.contains("/log-mark-") }
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw ServerFault(reason: "nginx does not write its log")
    }

    package func stop() {
        process.send(signal: 15)
        place.remove()
    }

    private func waitUntilOpen(_ port: UInt16) async throws {
        for _ in 0..<400 {
            guard process.isRunning else { break }
            if Socket.canConnect(to: port) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        let data = FileManager.default.contents(atPath: place.path("error.log")) ?? Data()
        throw ServerFault(reason: "nginx does not start: \(String(latin1: data))")
    }

    private static func freePort() throws -> UInt16 {
        let listening = try Socket.listen(on: .ipv4)
        Socket.close(listening.descriptor)
        return listening.port
    }

    private static func configuration(
        _ place: String,
        port: UInt16,
        securePort: UInt16?,
        authority: CertificateAuthority?,
        locations: String
    ) -> String {
        let temporaries = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(place)/temporary;" }.joined(separator: "\n")
        var secure = ""
        if let securePort, let authority {
            secure = """
                server {
                    listen 127.0.0.1:\(securePort) ssl;
                    ssl_certificate \(authority.serverCertificate);
                    ssl_certificate_key \(authority.serverKey);
                    \(locations)
                }
                """
        }
        return """
            \(getuid() == 0 ? "user root;" : "")
            daemon off;
            worker_processes 1;
            pid \(place)/pid;
            events { worker_connections 128; }
            http {
                log_format requests '$request_method $request_uri $status'
                    ' $http_if_none_match $http_authorization';
                access_log \(place)/access.log requests;
                \(temporaries)
                server {
                    listen 127.0.0.1:\(port);
                    \(locations)
                }
                \(secure)
            }
            """
    }
}
