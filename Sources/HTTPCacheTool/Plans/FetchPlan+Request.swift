import HTTPCacheRules

extension FetchPlan {
    /// Takes method, fields and content from the options, as curl makes them; returns what goes into the query.
    mutating func applyRequest(_ invocation: Invocation) throws(UsageError) -> String? {
        fields = [
            FieldLine("User-Agent", "httpcache/\(HTTPCacheVersion.current)"),
            FieldLine("Accept", "*/*"),
        ]
        if let agent = invocation.value("user-agent") { set("User-Agent", agent) }
        if let referer = invocation.value("referer") { set("Referer", referer) }
        if let range = invocation.value("range") { set("Range", "bytes=\(range)") }
        let cookies = invocation.values("cookie")
        if let bare = cookies.first(where: { !$0.contains("=") }) {
            throw UsageError(
                "cannot read cookies from '\(bare)': only -b 'name=value' is supported"
            )
        }
        if !cookies.isEmpty { set("Cookie", cookies.joined(separator: "; ")) }
        if let user = invocation.value("user") {
            if !user.contains(":") {
                throw UsageError(
                    "the value of --user has no password",
                    hint: "write it as NAME:PASSWORD"
                )
            }
            set("Authorization", "Basic " + base64(Array(user.utf8)))
        }
        if let token = invocation.value("oauth2-bearer") { set("Authorization", "Bearer \(token)") }
        let query = try applyData(invocation)
        if invocation.isSet("head") { method = "HEAD" }
        if let typed = invocation.value("request") { method = typed }
        guard method.isToken else { throw UsageError("the method '\(method)' is no token") }
        for text in invocation.values("header") { try applyField(text) }
        if !requestDirectives.directives.isEmpty {
            fields.append("Cache-Control", requestDirectives.description)
        }
        return query
    }

    private mutating func set(_ name: FieldName, _ value: String) {
        fields.replace(name, with: value.isomorphicFromUTF8)
    }

    /// Takes the content from the data options; with `-G` it is returned for the query.
    private mutating func applyData(_ invocation: Invocation) throws(UsageError) -> String? {
        var pieces: [[UInt8]] = []
        var isJSON = false
        var readsStandardInput = false
        for setting in invocation.settings {
            guard let value = setting.value else { continue }
            switch setting.option.name {
            case "json", "data", "data-binary", "data-raw":
                isJSON = isJSON || setting.option.name == "json"
                if value == "@-", setting.option.name != "data-raw" {
                    readsStandardInput = true
                    pieces.append([])
                } else {
                    pieces.append(try content(of: value, option: setting.option.name))
                }
            default: break
            }
        }
        if pieces.isEmpty { return nil }
        if readsStandardInput {
            guard pieces.count == 1 else {
                throw UsageError(
                    "standard input can only be the whole content, beside no other data"
                )
            }
            if invocation.isSet("get") {
                throw UsageError("cannot put standard input into the query (-G with @-)")
            }
            body = .standardInput
        }
        let separator: [UInt8] = isJSON ? [] : [UInt8(ascii: "&")]
        let joined = Array(pieces.joined(separator: separator))
        if invocation.isSet("get") { return String(decoding: joined, as: UTF8.self) }
        if !readsStandardInput { body = .bytes(joined) }
        method = "POST"
        set("Content-Type", isJSON ? "application/json" : "application/x-www-form-urlencoded")
        if isJSON { set("Accept", "application/json") }
        return nil
    }

    private func content(of value: String, option: String) throws(UsageError) -> [UInt8] {
        guard value.hasPrefix("@"), option != "data-raw" else { return Array(value.utf8) }
        switch InputFile.contents(of: String(value.dropFirst())) {
        case .failure(let failure):
            throw UsageError("cannot read \(failure.name): \(failure.reason)")
        case .success(let bytes):
            // As curl: -d strips the line ends of a file, --data-binary and --json keep them.
            return option == "data" ? bytes.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 } : bytes
        }
    }

    /// Takes one `-H`: `N: v` sets, `N:` removes, `N;` sends it empty, `@file` reads such lines.
    private mutating func applyField(_ text: String) throws(UsageError) {
        if text.hasPrefix("@") {
            switch InputFile.contents(of: String(text.dropFirst())) {
            case .failure(let failure):
                throw UsageError("cannot read \(failure.name): \(failure.reason)")
            case .success(let bytes):
                for line in String(decoding: bytes, as: UTF8.self).split(
                    whereSeparator: \.isNewline
                ) {
                    try applyField(String(line))
                }
            }
            return
        }
        if let end = text.firstIndex(where: { $0 == ":" || $0 == ";" }) {
            let name = FieldName(String(text[..<end]))
            let value = text[text.index(after: end)...].trimmingOptionalWhitespace
            guard name.isToken else { throw UsageError("the field name '\(name)' is no token") }
            // A line end or NUL would let the value speak as another field.
            if value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
                throw UsageError("the value of the field \(name) contains a line end or NUL")
            }
            let isOwn = [
                "user-agent", "accept", "content-type", "referer", "cookie", "authorization",
            ]
            .contains(name.lowercased)
            if text[end] == ";" {
                if value.isEmpty { fields.append(name, "") }
            } else if value.isEmpty {
                fields.remove(name)
            } else if isOwn, !typedFields.contains(name) {
                fields.replace(name, with: String(value).isomorphicFromUTF8)
            } else {
                fields.append(name, String(value).isomorphicFromUTF8)
            }
            typedFields.insert(name)
        }
    }
}

extension String {
    /// The text with each of its UTF-8 bytes as a scalar of its own, as messages hold it.
    var isomorphicFromUTF8: String { String(isomorphic: Array(utf8)) }
}
