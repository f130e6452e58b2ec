import HTTPCacheStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

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
            var information = stat()
            let isThere = stat(entry.dataPath, &information) == 0
            // Opening a body of the wrong length removes the entry, as it does for any reader.
            guard let stored = try storedResponse(named: entry.name) else {
                return isThere && Int64(information.st_size) != entry.metadata.size
                    ? .damaged : .gone
            }
            return try stored.body.sha256() == stored.metadata.sha256 ? .intact : .damaged
        } catch {
            throw CommandFailure(error)
        }
    }
}
