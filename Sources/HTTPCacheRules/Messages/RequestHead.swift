/// The head of a request: method, target URI and fields (RFC 9110 §3.4).
public struct RequestHead: Hashable, Sendable {
    /// The method, case-sensitive (RFC 9110 §9.1).
    public var method: String
    /// The normalised target URI (RFC 9110 §7.1).
    public var target: TargetURI
    /// The request fields.
    public var fields: Fields

    /// Creates the head of a request.
    public init(method: String = "GET", target: TargetURI, fields: Fields = []) {
        self.method = method
        self.target = target
        self.fields = fields
    }

    /// Whether the method is defined as safe (RFC 9110 §9.2.1; QUERY by its own specification).
    public var isSafe: Bool {
        switch method {
        case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY": true
        default: false
        }
    }
}
