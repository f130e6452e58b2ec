internal import HTTPCacheRules

/// Reads a head; stands in for the parser of HTTPCacheRules.
func parseResponseHead(_ bytes: [UInt8]) -> ResponseHead? {
    var lines = bytes.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }
    let start = String(isomorphic: lines.removeFirst())
        .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard start.count > 1, let status = Int(start[1]) else { return nil }
    var head = ResponseHead(
        version: String(start[0]),
        status: status,
        reason: start.count > 2 ? String(start[2]) : ""
    )
    for line in lines where !line.isEmpty {
        let text = String(isomorphic: line)
        if text.first == " " || text.first == "\t", !head.fields.lines.isEmpty {
            head.fields.lines[head.fields.lines.count - 1].value += " " + trimmed(text[...])
        } else if let colon = text.firstIndex(of: ":") {
            head.fields.append(
                FieldName(String(text[..<colon])),
                trimmed(text[text.index(after: colon)...])
            )
        } else {
            return nil
        }
    }
    return head
}

private func trimmed(_ text: Substring) -> String { String(text.trimmingOptionalWhitespace) }
