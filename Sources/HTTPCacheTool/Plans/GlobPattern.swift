/// A pattern over a whole text: `*` stands for any run of bytes, `?` for one, `[a-z]` or `[!a-z]` for one of a set.
package struct GlobPattern: Hashable, Sendable {
    private enum Piece: Hashable {
        case run
        case one
        case byte(UInt8)
        case set([ClosedRange<UInt8>], isNegated: Bool)

        func matches(_ byte: UInt8) -> Bool {
            switch self {
            case .run: false
            case .one: true
            case .byte(let own): own == byte
            case .set(let ranges, let isNegated):
                ranges.contains { $0.contains(byte) } != isNegated
            }
        }
    }

    private var pieces: [Piece] = []

    /// Reads a pattern; a bracket that does not close stands for itself.
    package init(_ text: String) {
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"): if pieces.last != .run { pieces.append(.run) }
            case UInt8(ascii: "?"): pieces.append(.one)
            case UInt8(ascii: "["): pieces.append(Self.set(&rest) ?? .byte(byte))
            default: pieces.append(.byte(byte))
            }
        }
    }

    private static func set(_ rest: inout ArraySlice<UInt8>) -> Piece? {
        // A closing bracket that comes first belongs to the set.
        guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")) else { return nil }
        var members = rest[..<end]
        let isNegated = members.first == UInt8(ascii: "!") && members.count > 1
        if isNegated { members = members.dropFirst() }
        var ranges: [ClosedRange<UInt8>] = []
        while let low = members.popFirst() {
            if members.count >= 2, members.first == UInt8(ascii: "-") {
                let high = members[members.startIndex + 1]
                members = members.dropFirst(2)
                if low <= high { ranges.append(low...high) }
            } else {
                ranges.append(low...low)
            }
        }
        rest = rest[(end + 1)...]
        return .set(ranges, isNegated: isNegated)
    }

    /// Whether the pattern stands for the whole text.
    ///
    /// Only the latest run is ever lengthened, so the time is at most pattern times text.
    package func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var (piece, position) = (0, 0)
        var resume: (piece: Int, position: Int)?
        while position < bytes.count {
            if piece < pieces.count, pieces[piece] == .run {
                resume = (piece, position)
                piece += 1
            } else if piece < pieces.count, pieces[piece].matches(bytes[position]) {
                piece += 1
                position += 1
            } else if let latest = resume {
                resume = (latest.piece, latest.position + 1)
                (piece, position) = (latest.piece + 1, latest.position + 1)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { $0 == .run }
    }
}
