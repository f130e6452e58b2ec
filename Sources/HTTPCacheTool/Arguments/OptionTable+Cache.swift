extension OptionTable {
    static let cache: [Option] = [
        Option(
            "policy",
            nil,
            .required("POLICY"),
            .cache,
            "default, no-cache, force-cache, cache-first or custom"
        ),
        Option(
            "max-age",
            nil,
            .required("D"),
            .cache,
            "accept an age of D; custom: the lifetime; cache-first: its freshness"
        ),
        Option("max-stale", nil, .optional("D"), .cache, "accept a staleness of D, or any"),
        Option("min-fresh", nil, .required("D"), .cache, "demand freshness for D more"),
        Option("refresh", nil, .none, .cache, "validate now, however fresh"),
        Option("reload", nil, .none, .cache, "ignore what is stored; store the answer"),
        Option("store", nil, .none, .cache, "--no-store: do not store the answer"),
        Option("offline", nil, .none, .cache, "ask the cache only, stale or not (else exit 104)"),
        Option(
            "only-if-cached",
            nil,
            .none,
            .cache,
            "ask the cache only, by its rules (else exit 104)"
        ),
        Option(
            "offline-fallback",
            nil,
            .none,
            .cache,
            "--no-offline-fallback: fail when the origin is out of reach"
        ),
        Option(
            "stale-while-revalidate",
            nil,
            .required("D"),
            .cache,
            "serve D stale while it is validated"
        ),
        Option("stale-if-error", nil, .required("D"), .cache, "serve D stale after an error"),
        Option(
            "default-max-age",
            nil,
            .required("D"),
            .cache,
            "lifetime where nobody names one (5m); 0: none"
        ),
        Option("heuristics", nil, .none, .cache, "--no-heuristics: guess no lifetimes"),
        Option(
            "user-key",
            nil,
            .required("NAME"),
            .cache,
            "name the partition of these credentials"
        ),
        Option("shared", nil, .none, .cache, "behave as a cache for many users"),
        Option("key", nil, .none, .cache, "print the cache key and exit"),
        Option(
            "explain",
            nil,
            .none,
            .cache,
            "say which rules decided, with their sections",
            in: [.fetch, .inspect]
        ),
    ]

    /// Which stored responses `inspect` and `purge` mean.
    static let selection: [Option] = [
        Option(
            "host",
            nil,
            .required("HOST"),
            .selection,
            "those of HOST",
            in: [.inspect, .purge]
        ),
        Option(
            "match",
            nil,
            .required("GLOB"),
            .selection,
            "those whose URL matches GLOB",
            in: [.inspect, .purge]
        ),
        Option(
            "older-than",
            nil,
            .required("D"),
            .selection,
            "those stored or validated D ago or before",
            in: .purge
        ),
        Option("unused-for", nil, .required("D"), .selection, "those not used for D", in: .purge),
        Option("expired", nil, .none, .selection, "those that are stale", in: .purge),
        Option(
            "status",
            nil,
            .required("CLASS"),
            .selection,
            "those with a status such as 404 or 4xx",
            in: .purge
        ),
        Option("partial", nil, .none, .selection, "those that broke off", in: .purge),
        Option(
            "to-size",
            nil,
            .required("SIZE"),
            .selection,
            "the least recently used, until SIZE is left",
            in: .purge
        ),
        Option("all", nil, .none, .selection, "all of them", in: .purge),
        Option("dry-run", nil, .none, .selection, "list them, purge nothing", in: .purge),
    ]

    /// What `inspect`, `purge` and `stats` print.
    static let report: [Option] = [
        Option("json", nil, .none, .report, "print JSON", in: [.inspect, .purge, .stats]),
        Option("headers", nil, .none, .report, "print the stored head", in: .inspect),
        Option("body", nil, .none, .report, "print the stored body", in: .inspect),
        Option("path", nil, .none, .report, "print the path of the body's file", in: .inspect),
        Option(
            "verify",
            nil,
            .none,
            .report,
            "compare sizes and digests",
            in: [.inspect, .stats]
        ),
        Option(
            "sort",
            nil,
            .required("ORDER"),
            .report,
            "by size, age, used or url",
            in: .inspect
        ),
        Option("by-host", nil, .none, .report, "count by host", in: .stats),
        Option("prometheus", nil, .none, .report, "print for Prometheus", in: .stats),
        Option("reset", nil, .none, .report, "begin to count anew", in: .stats),
        Option("repair", nil, .none, .report, "with --verify: remove what is damaged", in: .stats),
    ]
}
