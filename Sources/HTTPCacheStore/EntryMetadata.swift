package import HTTPCacheRules

/// How much of the response's body was received (RFC 9111 §3.3).
package enum Completeness: Hashable, Sendable {
    /// All of it, as its framing told.
    case complete
    /// All that came until the connection ended, where nothing else marked the end (RFC 9112 §6.3).
    case untilClose
    /// One range of it, and the whole length where it is known (RFC 9110 §14.4).
    case partial(Range<Int64>, completeLength: Int64?)
}

/// What the store keeps about a response beside its body.
package struct EntryMetadata: Hashable, Sendable {
    /// What the rules need to know.
    package var head: StoredHead
    /// The key under which it is stored; a description that came under another one is damaged.
    package var key: StoreKey?
    /// The length of the stored body, in bytes.
    package var size: Int64
    /// The sum of the stored body.
    package var sha256: SHA256Digest
    /// When the entry was stored or last freshened.
    package var storedAt: Timestamp
    /// How much of the body was received.
    package var completeness: Completeness
    /// The name the user gave to the partition, if any.
    package var userKey: String?
    /// The partition that the key belongs to, if any; never a secret.
    package var partition: String?

    package init(
        head: StoredHead,
        key: StoreKey? = nil,
        size: Int64,
        sha256: SHA256Digest,
        storedAt: Timestamp,
        completeness: Completeness = .complete,
        userKey: String? = nil,
        partition: String? = nil
    ) {
        self.head = head
        self.key = key
        self.size = size
        self.sha256 = sha256
        self.storedAt = storedAt
        self.completeness = completeness
        self.userKey = userKey
        self.partition = partition
    }
}
