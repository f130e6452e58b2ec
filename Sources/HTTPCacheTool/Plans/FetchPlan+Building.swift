import HTTPCacheEngine
import HTTPCacheRules

extension FetchPlan {
    /// Builds the plan of a `fetch`; reads the files that its options name, and writes nothing.
    ///
    /// - Throws: `UsageError` naming the option that cannot be followed.
    package static func build(
        _ invocation: Invocation,
        in environment: Environment
    ) throws(UsageError) -> FetchPlan {
        var plan = FetchPlan()
        plan.isSilent = invocation.isSet("silent")
        plan.showsErrors = invocation.isSet("show-error")
        plan.isVerbose = invocation.isSet("verbose")
        plan.explains = invocation.isSet("explain")
        plan.printsKey = invocation.isSet("key")
        plan.includesHead = invocation.isSet("include") || invocation.isSet("head")
        plan.failsOnHTTPError = invocation.isSet("fail")
        plan.failsEarly = invocation.isSet("fail-early")
        plan.followsRedirects = invocation.isSet("location")
        if let limit = invocation.value("max-redirs") {
            plan.maxRedirects = try parseCount(limit, for: "--max-redirs")
        }
        try plan.applyConnection(invocation, environment)
        try plan.applyCache(invocation, environment)
        let query = try plan.applyRequest(invocation)
        plan.transfers = try transfers(invocation, query: query)
        return plan
    }

    private static func transfers(
        _ invocation: Invocation,
        query: String?
    ) throws(UsageError) -> [Transfer] {
        let urls = invocation.values("url") + invocation.operands
        if urls.isEmpty {
            throw UsageError(
                "no URL to fetch",
                hint: "httpcache fetch URL, or httpcache help fetch"
            )
        }
        let outputs = invocation.values("output")
        return urls.enumerated().map { index, url in
            let output =
                index < outputs.count && outputs[index] != "-"
                ? OutputTarget.file(outputs[index]) : .standardOutput
            var text = url
            if let query { text += (url.contains("?") ? "&" : "?") + query }
            switch TargetURI.parse(text) {
            case .failure(let malformation):
                return Transfer(urlText: url, target: .failure(malformation), output: output)
            case .success(let parsed):
                return Transfer(
                    urlText: url,
                    target: .success(parsed.target),
                    authorization: parsed.userInformation.map {
                        "Basic " + base64($0.removingPercentEncoding)
                    },
                    output: output
                )
            }
        }
    }

    private mutating func applyConnection(
        _ invocation: Invocation,
        _ environment: Environment
    ) throws(UsageError) {
        if let text = invocation.value("connect-timeout") {
            transferSettings.connectTimeout = try parseMilliseconds(text, for: "--connect-timeout")
        }
        if let text = invocation.value("max-time") {
            transferSettings.totalTimeout = try parseMilliseconds(text, for: "--max-time")
        }
        if transferSettings.connectTimeout == 0 { transferSettings.connectTimeout = nil }
        if transferSettings.totalTimeout == 0 { transferSettings.totalTimeout = nil }
        transferSettings.certificateAuthorityFile =
            invocation.value("cacert") ?? environment["SSL_CERT_FILE"]
        transferSettings.isInsecure = invocation.isSet("insecure")
        transferSettings.proxy = invocation.value("proxy")
        transferSettings.noProxy = invocation.value("noproxy")
    }
}

extension String {
    /// The text with percent-encodings decoded; what is no encoding stays as it is.
    var removingPercentEncoding: [UInt8] {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let high = digits.first?.hexadecimalValue, let low = digits.last?.hexadecimalValue
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

/// Base64 as Basic authentication needs it (RFC 4648 §4).
///
/// Why our own: Foundation's would be loaded at every hit, for fifteen lines.
func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
        let group = bytes[index..<min(index + 3, bytes.count)]
        var bits: UInt32 = 0
        for offset in 0..<3 {
            bits = bits << 8 | (offset < group.count ? UInt32(group[index + offset]) : 0)
        }
        for position in 0..<4 {
            let digit = Int(bits >> UInt32(18 - 6 * position)) & 63
            output.append(position <= group.count ? alphabet[digit] : UInt8(ascii: "="))
        }
        index += 3
    }
    return String(decoding: output, as: UTF8.self)
}
