extension OptionTable {
    /// The options of `inspect`, `purge` and `stats`.
    static let storeOptions: [Option] = [
        Option("json", nil, .none, .report, "print JSON", for: [.inspect, .purge, .stats]),
        Option("headers", nil, .none, .report, "print the stored head", for: [.inspect]),
        Option("body", nil, .none, .report, "print the stored body", for: [.inspect]),
        Option("path", nil, .none, .report, "print the path of the body's file", for: [.inspect]),
        Option("verify", nil, .none, .report, "check length and SHA-256", for: [.inspect, .stats]),
        Option("sort", nil, .required("BY"), .report, "size, age, used or url", for: [.inspect]),
        Option("host", nil, .required("HOST"), .selection, "only this host", for: [.inspect, .purge]),
        Option("match", nil, .required("GLOB"), .selection, "only URLs like this", for: [.inspect, .purge]),
        Option("older-than", nil, .required("TIME"), .selection, "stored or validated longer ago", for: [.purge]),
        Option("unused-for", nil, .required("TIME"), .selection, "last used longer ago", for: [.purge]),
        Option("expired", nil, .none, .selection, "stale", for: [.purge]),
        Option("status", nil, .required("CLASS"), .selection, "this status or class (404, 4xx)", for: [.purge]),
        Option("partial", nil, .none, .selection, "bodies that broke off", for: [.purge], refusal: "not available in this version"),
        Option("to-size", nil, .required("SIZE"), .selection, "least recently used first, down to SIZE", for: [.purge]),
        Option("all", nil, .none, .selection, "everything", for: [.purge]),
        Option("dry-run", nil, .none, .report, "list, remove nothing", for: [.purge]),
        Option("by-host", nil, .none, .report, "a line for each host", for: [.stats]),
        Option("prometheus", nil, .none, .report, "print Prometheus text", for: [.stats]),
        Option("reset", nil, .none, .report, "set the counters to zero", for: [.stats]),
        Option("repair", nil, .none, .report, "with --verify: remove what is damaged", for: [.stats]),
    ]

    /// The options that every command knows.
    static let generalOptions: [Option] = [
        Option("cache-dir", nil, .required("DIR"), .general, "keep the cache in DIR", for: []),
        Option("max-size", nil, .required("SIZE"), .general, "keep the cache below SIZE (100M)", for: []),
        Option("config", nil, .required("FILE"), .general, "read this configuration file", for: []),
        Option("version", "V", .none, .general, "print the version", for: []),
        Option("help", "h", .none, .general, "print help", for: []),
    ]
}
