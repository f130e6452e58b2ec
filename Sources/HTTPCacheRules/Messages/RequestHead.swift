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

    /// Creates the head of a request to a URL; credentials in the URL are left out (RFC 9110 §4.2.4).
    ///
    /// - Throws: ``URIMalformation`` where the text is no http or https URL.
    public init(
        method: String = "GET",
        url: String,
        fields: Fields = []
    ) throws(URIMalformation) {
        self.init(method: method, target: try TargetURI.parse(url).get().target, fields: fields)
    }

    /// Whether the method is defined as safe (RFC 9110 §9.2.1; QUERY by its own specification).
    public var isSafe: Bool {
        switch method {
        case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY": true
        default: false
        }
    }
}
