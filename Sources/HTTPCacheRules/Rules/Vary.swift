// Selecting among stored responses by the request fields that they nominate (RFC 9111 §4.1).

/// The field names in Vary over all its lines, in lower case; nil where a `*` is among them.
package func nominatedNames(by response: ResponseHead) -> [FieldName]? {
    var names: [FieldName] = []
    for member in response.fields.listMembers(of: "Vary") {
        if member == "*" { return nil }
        let name = FieldName(member.asciiLowercased)
        if !names.contains(name) { names.append(name) }
    }
    return names
}

/// The request fields that a response nominates, as they were sent (RFC 9111 §4.1).
package func nominatedFields(by response: ResponseHead, in request: RequestHead) -> Fields {
    var nominated = Fields()
    for name in nominatedNames(by: response) ?? [] {
        for value in request.fields.values(of: name) { nominated.append(name, value) }
    }
    return nominated
}

/// Whether a stored response may answer a request, as far as the nominated fields go (RFC 9111 §4.1).
package func nominatedFieldsMatch(_ stored: StoredHead, _ presented: RequestHead) -> Bool {
    guard let names = nominatedNames(by: stored.response) else { return false }
    return names.allSatisfy { name in
        let storedValues = stored.nominatedFields.values(of: name)
        let presentedValues = presented.fields.values(of: name)
        if storedValues == presentedValues { return true }
        // Why: an absent field matches only an absent one, however empty the other is.
        if storedValues.isEmpty || presentedValues.isEmpty { return false }
        return normalized(stored.nominatedFields, name) == normalized(presented.fields, name)
            || selectsStoredLanguage(name, stored, presented)
    }
}

/// The members of the field in a form in which equal meanings are equal (RFC 9111 §4.1).
private func normalized(_ fields: Fields, _ name: FieldName) -> [String] {
    let members = fields.listMembers(of: name).map { member in
        String(member.unicodeScalars.filter { !isOptionalWhitespace($0) })
    }
    // For these, RFC 9110 §12.5 gives preference by weight, not by order.
    let isPreference: Set<FieldName> = ["accept-language", "accept-encoding", "accept-charset"]
    guard isPreference.contains(name) else { return members }
    return members.map(\.asciiLowercased).sorted()
}

private func isOptionalWhitespace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t"
}

/// Whether the language that the request likes best is the one the stored response is in (RFC 9110 §12.5.4).
private func selectsStoredLanguage(
    _ name: FieldName, _ stored: StoredHead, _ presented: RequestHead
) -> Bool {
    guard name == "accept-language",
        let language = stored.response.fields["Content-Language"]?.asciiLowercased
    else { return false }
    var best: (language: String, weight: Int)?
    var isTied = false
    for member in presented.fields.listMembers(of: name) {
        let parts = member.split(separator: ";")
        guard let range = parts.first?.trimmingOptionalWhitespace else { continue }
        let weight = parts.dropFirst().compactMap(qualityValue).first ?? 1000
        isTied = best.map { $0.weight == weight } ?? false || (isTied && best?.weight ?? 0 > weight)
        if weight > best?.weight ?? -1 {
            best = (String(range).asciiLowercased, weight)
            isTied = false
        }
    }
    return !isTied && best?.language == language && best?.weight != 0
}

/// A quality value in thousandths, or nil where the parameter is none (RFC 9110 §12.4.2).
private func qualityValue(_ parameter: Substring) -> Int? {
    let text = parameter.trimmingOptionalWhitespace
    guard text.hasPrefix("q=") || text.hasPrefix("Q=") else { return nil }
    let number = Array(text.dropFirst(2).utf8)
    guard let first = number.first, first == 0x30 || first == 0x31 else { return 0 }
    var thousandths = Int(first - 0x30) * 1000
    var unit = 100
    for digit in number.dropFirst(2).prefix(3) where digit.isASCIIDigit {
        thousandths += Int(digit - 0x30) * unit
        unit /= 10
    }
    return min(thousandths, 1000)
}

/// The stored response to use among those that match: the one with the latest Date (RFC 9111 §4).
package func selectStoredResponse(
    for presented: RequestHead, among stored: [StoredHead]
) -> Int? {
    var selected: Int?
    for (index, candidate) in stored.enumerated()
    where nominatedFieldsMatch(candidate, presented) {
        guard let best = selected else {
            selected = index
            continue
        }
        let (new, old) = (candidate, stored[best])
        if (new.dateValue, new.responseTime) > (old.dateValue, old.responseTime) {
            selected = index
        }
    }
    return selected
}
