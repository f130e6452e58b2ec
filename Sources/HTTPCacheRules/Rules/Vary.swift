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
        return normalizedMembers(of: name, in: stored.nominatedFields)
            == normalizedMembers(of: name, in: presented.fields)
            || selectsStoredLanguage(name, stored, presented)
    }
}

/// The stored response to use among those that match: the one with the latest Date (RFC 9111 §4).
///
/// One that suffices comes before a part that does not; of two with the same Date, the one received later.
package func selectStoredResponse(
    for presented: RequestHead,
    among stored: [StoredHead]
) -> Int? {
    var selected: Int?
    for (index, candidate) in stored.enumerated()
    where nominatedFieldsMatch(candidate, presented) {
        guard let best = selected else {
            selected = index
            continue
        }
        if isPreferable(candidate, to: stored[best], for: presented) { selected = index }
    }
    return selected
}

private func isPreferable(
    _ candidate: StoredHead,
    to best: StoredHead,
    for presented: RequestHead
) -> Bool {
    let isSufficient = suffices(candidate, for: presented)
    if isSufficient != suffices(best, for: presented) { return isSufficient }
    return (candidate.dateValue, candidate.responseTime) > (best.dateValue, best.responseTime)
}

/// Whether an answer that was given without credentials may serve a request that carries cookies
/// (RFC 9111 §4.1).
///
/// Why: cookies make a partition, as they may name a person. An answer that anybody gets does not
/// become personal by them, unless its server says so by Vary or `private`.
package func servesDespiteCookies(_ stored: StoredHead, _ presented: RequestHead) -> Bool {
    !presented.fields.contains("Authorization")
        && !stored.response.directives.contains("private")
        && nominatedFieldsMatch(stored, presented)
}
