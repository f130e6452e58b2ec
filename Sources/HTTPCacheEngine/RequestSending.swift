public import HTTPCacheRules

/// Something that answers requests: an origin, or a client in front of one.
public protocol RequestSending: Sendable {
    /// Sends a request and returns as soon as the final response head is there.
    ///
    /// - Throws: ``TransferFailure``, or `CancellationError`.
    func send(_ request: OutgoingRequest) async throws -> OriginResponse
}

/// A request on its way to an origin.
public struct OutgoingRequest: Sendable {
    /// Method, target URI and fields, exactly as they are to be sent.
    public var head: RequestHead
    /// The content.
    public var body: RequestBody
    /// How the connection is made and when it is given up.
    public var transfer: TransferSettings

    /// Creates a request.
    public init(
        head: RequestHead,
        body: RequestBody = .none,
        transfer: TransferSettings = .init()
    ) {
        self.head = head
        self.body = body
        self.transfer = transfer
    }
}

/// The content of a request.
public enum RequestBody: Sendable {
    /// No content.
    case none
    /// Content held in memory.
    case bytes([UInt8])
    /// The content of a file, by its path; streamed.
    case file(String)
}

/// How a connection is made and when it is given up; nil means the transport's own default.
public struct TransferSettings: Sendable, Hashable {
    /// The longest time to connect, in milliseconds.
    public var connectTimeout: Int?
    /// The longest time for the whole exchange, in milliseconds.
    public var totalTimeout: Int?
    /// The longest time without any byte moved, in milliseconds.
    public var idleTimeout: Int?
    /// The path of a PEM file with the certification authorities to trust.
    public var certificateAuthorityFile: String?
    /// Whether the server's certificate is not verified.
    public var isInsecure = false
    /// The proxy's URL; an empty text means none, whatever the environment says.
    public var proxy: String?
    /// Hosts for which no proxy is used, separated by commas.
    public var noProxy: String?

    /// Creates settings that leave everything to the transport.
    public init() {}
}

/// An origin's answer, from the moment its final head is there.
public struct OriginResponse: Sendable {
    /// The interim (1xx) heads that came before, in their order (RFC 9110 §15.2).
    public var interimHeads: [ResponseHead]
    /// The final head, exactly as received.
    public var head: ResponseHead
    /// The content, after transfer coding and before content coding.
    public var body: any BodyReading

    /// Creates an answer.
    public init(interimHeads: [ResponseHead] = [], head: ResponseHead, body: any BodyReading) {
        self.interimHeads = interimHeads
        self.head = head
        self.body = body
    }
}

/// The content of a response, read once from its beginning to its end.
public protocol BodyReading: Sendable {
    /// Returns the next bytes, or nil after the last ones of a complete body.
    ///
    /// - Throws: ``TransferFailure`` when the body ended early, or `CancellationError`.
    func next() async throws -> [UInt8]?

    /// Gives up the transfer; no more bytes are wanted.
    func cancel()

    /// What is known of the transfer so far; final once `next()` has returned nil or thrown.
    var transferReport: TransferReport { get }
}

/// What is known of a transfer beside its content.
public struct TransferReport: Sendable, Hashable {
    /// Trailer fields (RFC 9110 §6.5).
    public var trailers: Fields = []
    /// A proxy's answers to CONNECT, in their order (RFC 9110 §9.3.6).
    public var proxyHeads: [ResponseHead] = []
    /// Whether the end of the body was marked by its framing, not by the connection's end (RFC 9112 §6.3).
    public var isDelimited = true
    /// The peer's address, numeric.
    public var peerAddress: String?
    /// The peer's port.
    public var peerPort: Int?
    /// Microseconds from the start to each phase's end; nil where the phase did not happen or is not known.
    public var nameLookupTime, connectTime, handshakeTime, preTransferTime, startTransferTime,
        totalTime: Int?
    /// Bytes of the request that were sent.
    public var requestSize: Int?

    /// Creates an empty report.
    public init() {}
}

/// A transfer that failed, in curl's terms.
public struct TransferFailure: Error, Sendable, Hashable {
    /// curl's error number (`CURLE_…`), such as 7 for a refused connection, 18 for a body cut short.
    public var curlCode: Int
    /// The reason in words.
    public var message: String

    /// Creates a failure.
    public init(curlCode: Int, message: String) {
        self.curlCode = curlCode
        self.message = message
    }
}

extension TransferFailure: CustomStringConvertible {
    /// The reason in words.
    public var description: String { message }
}
