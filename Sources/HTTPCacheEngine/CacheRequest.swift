package import HTTPCacheRules
package import HTTPCacheStore

/// One request as the cache sees it: what is asked, by which rules, and for whom.
package struct CacheRequest: Sendable {
    /// Method, target URI and fields as the user wants them sent.
    package var head: RequestHead
    /// The content.
    package var body: RequestBody
    /// The rules' knobs for this request.
    package var settings: CacheSettings
    /// How the origin is reached.
    package var transfer: TransferSettings
    /// The name of the partition, instead of one made from the credentials.
    package var userKey: String?
    /// Whether stored responses are left out of account, though the answer is stored.
    package var ignoresStoredResponses = false
    /// Whether a stored response must be validated before it is used, however fresh it is.
    package var demandsValidation = false
    /// Whether the answer may be stored.
    package var storesAnswer = true
    /// Whether the request is the validation that an earlier stale answer asked for (RFC 5861 §3).
    package var isBackgroundValidation = false

    package init(
        head: RequestHead,
        body: RequestBody = .none,
        settings: CacheSettings = CacheSettings(),
        transfer: TransferSettings = TransferSettings(),
        userKey: String? = nil
    ) {
        self.head = head
        self.body = body
        self.settings = settings
        self.transfer = transfer
        self.userKey = userKey
    }

    /// Whether the cache has a part in this request at all.
    var usesCache: Bool { settings.policy != .noCache }

    /// The name of the partition this request lives in, or nil for the common one; never a secret itself.
    package var partition: String? {
        if let userKey { return "user \(userKey)" }
        return partitionText(for: head.fields).map { "digest \(StoreKey(hashing: $0).hex)" }
    }

    /// The key under which this request's responses are stored.
    package var key: StoreKey { key(for: head.target, partition: partition) }

    /// The key under which the responses of another target are stored.
    func key(for target: TargetURI, partition: String?) -> StoreKey {
        StoreKey(
            hashing: cacheKeyText(method: "GET", target: target, partition: partition)
        )
    }
}
