/// The age of a stored response and what it was computed from (RFC 9111 §4.2.3).
package struct CurrentAge: Hashable, Sendable {
    /// The value of the Age field, 0 where there is none or it is malformed.
    package var ageValue: Seconds
    /// The time by which the response had aged when it came, by its Date field.
    package var apparentAge: Seconds
    /// The time between sending the request and receiving the response.
    package var responseDelay: Seconds
    /// The greater of the two ways to know the age at reception.
    package var correctedInitialAge: Seconds
    /// The time since the response was received.
    package var residentTime: Seconds
    /// The age now.
    package var seconds: Seconds { correctedInitialAge + residentTime }
}

/// Calculates the age of a stored response (RFC 9111 §4.2.3).
package func currentAge(of stored: StoredHead, at now: Timestamp) -> CurrentAge {
    let ageValue = stored.response.ageValue
    let apparentAge = stored.responseTime.since(stored.dateValue)
    let responseDelay = stored.responseTime.since(stored.requestTime)
    let correctedAgeValue = ageValue + responseDelay
    return CurrentAge(
        ageValue: ageValue,
        apparentAge: apparentAge,
        responseDelay: responseDelay,
        correctedInitialAge: max(apparentAge, correctedAgeValue),
        residentTime: residentTime(of: stored, at: now)
    )
}

/// The time since a response was received (RFC 9111 §4.2.3).
///
/// Why: after the clock was set back, a response seems to come from the future. Nobody knows its
/// age then; a day and more of such future counts as the greatest age, so that nothing is immortal.
private func residentTime(of stored: StoredHead, at now: Timestamp) -> Seconds {
    stored.responseTime.since(now) > 86_400 ? .max : now.since(stored.responseTime)
}

extension StoredHead {
    /// The Date field's moment; the time of reception where it is missing, malformed or later (RFC 9110 §6.6.1).
    package var dateValue: Timestamp {
        guard let date = response.date(of: "Date", now: responseTime) else { return responseTime }
        return min(date, responseTime)
    }
}

extension ResponseHead {
    /// The Age field's first member; 0 where it is missing or malformed (RFC 9111 §5.1).
    package var ageValue: Seconds {
        fields.listMembers(of: "Age").first.flatMap(CacheControlDirectives.deltaSeconds) ?? .zero
    }

    /// The moment in the first line of a date field, or nil where it is missing or malformed.
    package func date(of name: FieldName, now: Timestamp) -> Timestamp? {
        fields.values(of: name).first.flatMap { HTTPDate.parse($0, now: now) }
    }
}
