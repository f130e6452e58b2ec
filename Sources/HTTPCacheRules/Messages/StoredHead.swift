/// What the rules need to know of a stored response (RFC 9111 §2).
public struct StoredHead: Hashable, Sendable {
    /// The method of the request that the response answered.
    public var method: String
    /// The target URI of that request.
    public var target: TargetURI
    /// The request fields nominated by the response's Vary field, as they were sent (§4.1).
    public var nominatedFields: Fields
    /// The stored response head, without the fields that §3.1 forbids to store.
    public var response: ResponseHead
    /// The time at which the request was sent (`request_time`, §4.2.3).
    public var requestTime: Timestamp
    /// The time at which the response was received (`response_time`, §4.2.3).
    public var responseTime: Timestamp

    /// Creates the description of a stored response.
    public init(
        method: String = "GET",
        target: TargetURI,
        nominatedFields: Fields = [],
        response: ResponseHead,
        requestTime: Timestamp,
        responseTime: Timestamp
    ) {
        self.method = method
        self.target = target
        self.nominatedFields = nominatedFields
        self.response = response
        self.requestTime = requestTime
        self.responseTime = responseTime
    }
}
