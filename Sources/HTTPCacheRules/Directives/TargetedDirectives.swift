// Targeted cache control: fields that speak to one class of caches (RFC 9213).

extension ResponseHead {
    /// The directives that hold for a cache, and whether they come from a targeted field.
    ///
    /// "the cache MUST … use the first valid and non-empty one, ignoring Cache-Control and Expires"
    /// (§2.2). A private cache has no targeted field: those are meant for shared ones.
    package func governingDirectives(
        under settings: CacheSettings
    ) -> (directives: CacheControlDirectives, isTargeted: Bool) {
        if settings.kind == .shared {
            for name in settings.targetedFields {
                if let value = fields[name], let targeted = CacheControlDirectives(targeted: value)
                {
                    return (targeted, true)
                }
            }
        }
        return (directives, false)
    }

    /// The directives that hold for a cache (RFC 9111 §5.2, RFC 9213 §2.2).
    package func directives(under settings: CacheSettings) -> CacheControlDirectives {
        governingDirectives(under: settings).directives
    }
}

extension CacheControlDirectives {
    /// Reads a targeted field, or returns nil where it is no dictionary or an empty one (RFC 9213 §2.1).
    init?(targeted value: String) {
        guard let members = StructuredField.dictionary(value), !members.isEmpty else { return nil }
        directives = members.compactMap { member in
            switch member.value.item {
            case .boolean(true)?: Directive(name: member.key)
            // `no-store=?0` says that it does not hold.
            case .boolean(false)?: nil
            case .integer(let number)?: Directive(name: member.key, argument: "\(number)")
            case .string(let text)?, .token(let text)?: Directive(name: member.key, argument: text)
            case .decimal?, .bytes?, .date?, nil: Directive(name: member.key, argument: "")
            }
        }
    }
}
