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
        /// The cache's part, where the configuration has its say on this URL.
        var cachePart: CachePart?
    }

    package var transfers: [Transfer] = []
    package var method = "GET"
    package var fields = Fields()
    package var body = RequestContent.none
    /// The cache's part in all transfers that have none of their own.
    var cachePart = CachePart()
    package var transferSettings = TransferSettings()
    /// Whether a fresh response is validated, too.
    package var demandsValidation = false
    /// Whether what is stored is left out of account.
    package var ignoresStoredResponses = false
    package var storesAnswer = true
    /// Whether there is a cache at all.
    package var usesCache = true
    /// The configuration file, read once for all that asks it; nil where there is none.
    var configuration: ConfigurationFile?
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
        let part = transfer.cachePart ?? cachePart
        if !part.requestDirectives.directives.isEmpty {
            head.fields.append("Cache-Control", part.requestDirectives.description)
        }
        var request = CacheRequest(
            head: head,
            settings: part.settings,
            transfer: transferSettings,
            userKey: part.userKey
        )
        request.demandsValidation = demandsValidation
        request.ignoresStoredResponses = ignoresStoredResponses
        request.storesAnswer = storesAnswer
        request.isBackgroundValidation = isBackgroundValidation
        return request
    }

    /// The content of the requests; reads the files that make it up, and standard input for `-`.
    func requestBody() -> Result<RequestBody, InputFailure> {
        Result { () throws(InputFailure) in try body.bytes().map { .bytes($0) } ?? .none }
    }
}
