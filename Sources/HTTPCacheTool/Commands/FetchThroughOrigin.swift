import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore

/// `fetch` with an origin behind it: one URL after the other, each hop of a redirect through the cache.
struct FetchThroughOrigin<Origin: RequestSending> {
    let plan: FetchPlan
    let engine: CacheEngine
    let origin: Origin

    func run() async -> ExitStatus {
        var status = ExitStatus.ok
        let report = FetchReport(plan: plan, store: engine.store)
        for transfer in plan.transfers {
            let outcome: ExitStatus
            switch transfer.target {
            case .failure(let malformation):
                outcome = report.malformed(transfer.urlText, malformation)
            case .success(let target):
                outcome = await fetch(target, transfer, report)
            }
            if outcome != .ok {
                status = outcome
                if plan.failsEarly { break }
            }
        }
        return status
    }

    private func fetch(
        _ target: TargetURI,
        _ transfer: FetchPlan.Transfer,
        _ report: FetchReport
    ) async -> ExitStatus {
        var request = plan.request(for: target, of: transfer)
        switch plan.requestBody() {
        case .success(let body): request.body = body
        case .failure(let failure): return report.unreadableInput(failure)
        }
        let delivery = FetchDelivery(plan: plan, transfer: transfer, report: report)
        var redirects = 0
        do {
            while true {
                report.sending(request.head)
                let answer = try await engine.respond(to: request, through: origin)
                report.received(answer)
                if plan.followsRedirects,
                    let malformation = redirectionMalformation(
                        of: answer.head,
                        answering: request.head
                    )
                {
                    delivery.discard()
                    if case .origin(let body) = answer.body { body.cancel() }
                    return report.unfollowable(transfer.urlText, malformation)
                }
                guard plan.followsRedirects,
                    let next = redirection(from: answer.head, answering: request.head)
                else {
                    let status = await delivery.deliver(answer)
                    report.record([answer])
                    startBackgroundValidation(of: answer, transfer)
                    return status
                }
                redirects += 1
                guard redirects <= plan.maxRedirects else {
                    delivery.discard()
                    return report.tooManyRedirects(plan.maxRedirects, transfer.urlText)
                }
                try await delivery.pass(answer)
                report.record([answer])
                request.head = next.head
                if !next.keepsBody { request.body = .none }
            }
        } catch let failure as TransferFailure {
            delivery.discard()
            return report.failed(transfer.urlText, failure)
        } catch {
            delivery.discard()
            return report.failed(
                transfer.urlText,
                TransferFailure(curlCode: 42, message: "the transfer was cancelled")
            )
        }
    }

    private func startBackgroundValidation(of answer: Answer, _ transfer: FetchPlan.Transfer) {
        if answer.wantsBackgroundValidation { BackgroundValidation.start(for: transfer.urlText) }
    }
}
