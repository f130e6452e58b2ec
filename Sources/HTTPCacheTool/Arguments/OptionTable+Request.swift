extension OptionTable {
    static let later = "this version does not have it yet"

    static let request: [Option] = [
        Option("request", "X", .required("METHOD"), .request, "use METHOD"),
        Option(
            "header",
            "H",
            .required("LINE"),
            .request,
            "send the field 'N: v'; 'N:' removes it, 'N;' sends it empty; @FILE: lines of FILE",
            in: [.fetch, .inspect]
        ),
        Option("data", "d", .required("DATA"), .request, "POST DATA; @FILE without its line ends"),
        Option("data-raw", nil, .required("DATA"), .request, "POST DATA; @ means nothing special"),
        Option("data-binary", nil, .required("DATA"), .request, "POST DATA; @FILE as it is"),
        Option(
            "data-urlencode",
            nil,
            .required("DATA"),
            .request,
            "POST DATA percent-encoded",
            unavailable: later
        ),
        Option(
            "json",
            nil,
            .required("DATA"),
            .request,
            "POST DATA as application/json; @FILE as it is"
        ),
        Option(
            "form",
            "F",
            .required("NAME=CONTENT"),
            .request,
            "POST a multipart form",
            unavailable: later
        ),
        Option(
            "upload-file",
            "T",
            .required("FILE"),
            .request,
            "PUT the content of FILE",
            unavailable: later
        ),
        Option("get", "G", .none, .request, "put the data into the query and GET"),
        Option("user", "u", .required("USER:PASSWORD"), .request, "authenticate by Basic"),
        Option(
            "oauth2-bearer",
            nil,
            .required("TOKEN"),
            .request,
            "authenticate by a bearer token"
        ),
        Option(
            "netrc",
            "n",
            .none,
            .request,
            "take user and password from ~/.netrc",
            unavailable: later
        ),
        Option(
            "netrc-file",
            nil,
            .required("FILE"),
            .request,
            "take user and password from FILE",
            unavailable: later
        ),
        Option("user-agent", "A", .required("NAME"), .request, "send NAME as User-Agent"),
        Option("referer", "e", .required("URL"), .request, "send URL as Referer"),
        Option("cookie", "b", .required("DATA"), .request, "send the cookies 'a=b; c=d'"),
        Option("head", "I", .none, .request, "ask for the head only"),
        Option("range", "r", .required("RANGE"), .request, "ask for the bytes RANGE, such as 0-99"),
        Option(
            "compressed",
            nil,
            .none,
            .request,
            "ask for a compressed answer and decode it",
            unavailable: later
        ),
        Option("location", "L", .none, .request, "follow redirects"),
        Option("max-redirs", nil, .required("N"), .request, "follow at most N redirects (50)"),
    ]

    static let output: [Option] = [
        Option("output", "o", .required("FILE"), .output, "write the body to FILE; - is stdout"),
        Option(
            "remote-name",
            "O",
            .none,
            .output,
            "name the file as the URL does",
            unavailable: later
        ),
        Option(
            "remote-header-name",
            "J",
            .none,
            .output,
            "name the file as the server does",
            unavailable: later
        ),
        Option(
            "output-dir",
            nil,
            .required("DIR"),
            .output,
            "write files into DIR",
            unavailable: later
        ),
        Option(
            "create-dirs",
            nil,
            .none,
            .output,
            "make missing directories",
            unavailable: later
        ),
        Option(
            "clobber",
            nil,
            .none,
            .output,
            "--no-clobber: keep a file that exists",
            unavailable: later
        ),
        Option(
            "remote-time",
            "R",
            .none,
            .output,
            "give the file the server's time",
            unavailable: later
        ),
        Option("include", "i", .none, .output, "print the head before the body"),
        Option(
            "dump-header",
            "D",
            .required("FILE"),
            .output,
            "write the head to FILE",
            unavailable: later
        ),
        Option("fail", "f", .none, .output, "exit 22 on an HTTP error, without its body"),
        Option(
            "fail-with-body",
            nil,
            .none,
            .output,
            "exit 22 on an HTTP error, with its body",
            unavailable: later
        ),
        Option("silent", "s", .none, .output, "print no messages"),
        Option("show-error", "S", .none, .output, "with -s: print errors nevertheless"),
        Option("verbose", "v", .none, .output, "show heads and what the cache decides"),
        Option(
            "progress-bar",
            "#",
            .none,
            .output,
            "show progress as a bar",
            unavailable: later
        ),
        Option("progress-meter", nil, .none, .output, "--no-progress-meter: show no progress"),
        Option(
            "write-out",
            "w",
            .required("FORMAT"),
            .output,
            "print FORMAT after the transfer",
            unavailable: later
        ),
        Option(
            "stderr",
            nil,
            .required("FILE"),
            .output,
            "write messages to FILE",
            unavailable: later
        ),
    ]
}
