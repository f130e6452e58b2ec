import TestSupport

/// What a client printed with `-i`: interim heads, the head, the body.
struct ClientResponse: Sendable {
    struct Head: Sendable {
        var status: Int
        var fields: [(name: String, value: String)]

        /// The named field's lines, joined by commas; nil when there is none.
        func value(of name: String) -> String? {
            let found = fields.filter { $0.name.lowercased() == name.lowercased() }
            return found.isEmpty ? nil : found.map(\.value).joined(separator: ", ")
        }
    }

    var interimHeads: [Head] = []
    var head: Head
    var body: [UInt8]

    /// Reads the printed bytes; nil when they do not begin with a whole head.
    init?(_ output: [UInt8]) {
        var rest = output[...]
        var heads: [Head] = []
        repeat {
            guard let head = Self.takeHead(from: &rest) else { return nil }
            heads.append(head)
        } while (100..<200).contains(heads[heads.count - 1].status)
        head = heads.removeLast()
        interimHeads = heads
        body = Array(rest)
    }

    private static func takeHead(from rest: inout ArraySlice<UInt8>) -> Head? {
        guard let first = takeLine(from: &rest), first.hasPrefix("HTTP/") else { return nil }
        let words = first.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        var head = Head(status: status, fields: [])
        while let line = takeLine(from: &rest) {
            guard !line.isEmpty else { return head }
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]) : ""
            head.fields.append((String(parts[0]), trimmed(value)))
        }
        return nil
    }

    private static func takeLine(from rest: inout ArraySlice<UInt8>) -> String? {
        guard let end = rest.firstIndex(of: 10) else { return nil }
        var line = rest[..<end]
        rest = rest[(end + 1)...]
        if line.last == 13 { line.removeLast() }
        return String(latin1: line)
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
