import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore
import Synchronization
import struct TestSupport.TemporaryDirectory

/// A clock that stands until a test moves it.
final class HandMovedClock: Sendable {
    /// Protects the moment, which the sender may move while the engine reads it.
    private let moment = Mutex(start)

    var now: Timestamp { moment.withLock { $0 } }

    /// Sets the clock to so many seconds after the beginning.
    func move(to elapsed: Int64) {
        moment.withLock { $0 = start + Seconds(saturating: elapsed) }
    }

    func advance(by seconds: Int64) {
        moment.withLock { $0 = $0 + Seconds(saturating: seconds) }
    }
}

/// What the user gets: everything of an answer, with its body read to the end.
struct Reply: Sendable {
    var answer: Answer
    var head: ResponseHead
    var body: String
    /// The failure that ended the body early.
    var bodyFailure: TransferFailure?
}

/// An engine over a store of its own, with an origin and a clock in a test's hand.
struct EngineFixture: Sendable {
    let directory: TemporaryDirectory
    let store: DiskStore
    let clock = HandMovedClock()
    let origin: RecordedSender
    let engine: CacheEngine

    /// Begins with an empty cache; `delay` seconds lie between a request and its answer.
    ///
    /// - Throws: What keeps the directory from being made.
    init(delay: Int64 = 0, failing fault: FileSystem.FaultInjector? = nil) throws {
        let clock = clock
        directory = try TemporaryDirectory()
        store = DiskStore(
            directory: directory.path("cache"),
            fileSystem: FileSystem(fault: fault)
        )
        origin = RecordedSender { clock.advance(by: delay) }
        engine = CacheEngine(store: store) { clock.now }
    }

    /// The same cache, origin and clock, with file calls that may fail.
    func engine(failing fault: @escaping FileSystem.FaultInjector) -> CacheEngine {
        let clock = clock
        return CacheEngine(
            store: DiskStore(directory: directory.path("cache"), fileSystem: .init(fault: fault))
        ) { clock.now }
    }

    /// Asks once; the origin plays the turns.
    @discardableResult
    func ask(
        _ request: CacheRequest,
        _ turns: OriginTurn...,
        through engine: CacheEngine? = nil
    ) async throws -> Reply {
        origin.play(turns)
        return try await Self.read(
            (engine ?? self.engine).respond(to: request, through: origin)
        )
    }

    /// Reads an answer's body to its end.
    static func read(_ answer: Answer) async throws -> Reply {
        var reply = Reply(answer: answer, head: answer.presentedHead, body: "")
        var bytes: [UInt8] = []
        switch answer.body {
        case .none: break
        case .stored(let body, let range):
            bytes = try body.bytes(in: range)
        case .origin(let body):
            do {
                while let piece = try await body.next() { bytes += piece }
            } catch let failure as TransferFailure {
                reply.bodyFailure = failure
            }
        }
        reply.body = String(decoding: bytes, as: UTF8.self)
        return reply
    }

    /// Takes note of what was sent since the last time, a line each.
    func takeSent() -> [String] { origin.takeSent().map(\.head.summary) }

    /// All that is stored, a line each: status and body.
    func stored() throws -> [String] {
        try responses().map { response in
            let body = try response.body.bytes(in: 0..<response.body.length)
            return "\(response.head.response.status) \(String(decoding: body, as: UTF8.self))"
        }
        .sorted()
    }

    /// All stored responses.
    func responses() throws -> [StoredResponse] {
        var names: [EntryName] = []
        let store = DiskStore(directory: directory.path("cache"))
        try store.forEachEntry { names.append($0.name) }
        return try names.compactMap { try store.storedResponse(named: $0) }
    }
}

extension StoredBody {
    func bytes(in range: Range<Int64>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        if bytes.isEmpty { return [] }
        let count = try bytes.withUnsafeMutableBytes { try read(at: range.lowerBound, into: $0) }
        return Array(bytes.prefix(count))
    }
}
