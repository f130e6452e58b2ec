package import HTTPCacheEngine
package import HTTPCacheRules

/// What `fetch` will do: everything that was typed, looked up and defaulted, before anything is done.
package struct FetchPlan: Sendable {
    /// One URL to fetch.
    package struct Transfer: Sendable {
        /// The URL as typed.
        package var urlText: String
        /// The resource, or why the URL names none.
        package var target: Result<TargetURI, URIMalformation>
        /// The value of Authorization that the URL's userinfo stands for, a secret.
        package var authorization: String?
        /// Where the body goes.
        package var output: OutputTarget
    }

    /// The content of the requests.
    package enum Body: Sendable {
        /// None.
        case none
        /// These bytes.
        case bytes([UInt8])
        /// What standard input holds.
        case standardInput
    }

    package var transfers: [Transfer] = []
    package var method = "GET"
    package var fields = Fields()
    /// The names that `-H` has set: the first use of a name replaces the default, later ones add to it.
    var typedFields: Set<FieldName> = []
    package var body = Body.none
    package var settings = CacheSettings()
    package var userKey: String?
    /// The directives of the cache options, sent as the Cache-Control of the request.
    var requestDirectives = CacheControlDirectives()
    package var transferSettings = TransferSettings()
    /// Whether a fresh response is validated, too.
    package var demandsValidation = false
    /// Whether what is stored is left out of account.
    package var ignoresStoredResponses = false
    package var storesAnswer = true
    /// Whether there is a cache at all.
    package var usesCache = true
    package var includesHead = false
    package var followsRedirects = false
    package var maxRedirects = 50
    package var failsOnHTTPError = false
    package var failsEarly = false
    package var isSilent = false
    package var showsErrors = false
    package var isVerbose = false
    package var explains = false
    package var printsKey = false
    /// Whether this is the detached validation behind a stale answer: nothing is printed.
    package var isBackgroundValidation = false

    package init() {}

    /// The request for one hop of a transfer.
    func request(for target: TargetURI, of transfer: Transfer) -> CacheRequest {
        var head = RequestHead(method: method, target: target, fields: fields)
        if let authorization = transfer.authorization, !fields.contains("Authorization") {
            head.fields.append("Authorization", authorization)
        }
        var request = CacheRequest(
            head: head,
            settings: settings,
            transfer: transferSettings,
            userKey: userKey
        )
        request.demandsValidation = demandsValidation
        request.ignoresStoredResponses = ignoresStoredResponses
        request.storesAnswer = storesAnswer
        request.isBackgroundValidation = isBackgroundValidation
        return request
    }

    /// The content of the requests; reads standard input where that is the content.
    func requestBody() -> Result<RequestBody, InputFailure> {
        switch body {
        case .none: return .success(.none)
        case .bytes(let bytes): return .success(.bytes(bytes))
        case .standardInput: return InputFile.contents(of: "-").map { .bytes($0) }
        }
    }
}
