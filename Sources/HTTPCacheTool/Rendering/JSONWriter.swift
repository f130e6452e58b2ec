/// Writes one JSON value, member by member (RFC 8259).
struct JSONWriter {
    /// What has been written so far.
    private(set) var text = ""
    private var needsComma = false

    /// Writes an object with what `body` adds to it.
    mutating func object(_ name: String? = nil, _ body: (inout JSONWriter) -> Void) {
        begin(name)
        text += "{"
        needsComma = false
        body(&self)
        text += "}"
        needsComma = true
    }

    /// Writes an array with what `body` adds to it.
    mutating func array(_ name: String? = nil, _ body: (inout JSONWriter) -> Void) {
        begin(name)
        text += "["
        needsComma = false
        body(&self)
        text += "]"
        needsComma = true
    }

    mutating func string(_ name: String? = nil, _ value: String?) {
        guard let value else { return literal(name, "null") }
        begin(name)
        quote(value)
        needsComma = true
    }

    mutating func number(_ name: String? = nil, _ value: Int64?) {
        literal(name, value.map { "\($0)" } ?? "null")
    }

    mutating func bool(_ name: String? = nil, _ value: Bool) {
        literal(name, value ? "true" : "false")
    }

    /// Writes text that is JSON already.
    mutating func literal(_ name: String? = nil, _ value: String) {
        begin(name)
        text += value
        needsComma = true
    }

    private mutating func begin(_ name: String?) {
        if needsComma { text += "," }
        guard let name else { return }
        quote(name)
        text += ":"
    }

    private mutating func quote(_ value: String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if scalar.value < 0x20 {
                    let hexadecimal = String(scalar.value, radix: 16)
                    text +=
                        "\\u" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}
