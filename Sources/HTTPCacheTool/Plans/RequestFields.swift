import HTTPCacheRules

/// The fields of a request, in the order and with the habits of curl.
///
/// A field given by `-H` takes the place of the one that would be sent by itself; `Name:` leaves that
/// one out, `Name;` sends an empty one.
struct RequestFields {
    /// What `-H` says of one field.
    enum Custom: Equatable {
        case send(FieldLine)
        case leaveOut(FieldName)
    }

    private var custom: [Custom] = []

    /// Collects the fields of `-H`, and reads the files that `-H @FILE` names.
    init(_ invocation: Invocation) throws(UsageError) {
        for value in invocation.values("header") {
            guard value.hasPrefix("@") else {
                try take(value)
                continue
            }
            let bytes: [UInt8]
            switch InputFile.contents(of: String(value.dropFirst())) {
            case .success(let content): bytes = content
            case .failure(let failure): throw .unreadable(failure)
            }
            for line in bytes.split(separator: 0x0A) {
                try take(
                    String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
                )
            }
        }
    }

    private mutating func take(_ text: String) throws(UsageError) {
        guard let sign = text.utf8.firstIndex(where: { $0 == 0x3A || $0 == 0x3B }) else {
            // Why no error: curl passes over what is no field, and scripts rely on it unawares.
            return
        }
        let name = FieldName(String(text[..<sign].trimmingOptionalWhitespace))
        let value = text[text.index(after: sign)...].trimmingOptionalWhitespace
        guard name.isToken else {
            throw UsageError("'\(name)' in --header is not the name of a field")
        }
        if value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
            throw UsageError("the value of '\(name)' in --header has a control byte")
        }
        if text.utf8[sign] == 0x3B {
            if value.isEmpty { custom.append(.send(FieldLine(name, ""))) }
        } else if value.isEmpty {
            custom.append(.leaveOut(name))
        } else {
            custom.append(.send(FieldLine(name, String(isomorphic: value.utf8))))
        }
    }

    /// Whether `-H` says anything of a field.
    private func mentions(_ name: FieldName) -> Bool {
        custom.contains {
            switch $0 {
            case .send(let line): line.name == name
            case .leaveOut(let left): left == name
            }
        }
    }

    /// The fields of the requests.
    func fields(for invocation: Invocation, hasContent: Bool) -> Fields {
        var fields: Fields = []
        func append(_ name: FieldName, _ value: String?) {
            guard let value, !mentions(name) else { return }
            fields.append(name, String(isomorphic: value.utf8))
        }
        append("Authorization", Self.authorization(invocation))
        append("Range", invocation.value("range").map { "bytes=\($0)" })
        let agent = invocation.value("user-agent") ?? "httpcache/\(HTTPCacheVersion.current)"
        append("User-Agent", agent.isEmpty ? nil : agent)
        let isJSON = invocation.value("json") != nil
        if !isJSON { append("Accept", "*/*") }
        append("Referer", invocation.value("referer"))
        let cookies = invocation.values("cookie")
        append("Cookie", cookies.isEmpty ? nil : cookies.joined(separator: "; "))
        for case .send(let line) in custom { fields.lines.append(line) }
        if isJSON {
            append("Content-Type", "application/json")
            append("Accept", "application/json")
        } else if hasContent {
            append("Content-Type", "application/x-www-form-urlencoded")
        }
        return fields
    }

    private static func authorization(_ invocation: Invocation) -> String? {
        if let token = invocation.value("oauth2-bearer") { return "Bearer \(token)" }
        return invocation.value("user").map { "Basic " + base64(Array($0.utf8)) }
    }
}
