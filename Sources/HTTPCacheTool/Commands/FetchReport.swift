import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore

/// What `fetch` says on standard error and counts in the store's statistics.
final class FetchReport {
    private let plan: FetchPlan
    private let store: DiskStore?
    private var hasWarnedOfStore = false

    init(plan: FetchPlan, store: DiskStore?) {
        self.plan = plan
        self.store = store
    }

    // MARK: - Progress of a request

    func sending(_ head: RequestHead) {
        guard plan.isVerbose else { return }
        var text = "* request for \(head.target.origin)\n"
        text += "> \(head.method) \(head.target.requestTarget)\n> Host: \(head.target.authority)\n"
        for line in head.fields.lines {
            text += "> \(line.name): \(Self.shown(line))\n"
        }
        Diagnostics.write(text + ">\n")
    }

    func received(_ answer: Answer) {
        warnOfStore(answer.storeFailures)
        if plan.explains {
            for ground in answer.grounds {
                Diagnostics.write("httpcache: \(ground.text) [\(ground.section)]\n")
            }
            Diagnostics.write("httpcache: \(answer.source.rawValue): \(answer.cacheStatus.text)\n")
        }
        guard plan.isVerbose else { return }
        var text = "* cache: \(answer.source.rawValue) (\(answer.cacheStatus.text))\n"
        if let ground = answer.grounds.last { text += "* cache: \(ground.text)\n" }
        if let failure = answer.transferFailure { text += "* origin: \(failure.message)\n" }
        text += "< \(answer.head.statusLine.humanReadable)\n"
        for line in answer.head.fields.lines {
            text += "< \(line.name): \(line.value.humanReadable)\n"
        }
        Diagnostics.write(text + "<\n")
    }

    /// A body has been read to its end: says what went wrong in storing it, if anything did.
    func finished(_ body: any BodyReading) {
        if let failure = (body as? StoringBody)?.failure { warnOfStore([failure]) }
    }

    /// The value of a request field as it may be shown: a secret becomes a placeholder.
    private static func shown(_ line: FieldLine) -> String {
        switch line.name.lowercased {
        case "authorization", "cookie", "proxy-authorization": "[redacted]"
        default: line.value.humanReadable
        }
    }

    private func warnOfStore(_ failures: [StoreError]) {
        guard let failure = failures.first, !hasWarnedOfStore, !plan.isSilent || plan.showsErrors
        else { return }
        hasWarnedOfStore = true
        Diagnostics.warn("cannot use the cache: \(failure)")
    }

    // MARK: - Ends

    func malformed(_ url: String, _ malformation: URIMalformation) -> ExitStatus {
        say("cannot fetch '\(url.redactingUserInformation)': \(malformation)")
        return .malformedURL
    }

    func httpError(_ status: Int, _ url: String) -> ExitStatus {
        say("cannot fetch \(url.redactingUserInformation): the origin answered \(status)")
        return .httpError
    }

    func notCached(_ url: String) -> ExitStatus {
        say(
            "cannot fetch \(url.redactingUserInformation): it is not in the cache, and the origin is not to be asked",
            hint: "leave --offline and --only-if-cached away to ask the origin"
        )
        return .notCached
    }

    func unfollowable(_ url: String, _ malformation: URIMalformation) -> ExitStatus {
        say("cannot follow the redirect of \(url.redactingUserInformation): \(malformation)")
        return .malformedURL
    }

    func tooManyRedirects(_ limit: Int, _ url: String) -> ExitStatus {
        say("cannot fetch \(url.redactingUserInformation): more than \(limit) redirects followed")
        return .tooManyRedirects
    }

    func unreadableInput(_ failure: InputFailure) -> ExitStatus {
        say("cannot read \(failure.name): \(failure.reason)")
        return .readError
    }

    func outputFailed(_ failure: OutputFailure) -> ExitStatus {
        // The reader has gone and knows it: nothing needs to be said.
        if failure.isClosedPipe { return .writeError }
        let name =
            switch failure.target {
            case .standardOutput: "standard output"
            case .file(let path): path
            }
        say("cannot write \(name): \(Diagnostics.reason(failure.errorNumber))")
        return .writeError
    }

    func failed(_ url: String, _ failure: TransferFailure) -> ExitStatus {
        say("cannot fetch \(url.redactingUserInformation): \(failure.message)")
        return ExitStatus(curlCode: failure.curlCode)
    }

    private func say(_ message: String, hint: String? = nil) {
        if plan.isSilent && !plan.showsErrors { return }
        Diagnostics.report(message, hint: hint)
    }

    // MARK: - Statistics

    /// Counts delivered answers, and notes that the stored responses among them were used.
    func record(_ answers: [Answer]) {
        guard let store else { return }
        for answer in answers {
            // Why silent: a store that may only be read serves as well; only its statistics stand still.
            if let stored = answer.storedResponse { try? store.touch(stored) }
            guard let host = answer.storedResponse?.head.target.host ?? hostOfPlan else { continue }
            try? store.record(counts(of: answer), host: host)
        }
    }

    private var hostOfPlan: String? {
        guard case .success(let target)? = plan.transfers.first?.target else { return nil }
        return target.host
    }

    private func counts(of answer: Answer) -> [(Counter, Int64)] {
        let counter: Counter? =
            switch answer.source {
            case .hit: .hits
            case .stale:
                answer.cacheStatus.forwardStatus == nil ? .staleHits : .errorsServedStale
            case .validated: .validations
            case .miss: answer.isUnsatisfiable ? nil : .misses
            case .bypass: .bypasses
            case .offline: .offlineHits
            }
        guard let counter else { return [] }
        var counts: [(Counter, Int64)] = [(counter, 1)]
        if case .stored(_, let range) = answer.body {
            counts.append((.bytesFromCache, Int64(range.count)))
        }
        return counts
    }
}

extension String {
    /// The text of a URL without its userinfo part, which is a secret (RFC 9110 §4.2.4).
    var redactingUserInformation: String {
        guard let scheme = utf8.firstIndex(of: UInt8(ascii: ":")) else { return self }
        let authority = self[utf8.index(after: scheme)...].drop { $0 == "/" }
        let end = authority.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? authority.endIndex
        guard let at = authority[..<end].lastIndex(of: "@") else { return self }
        return String(self[..<authority.startIndex]) + String(self[index(after: at)...])
    }
}
