import Foundation

/// A certificate authority of its own and a server certificate for 127.0.0.1 and localhost.
package struct CertificateAuthority: Sendable {
    /// What clients must trust, in PEM.
    package let certificate: String
    package let serverCertificate: String
    package let serverKey: String

    /// Makes keys and certificates with the `openssl` program.
    package init() async throws {
        let place = try TemporaryDirectory()
        certificate = place.path("authority.pem")
        serverCertificate = place.path("server.pem")
        serverKey = place.path("server.key")
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        try await Self.openssl(
            ["req", "-x509"] + key + [
                "-keyout", place.path("authority.key"), "-out", certificate, "-days", "2",
                "-subj", "/CN=httpcache test authority",
            ]
        )
        try await Self.openssl(
            ["req"] + key + [
                "-keyout", serverKey, "-out", place.path("request.pem"), "-subj", "/CN=localhost",
            ]
        )
        let names = try place.write(
            "subjectAltName=IP:127.0.0.1,DNS:localhost\n",
            to: "names.txt"
        )
        try await Self.openssl([
            "x509", "-req", "-in", place.path("request.pem"), "-CA", certificate, "-CAkey",
            place.path("authority.key"), "-set_serial", "1", "-days", "2", "-extfile", names,
            "-out", serverCertificate,
        ])
    }

    private static func openssl(_ arguments: [String]) async throws {
        let program = Program("/usr/bin/openssl")
        let result = try await program.run(arguments)
        guard result.status == .exited(0) else {
            throw ServerFault(reason: "openssl \(arguments[0]): \(result.errorOutput)")
        }
    }
}

/// Why a server for tests could not be had.
package struct ServerFault: Error, CustomStringConvertible {
    package var reason: String
    package var description: String { reason }
}
