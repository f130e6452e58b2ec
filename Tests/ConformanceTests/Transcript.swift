import TestSupport

/// What was sent and seen in a case, to be read by whoever mends it.
struct Transcript: Sendable {
    private(set) var text = ""

    mutating func begin(_ number: Int, _ command: [String]) {
        text += "── request \(number)\n$ \(command.map(Self.quoted).joined(separator: " "))\n"
    }

    mutating func note(_ line: String) { text += "· \(line)\n" }

    mutating func add(_ exchanges: [CaseOrigin.Exchange]) {
        if exchanges.isEmpty { note("the origin saw nothing") }
        for exchange in exchanges {
            note("the origin saw")
            add(exchange.request.head, mark: "> ")
            if let status = exchange.status {
                text += "< \(status)\n"
                for field in exchange.fields { text += "< \(field.name): \(field.value)\n" }
            } else {
                note("the origin closed without an answer")
            }
        }
    }

    mutating func add(_ result: Program.Result) {
        note("the client ended with \(result.status) and printed")
        add(result.outputBytes, mark: "| ")
        add(result.errorBytes, mark: "! ")
    }

    private mutating func add(_ bytes: [UInt8], mark: String) {
        let lines = bytes.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }
        for line in lines where !line.isEmpty { text += mark + String(latin1: line) + "\n" }
    }

    private static func quoted(_ word: String) -> String {
        word.allSatisfy { $0.isLetter || $0.isNumber || "/:.-_?=%,".contains($0) } && !word.isEmpty
            ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }
}
