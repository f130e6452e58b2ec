import Dispatch
import Foundation
import HTTPCacheRules
@testable import HTTPCacheStore
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

struct CopyRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let range: Range<Int64>
    let expected: Range<Int>
}

/// Longer than a pipe holds, so that copying must go on after a pause.
private let length = 300_000
private let content = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }

let copyRows = [
    CopyRow(testDescription: "everything", range: 0..<300_000, expected: 0..<length),
    CopyRow(testDescription: "more than there is", range: 0..<(.max), expected: 0..<length),
    CopyRow(testDescription: "the middle", range: 1..<299_999, expected: 1..<299_999),
    CopyRow(
        testDescription: "one byte at the end",
        range: 299_999..<300_000,
        expected: 299_999..<length
    ),
    CopyRow(testDescription: "nothing", range: 5..<5, expected: 5..<5),
    CopyRow(testDescription: "behind the end", range: 400_000..<500_000, expected: 0..<0),
]

@Suite struct CopyingTests {
    let fixture = StoreFixture()

    private func stored() throws -> StoredBody {
        let key = StoreKey(hashing: "k")
        let store = fixture.store()
        let writer = try store.beginEntry(for: key)
        try content.withUnsafeBytes { try writer.write($0) }
        _ = try writer.commit(head(), completeness: .complete)
        return try #require(try store.storedResponses(for: key).first).body
    }

    private var output: String { fixture.directory + "/output" }

    @Test(arguments: copyRows) func aRangeGoesToAFile(_ row: CopyRow) throws {
        let descriptor = open(output, O_WRONLY | O_CREAT, 0o600)
        try stored().copy(row.range, to: descriptor)
        // Why: the caller's next write must come behind the copy.
        #expect(write(descriptor, "!", 1) == 1)
        close(descriptor)
        #expect(StoreFixture.contents(output) == Array(content[row.expected]) + [0x21])
    }

    @Test(arguments: copyRows) func aRangeIsAddedToAFileOpenedToAppend(_ row: CopyRow) throws {
        StoreFixture.write([1, 2], to: output)
        let descriptor = open(output, O_WRONLY | O_APPEND)
        try stored().copy(row.range, to: descriptor)
        close(descriptor)
        #expect(StoreFixture.contents(output) == [1, 2] + Array(content[row.expected]))
    }

    @Test func aCopyBehindOtherBytesReplacesNothing() throws {
        let descriptor = open(output, O_WRONLY | O_CREAT, 0o600)
        #expect(write(descriptor, "head", 4) == 4)
        try stored().copy(0..<300_000, to: descriptor)
        close(descriptor)
        #expect(StoreFixture.contents(output) == Array("head".utf8) + content)
    }

    @Test(arguments: copyRows, [false, true]) func aRangeGoesThroughAPipe(
        _ row: CopyRow,
        nonBlocking: Bool
    ) throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        try expectTransfer(row, from: ends[0], to: ends[1], nonBlocking)
    }

    @Test(arguments: copyRows, [false, true]) func aRangeGoesThroughASocket(
        _ row: CopyRow,
        nonBlocking: Bool
    ) throws {
        var ends: [Int32] = [0, 0]
        #if canImport(Darwin)
        #expect(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
        #else
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        #endif
        try expectTransfer(row, from: ends[0], to: ends[1], nonBlocking)
    }

    private func expectTransfer(
        _ row: CopyRow,
        from input: Int32,
        to output: Int32,
        _ nonBlocking: Bool
    ) throws {
        if nonBlocking { _ = fcntl(output, F_SETFL, fcntl(output, F_GETFL) | O_NONBLOCK) }
        let body = try stored()
        let reader = ReadingThread(input)
        try body.copy(row.range, to: output)
        close(output)
        #expect(reader.received == Array(content[row.expected]))
        close(input)
    }

    @Test func theOutputIsAtFaultWhenItCannotTakeBytes() throws {
        let body = try stored()
        let readOnly = open("/dev/null", O_RDONLY)
        for descriptor in [readOnly, -1] {
            let error = #expect(throws: StoreError.self) {
                try body.copy(0..<100, to: descriptor)
            }
            #expect(error?.operation == .writeOutput)
            #expect(error?.errno == EBADF)
            #expect(error?.description == "cannot write output: Bad file descriptor")
        }
        close(readOnly)
    }

    #if os(Linux)
    @Test func aFullDeviceIsAnErrorOfTheOutput() throws {
        let full = open("/dev/full", O_WRONLY)
        let error = #expect(throws: StoreError.self) { try stored().copy(0..<100, to: full) }
        close(full)
        #expect(error?.operation == .writeOutput)
        #expect(error?.errno == ENOSPC)
    }
    #endif

    @Test func readingStopsAtTheEnd() throws {
        let body = try stored()
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try buffer.withUnsafeMutableBytes { try body.read(at: 299_997, into: $0) } == 3)
        #expect(try buffer.withUnsafeMutableBytes { try body.read(at: 300_000, into: $0) } == 0)
        #expect(try buffer.withUnsafeMutableBytes { try body.read(at: -1, into: $0) } == 0)
    }
}

/// Reads a descriptor to its end on a thread of its own: a task could wait for the writer's thread.
private final class ReadingThread: Sendable {
    private let descriptor: Int32
    private let bytes = Mutex<[UInt8]>([])
    private let done = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        let thread = Thread { [self] in
            var buffer = [UInt8](repeating: 0, count: 10_000)
            while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                bytes.withLock { $0 += buffer[..<count] }
            }
            done.signal()
        }
        thread.start()
    }

    var received: [UInt8] {
        done.wait()
        return bytes.withLock { $0 }
    }
}
