import HTTPCacheStore

/// What comparing a body with its length and digest has shown.
enum Verdict: Sendable {
    case intact, damaged
    /// It was replaced or removed meanwhile.
    case gone

    var isDamaged: Bool { self == .damaged }

    var text: String {
        switch self {
        case .intact: "ok"
        case .damaged: "damaged"
        case .gone: "gone"
        }
    }
}

extension DiskStore {
    /// Compares the body of an entry with its length and SHA-256.
    ///
    /// - Throws: `CommandFailure` when the files cannot be read.
    func verify(_ entry: EntrySummary) throws(CommandFailure) -> Verdict {
        do throws(StoreError) {
            // A body of the wrong length is found by opening it, and removed as any reader would.
            guard let stored = try storedResponse(named: entry.name) else { return .gone }
            return try stored.body.sha256() == stored.metadata.sha256 ? .intact : .damaged
        } catch {
            throw CommandFailure(error)
        }
    }
}
