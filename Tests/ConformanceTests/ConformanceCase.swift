import Foundation
import TestSupport

/// A group of cases about one part of caching.
struct ConformanceSuite: Decodable, Sendable {
    var name: String
    var id: String
    var tests: [ConformanceCase]

    /// Reads the cases that stand beside this file.
    static func open(beside file: String = #filePath) throws -> [ConformanceSuite] {
        let path = URL(fileURLWithPath: file).deletingLastPathComponent()
            .appendingPathComponent("open-tests.json")
        return try JSONDecoder().decode([ConformanceSuite].self, from: Data(contentsOf: path))
    }
}

/// A sequence of requests to one URL, with what must be seen on both sides.
struct ConformanceCase: Decodable, Sendable {
    enum Kind: String, Decodable, CaseIterable, Sendable {
        case required
        case optimal
        case check
    }

    var name: String
    var id: String
    private var kind: Kind?
    private var depends_on: [String]?
    var requests: [RequestScript]

    var level: Kind { kind ?? .required }
    var dependencies: [String] { depends_on ?? [] }
}

/// A header line of a case: text, or seconds from a moment that is known only when it is sent.
struct ScriptedField: Sendable {
    var name: String
    var value: JSONValue
    /// Whether the client must see it too.
    var isChecked: Bool

    init?(_ json: JSONValue) {
        let parts = json.array
        guard parts.count >= 2, let name = parts[0].string else { return nil }
        self.name = name
        value = parts[1]
        isChecked = parts.count < 3 || parts[2].bool != false
    }

    /// The value as sent at the given moment, in seconds since 1970.
    func text(at now: Int, rfc850Fields: [String] = []) -> String {
        guard let offset = value.integer else { return value.string ?? "" }
        let moment = now + offset
        return rfc850Fields.contains(name.lowercased())
            ? HTTPDateText.rfc850(moment) : HTTPDateText.imfFixdate(moment)
    }
}

/// One request of a case: what the client sends, what the origin answers, what is expected.
struct RequestScript: Decodable, Sendable {
    let members: [String: JSONValue]

    init(from decoder: any Decoder) throws {
        members = try decoder.singleValueContainer().decode([String: JSONValue].self)
    }

    private func fields(_ member: String) -> [ScriptedField] {
        (members[member]?.array ?? []).compactMap(ScriptedField.init)
    }

    private func isSet(_ member: String) -> Bool { members[member]?.bool == true }

    // What the client sends.
    var method: String { members["request_method"]?.string ?? "GET" }
    var requestFields: [ScriptedField] { fields("request_headers") }
    var requestBody: String? { members["request_body"]?.string }
    var urlSuffix: String {
        let name = members["filename"]?.string.map { "/\($0)" } ?? ""
        let query = members["query_arg"]?.string.map { "?\($0)" } ?? ""
        return name + query
    }
    var sendsNoCache: Bool { members["cache"]?.string == "no-cache" }
    var countsFromLastModified: Bool { isSet("magic_ims") }

    // What the origin answers.
    var responseStatus: Int? { members["response_status"]?.array.first?.integer }
    var responsePhrase: String? { members["response_status"]?.array.last?.string }
    var responseFields: [ScriptedField] { fields("response_headers") }
    var responseBody: String? { members["response_body"]?.string }
    var rfc850Fields: [String] {
        (members["rfc850date"]?.array ?? []).compactMap(\.string).map { $0.lowercased() }
    }
    var expandsLocations: Bool { isSet("magic_locations") }
    var disconnects: Bool { isSet("disconnect") }
    var pauseBeforeAnswer: Int { members["response_pause"]?.integer ?? 0 }
    var interimResponses: [InterimResponse] {
        (members["interim_responses"]?.array ?? []).compactMap(InterimResponse.init)
    }

    // What is expected.
    var pausesAfter: Bool { isSet("pause_after") }
    var expectedType: String? { members["expected_type"]?.string }
    var expectsValidation: Bool { expectedType?.hasSuffix("validated") == true }
    /// The status the client must see; nil is any, and also no response at all.
    var expectedStatus: Int? {
        guard let given = members["expected_status"] else { return responseStatus ?? 200 }
        return given.integer
    }
    /// The body the client must see; nil is any.
    func expectedBody(default id: String) -> String? {
        if members["check_body"]?.bool == false { return nil }
        if let given = members["expected_response_text"] { return given.string }
        return responseBody ?? id
    }
    var expectedFields: [JSONValue] { members["expected_response_headers"]?.array ?? [] }
    var unexpectedFields: [JSONValue] { members["expected_response_headers_missing"]?.array ?? [] }
    var expectedRequestFields: [JSONValue] { members["expected_request_headers"]?.array ?? [] }
    var unexpectedRequestFields: [JSONValue] {
        members["expected_request_headers_missing"]?.array ?? []
    }
    var expectedMethod: String? { members["expected_method"]?.string }
    var expectedInterimResponses: [InterimResponse]? {
        members["expected_interim_responses"].map { $0.array.compactMap(InterimResponse.init) }
    }

    /// Whether a failure of the named check means that the case cannot be judged.
    func isSetup(_ check: String) -> Bool {
        isSet("setup") || (members["setup_tests"]?.array ?? []).contains(.string(check))
    }
}

/// A 1xx head of a case.
struct InterimResponse: Sendable {
    var status: Int
    var fields: [ScriptedField]

    init?(_ json: JSONValue) {
        guard let status = json.array.first?.integer else { return nil }
        self.status = status
        fields = json.array.count > 1 ? json.array[1].array.compactMap(ScriptedField.init) : []
    }
}
