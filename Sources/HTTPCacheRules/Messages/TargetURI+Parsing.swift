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
