import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A started program, supervised by a thread of its own.
///
/// `@unchecked Sendable`: what changes after the start is read and written under `lock`.
package final class RunningProgram: @unchecked Sendable {
    package let identifier: Int32
    private let lock = NSLock()
    private var finished: Program.Result?
    private var waiting: [CheckedContinuation<Program.Result, Never>] = []

    init(_ program: Program, _ arguments: [String], input: [UInt8]?) throws {
        let spawned = try SpawnedProcess(program, arguments, hasInput: input != nil)
        identifier = spawned.identifier
        Thread.detachNewThread { [self] in
            finish(spawned.supervise(input: input ?? [], limit: program.timeLimit))
        }
    }

    /// Sends the signal, unless the program has ended.
    package func send(signal: Int32) {
        lock.withLock { if finished == nil { _ = kill(identifier, signal) } }
    }

    /// Ends the program without giving it a chance to tidy up.
    package func killNow() { send(signal: SIGKILL) }

    package var isRunning: Bool { lock.withLock { finished == nil } }

    /// Waits for the end.
    package func result() async -> Program.Result {
        await withCheckedContinuation { continuation in
            let known = lock.withLock {
                if finished == nil { waiting.append(continuation) }
                return finished
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    private func finish(_ result: Program.Result) {
        let resumed = lock.withLock {
            finished = result
            defer { waiting = [] }
            return waiting
        }
        resumed.forEach { $0.resume(returning: result) }
    }
}
