import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore

/// What became of a command in the front.
package enum ToolOutcome: Sendable {
    /// It is done.
    case finished(ExitStatus)
    /// An origin is needed; nothing has been written and nothing been read from standard input.
    case originRequired
}

/// `fetch` without an origin: answers everything from the store, or nothing at all.
struct FetchFromStore {
    let plan: FetchPlan
    let engine: CacheEngine

    /// How many URLs are looked up before anything is written; more are handed over unseen, since
    /// each keeps its body's descriptor open.
    private static let greatestCount = 16

    func run() -> ToolOutcome {
        guard plan.transfers.count <= Self.greatestCount, !plan.isBackgroundValidation,
            case .none = plan.body
        else { return .originRequired }
        let now = SystemClock.now()
        var chains: [[Answer]] = []
        for transfer in plan.transfers {
            guard case .success(let target) = transfer.target else {
                chains.append([])
                continue
            }
            guard let chain = chain(from: target, of: transfer, at: now) else {
                return .originRequired
            }
            chains.append(chain)
        }
        return .finished(deliver(chains))
    }

    /// The answers to a request and to the redirects behind it, or nil where one needs an origin.
    private func chain(
        from target: TargetURI,
        of transfer: FetchPlan.Transfer,
        at now: Timestamp
    ) -> [Answer]? {
        var request = plan.request(for: target, of: transfer)
        var answers: [Answer] = []
        while let answer = engine.serveFromStore(request, at: now) {
            answers.append(answer)
            if plan.followsRedirects,
                redirectionMalformation(of: answer.head, answering: request.head) != nil
            {
                // The helper, which reports it, gets this answer from the store just as well.
                return nil
            }
            guard plan.followsRedirects, answers.count <= plan.maxRedirects,
                let next = redirection(from: answer.head, answering: request.head)
            else { return answers }
            request.head = next.head
        }
        return nil
    }

    private func deliver(_ chains: [[Answer]]) -> ExitStatus {
        var status = ExitStatus.ok
        let report = FetchReport(plan: plan, store: engine.store)
        for (transfer, chain) in zip(plan.transfers, chains) {
            var outcome = ExitStatus.ok
            if case .failure(let malformation) = transfer.target {
                outcome = report.malformed(transfer.urlText, malformation)
            } else {
                let delivery = FetchDelivery(plan: plan, transfer: transfer, report: report)
                outcome = delivery.deliverStored(chain)
                report.record(chain)
                if chain.contains(where: \.wantsBackgroundValidation) {
                    BackgroundValidation.start(for: transfer.urlText)
                }
            }
            if outcome != .ok {
                status = outcome
                if plan.failsEarly { break }
            }
        }
        return status
    }
}
