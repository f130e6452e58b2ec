// Which fields of a response are stored, and which of them a 304 updates (RFC 9111 §3.1, §3.2).

/// Fields that belong to one connection or one exchange and are never stored (§3.1).
private let connectionFields: Set<FieldName> = [
    "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding",
    "Upgrade", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Authentication-Info",
    // A secret that a server gave to one exchange: it never reaches the disk.
    "Set-Cookie",
]

/// The fields of a response that are stored (RFC 9111 §3.1).
package func storedFields(of head: ResponseHead, under settings: CacheSettings) -> Fields {
    var omitted = connectionFields
    for member in head.fields.listMembers(of: "Connection") { omitted.insert(FieldName(member)) }
    let directives = head.directives
    if settings.kind == .shared {
        omitted.formUnion(directives.qualifiedFields("private"))
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
    switch name.lowercased {
    case "content-length", "content-encoding", "content-type", "content-range": true
    default: false
    }
}

/// The stored fields after a 304 or a HEAD: each field it carries replaces those of the same name (§3.2).
package func updatedFields(
    of stored: Fields, with fresh: ResponseHead, under settings: CacheSettings
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
