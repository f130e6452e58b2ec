/// The host and port of an authority (RFC 3986 §3.2).
struct HostAndPort {
    var host: String
    var port: UInt16

    static func parse(
        _ authority: [UInt8],
        defaultPort: UInt16
    ) -> Result<HostAndPort, URIMalformation> {
        var hostBytes = authority[...]
        var portBytes: ArraySlice<UInt8> = []
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else {
                return .failure(.badHost(text(hostBytes)))
            }
            hostBytes = authority[...close]
            let rest = authority[(close + 1)...]
            if !rest.isEmpty, rest.first != UInt8(ascii: ":") {
                return .failure(.badHost(text(authority[...])))
            }
            portBytes = rest.dropFirst()
        } else if let colon = authority.lastIndex(of: UInt8(ascii: ":")) {
            hostBytes = authority[..<colon]
            portBytes = authority[(colon + 1)...]
        }
        if hostBytes.isEmpty { return .failure(.noHost) }
        guard let host = normalizedHost(hostBytes) else {
            return .failure(.badHost(text(hostBytes)))
        }
        if portBytes.isEmpty { return .success(HostAndPort(host: host, port: defaultPort)) }
        guard portBytes.allSatisfy({ $0.isASCIIDigit }), let port = UInt16(text(portBytes)),
            port > 0
        else { return .failure(.badPort(text(portBytes))) }
        return .success(HostAndPort(host: host, port: port))
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The host in lower case with A-labels, or nil where a byte in it belongs in no host.
    private static func normalizedHost(_ bytes: ArraySlice<UInt8>) -> String? {
        if bytes.first == UInt8(ascii: "[") {
            let inner = bytes.dropFirst().dropLast()
            guard
                inner.contains(UInt8(ascii: ":")),
                inner.allSatisfy({
                    $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                })
            else { return nil }
            return text(bytes).asciiLowercased
        }
        guard let decoded = percentDecoded(bytes) else { return nil }
        if decoded.allSatisfy({ $0 < 0x80 }) {
            guard decoded.allSatisfy({ isHostByte($0) }) else { return nil }
            return text(decoded[...]).asciiLowercased
        }
        guard let name = String(validating: decoded, as: UTF8.self) else { return nil }
        // Why: ASCII bytes pass through Punycode unchanged, a slash as well as a letter.
        return asciiHost(name).flatMap { $0.utf8.allSatisfy(isHostByte) ? $0 : nil }
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
        var output: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                output.append(byte)
                continue
            }
            guard
                let high = rest.popFirst()?.hexadecimalValue,
                let low = rest.popFirst()?.hexadecimalValue
            else { return nil }
            output.append(high << 4 | low)
        }
        return output
    }

    /// Letters, digits and what RFC 3986 §3.2.2 lets a registered name hold, without its encodings.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: byte.isASCIIDigit || (0x61...0x7A).contains(byte.asciiLowercased)
        }
    }
}

/// Writes each label that is not ASCII as an A-label: lower case, then Punycode (RFC 5891 §4.4, RFC 3492).
///
/// Not implemented: the mappings of UTS 46 beyond lower case, and Unicode normalisation.
private func asciiHost(_ name: String) -> String? {
    var labels: [String] = []
    let dots: Set<Unicode.Scalar> = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    for label in name.unicodeScalars.split(
        omittingEmptySubsequences: false,
        whereSeparator: { dots.contains($0) }
    ) {
        let lower = Array(String(String.UnicodeScalarView(label)).lowercased().unicodeScalars)
        if lower.allSatisfy({ $0.isASCII }) {
            labels.append(String(String.UnicodeScalarView(lower)))
        } else {
            guard let encoded = punycode(lower) else { return nil }
            labels.append("xn--" + encoded)
        }
    }
    return labels.joined(separator: ".")
}

/// Encodes scalars by Punycode, or returns nil for a label longer than DNS allows (RFC 3492 §6.3).
private func punycode(_ scalars: [Unicode.Scalar]) -> String? {
    // A DNS label holds 63 bytes, so longer input is refused before arithmetic could overflow.
    guard scalars.count < 64 else { return nil }
    var output = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var (next, delta, bias) = (128, 0, 72)
    while handled < scalars.count {
        let smallest = scalars.map { Int($0.value) }.filter { $0 >= next }.min() ?? next
        delta += (smallest - next) * (handled + 1)
        next = smallest
        for scalar in scalars {
            if scalar.value < next { delta += 1 }
            guard Int(scalar.value) == next else { continue }
            appendVariableLength(delta, bias: bias, to: &output)
            bias = adapted(delta, points: handled + 1, isFirst: handled == basicCount)
            delta = 0
            handled += 1
        }
        delta += 1
        next += 1
    }
    return String(decoding: output, as: UTF8.self)
}

private func appendVariableLength(_ number: Int, bias: Int, to output: inout [UInt8]) {
    let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    var rest = number
    var step = 36
    while true {
        let threshold = min(max(step - bias, 1), 26)
        if rest < threshold { break }
        output.append(digits[threshold + (rest - threshold) % (36 - threshold)])
        rest = (rest - threshold) / (36 - threshold)
        step += 36
    }
    output.append(digits[rest])
}

private func adapted(_ delta: Int, points: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / points
    var steps = 0
    while rest > 455 {
        rest /= 35
        steps += 36
    }
    return steps + 36 * rest / (rest + 38)
}
