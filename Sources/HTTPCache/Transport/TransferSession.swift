internal import Foundation
internal import HTTPCacheEngine

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The URLSession of one ``URLSessionOrigin``, made at its first request.
///
/// Sendable, because the lock protects its only variable, `session`.
final class TransferSession: @unchecked Sendable {
    private let lock = NSLock()
    private var session: URLSession?
    private let delegate = TransferDelegate()
    private let tap: Tap?

    init(tap: Tap?) {
        self.tap = tap
    }

    deinit {
        session?.finishTasksAndInvalidate()
    }

    func start(_ request: OutgoingRequest) throws(TransferFailure) -> Transfer {
        let session = try opened()
        let transfer: Transfer
        if let tap {
            let carrier = try TapTransfer(request, through: tap)
            guard let placeholder = URL(string: carrier.placeholder) else {
                throw TransferFailure(curlCode: 2, message: "URLSession cannot be used")
            }
            var carried = URLRequest(url: placeholder)
            carried.timeoutInterval = TransferSession.unlimited
            transfer = Transfer(session.dataTask(with: carried), carrier: carrier)
        } else {
            transfer = Transfer(try request.plainTask(in: session), carrier: nil)
        }
        delegate.add(transfer)
        transfer.start(with: request.transfer)
        return transfer
    }

    private func opened() throws(TransferFailure) -> URLSession {
        if let reason = tap?.loadingFailure {
            throw TransferFailure(curlCode: 2, message: reason)
        }
        let opened = lock.withLock {
            let opened =
                session
                ?? URLSession(
                    configuration: .transportOnly,
                    delegate: delegate,
                    delegateQueue: InlineQueue()
                )
            session = opened
            return opened
        }
        if let tap, !tap.isInUse {
            throw TransferFailure(
                curlCode: 2,
                message: "the tap is linked but not in use: link the program with -export-dynamic"
            )
        }
        return opened
    }

    /// A year: Foundation's own timers know whole seconds only, and ours take their place.
    static let unlimited: Double = 365 * 86400
}

extension URLSessionConfiguration {
    /// A configuration with which URLSession remembers nothing and writes no file.
    fileprivate static var transportOnly: URLSessionConfiguration {
        let configuration = firstConfiguration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = TransferSession.unlimited
        configuration.timeoutIntervalForResource = TransferSession.unlimited
        configuration.httpMaximumConnectionsPerHost = 50
        return configuration
    }
}

/// A configuration made where Foundation's storages cannot make their folders.
///
/// Foundation creates these storages beside the first configuration of the process. A constant, so
/// that this happens once and nobody overtakes it.
private let firstConfiguration: URLSessionConfiguration = {
    #if os(Linux)
    let names = ["XDG_CACHE_HOME", "XDG_DATA_HOME"]
    let values = names.map { name in getenv(name).map { String(cString: $0) } }
    for name in names { setenv(name, "/proc/none", 1) }
    defer {
        for (name, value) in zip(names, values) {
            if let value { setenv(name, value, 1) } else { unsetenv(name) }
        }
    }
    #endif
    return .ephemeral
}()

/// Runs delegate calls at once on URLSession's own queue, so that none waits in memory.
private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @Sendable @escaping () -> Void) { block() }
}
