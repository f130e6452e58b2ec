/// All options, each once: the parser, help, completions, errors and docs/cli.md come from them.
package enum OptionTable {
    /// The options in the order in which help lists them.
    package static let options: [Option] =
        cacheOptions + requestOptions + outputOptions + transferOptions + connectionOptions
        + integrityOptions + storeOptions + generalOptions

    /// The first option that fits.
    ///
    /// Why group by group: a group is made when it is first asked for, and a hit with a few common
    /// options shall not make the others.
    static func first(where fits: (Option) -> Bool) -> Option? {
        outputOptions.first(where: fits) ?? requestOptions.first(where: fits)
            ?? cacheOptions.first(where: fits) ?? generalOptions.first(where: fits)
            ?? transferOptions.first(where: fits) ?? connectionOptions.first(where: fits)
            ?? integrityOptions.first(where: fits) ?? storeOptions.first(where: fits)
    }

    /// The words that `--policy` and the configuration know.
    static let policyNames = ["default", "no-cache", "force-cache", "cache-first", "custom"]

    /// Why an option that is planned cannot be used yet.
    static let later = "not available in this version"

    private static let transferOptions: [Option] = [
        Option(
            "connect-timeout",
            nil,
            .required("SECONDS"),
            .transfer,
            "give up connecting after this time"
        ),
        Option(
            "max-time",
            "m",
            .required("SECONDS"),
            .transfer,
            "give up the whole transfer after this time",
            isCommon: true
        ),
        Option("retry", nil, .required("N"), .transfer, "try again N times", refusal: later),
        Option(
            "retry-delay",
            nil,
            .required("SECONDS"),
            .transfer,
            "wait between tries",
            refusal: later
        ),
        Option(
            "retry-max-time",
            nil,
            .required("SECONDS"),
            .transfer,
            "stop trying after this time",
            refusal: later
        ),
        Option(
            "retry-all-errors",
            nil,
            .none,
            .transfer,
            "try again after every error",
            refusal: later
        ),
        Option(
            "retry-when-reachable",
            nil,
            .none,
            .transfer,
            "wait for a route to the host",
            refusal: later
        ),
        Option(
            "continue-at",
            "C",
            .required("-"),
            .transfer,
            "continue the output file",
            refusal: later
        ),
        Option(
            "limit-rate",
            nil,
            .required("RATE"),
            .transfer,
            "transfer no faster",
            refusal: later
        ),
        Option(
            "max-filesize",
            nil,
            .required("SIZE"),
            .transfer,
            "refuse larger bodies",
            refusal: later
        ),
        Option("parallel", "Z", .none, .transfer, "fetch several URLs at once", refusal: later),
        Option("parallel-max", nil, .required("N"), .transfer, "at most N at once", refusal: later),
        Option("fail-early", nil, .none, .transfer, "stop at the first URL that fails"),
        Option("url", nil, .required("URL"), .transfer, "fetch this URL"),
        Option(
            "url-file",
            nil,
            .required("FILE"),
            .transfer,
            "fetch the URLs in FILE",
            refusal: later
        ),
        Option("queue", nil, .none, .transfer, "hold the request while offline", refusal: later),
    ]

    private static let connectionOptions: [Option] = [
        Option("proxy", "x", .required("URL"), .connection, "use this proxy"),
        Option("noproxy", nil, .required("HOSTS"), .connection, "use no proxy for these hosts"),
        Option("cacert", nil, .required("FILE"), .connection, "trust the authorities in FILE"),
        Option("insecure", "k", .none, .connection, "do not verify the server's certificate"),
    ]

    private static let integrityOptions: [Option] = [
        Option(
            "sha256",
            nil,
            .required("HEX"),
            .integrity,
            "verify the body's digest",
            refusal: later
        )
    ]
}
