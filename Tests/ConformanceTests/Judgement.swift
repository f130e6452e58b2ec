import TestSupport

/// The checks of one request, in the order in which their failure is reported.
struct Judgement: Sendable {
    struct Fault: Sendable {
        var reason: String
        /// Whether it leaves the case unjudged instead of failed.
        var isSetup: Bool
    }

    let script: RequestScript
    let id: String
    let response: ClientResponse?
    let result: Program.Result
    /// What reached the origin during this request.
    let seen: [CaseOrigin.Exchange]
    /// What reached the origin since the case began.
    let all: [CaseOrigin.Exchange]

    func firstFault() -> Fault? {
        if result.timedOut { return Fault(reason: "the client did not end", isSetup: false) }
        guard let response else { return faultWithoutResponse() }
        let checks: [(String, (ClientResponse) -> String?)] = [
            ("expected_type", typeFault), ("expected_status", statusFault),
            ("expected_response_headers", expectedFieldFault),
            ("expected_response_headers_missing", unexpectedFieldFault),
            ("expected_interim_responses", interimFault), ("expected_response_text", bodyFault),
            ("response_headers", sentFieldFault),
            ("expected_method", { _ in methodFault() }),
            ("expected_request_headers", { _ in requestFieldFault() }),
            ("expected_request_headers_missing", { _ in unexpectedRequestFieldFault() }),
        ]
        for (name, check) in checks {
            if let reason = check(response) {
                return Fault(reason: reason, isSetup: script.isSetup(name))
            }
        }
        return nil
    }

    private func faultWithoutResponse() -> Fault? {
        if script.expectedStatus == nil && script.expectedType == nil { return nil }
        let detail = result.errorOutput.split(separator: "\n").first.map { ": \($0)" } ?? ""
        return Fault(
            reason: "no response (\(result.status)\(detail))",
            isSetup: script.isSetup("expected_type")
        )
    }

    // MARK: Where the answer came from

    private func typeFault(_ response: ClientResponse) -> String? {
        let number = response.head.value(of: "server-request-count").flatMap { Int($0) }
        let own = (all.count - seen.count + 1)...max(all.count, all.count - seen.count + 1)
        let isOfThisRequest = !seen.isEmpty && number.map(own.contains) == true
        switch script.expectedType {
        case "cached":
            guard let number, !isOfThisRequest, number >= 1 else {
                return "expected the stored response, got "
                    + (number == nil ? "one that no origin sent" : "the origin's")
            }
            return seen.contains { $0.status == 304 } ? "expected no validation" : nil
        case "not_cached":
            return isOfThisRequest ? nil : "expected the origin's response, got a stored one"
        case "etag_validated":
            return validationFault("if-none-match")
        case "lm_validated":
            return validationFault("if-modified-since")
        default:
            return nil
        }
    }

    private func validationFault(_ condition: String) -> String? {
        guard let first = seen.first else { return "expected a validation, the origin saw nothing" }
        guard first.request.value(of: condition) != nil else {
            return "expected a conditional request with \(condition)"
        }
        return first.status == 999 ? "the \(condition) sent does not match what is stored" : nil
    }

    // MARK: What the client saw

    private func statusFault(_ response: ClientResponse) -> String? {
        guard let expected = script.expectedStatus else { return nil }
        let status = response.head.status
        return status == expected ? nil : "expected status \(expected), got \(status)"
    }

    private func expectedFieldFault(_ response: ClientResponse) -> String? {
        for expectation in script.expectedFields {
            let parts = expectation.array
            guard let name = expectation.string ?? parts.first?.string else { continue }
            guard let found = response.head.value(of: name) else { return "\(name) is missing" }
            if parts.count == 3 {
                if let reason = comparisonFault(name, found, parts, response) { return reason }
            } else if parts.count == 2, let field = ScriptedField(expectation) {
                let expected = field.text(at: momentOfAnswer(response))
                if found != expected { return "\(name) is '\(found)', expected '\(expected)'" }
            }
        }
        return nil
    }

