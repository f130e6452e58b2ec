// curl's options for request and output, with curl's letters and meanings.

extension OptionTable {
    static let requestOptions: [Option] = [
        Option("request", "X", .required("METHOD"), .request, "use this method", isCommon: true),
        Option(
            "header",
            "H",
            .required("FIELD"),
            .request,
            "send a field; 'N:' removes, 'N;' sends it empty",
            isCommon: true
        ),
        Option(
            "data",
            "d",
            .required("DATA"),
            .request,
            "POST this; @FILE takes a file, @- stdin",
            isCommon: true
        ),
        Option("data-raw", nil, .required("DATA"), .request, "POST this, @ without meaning"),
        Option(
            "data-binary",
            nil,
            .required("DATA"),
            .request,
            "POST this as it is; @FILE takes a file"
        ),
        Option("data-urlencode", nil, .required("DATA"), .request, "POST this, percent-encoded"),
        Option("json", nil, .required("DATA"), .request, "POST this as JSON"),
        Option("form", "F", .required("PART"), .request, "POST a multipart form", refusal: later),
        Option("upload-file", "T", .required("FILE"), .request, "PUT this file", refusal: later),
        Option("get", "G", .none, .request, "put the data into the URL's query"),
        Option(
            "user",
            "u",
            .required("NAME:PASSWORD"),
            .request,
            "authenticate by Basic",
            isCommon: true
        ),
        Option(
            "oauth2-bearer",
            nil,
            .required("TOKEN"),
            .request,
            "authenticate by a bearer token"
        ),
        Option("netrc", "n", .none, .request, "take credentials from ~/.netrc", refusal: later),
        Option(
            "netrc-file",
            nil,
            .required("FILE"),
            .request,
            "take credentials from FILE",
            refusal: later
        ),
        Option("user-agent", "A", .required("TEXT"), .request, "send this User-Agent"),
        Option("referer", "e", .required("URL"), .request, "send this Referer"),
        Option("cookie", "b", .required("N=V"), .request, "send these cookies"),
        Option("head", "I", .none, .request, "ask for the head only, and print it", isCommon: true),
        Option("range", "r", .required("A-B"), .request, "ask for a range of bytes"),
        Option(
            "compressed",
            nil,
            .none,
            .request,
            "ask for a coded body and decode it",
            refusal: later
        ),
        Option("location", "L", .none, .request, "follow redirects", isCommon: true),
        Option("max-redirs", nil, .required("N"), .request, "follow at most N redirects (50)"),
        Option("globoff", "g", .none, .request, "take {} and [] in URLs as they are"),
    ]

    static let outputOptions: [Option] = [
        Option(
            "output",
            "o",
            .required("FILE"),
            .output,
            "write the body to FILE, whole or not at all",
            isCommon: true
        ),
        Option(
            "remote-name",
            "O",
            .none,
            .output,
            "write to a file named like the URL's last part",
            refusal: later
        ),
        Option(
            "remote-header-name",
            "J",
            .none,
            .output,
            "take the name from Content-Disposition",
            refusal: later
        ),
        Option(
            "output-dir",
            nil,
            .required("DIR"),
            .output,
            "write files into DIR",
            refusal: later
        ),
        Option("create-dirs", nil, .none, .output, "create missing directories", refusal: later),
        Option("no-clobber", nil, .none, .output, "overwrite nothing", refusal: later),
        Option(
            "remote-time",
            "R",
            .none,
            .output,
            "set the file's time to Last-Modified",
            refusal: later
        ),
        Option("include", "i", .none, .output, "print the head, too", isCommon: true),
        Option(
            "dump-header",
            "D",
            .required("FILE"),
            .output,
            "write the head to FILE",
            refusal: later
        ),
        Option(
            "fail",
            "f",
            .none,
            .output,
            "exit 22 at an HTTP error, without its body",
            isCommon: true
        ),
        Option(
            "fail-with-body",
            nil,
            .none,
            .output,
            "exit 22 at an HTTP error, with its body",
            refusal: later
        ),
        Option("silent", "s", .none, .output, "no messages", isCommon: true),
        Option("show-error", "S", .none, .output, "messages in spite of -s"),
        Option(
            "verbose",
            "v",
            .none,
            .output,
            "show what is sent, received and decided",
            isCommon: true
        ),
        Option("progress-bar", "#", .none, .output, "show a bar", refusal: later),
        Option("no-progress-meter", nil, .none, .output, "show no progress"),
        Option(
            "write-out",
            "w",
            .required("FORMAT"),
            .output,
            "print this after the transfer",
            refusal: later
        ),
        Option("stderr", nil, .required("FILE"), .output, "write messages to FILE", refusal: later),
    ]
}
