import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore

/// Brings the answers to one URL where the user wants them: heads and body, to standard output or a file.
final class FetchDelivery {
    private let plan: FetchPlan
    private let transfer: FetchPlan.Transfer
    private let report: FetchReport
    private let output: BodyOutput
    /// Heads of redirects that were followed; printed before the last one, as curl does.
    private var earlierHeads: [UInt8] = []

    init(plan: FetchPlan, transfer: FetchPlan.Transfer, report: FetchReport) {
        self.plan = plan
        self.transfer = transfer
        self.report = report
        output = BodyOutput(transfer.output)
    }

    /// Delivers answers that all came from the store: the redirects on the way and the last one.
    func deliverStored(_ chain: [Answer]) -> ExitStatus {
        for answer in chain { report.received(answer) }
        for answer in chain.dropLast() { earlierHeads += heads(of: answer) }
        guard let answer = chain.last else { return .ok }
        let isTooLong =
            plan.followsRedirects && chain.count > plan.maxRedirects
            && [301, 302, 303, 307, 308].contains(answer.head.status)
        if isTooLong { return report.tooManyRedirects(plan.maxRedirects, transfer.urlText) }
        do throws(OutputFailure) {
            if let status = try begin(answer) { return status }
            if case .stored(let body, let range) = answer.body {
                try output.copy(body, range)
            }
            return try finish(answer)
        } catch {
            return fail(error)
        }
    }

    /// Delivers the last answer of a transfer.
    func deliver(_ answer: Answer) async -> ExitStatus {
        do {
            if let status = try begin(answer) {
                // What is not shown is not waited for, however long it is.
                if case .origin(let body) = answer.body { body.cancel() }
                return status
            }
            switch answer.body {
            case .none: break
            case .stored(let body, let range): try output.copy(body, range)
            case .origin(let body):
                while let bytes = try await body.next() { try output.write(bytes) }
                report.finished(body)
            }
            return try finish(answer)
        } catch let failure as OutputFailure {
            if case .origin(let body) = answer.body { body.cancel() }
            return fail(failure)
        } catch let failure as TransferFailure {
            output.discard()
            return report.failed(transfer.urlText, failure)
        } catch {
            output.discard()
            return report.failed(
                transfer.urlText,
                TransferFailure(curlCode: 42, message: "the transfer was cancelled")
            )
        }
    }

    /// Passes over a redirect that is followed: its head is kept for `-i`, its body is read for the store.
    ///
    /// - Throws: ``TransferFailure`` where its body ends early.
    func pass(_ answer: Answer) async throws {
        earlierHeads += heads(of: answer)
        if case .origin(let body) = answer.body {
            while try await body.next() != nil {}
            report.finished(body)
        }
    }

    /// Leaves the output as it was before.
    func discard() { output.discard() }

    // MARK: - Steps

    /// Writes the heads; returns a status where the answer's body is not to be written.
    private func begin(_ answer: Answer) throws(OutputFailure) -> ExitStatus? {
        if plan.failsOnHTTPError, answer.head.status >= 400, !answer.isUnsatisfiable {
            if plan.includesHead, case .standardOutput = transfer.output {
                try output.write(earlierHeads + heads(of: answer))
            }
            output.discard()
            return report.httpError(answer.head.status, transfer.urlText)
        }
        // A file that is up to date already is left alone, and so is its modification time.
        if answer.head.status == 304, transfer.output != .standardOutput, !plan.includesHead {
            output.discard()
            return .ok
        }
        if answer.isUnsatisfiable {
            if plan.includesHead { try output.write(earlierHeads + heads(of: answer)) }
            transfer.output == .standardOutput ? try output.commit() : output.discard()
            return report.notCached(transfer.urlText)
        }
        try output.open()
        if plan.includesHead { try output.write(earlierHeads + heads(of: answer)) }
        return nil
    }

    private func finish(_ answer: Answer) throws(OutputFailure) -> ExitStatus {
        try output.commit()
        return .ok
    }

    private func fail(_ failure: OutputFailure) -> ExitStatus {
        output.discard()
        return report.outputFailed(failure)
    }

    private func heads(of answer: Answer) -> [UInt8] {
        guard plan.includesHead else { return [] }
        let interim = answer.interimHeads.flatMap(\.headBytes)
        return interim + answer.presentedHead.headBytes
    }
}
