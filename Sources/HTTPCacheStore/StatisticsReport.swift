/// What is counted about the use of a cache.
package enum Counter: String, CaseIterable, Sendable {
    case hits, staleHits, validations, misses, bypasses, errorsServedStale, offlineHits
    case evictions, damagedEntries
    case bytesFromCache, bytesFromOrigin, timeSavedMilliseconds
}

/// A number for each counter.
package struct Counts: Hashable, Sendable {
    private var numbers: [Counter: Int64] = [:]

    package init() {}

    package init(_ counts: [(Counter, Int64)]) {
        for (counter, number) in counts { add(number, to: counter) }
    }

    /// The number of a counter; 0 when it was never counted.
    package subscript(counter: Counter) -> Int64 { numbers[counter] ?? 0 }

    var isEmpty: Bool { numbers.isEmpty }

    mutating func add(_ number: Int64, to counter: Counter) {
        let (sum, overflow) = self[counter].addingReportingOverflow(number)
        numbers[counter] = overflow ? .max : sum
    }

    mutating func add(_ other: Counts) {
        for (counter, number) in other.numbers { add(number, to: counter) }
    }
}

/// The use of a cache since its statistics were last reset.
package struct StatisticsReport: Hashable, Sendable {
    /// The sums over all hosts.
    package private(set) var totals = Counts()
    /// The numbers of each host; what belongs to none stands under the empty name.
    package private(set) var hosts: [String: Counts] = [:]

    package init() {}

    /// The most hosts that are told apart; what comes later is counted under the empty name.
    static let hostBound = 4096

    mutating func add(_ counts: Counts, host: String) {
        totals.add(counts)
        let isKnown = hosts[host] != nil || hosts.count < Self.hostBound
        hosts[isKnown ? host : "", default: Counts()].add(counts)
    }
}

// The lines of the counters' files:
//
//     line   = host *(" " counter "=" number) LF
//     host   = "-" for none, else bytes above 0x20
//     folded = "folded " file-name LF             only in the totals, see Statistics.swift
//
// What is no such line is passed over, so that a line cut short by a full disk costs only itself.

extension StatisticsReport {
    static func line(_ counts: Counts, host: String) -> String {
        line(Counter.allCases.map { ($0, counts[$0]) }, host: host)
    }

    /// Why pairs: each hit writes such a line, and a dictionary would have to be made for it.
    static func line(_ counts: [(Counter, Int64)], host: String) -> String {
        var line = host.isEmpty ? "-" : host
        if line.utf8.contains(where: { $0 <= 0x20 }) {
            line = String(decoding: host.utf8.map { $0 <= 0x20 ? 0x5F : $0 }, as: UTF8.self)
        }
        for (counter, number) in counts where number != 0 {
            line += " "
            line += counter.rawValue
            line += "="
            line += String(number)
        }
        return line + "\n"
    }

    /// Adds all lines of a file; what follows the last line feed is no line.
    mutating func add(linesOf bytes: [UInt8]) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            add(line: rest[..<end])
            rest = rest[(end + 1)...]
        }
    }

    private mutating func add(line: ArraySlice<UInt8>) {
        let words = line.split(separator: 0x20)
        guard let host = words.first, words.count > 1 else { return }
        var counts = Counts()
        for word in words.dropFirst() {
            let parts = word.split(separator: UInt8(ascii: "="))
            guard parts.count == 2,
                let counter = Counter(rawValue: String(decoding: parts[0], as: UTF8.self)),
                let number = Int64(String(decoding: parts[1], as: UTF8.self))
            else { continue }
            counts.add(number, to: counter)
        }
        let name = String(decoding: host, as: UTF8.self)
        if !counts.isEmpty { add(counts, host: name == "-" ? "" : name) }
    }

    var lines: String {
        hosts.sorted { $0.key < $1.key }.map { Self.line($0.value, host: $0.key) }.joined()
    }
}
