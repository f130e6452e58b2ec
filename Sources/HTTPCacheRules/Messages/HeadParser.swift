// Reading and writing message heads, as leniently as the field's clients do (RFC 9112 §2.2, §4, §5).

/// Parses the head of a response, or returns nil where its first line is no status line (RFC 9112 §4).
///
/// Lines may end in LF alone, the reason phrase and the blanks around values may be missing, and a
/// line without a colon is passed over; a folded line continues the value before it (§5.2).
package func parseResponseHead(_ bytes: some Collection<UInt8>) -> ResponseHead? {
    var lines = Array(bytes).split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    guard let first = lines.popFirst(), var head = parseStatusLine(withoutLineEnd(first)) else {
        return nil
    }
    head.fields = parseFieldLines(lines)
    return head
}

/// Parses field lines up to the first empty one (RFC 9112 §5).
package func parseFieldLines(_ lines: some Sequence<ArraySlice<UInt8>>) -> Fields {
    var fields = Fields()
    for rawLine in lines {
        let line = withoutLineEnd(rawLine)
        guard let first = line.first else { break }
        if first.isOptionalWhitespace {
            guard let last = fields.lines.indices.last else { continue }
            let folded = String(isomorphic: trimmed(line))
            fields.lines[last].value += " " + folded
            continue
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
        let name = trimmed(line[..<colon])
        guard !name.isEmpty else { continue }
        fields.lines.append(
            FieldLine(
                FieldName(String(isomorphic: name)),
                String(isomorphic: trimmed(line[(colon + 1)...])),
                separator: separator(in: line, from: name.endIndex, colon: colon)
            )
        )
    }
    return fields
}

private func withoutLineEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
}

/// What stands between a name and its value: blanks, a colon, blanks.
private func separator(in line: ArraySlice<UInt8>, from start: Int, colon: Int) -> String {
    let value = line[(colon + 1)...].drop { $0.isOptionalWhitespace }
    let separator = line[start..<value.startIndex]
    return separator.elementsEqual([0x3A, 0x20]) ? ": " : String(isomorphic: separator)
}

private func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, first.isOptionalWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isOptionalWhitespace { rest = rest.dropLast() }
    return rest
}

/// Parses `HTTP-version SP status-code [SP reason-phrase]` (RFC 9112 §4).
private func parseStatusLine(_ bytes: ArraySlice<UInt8>) -> ResponseHead? {
    let line = Array(bytes)
    guard line.starts(with: Array("HTTP/".utf8)),
        let blank = line.firstIndex(of: 0x20)
    else { return nil }
    let version = line[5..<blank]
    guard !version.isEmpty, version.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
    else { return nil }
    let rest = line[blank...].drop { $0 == 0x20 }
    let digits = rest.prefix { $0.isASCIIDigit }
    guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)),
        status >= 100
    else { return nil }
    let reason = rest.dropFirst(3)
    guard reason.isEmpty || reason.first == 0x20 else { return nil }
    return ResponseHead(
        version: "HTTP/" + String(decoding: version, as: UTF8.self),
        status: status,
        reason: String(isomorphic: reason.dropFirst())
    )
}

extension ResponseHead {
    /// The head as bytes: status line, field lines and the empty line, each ended by CR LF (RFC 9112 §2.1).
    package var headBytes: [UInt8] {
        var bytes = statusLine.isomorphicBytes + [0x0D, 0x0A]
        for line in fields.lines {
            bytes += line.name.rawName.isomorphicBytes + line.separator.isomorphicBytes
            bytes += line.value.isomorphicBytes + [0x0D, 0x0A]
        }
        return bytes + [0x0D, 0x0A]
    }
}
