internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Passes what URLSession reports on to the transfer that it concerns.
///
/// Its methods run on URLSession's queue, which serves all sessions of the process: nothing here
/// may wait, nor call a task's `cancel()`, which waits for that very queue.
///
/// Sendable, because the lock protects its only variable, `transfers`.
final class TransferDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var transfers: [Int: Transfer] = [:]

    func add(_ transfer: Transfer) {
        lock.withLock { transfers[transfer.task.taskIdentifier] = transfer }
    }

    private func transfer(of task: URLSessionTask) -> Transfer? {
        lock.withLock { transfers[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        transfer(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        transfer(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        lock.withLock { transfers.removeValue(forKey: task.taskIdentifier) }?.finish(error)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    // Reached without the tap only. The response and its content have come by then; answering the
    // challenge in any other way than by giving up makes URLSession wait for ever.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
        lock.withLock { transfers.removeValue(forKey: task.taskIdentifier) }?.finish(nil)
        let answer = UncheckedAnswer(completionHandler)
        DispatchQueue.global().async { answer.call(.cancelAuthenticationChallenge, nil) }
        #else
        let space = challenge.protectionSpace.authenticationMethod
        let isOfServer = space == NSURLAuthenticationMethodServerTrust
        completionHandler(isOfServer ? .performDefaultHandling : .rejectProtectionSpace, nil)
        #endif
    }
}

#if canImport(FoundationNetworking)
/// Carries an answer to another queue; Sendable, because it is called there once and nowhere else.
private struct UncheckedAnswer: @unchecked Sendable {
    let call: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

    init(_ call: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
        self.call = call
    }
}
#endif