    private func comparisonFault(
        _ name: String,
        _ found: String,
        _ parts: [JSONValue],
        _ response: ClientResponse
    ) -> String? {
        if parts[1].string == "=", let other = parts[2].string {
            let value = response.head.value(of: other)
            return found == value
                ? nil : "\(name) is '\(found)', but \(other) is '\(value ?? "(missing)")'"
        }
        guard parts[1].string == ">", let limit = parts[2].integer else { return nil }
        let number = Int(found.prefix { $0.isNumber }) ?? Int.min
        return number > limit ? nil : "\(name) is '\(found)', expected more than \(limit)"
    }

    /// When the origin sent what the client got: dates in expectations count from there.
    private func momentOfAnswer(_ response: ClientResponse) -> Int {
        let number = response.head.value(of: "server-request-count").flatMap { Int($0) } ?? 0
        return (1...max(1, all.count)).contains(number) && !all.isEmpty
            ? all[number - 1].sentAt : HTTPDateText.now
    }

    private func unexpectedFieldFault(_ response: ClientResponse) -> String? {
        for expectation in script.unexpectedFields {
            let parts = expectation.array
            guard let name = expectation.string ?? parts.first?.string,
                let found = response.head.value(of: name)
            else { continue }
            guard parts.count == 2, let text = parts[1].string else {
                return "\(name) is '\(found)', expected none"
            }
            if found.contains(text) { return "\(name) is '\(found)', expected without '\(text)'" }
        }
        return nil
    }

    private func interimFault(_ response: ClientResponse) -> String? {
        guard let expected = script.expectedInterimResponses else { return nil }
        let statuses = response.interimHeads.map(\.status)
        guard statuses == expected.map(\.status) else {
            return "interim responses \(statuses), expected \(expected.map(\.status))"
        }
        for (head, wanted) in zip(response.interimHeads, expected) {
            for field in wanted.fields where head.value(of: field.name) != field.value.string {
                return "\(field.name) of \(head.status) is '\(head.value(of: field.name) ?? "")'"
            }
        }
        return nil
    }

    private func bodyFault(_ response: ClientResponse) -> String? {
        guard let expected = script.expectedBody(default: id) else { return nil }
        if script.method == "HEAD" || [204, 304].contains(response.head.status) { return nil }
        let body = String(decoding: response.body, as: UTF8.self)
        return body == expected ? nil : "the body is '\(body.prefix(80))', expected '\(expected)'"
    }

    /// What the origin sent in answer to this request must have come through.
    private func sentFieldFault(_ response: ClientResponse) -> String? {
        guard script.expectedType != "cached", let answer = seen.last else { return nil }
        let names = Set(answer.fields.filter(\.isChecked).map { $0.name.lowercased() })
        for name in names.sorted() {
            let lines = answer.fields.filter { $0.name.lowercased() == name }
            let sent = lines.map(\.value).joined(separator: ", ")
            let found = response.head.value(of: name)
            if found != sent.trimmingBlanks {
                return "\(name) is '\(found ?? "(missing)")', the origin sent '\(sent)'"
            }
        }
        return nil
    }

    // MARK: What the origin saw

    private func methodFault() -> String? {
        guard let expected = script.expectedMethod else { return nil }
        let method = seen.first?.request.method
        return method == expected ? nil : "the origin saw \(method ?? "nothing"), not \(expected)"
    }

    private func requestFieldFault() -> String? {
        for expectation in script.expectedRequestFields {
            let parts = expectation.array
            guard let name = expectation.string ?? parts.first?.string else { continue }
            guard let request = seen.first?.request else { return "the origin saw nothing" }
            guard let found = request.value(of: name) else { return "\(name) was not sent" }
            if parts.count > 1, let expected = parts[1].string, found != expected {
                return "\(name) was sent as '\(found)', expected '\(expected)'"
            }
        }
        return nil
    }

    private func unexpectedRequestFieldFault() -> String? {
        for expectation in script.unexpectedRequestFields {
            let parts = expectation.array
            guard let name = expectation.string ?? parts.first?.string,
                let found = seen.first?.request.value(of: name)
            else { continue }
            guard parts.count == 2, let text = parts[1].string else {
                return "\(name) was sent as '\(found)', expected none"
            }
            if found.contains(text) { return "\(name) was sent with '\(text)'" }
        }
        return nil
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
