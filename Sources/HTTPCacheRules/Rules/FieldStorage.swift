// Which fields of a response are stored, and which of them a 304 updates (RFC 9111 §3.1, §3.2).

/// Fields that belong to one connection or one exchange and are never stored (§3.1, RFC 9110 §7.6.1).
private let connectionFields: Set<FieldName> = [
    "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding",
    "Upgrade", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Authentication-Info",
]

/// Fields that Connection cannot take away.
///
/// Why: without them a response would count as fresher, or match more requests, than its server said.
private let restrictingFields: Set<FieldName> = [
    "Cache-Control", "Pragma", "Vary", "Expires", "Age", "Date", "Last-Modified", "ETag",
    "Content-Encoding", "Content-Range", "CDN-Cache-Control",
]

/// The fields of a response that are stored (RFC 9111 §3.1).
package func storedFields(of head: ResponseHead, under settings: CacheSettings) -> Fields {
    var omitted = connectionFields
    for member in head.fields.listMembers(of: "Connection") {
        let name = FieldName(member)
        if !restrictingFields.contains(name) { omitted.insert(name) }
    }
    if !settings.keepsSetCookie { omitted.insert("Set-Cookie") }
    // "MUST NOT store … [the named fields] in a shared cache" (§5.2.2.7).
    if settings.kind == .shared {
        omitted.formUnion(head.directives(under: settings).qualifiedFields("private"))
    }
    return Fields(head.fields.lines.filter { !omitted.contains($0.name) })
}

/// The stored fields as they may be reused without validation: none that `no-cache` names (§5.2.2.4).
package func reusableFields(of head: ResponseHead) -> Fields {
    let omitted = head.directives.qualifiedFields("no-cache")
    if omitted.isEmpty { return head.fields }
    return Fields(head.fields.lines.filter { !omitted.contains($0.name) })
}

/// Fields that describe the stored body, and so are not updated by a 304 (§3.2).
private func describesBody(_ name: FieldName) -> Bool {
    name == "Content-Length" || name == "Content-Encoding" || name == "Content-Type"
        || name == "Content-Range"
}

/// The stored fields after a 304 or a HEAD: each field it carries replaces those of the same name (§3.2).
package func updatedFields(
    of stored: Fields,
    with fresh: ResponseHead,
    under settings: CacheSettings
) -> Fields {
    var fields = stored
    let update = storedFields(of: fresh, under: settings)
    var replaced: Set<FieldName> = []
    for line in update.lines where !describesBody(line.name) {
        if replaced.insert(line.name).inserted {
            fields.replace(line.name, with: line.value)
        } else {
            fields.append(line.name, line.value)
        }
    }
    // The age of the old response says nothing of the new one.
    if !update.contains("Age") { fields.remove("Age") }
    return fields
}
