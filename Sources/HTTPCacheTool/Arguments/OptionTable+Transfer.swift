extension OptionTable {
    static let transfer: [Option] = [
        Option(
            "connect-timeout",
            nil,
            .required("SECONDS"),
            .transfer,
            "give up connecting after SECONDS"
        ),
        Option("max-time", "m", .required("SECONDS"), .transfer, "give up after SECONDS in all"),
        Option(
            "retry",
            nil,
            .required("N"),
            .transfer,
            "try again N times",
            unavailable: later
        ),
        Option(
            "retry-delay",
            nil,
            .required("SECONDS"),
            .transfer,
            "wait SECONDS before each retry",
            unavailable: later
        ),
        Option(
            "retry-max-time",
            nil,
            .required("SECONDS"),
            .transfer,
            "retry for SECONDS at most",
            unavailable: later
        ),
        Option(
            "retry-all-errors",
            nil,
            .none,
            .transfer,
            "retry after any failure",
            unavailable: later
        ),
        Option(
            "retry-when-reachable",
            nil,
            .none,
            .transfer,
            "wait for a route instead of failing",
            unavailable: later
        ),
        Option(
            "continue-at",
            "C",
            .required("-"),
            .transfer,
            "continue a download that broke off",
            unavailable: later
        ),
        Option(
            "limit-rate",
            nil,
            .required("RATE"),
            .transfer,
            "transfer RATE bytes a second at most",
            unavailable: later
        ),
        Option(
            "max-filesize",
            nil,
            .required("SIZE"),
            .transfer,
            "refuse bodies above SIZE",
            unavailable: later
        ),
        Option("parallel", "Z", .none, .transfer, "fetch several URLs at once", unavailable: later),
        Option(
            "parallel-max",
            nil,
            .required("N"),
            .transfer,
            "fetch N URLs at once at most",
            unavailable: later
        ),
        Option("fail-early", nil, .none, .transfer, "stop at the first URL that fails"),
        Option(
            "url",
            nil,
            .required("URL"),
            .transfer,
            "fetch URL, or purge it",
            in: [.fetch, .purge]
        ),
        Option(
            "url-file",
            nil,
            .required("FILE"),
            .transfer,
            "fetch the URLs in FILE, one a line",
            unavailable: later
        ),
        Option(
            "globoff",
            "g",
            .none,
            .transfer,
            "braces and brackets in URLs mean nothing special"
        ),
    ]

    static let connection: [Option] = [
        Option("proxy", "x", .required("URL"), .connection, "connect through the proxy URL"),
        Option(
            "noproxy",
            nil,
            .required("HOSTS"),
            .connection,
            "connect to HOSTS without a proxy"
        ),
        Option(
            "cacert",
            nil,
            .required("FILE"),
            .connection,
            "trust the authorities in FILE (PEM)"
        ),
        Option("insecure", "k", .none, .connection, "trust any certificate"),
    ]

    static let integrity: [Option] = [
        Option(
            "sha256",
            nil,
            .required("HEX"),
            .integrity,
            "refuse a body with another digest",
            unavailable: later
        )
    ]
}
