import Foundation
import Testing

@testable import HTTPCacheStore

@Suite("Copying a body out of the store")
struct CopyingTests {
    private let fixture = StoreFixture()
    private let files = FileSystem()
    private let bytes: [UInt8] = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }

    init() {
        StoreFixture.write(bytes, to: path("source"))
    }

    private func path(_ name: String) -> String { fixture.directory + "/" + name }

    private func source() throws(StoreError) -> OpenFile {
        try files.open(path("source"), for: .read)
    }

    static let ranges: [Range<Int64>] = [
        0..<300_000, 0..<0, 0..<1, 299_999..<300_000, 4095..<4097, 65_536..<300_000,
    ]

    private func expected(_ range: Range<Int64>) -> [UInt8] {
        Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    @Test("any range goes to an empty file", arguments: ranges)
    func file(_ range: Range<Int64>) throws {
        let output = try files.open(path("output"), for: .create)
        let source = try source()
        try files.copy(range, of: source, to: output.number)
        // A later write continues where the copy ended.
        try files.write([0x21], to: output)
        #expect(StoreFixture.contents(path("output")) == expected(range) + [0x21])
    }

    @Test("a file that has something already is added to, not replaced")
    func fileWithHead() throws {
        let output = try files.open(path("output"), for: .create)
        try files.write(Array("head\n".utf8), to: output)
        let source = try source()
        try files.copy(0..<300_000, of: source, to: output.number)
        #expect(StoreFixture.contents(path("output")) == Array("head\n".utf8) + bytes)
    }

    @Test("a file opened to append is added to")
    func appending() throws {
        StoreFixture.write([0x41], to: path("output"))
        let output = try files.open(path("output"), for: .append)
        let source = try source()
        try files.copy(10..<20, of: source, to: output.number)
        #expect(StoreFixture.contents(path("output")) == [0x41] + expected(10..<20))
    }

    @Test("any range goes through a pipe and a socket", arguments: ranges, [true, false])
    func stream(_ range: Range<Int64>, isPipe: Bool) throws {
        let ends = isPipe ? pipe() : socketPair()
        let reader = ReadAll(ends.reading)
        let source = try source()
        try files.copy(range, of: source, to: ends.writing)
        close(ends.writing)
        #expect(reader.result() == expected(range))
    }

    @Test(
        "an output that somebody made non-blocking still gets everything",
        arguments: [true, false]
    )
    func nonBlocking(isPipe: Bool) throws {
        let ends = isPipe ? pipe() : socketPair()
        _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
        let reader = ReadAll(ends.reading)
        let source = try source()
        try files.copy(0..<300_000, of: source, to: ends.writing)
        close(ends.writing)
        #expect(reader.result() == bytes)
    }

    @Test("a full output is the output's error")
    func fullOutput() throws {
        guard let full = try? files.open("/dev/full", for: .append) else { return }
        let source = try source()
        do throws(StoreError) {
            try files.copy(0..<300_000, of: source, to: full.number)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.operation == .writeOutput)
            #expect(error.errno == ENOSPC)
        }
    }

    @Test("an output that is not open is the output's error")
    func closedOutput() throws {
        let source = try source()
        #expect(throws: StoreError(.writeOutput, "", errno: EBADF)) {
            try files.copy(0..<10, of: source, to: -1)
        }
    }

    @Test("a source that lost its end is the source's error")
    func shortSource() throws {
        let source = try source()
        let output = try files.open(path("output"), for: .create)
        do throws(StoreError) {
            try files.copy(0..<300_001, of: source, to: output.number)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.operation == .read)
        }
    }

    private func pipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        _ = Foundation.pipe(&ends)
        return (ends[0], ends[1])
    }

    private func socketPair() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        _ = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
        #else
        _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        #endif
        return (ends[0], ends[1])
    }
}

/// Reads a descriptor to its end on a thread of its own, slowly enough to fill a pipe.
///
/// `@unchecked Sendable`: the bytes are written by the thread before it signals, and read after that.
private final class ReadAll: @unchecked Sendable {
    private var bytes: [UInt8] = []
    private let done = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 10_000)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count <= 0 { break }
                bytes += buffer[..<count]
            }
            close(descriptor)
            done.signal()
        }
    }

    func result() -> [UInt8] {
        done.wait()
        return bytes
    }
}
