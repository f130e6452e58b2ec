internal import HTTPCacheRules

func parseResponseHead(_ bytes: [UInt8]) -> ResponseHead? {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { $0.last == 13 ? $0.dropLast() : $0 }
    let first = String(isomorphic: lines.removeFirst()).split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard first.count > 1, let status = Int(first[1]) else { return nil }
    var head = ResponseHead(version: String(first[0]), status: status, reason: first.count > 2 ? String(first[2]) : "")
    for line in lines where !line.isEmpty {
        guard let colon = line.firstIndex(of: 58) else { return nil }
        head.fields.append(FieldName(String(isomorphic: line[..<colon])), String(Substring(String(isomorphic: line[(colon + 1)...])).trimmingOptionalWhitespace))
    }
    return head
}
