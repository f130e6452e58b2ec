/// An http or https URI, normalised so that equivalent spellings are equal (RFC 9110 §4.2.3, RFC 3986 §6.2).
public struct TargetURI: Sendable {
    /// The scheme in lower case: `http` or `https`.
    public let scheme: String
    /// The host in lower case, an A-label where it is internationalised; IPv6 literals keep their brackets.
    public let host: String
    /// The port; the scheme's default where the URI names none.
    public let port: UInt16
    /// The path, normalised: dot segments removed, unreserved characters decoded, `/` when empty.
    public let path: String
    /// The query without its question mark, byte for byte, or nil where there is no question mark.
    public let query: String?
    /// The path as it is sent: dot segments removed, otherwise as it was written.
    public let sentPath: String
    /// The fragment without its number sign; no part of the key and never sent.
    public var fragment: String?

    package init(
        scheme: String,
        host: String,
        port: UInt16,
        path: String,
        query: String?,
        sentPath: String,
        fragment: String?
    ) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
        self.query = query
        self.sentPath = sentPath
        self.fragment = fragment
    }

    /// The default port of the scheme: 80 or 443.
    public var defaultPort: UInt16 { scheme == "https" ? 443 : 80 }

    /// Host, and port where it is not the scheme's default: the value of the Host field (RFC 9110 §7.2).
    public var authority: String { port == defaultPort ? host : "\(host):\(port)" }

    /// Scheme, host and port in one text: what makes two URIs same-origin (RFC 9110 §4.3.1).
    public var origin: String { "\(scheme)://\(authority)" }

    /// The request target in origin form, as it is sent (RFC 9112 §3.2.1).
    public var requestTarget: String { query.map { "\(sentPath)?\($0)" } ?? sentPath }

    /// Whether two URIs have the same scheme, host and port (RFC 9110 §4.3.1).
    public func isSameOrigin(as other: TargetURI) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }
}

extension TargetURI: Hashable {
    /// Compares two URIs by what identifies the resource; fragment and spelling don't count.
    public static func == (left: TargetURI, right: TargetURI) -> Bool {
        left.isSameOrigin(as: right) && left.path == right.path && left.query == right.query
    }

    /// Hashes what identifies the resource.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(port)
        hasher.combine(path)
        hasher.combine(query)
    }
}

extension TargetURI: CustomStringConvertible {
    /// The normalised URI without its fragment: the text that names the resource in keys and reports.
    public var description: String {
        query.map { "\(origin)\(path)?\($0)" } ?? "\(origin)\(path)"
    }

    /// The URI as it is sent, without its fragment.
    public var sentDescription: String { origin + requestTarget }
}
