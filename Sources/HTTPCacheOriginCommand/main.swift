// The helper: the same tool with an origin behind it. The front starts it; it is not for people.

import Dispatch
import HTTPCacheTool

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The exit code, written before the main thread is woken and read after.
nonisolated(unsafe) var status = ExitStatus.internalError

signal(SIGPIPE, SIG_IGN)
if let refusal = HandOver.refusal() {
    Diagnostics.report(refusal.message, hint: refusal.hint)
    exit(ExitStatus.helperMissing.code)
}
// Why a semaphore: a main thread that returns into the runtime's own loop would end through
// handlers that race with libcurl's; this one sleeps until the tool is done, and leaves by `_exit`.
let done = DispatchSemaphore(value: 0)
Task.detached {
    status = await Tool(CommandLine.arguments).run(through: URLSessionOrigin())
    done.signal()
}
done.wait()
fflush(nil)
_exit(status.code)
