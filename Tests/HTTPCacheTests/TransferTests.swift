import Foundation
import HTTPCache
import HTTPCacheEngine
import HTTPCacheRules
import Testing

@Suite("A transfer stays within its bounds", .timeLimit(.minutes(2)))
struct TransferTests {
    private static let length = 64 << 20

    private func flooding() -> RawOrigin {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.length)\r\n\r\n"
        return RawOrigin([.request, .send(Array(head.utf8)), .flood(Self.length)])
    }

    private func request(_ server: RawOrigin) -> OutgoingRequest {
        OutgoingRequest(head: RequestHead(target: .local(server.port)))
    }

    /// Waits until the server has stopped sending for a while.
    private func stalledCount(_ server: RawOrigin) async throws -> Int {
        var last = -1
        while server.sentCount != last || last == 0 {
            last = server.sentCount
            try await Task.sleep(for: .milliseconds(200))
        }
        return last
    }

    @Test("A slow reader pauses the sender, loses nothing, and holds up no other transfer")
    func backPressure() async throws {
        let (slow, fast) = (flooding(), flooding())
        defer { slow.stop(); fast.stop() }
        let origin = URLSessionOrigin()
        let response = try await origin.send(request(slow))
        // The kernel's socket buffers take some megabytes, the transfer 1 MiB and libcurl 0.5.
        #expect(try await stalledCount(slow) < 24 << 20)

        #expect(try await origin.fetch(request(fast)).body.count == Self.length)
        #expect(try await URLSessionOrigin().fetch(request(fast)).body.count == Self.length)

        var count = 0
        while let bytes = try await response.body.next() {
            #expect(bytes.count <= 2 << 20)
            count += bytes.count
            if count % 7 == 0 { await Task.yield() }
        }
        #expect(count == Self.length)
        #expect(response.body.transferReport.isDelimited)
    }

    @Test("A body that nobody holds any longer ends its transfer")
    func droppedBody() async throws {
        let server = flooding()
        defer { server.stop() }
        do { _ = try await URLSessionOrigin().send(request(server)) }
        #expect(try await stalledCount(server) < Self.length)
    }

    @Test("Cancelling at any moment ends the wait")
    func cancellation() async throws {
        let hold = RawOrigin([.request, .hold])
        let half = RawOrigin([
            .request, .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab".utf8)), .hold,
        ])
        let full = flooding()
        defer { hold.stop(); half.stop(); full.stop() }
        let origin = URLSessionOrigin()
        await withTaskGroup(of: Void.self) { group in
            for round in 0..<100 {
                let server = [hold, half, full][round % 3]
                group.addTask {
                    let task = Task { try await origin.fetch(request(server)).body.count }
                    try? await Task.sleep(for: .microseconds(round * 317 % 30_000))
                    task.cancel()
                    switch await task.result {
                    case .success(let count): #expect(count == Self.length)
                    case .failure(let error): #expect(error is CancellationError)
                    }
                }
            }
        }
        #expect(
            try await origin.fetch(.local(RawOrigin(answer: "HTTP/1.1 204 N\r\n\r\n").port)).body
                .isEmpty
        )
    }

    @Test("A reader that gives up gets no whole body afterwards")
    func cancelledBody() async throws {
        let server = RawOrigin(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        defer { server.stop() }
        let response = try await URLSessionOrigin().send(request(server))
        try await Task.sleep(for: .milliseconds(100))
        response.body.cancel()
        await #expect(throws: CancellationError.self) { try await response.body.next() }
    }

    @Test("A task already cancelled sends nothing")
    func cancelledBefore() async throws {
        let server = RawOrigin(answer: "HTTP/1.1 204 N\r\n\r\n")
        defer { server.stop() }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await URLSessionOrigin().send(request(server))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.connectionCount == 0)
    }

    @Test("Two hundred requests at once")
    func concurrency() async throws {
        let server = RawOrigin(
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"
        )
        defer { server.stop() }
        let origin = URLSessionOrigin()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try await origin.fetch(request(server)).text } }
            for try await text in group { #expect(text == "hi") }
        }
        #expect(server.requests.count == 200)
    }

    @Test("The total time is limited in milliseconds")
    func totalTimeout() async throws {
        let server = RawOrigin([
            .request, .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab".utf8)), .hold,
        ])
        defer { server.stop() }
        var request = request(server)
        request.transfer.totalTimeout = 150
        let failure = await URLSessionOrigin().failure(request)
        #expect(failure?.curlCode == 28)
        #expect(failure?.message.hasSuffix("milliseconds with 2 out of 9 bytes received") == true)
    }

    @Test("The time without a byte is limited in milliseconds")
    func idleTimeout() async throws {
        let server = RawOrigin([.request, .hold])
        defer { server.stop() }
        var request = request(server)
        request.transfer.idleTimeout = 150
        #expect(await URLSessionOrigin().failure(request)?.curlCode == 28)
    }

    @Test("A slow reader is not an idle server")
    func idleReader() async throws {
        let server = flooding()
        defer { server.stop() }
        var request = request(server)
        request.transfer.idleTimeout = 500
        let response = try await URLSessionOrigin().send(request)
        try await Task.sleep(for: .milliseconds(1200))
        var count = 0
        while let bytes = try await response.body.next() { count += bytes.count }
        #expect(count == Self.length)
    }

    @Test("The time to connect is limited in milliseconds")
    func connectTimeout() async throws {
        // Nobody accepts here, so that the kernel leaves further connections without an answer.
        let server = RawOrigin(backlog: 0, isAccepting: false)
        defer { server.stop() }
        let fillers = (0..<4).map { _ in Self.startConnecting(to: server.port) }
        defer { for filler in fillers { close(filler) } }
        var request = request(server)
        request.transfer.connectTimeout = 150
        #expect(await URLSessionOrigin().failure(request)?.curlCode == 28)
    }

    private static func startConnecting(to port: UInt16) -> Int32 {
        let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(filler, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return filler
    }
}
