// How much a validator can be trusted (RFC 9110 §8.8).

extension StoredHead {
    /// Whether Last-Modified lies so far before Date that nothing could have changed in between
    /// (RFC 9110 §8.8.2.2).
    package var isLastModifiedStrong: Bool {
        guard let modified = response.date(of: "Last-Modified", now: responseTime),
            let date = response.date(of: "Date", now: responseTime)
        else { return false }
        return date.since(modified) >= 60
    }

    /// The text for If-Range that names this very representation, or nil where no validator is strong.
    package var strongValidator: String? {
        if let tag = response.entityTag { return tag.isWeak ? nil : tag.text }
        guard isLastModifiedStrong else { return nil }
        return response.fields.values(of: "Last-Modified").first
    }

    /// Whether there is a validator at all.
    package var hasValidator: Bool {
        response.entityTag != nil
            || response.fields.values(of: "Last-Modified").contains { !$0.isEmpty }
    }
}
