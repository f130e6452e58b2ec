import HTTPCacheRules
import HTTPCacheStore

/// What is in a store, counted in one walk through it.
struct StoreCensus: Sendable {
    /// How much of something there is.
    struct Amount: Sendable {
        var entries: Int64 = 0
        var bytes: Int64 = 0
    }

    /// One class of the histogram of ages.
    struct AgeClass: Sendable {
        /// The age from which on an entry belongs to the next class; nil for the last class.
        var bound: Seconds?
        var entries: Int64 = 0
    }

    var total = Amount()
    var hosts: [String: Amount] = [:]
    var oldest: Timestamp?
    var newest: Timestamp?
    /// By the time since an entry was stored or validated.
    var ageClasses: [AgeClass] =
        ([60, 3600, 86_400, 604_800, 2_592_000] as [Seconds]).map { AgeClass(bound: $0) }
        + [AgeClass()]

    mutating func add(_ entry: EntrySummary, at now: Timestamp) {
        let size = entry.metadata.size
        total.entries += 1
        total.bytes += size
        hosts[entry.metadata.head.target.host, default: Amount()].entries += 1
        hosts[entry.metadata.head.target.host, default: Amount()].bytes += size
        let stored = entry.metadata.storedAt
        oldest = min(oldest ?? stored, stored)
        newest = max(newest ?? stored, stored)
        let age = now.since(stored)
        let index = ageClasses.firstIndex { ageClass in ageClass.bound.map { age < $0 } ?? true }
        if let index { ageClasses[index].entries += 1 }
    }
}
