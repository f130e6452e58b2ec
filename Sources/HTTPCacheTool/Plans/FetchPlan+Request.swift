import HTTPCacheRules

extension FetchPlan {
    /// Takes method, fields and content from the options, as curl makes them; returns what goes into the query.
    mutating func applyRequest(_ invocation: Invocation) throws(UsageError) -> String? {
        try Self.checkFieldValues(invocation)
        body = RequestContent(invocation)
        var query: String?
        if invocation.isSet("get") {
            switch Result(catching: { () throws(InputFailure) in try body.bytes() }) {
            case .success(let bytes): query = bytes.map { String(decoding: $0, as: UTF8.self) }
            case .failure(let failure): throw .unreadable(failure)
            }
            body = .none
        }
        method = try Self.method(invocation, hasContent: !body.isEmpty)
        fields = try RequestFields(invocation).fields(for: invocation, hasContent: !body.isEmpty)
        return query
    }

    private static func method(
        _ invocation: Invocation,
        hasContent: Bool
    ) throws(UsageError) -> String {
        let isHead = invocation.isSet("head")
        if isHead, hasContent {
            throw UsageError(
                "-I asks for the head only, but there is data to send",
                hint: "add -G to put the data into the URL"
            )
        }
        guard let method = invocation.value("request") else {
            return isHead ? "HEAD" : hasContent ? "POST" : "GET"
        }
        guard method.isToken else { throw UsageError("the method '\(method)' is no token") }
        return method
    }

    /// Refuses values that cannot be sent as they are meant.
    private static func checkFieldValues(_ invocation: Invocation) throws(UsageError) {
        for name in ["user", "oauth2-bearer", "cookie", "referer", "user-agent", "range"] {
            // A line end or NUL would let the value speak as another field.
            let isSpoilt = invocation.values(name).contains { value in
                value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
            }
            if isSpoilt { throw UsageError("the value of --\(name) contains a control byte") }
        }
        if let user = invocation.value("user"), !user.contains(":") {
            throw UsageError(
                "the value of --user has no password",
                hint: "write it as NAME:PASSWORD"
            )
        }
        if let bare = invocation.values("cookie").first(where: { !$0.contains("=") }) {
            throw UsageError(
                "cookies are not read from a file such as '\(bare)'",
                hint: "write -b 'name=value'"
            )
        }
        if invocation.value("referer")?.hasSuffix(";auto") == true {
            throw UsageError("cannot use ;auto in --referer: \(OptionTable.later)")
        }
    }

    /// Refuses what curl would take for a pattern of many URLs, instead of fetching something else.
    static func checkPattern(_ url: String, _ invocation: Invocation) throws(UsageError) {
        if invocation.isSet("globoff") { return }
        // The brackets of an IPv6 literal are no pattern.
        let path = url.split(separator: "/").dropFirst(url.contains("://") ? 2 : 1)
        guard url.contains("{") || path.contains(where: { $0.contains("[") }) else { return }
        throw UsageError(
            "cannot use patterns such as {a,b} and [1-9] in '\(url.redactingUserInformation)': "
                + OptionTable.later,
            hint: "-g takes braces and brackets as they are"
        )
    }

    /// Puts data behind the query, before the fragment.
    static func adding(_ data: String, to url: String) -> String {
        let base = url.prefix { $0 != "#" }
        return base + (base.contains("?") ? "&" : "?") + data + url.dropFirst(base.count)
    }

    /// Whether making a plan would read standard input, which the front may not touch.
    static func readsStandardInput(_ invocation: Invocation) -> Bool {
        invocation.values("header").contains("@-")
            || invocation.isSet("get") && RequestContent(invocation).readsStandardInput
    }
}

extension String {
    /// The text with each of its UTF-8 bytes as a scalar of its own, as messages hold it.
    var isomorphicFromUTF8: String {
        // Why twice: nearly all text is ASCII, and then there is nothing to do.
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        return String(isomorphic: Array(utf8))
    }
}
