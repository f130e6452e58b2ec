/// The head of a response: status line and fields (RFC 9112 §4, RFC 9110 §15).
public struct ResponseHead: Hashable, Sendable {
    /// The protocol version as it stood in the status line, such as `HTTP/1.1` or `HTTP/2`.
    public var version: String
    /// The status code, 100 to 999.
    public var status: Int
    /// The reason phrase, which may be empty.
    public var reason: String
    /// The response fields.
    public var fields: Fields

    /// Creates the head of a response.
    public init(
        version: String = "HTTP/1.1",
        status: Int,
        reason: String = "",
        fields: Fields = []
    ) {
        self.version = version
        self.status = status
        self.reason = reason
        self.fields = fields
    }

    /// The status line without its line end.
    public var statusLine: String {
        reason.isEmpty ? "\(version) \(status)" : "\(version) \(status) \(reason)"
    }
}
