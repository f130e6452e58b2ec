extension OptionTable {
    /// The options by which `fetch` uses the cache.
    static let cacheOptions: [Option] = [
        Option(
            "policy",
            nil,
            .required("NAME"),
            .cache,
            "default/no-cache/force-cache/cache-first/custom",
            isCommon: true
        ),
        Option(
            "max-age",
            nil,
            .required("TIME"),
            .cache,
            "accept this age; with custom: the lifetime",
            isCommon: true
        ),
        Option("max-stale", nil, .optional("TIME"), .cache, "accept a stale response"),
        Option("min-fresh", nil, .required("TIME"), .cache, "want it fresh for this long"),
        Option(
            "refresh",
            nil,
            .none,
            .cache,
            "validate with the origin, however fresh",
            isCommon: true
        ),
        Option(
            "reload",
            nil,
            .none,
            .cache,
            "ignore what is stored, store the answer",
            isCommon: true
        ),
        Option("no-store", nil, .none, .cache, "store nothing"),
        Option("offline", nil, .none, .cache, "ask only the cache, stale or not", isCommon: true),
        Option("only-if-cached", nil, .none, .cache, "ask only the cache, by the server's rules"),
        Option("no-offline-fallback", nil, .none, .cache, "fail when the origin cannot be reached"),
        Option(
            "stale-while-revalidate",
            nil,
            .required("TIME"),
            .cache,
            "serve it stale, refresh it behind"
        ),
        Option(
            "stale-if-error",
            nil,
            .required("TIME"),
            .cache,
            "serve stale when the origin errs"
        ),
        Option(
            "default-max-age",
            nil,
            .required("TIME"),
            .cache,
            "lifetime where the server names none (5m)"
        ),
        Option("no-heuristics", nil, .none, .cache, "guess no lifetimes"),
        Option(
            "user-key",
            nil,
            .required("NAME"),
            .cache,
            "name the partition of personal answers"
        ),
        Option("shared", nil, .none, .cache, "behave as a shared cache"),
        Option("key", nil, .none, .cache, "print the cache key and exit"),
        Option(
            "explain",
            nil,
            .none,
            .cache,
            "say which rules decided",
            for: [.fetch, .inspect],
            isCommon: true
        ),
    ]

    /// The options of `inspect`, `purge` and `stats`.
    static let storeOptions: [Option] = [
        Option("json", nil, .none, .report, "print JSON", for: [.inspect, .purge, .stats]),
        Option("headers", nil, .none, .report, "print the stored head", for: [.inspect]),
        Option("body", nil, .none, .report, "print the stored body", for: [.inspect]),
        Option("path", nil, .none, .report, "print the path of the body's file", for: [.inspect]),
        Option("verify", nil, .none, .report, "check length and SHA-256", for: [.inspect, .stats]),
        Option("sort", nil, .required("BY"), .report, "size, age, used or url", for: [.inspect]),
        Option("url", nil, .required("URL"), .selection, "stored for this URL", for: [.purge]),
        Option(
            "host",
            nil,
            .required("HOST"),
            .selection,
            "only this host",
            for: [.inspect, .purge]
        ),
        Option(
            "header",
            "H",
            .required("FIELD"),
            .selection,
            "choose the variant for this field",
            for: [.inspect]
        ),
        Option(
            "match",
            nil,
            .required("GLOB"),
            .selection,
            "only URLs like this",
            for: [.inspect, .purge]
        ),
        Option(
            "older-than",
            nil,
            .required("TIME"),
            .selection,
            "stored or validated longer ago",
            for: [.purge]
        ),
        Option(
            "unused-for",
            nil,
            .required("TIME"),
            .selection,
            "last used longer ago",
            for: [.purge]
        ),
        Option("expired", nil, .none, .selection, "stale", for: [.purge]),
        Option(
            "status",
            nil,
            .required("CLASS"),
            .selection,
            "this status or class (404, 4xx)",
            for: [.purge]
        ),
        Option(
            "partial",
            nil,
            .none,
            .selection,
            "of which only a part is stored",
            for: [.purge],
            refusal: later
        ),
        Option(
            "to-size",
            nil,
            .required("SIZE"),
            .selection,
            "least recently used first, down to SIZE",
            for: [.purge]
        ),
        Option("all", nil, .none, .selection, "everything", for: [.purge]),
        Option("dry-run", nil, .none, .report, "list, remove nothing", for: [.purge]),
        Option("by-host", nil, .none, .report, "a line for each host", for: [.stats]),
        Option("prometheus", nil, .none, .report, "print Prometheus text", for: [.stats]),
        Option("reset", nil, .none, .report, "set the counters to zero", for: [.stats]),
        Option(
            "repair",
            nil,
            .none,
            .report,
            "with --verify: remove what is damaged",
            for: [.stats]
        ),
    ]

    /// The options that every command knows.
    static let generalOptions: [Option] = [
        Option("cache-dir", nil, .required("DIR"), .general, "keep the cache in DIR", for: []),
        Option(
            "max-size",
            nil,
            .required("SIZE"),
            .general,
            "keep the cache below SIZE (100M)",
            for: []
        ),
        Option("config", nil, .required("FILE"), .general, "read this configuration file", for: []),
        Option("version", "V", .none, .general, "print the version", for: []),
        Option(
            "help",
            "h",
            .none,
            .general,
            "print help; behind it a group of options, or all",
            for: []
        ),
    ]
}
