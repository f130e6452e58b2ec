/// A URI as a person wrote it, split into what names the resource and the credentials in it.
public struct ParsedURI: Hashable, Sendable {
    /// The resource.
    public var target: TargetURI
    /// The userinfo part, still percent-encoded; a secret, never part of a key (RFC 9110 §4.2.4).
    public var userInformation: String?
}

/// Why a text is not a usable http or https URI.
public enum URIMalformation: Error, Hashable, Sendable {
    /// The text is empty.
    case empty
    /// The scheme is neither http nor https.
    case unsupportedScheme(String)
    /// There is no host.
    case noHost
    /// The host contains a byte that no host has, or brackets that don't close.
    case badHost(String)
    /// The port is not a number from 1 to 65535.
    case badPort(String)
    /// The text contains a blank or a control byte.
    case forbiddenByte(UInt8)
}

extension URIMalformation: CustomStringConvertible {
    /// The reason in words for people.
    public var description: String {
        switch self {
        case .empty: "the URL is empty"
        case .unsupportedScheme(let scheme):
            "the scheme '\(scheme)' is not supported, only http and https are"
        case .noHost: "no host"
        case .badHost(let host): "the host '\(host)' is not valid"
        case .badPort(let port): "the port '\(port)' is not a number from 1 to 65535"
        case .forbiddenByte(0x20): "it contains a blank; write %20"
        case .forbiddenByte(let byte):
            "it contains the control byte 0x" + String(byte, radix: 16, uppercase: true)
        }
    }
}

extension TargetURI {
    /// Parses an absolute http or https URI; without a scheme it is read as http (RFC 3986 §3).
    public static func parse(_ text: String) -> Result<ParsedURI, URIMalformation> {
        let bytes = Array(text.utf8)
        if bytes.isEmpty { return .failure(.empty) }
        for byte in bytes where byte <= 0x20 || byte == 0x7F {
            return .failure(.forbiddenByte(byte))
        }
        let reference = URIReference(bytes)
        guard let scheme = reference.scheme, reference.authority != nil else {
            return parseWithoutScheme(text, reference)
        }
        guard scheme == "http" || scheme == "https" else {
            return .failure(.unsupportedScheme(scheme))
        }
        return make(scheme: scheme, from: reference)
    }

    /// Why: `example.com:8080/x` looks like a scheme named `example.com`; curl reads it as a host.
    private static func parseWithoutScheme(
        _ text: String,
        _ reference: URIReference
    ) -> Result<ParsedURI, URIMalformation> {
        if let scheme = reference.scheme {
            let digits = reference.path.prefix { $0.isASCIIDigit }
            let rest = reference.path.dropFirst(digits.count).first
            let isPort = !digits.isEmpty && (rest == nil || rest == UInt8(ascii: "/"))
            if !isPort {
                if scheme == "http" || scheme == "https" { return .failure(.noHost) }
                return .failure(.unsupportedScheme(scheme))
            }
        }
        let hasAuthority = reference.scheme == nil && reference.authority != nil
        return make(
            scheme: "http",
            from: URIReference(Array(("http:" + (hasAuthority ? "" : "//") + text).utf8))
        )
    }

    /// Resolves a reference such as a Location value against this URI (RFC 3986 §5.2); a reference
    /// without a fragment inherits this URI's (RFC 9110 §10.2.2).
    public func resolve(_ reference: String) -> Result<ParsedURI, URIMalformation> {
        resolve(bytes: Array(reference.utf8))
    }

    /// Resolves the value of a field that holds a reference, byte for byte as it was received.
    package func resolve(fieldValue: String) -> Result<ParsedURI, URIMalformation> {
        resolve(bytes: fieldValue.isomorphicBytes)
    }

    private func resolve(bytes reference: [UInt8]) -> Result<ParsedURI, URIMalformation> {
        // Why: browsers and curl send what servers meant by a blank inside a Location.
        let bytes = reference.flatMap { $0 <= 0x20 || $0 == 0x7F ? percentEncoded($0) : [$0] }
        var parts = URIReference(bytes)
        let inherited = parts.fragment ?? fragment.map { Array($0.utf8) }
        if let scheme = parts.scheme {
            guard scheme == "http" || scheme == "https" else {
                return .failure(.unsupportedScheme(scheme))
            }
            parts.fragment = inherited
            return Self.make(scheme: scheme, from: parts)
        }
        if parts.authority == nil {
            if parts.path.isEmpty {
                parts.path = Array(sentPath.utf8)
                parts.query = parts.query ?? query.map { Array($0.utf8) }
            } else if parts.path.first != UInt8(ascii: "/") {
                let base = sentPath.utf8.reversed().drop { $0 != UInt8(ascii: "/") }.reversed()
                parts.path = Array(base) + parts.path
            }
            parts.authority = Array(authority.utf8)
        }
        parts.fragment = inherited
        return Self.make(scheme: scheme, from: parts)
    }

    private static func make(
        scheme: String,
        from parts: URIReference
    ) -> Result<ParsedURI, URIMalformation> {
        var authority = parts.authority ?? []
        var userInformation: String?
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInformation = String(decoding: authority[..<at], as: UTF8.self)
            authority = Array(authority[(at + 1)...])
        }
        let host: String
        let port: UInt16
        switch HostAndPort.parse(authority, defaultPort: scheme == "https" ? 443 : 80) {
        case .failure(let malformation): return .failure(malformation)
        case .success(let parsed): (host, port) = (parsed.host, parsed.port)
        }
        let sent = removingDotSegments(
            parts.path.flatMap { $0 >= 0x7F ? percentEncoded($0) : [$0] }
        )
        let query = parts.query.map { $0.flatMap { $0 >= 0x7F ? percentEncoded($0) : [$0] } }
        let target = TargetURI(
            scheme: scheme,
            host: host,
            port: port,
            path: String(decoding: normalizedPath(sent), as: UTF8.self),
            query: query.map { String(decoding: $0, as: UTF8.self) },
            sentPath: String(decoding: sent, as: UTF8.self),
            fragment: parts.fragment.map { String(decoding: $0, as: UTF8.self) }
        )
        return .success(ParsedURI(target: target, userInformation: userInformation))
    }
}
