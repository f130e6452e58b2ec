// What the directives say, one property a directive; sections are RFC 9111's unless another is named.

extension CacheControlDirectives {
    /// The `max-age` directive (§5.2.1.1, §5.2.2.1).
    public var maxAge: Seconds? { seconds("max-age") }
    /// The `s-maxage` directive (§5.2.2.10).
    public var sMaxAge: Seconds? { seconds("s-maxage") }
    /// The `min-fresh` directive (§5.2.1.3).
    public var minFresh: Seconds? { seconds("min-fresh") }
    /// The `stale-while-revalidate` directive (RFC 5861 §3).
    public var staleWhileRevalidate: Seconds? { seconds("stale-while-revalidate") }
    /// The `stale-if-error` directive (RFC 5861 §4).
    public var staleIfError: Seconds? { seconds("stale-if-error") }
    /// Whether `no-cache` concerns the whole response or request (§5.2.1.4, §5.2.2.4).
    public var noCache: Bool { isUnqualified("no-cache") }
    /// Whether `no-store` is there (§5.2.1.5, §5.2.2.5).
    public var noStore: Bool { contains("no-store") }
    /// Whether `no-transform` is there (§5.2.1.6, §5.2.2.6).
    public var noTransform: Bool { contains("no-transform") }
    /// Whether `only-if-cached` is there (§5.2.1.7).
    public var onlyIfCached: Bool { contains("only-if-cached") }
    /// Whether `must-revalidate` is there (§5.2.2.2).
    public var mustRevalidate: Bool { contains("must-revalidate") }
    /// Whether `proxy-revalidate` is there (§5.2.2.8).
    public var proxyRevalidate: Bool { contains("proxy-revalidate") }
    /// Whether `must-understand` is there (§5.2.2.3).
    public var mustUnderstand: Bool { contains("must-understand") }
    /// Whether `public` is there (§5.2.2.9).
    public var isPublic: Bool { contains("public") }
    /// Whether `private` concerns the whole response (§5.2.2.7).
    public var isPrivate: Bool { isUnqualified("private") }
    /// Whether `immutable` is there (RFC 8246).
    public var immutable: Bool { contains("immutable") }

    /// The `max-stale` directive: how stale a response may be; without argument any staleness (§5.2.1.2).
    public var maxStale: Seconds? {
        var least: Seconds?
        for directive in directives where directive.name == "max-stale" {
            let seconds = directive.argument.map { Self.deltaSeconds($0) ?? .zero } ?? .max
            least = least.map { min($0, seconds) } ?? seconds
        }
        return least
    }
}

extension RequestHead {
    /// The request's directives; `Pragma: no-cache` counts where Cache-Control is absent (RFC 9111 §5.4).
    package var directives: CacheControlDirectives {
        if fields.contains("Cache-Control") {
            var asked = CacheControlDirectives(of: fields)
            // A request's no-cache has no argument; one that stands there limits nothing (§5.2.1.4).
            for index in asked.directives.indices where asked.directives[index].name == "no-cache" {
                asked.directives[index].argument = nil
            }
            return asked
        }
        let pragma = CacheControlDirectives(of: fields, named: "Pragma")
        return pragma.contains("no-cache")
            ? CacheControlDirectives([.init(name: "no-cache")]) : CacheControlDirectives()
    }
}

extension ResponseHead {
    /// The directives of Cache-Control.
    package var directives: CacheControlDirectives { CacheControlDirectives(of: fields) }
}
