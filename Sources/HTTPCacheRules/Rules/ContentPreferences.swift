// Comparing nominated request fields by their meaning (RFC 9111 §4.1, RFC 9110 §12.5).

/// The members of a request field in a form in which values of the same meaning are equal (RFC 9111 §4.1).
///
/// "combining multiple header fields with the same field name" and "removing whitespace" around list
/// members is done for every field; order, case and weights only where the field's definition lets us.
func normalizedMembers(of name: FieldName, in fields: Fields) -> [String] {
    let members = fields.listMembers(of: name)
    guard isPreference(name) else { return members }
    return members.map { member in
        let preference = Preference(member)
        return preference.weight == 1000
            ? preference.range : "\(preference.range);q=\(preference.weight)"
    }.sorted()
}

/// Whether the field lists what the client prefers, by weight and not by order (RFC 9110 §12.5).
private func isPreference(_ name: FieldName) -> Bool {
    name == "accept-language" || name == "accept-encoding" || name == "accept-charset"
        || name == "accept"
}

/// One member of an Accept field (RFC 9110 §12.4).
struct Preference: Hashable {
    /// What is preferred, with its parameters, in lower case and without blanks.
    var range: String
    /// How much, in thousandths.
    var weight: Int

    init(_ member: String) {
        var weight = 1000
        var parts: [String] = []
        for part in member.split(separator: ";", omittingEmptySubsequences: true) {
            let trimmed = part.trimmingOptionalWhitespace
            if !parts.isEmpty, let value = Self.weight(trimmed) {
                weight = value
            } else if trimmed.utf8.contains(UInt8(ascii: "=")) {
                // A parameter's value may be case-sensitive (RFC 9110 §5.6.6).
                parts.append(String(trimmed))
            } else {
                parts.append(String(trimmed).asciiLowercased)
            }
        }
        self.range = parts.joined(separator: ";")
        self.weight = weight
    }

    /// A weight in thousandths, or nil where the parameter is none; a malformed one counts as 0
    /// (RFC 9110 §12.4.2).
    private static func weight(_ parameter: Substring) -> Int? {
        guard parameter.hasPrefix("q=") || parameter.hasPrefix("Q=") else { return nil }
        let number = Array(parameter.dropFirst(2).utf8)
        guard let first = number.first, first == 0x30 || first == 0x31, number.count <= 5,
            number.count < 2 || number[1] == UInt8(ascii: "."),
            number.dropFirst(2).allSatisfy(\.isASCIIDigit)
        else { return 0 }
        var thousandths = Int(first - 0x30) * 1000
        var unit = 100
        for digit in number.dropFirst(2) {
            thousandths += Int(digit - 0x30) * unit
            unit /= 10
        }
        return min(thousandths, 1000)
    }
}

/// Whether the language that the request likes best is the one the stored response is in (RFC 9110 §12.5.4).
func selectsStoredLanguage(
    _ name: FieldName,
    _ stored: StoredHead,
    _ presented: RequestHead
) -> Bool {
    guard name == "accept-language",
        let language = stored.response.fields["Content-Language"]?.asciiLowercased
    else { return false }
    let preferences = presented.fields.listMembers(of: name).map(Preference.init)
    guard let greatest = preferences.map(\.weight).max(), greatest > 0 else { return false }
    let liked = preferences.filter { $0.weight == greatest }
    return liked.count == 1 && liked.first?.range == language
}
