/// All options, each once.
package enum OptionTable {
    /// The options in the order in which help lists them.
    package static let options: [Option] =
        requestOptions + outputOptions + transferOptions + connectionOptions + cacheOptions
        + storeOptions + generalOptions

    private static let later = "not available in this version"

    private static let requestOptions: [Option] = [
        Option("request", "X", .required("METHOD"), .request, "use this method"),
        Option("header", "H", .required("FIELD"), .request, "send this field ('N:' removes, 'N;' sends it empty, @file reads some)", for: [.fetch, .inspect]),
        Option("data", "d", .required("DATA"), .request, "POST this (@file, @- for standard input)"),
        Option("data-raw", nil, .required("DATA"), .request, "POST this, @ without meaning"),
        Option("data-binary", nil, .required("DATA"), .request, "POST this as it is (@file, @-)"),
        Option("data-urlencode", nil, .required("DATA"), .request, "POST this, encoded", refusal: later),
        Option("json", nil, .required("DATA"), .request, "POST this as JSON"),
        Option("form", "F", .required("PART"), .request, "POST a multipart form", refusal: later),
        Option("upload-file", "T", .required("FILE"), .request, "PUT this file", refusal: later),
        Option("get", "G", .none, .request, "put the data into the URL's query"),
        Option("user", "u", .required("NAME:PASSWORD"), .request, "authenticate by Basic"),
        Option("oauth2-bearer", nil, .required("TOKEN"), .request, "authenticate by a bearer token"),
        Option("netrc", "n", .none, .request, "take credentials from ~/.netrc", refusal: later),
        Option("netrc-file", nil, .required("FILE"), .request, "take credentials from FILE", refusal: later),
        Option("user-agent", "A", .required("TEXT"), .request, "send this User-Agent"),
        Option("referer", "e", .required("URL"), .request, "send this Referer"),
        Option("cookie", "b", .required("N=V"), .request, "send these cookies"),
        Option("head", "I", .none, .request, "ask for the head only, and print it"),
        Option("range", "r", .required("A-B"), .request, "ask for a range of bytes"),
        Option("compressed", nil, .none, .request, "ask for a coded body and decode it", refusal: later),
        Option("location", "L", .none, .request, "follow redirects"),
        Option("max-redirs", nil, .required("N"), .request, "follow at most N redirects (50)"),
    ]

    private static let outputOptions: [Option] = [
        Option("output", "o", .required("FILE"), .output, "write to FILE, whole or not at all (- is standard output)"),
        Option("remote-name", "O", .none, .output, "write to a file named like the URL's last part", refusal: later),
        Option("remote-header-name", "J", .none, .output, "take the name from Content-Disposition", refusal: later),
        Option("output-dir", nil, .required("DIR"), .output, "write files into DIR", refusal: later),
        Option("create-dirs", nil, .none, .output, "create missing directories", refusal: later),
        Option("no-clobber", nil, .none, .output, "overwrite nothing", refusal: later),
        Option("remote-time", "R", .none, .output, "set the file's time to Last-Modified", refusal: later),
        Option("include", "i", .none, .output, "print the head, too"),
        Option("dump-header", "D", .required("FILE"), .output, "write the head to FILE", refusal: later),
        Option("fail", "f", .none, .output, "print no body and exit 22 at an HTTP error"),
        Option("fail-with-body", nil, .none, .output, "exit 22 at an HTTP error, with its body", refusal: later),
        Option("silent", "s", .none, .output, "no messages"),
        Option("show-error", "S", .none, .output, "messages in spite of -s"),
        Option("verbose", "v", .none, .output, "show what is sent, received and decided"),
        Option("progress-bar", "#", .none, .output, "show a bar", refusal: later),
        Option("no-progress-meter", nil, .none, .output, "show no progress"),
        Option("write-out", "w", .required("FORMAT"), .output, "print this after the transfer", refusal: later),
        Option("stderr", nil, .required("FILE"), .output, "write messages to FILE", refusal: later),
    ]

    private static let transferOptions: [Option] = [
        Option("connect-timeout", nil, .required("SECONDS"), .transfer, "give up connecting after this time"),
        Option("max-time", "m", .required("SECONDS"), .transfer, "give up the whole transfer after this time"),
        Option("retry", nil, .required("N"), .transfer, "try again N times", refusal: later),
        Option("retry-delay", nil, .required("SECONDS"), .transfer, "wait between tries", refusal: later),
        Option("retry-max-time", nil, .required("SECONDS"), .transfer, "stop trying after this time", refusal: later),
        Option("retry-all-errors", nil, .none, .transfer, "try again after every error", refusal: later),
        Option("retry-when-reachable", nil, .none, .transfer, "wait for a route to the host", refusal: later),
        Option("continue-at", "C", .required("-"), .transfer, "continue the output file", refusal: later),
        Option("limit-rate", nil, .required("RATE"), .transfer, "transfer no faster", refusal: later),
        Option("max-filesize", nil, .required("SIZE"), .transfer, "refuse larger bodies", refusal: later),
        Option("parallel", "Z", .none, .transfer, "fetch several URLs at once", refusal: later),
        Option("parallel-max", nil, .required("N"), .transfer, "at most N at once", refusal: later),
        Option("fail-early", nil, .none, .transfer, "stop at the first URL that fails"),
        Option("url", nil, .required("URL"), .transfer, "fetch this URL", for: [.fetch, .purge]),
        Option("url-file", nil, .required("FILE"), .transfer, "fetch the URLs in FILE", refusal: later),
        Option("queue", nil, .none, .transfer, "hold the request while offline", refusal: later),
    ]

    private static let connectionOptions: [Option] = [
        Option("proxy", "x", .required("URL"), .connection, "use this proxy"),
        Option("noproxy", nil, .required("HOSTS"), .connection, "use no proxy for these hosts"),
        Option("cacert", nil, .required("FILE"), .connection, "trust the authorities in FILE"),
        Option("insecure", "k", .none, .connection, "do not verify the server's certificate"),
    ]

    private static let cacheOptions: [Option] = [
        Option("policy", nil, .required("NAME"), .cache, "default, no-cache, force-cache, cache-first or custom"),
        Option("max-age", nil, .required("TIME"), .cache, "accept this age (with custom or cache-first: the lifetime)"),
        Option("max-stale", nil, .optional("TIME"), .cache, "accept a stale response"),
        Option("min-fresh", nil, .required("TIME"), .cache, "want it fresh for this long"),
        Option("refresh", nil, .none, .cache, "validate with the origin, however fresh"),
        Option("reload", nil, .none, .cache, "ignore what is stored, store the answer"),
        Option("no-store", nil, .none, .cache, "store nothing"),
        Option("offline", nil, .none, .cache, "ask only the cache, stale or not"),
        Option("only-if-cached", nil, .none, .cache, "ask only the cache, by the server's rules"),
        Option("no-offline-fallback", nil, .none, .cache, "fail when the origin cannot be reached"),
        Option("stale-while-revalidate", nil, .required("TIME"), .cache, "serve stale, refresh behind"),
        Option("stale-if-error", nil, .required("TIME"), .cache, "serve stale when the origin errs"),
        Option("default-max-age", nil, .required("TIME"), .cache, "lifetime where the server names none (5m)"),
        Option("no-heuristics", nil, .none, .cache, "guess no lifetimes"),
        Option("user-key", nil, .required("NAME"), .cache, "name the partition for personal answers"),
        Option("shared", nil, .none, .cache, "behave as a shared cache"),
        Option("key", nil, .none, .cache, "print the cache key and exit"),
        Option("explain", nil, .none, .cache, "say which rules decided", for: [.fetch, .inspect]),
        Option("sha256", nil, .required("HEX"), .integrity, "verify the body's digest", refusal: later),
    ]
}
