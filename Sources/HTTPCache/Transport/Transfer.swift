internal import Foundation
internal import HTTPCacheEngine
internal import HTTPCacheRules

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// One request under way: URLSession's reports go in on its queue, a reader takes them out.
///
/// Sendable, because the lock protects `state`, the only variable. While it is held nothing is
/// called that could come back here: no continuation is resumed, no task cancelled.
final class Transfer: @unchecked Sendable {
    let task: URLSessionDataTask
    private let carrier: TapTransfer?
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var answer: (interimHeads: [ResponseHead], head: ResponseHead)?
        var body: [UInt8] = []
        var received: UInt64 = 0
        var ending: Ending?
        var lastActivity = DispatchTime.now()
        /// Counts the changes, so that a reader about to wait sees one that it has just missed.
        var changes = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private enum Ending {
        case complete
        case failed(any Error)
    }

    init(_ task: URLSessionDataTask, carrier: TapTransfer?) {
        self.task = task
        self.carrier = carrier
    }

    /// Changes the state and wakes who waits for it.
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, waiters) = lock.withLock {
            let value = body(&state)
            state.changes += 1
            defer { state.waiters = [] }
            return (value, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return value
    }

    /// Waits until `poll` finds what it looks for; a cancelled wait gives up the transfer.
    private func wait<Value>(
        for poll: (inout State) throws -> Value?
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            while true {
                let (value, seen) = try lock.withLock { (try poll(&state), state.changes) }
                if let value { return value }
                await withCheckedContinuation { waiter in
                    let isLate = lock.withLock {
                        if state.changes == seen { state.waiters.append(waiter) }
                        return state.changes != seen
                    }
                    if isLate { waiter.resume() }
                }
            }
        } onCancel: {
            cancel()
        }
    }
}

// MARK: - What URLSession reports

extension Transfer {
    func start(with settings: TransferSettings) {
        startTimers(settings)
        task.resume()
    }

    func receive(_ response: URLResponse) {
        do {
            let answer = try carrier?.answer() ?? plainAnswer(response)
            // Without the tap each interim response is reported in the same way: the last one counts.
            change {
                $0.answer = answer
                $0.lastActivity = .now()
            }
        } catch {
            fail(error)
        }
    }

    func receive(_ data: Data) {
        change {
            $0.lastActivity = .now()
            guard $0.ending == nil else { return }
            $0.body.append(contentsOf: data)
            $0.received += UInt64(data.count)
        }
    }

    func finish(_ error: (any Error)?) {
        let outcome = carrier?.outcome
        change {
            guard $0.ending == nil else { return }
            if let failure = outcome?.failure {
                $0.ending = .failed(failure)
            } else if let error {
                $0.ending = .failed(TransferFailure(urlSessionError: error))
            } else if let outcome, outcome.delivered != $0.received {
                // Why: bytes that URLSession lost on the way would make a body that looks whole.
                $0.ending = .failed(
                    TransferFailure(curlCode: 23, message: "URLSession lost a part of the body")
                )
            } else {
                $0.ending = .complete
            }
        }
    }
}

// MARK: - What the reader asks

extension Transfer {
    func response() async throws -> OriginResponse {
        let answer = try await wait { state in
            switch (state.answer, state.ending) {
            case (_, .failed(let error as CancellationError)?): throw error
            case (let answer?, _): return answer
            case (nil, .failed(let error)?): throw error
            case (nil, .complete?):
                throw TransferFailure(curlCode: 52, message: "Empty reply from server")
            case (nil, nil): return nil
            }
        }
        return OriginResponse(
            interimHeads: answer.interimHeads,
            head: answer.head,
            body: TransferBody(self)
        )
    }

    /// The next bytes, or none after the last.
    func nextBytes() async throws -> [UInt8] {
        let bytes: [UInt8] = try await wait { state in
            if !state.body.isEmpty {
                defer { state.body = [] }
                return state.body
            }
            switch state.ending {
            case .complete: return []
            case .failed(let error): throw error
            case nil: return nil
            }
        }
        carrier?.consume(bytes.count)
        return bytes
    }

    var report: TransferReport {
        if let carrier { return carrier.report }
        var report = TransferReport()
        report.isDelimited = false
        return report
    }

    /// Gives up the transfer.
    ///
    /// A body that was whole but not read to its end becomes a failure, lest its rest be missed.
    func cancel() {
        let isRunning = change {
            let isRunning = $0.ending == nil
            if isRunning || !$0.body.isEmpty { $0.ending = .failed(CancellationError()) }
            $0.body = []
            return isRunning
        }
        if isRunning { cancelTask() }
    }

    private func fail(_ error: any Error) {
        let isRunning = change {
            guard $0.ending == nil else { return false }
            $0.ending = .failed(error)
            return true
        }
        if isRunning { cancelTask() }
    }

    private func cancelTask() {
        DispatchQueue.global().async { [task] in task.cancel() }
    }
}

// MARK: - Time limits

extension Transfer {
    private func startTimers(_ settings: TransferSettings) {
        // With the tap libcurl keeps the limit, and says in its failure how far the transfer came.
        if carrier == nil, let limit = settings.totalTimeout, limit > 0 {
            after(milliseconds: limit) { transfer in
                transfer.fail(
                    TransferFailure(
                        curlCode: 28,
                        message: "Operation timed out after \(limit) milliseconds"
                    )
                )
            }
        }
        if let limit = settings.idleTimeout, limit > 0 { watchIdleness(limit, after: limit) }
    }

    private func watchIdleness(_ limit: Int, after delay: Int) {
        after(milliseconds: delay) { transfer in
            let quiet = transfer.quietTime
            if quiet < limit { return transfer.watchIdleness(limit, after: limit - quiet) }
            transfer.fail(
                TransferFailure(
                    curlCode: 28,
                    message: "Operation timed out: no byte moved for \(limit) milliseconds"
                )
            )
        }
    }

    private func after(milliseconds: Int, _ body: @escaping @Sendable (Transfer) -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            [weak self] in
            guard let self, lock.withLock({ state.ending == nil }) else { return }
            body(self)
        }
    }

    private var quietTime: Int {
        if let carrier { return carrier.quietTime }
        let last = lock.withLock { state.lastActivity }
        return Int((DispatchTime.now().uptimeNanoseconds - last.uptimeNanoseconds) / 1_000_000)
    }
}
