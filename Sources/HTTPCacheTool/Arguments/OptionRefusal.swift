/// Why an option that is not in the table is refused: what curl knows is named, what is misspelt is corrected.
enum OptionRefusal {
    static func error(for spelling: String, in command: CommandName?) -> UsageError {
        guard let command else {
            let belongs = OptionTable.options.contains { $0.answers(to: spelling) }
            return UsageError(
                "unknown option \(spelling)",
                hint: belongs
                    ? "it stands behind a command, as in httpcache fetch \(spelling)"
                    : "httpcache --help lists commands and options"
            )
        }
        if command == .fetch, let reason = reason(for: spelling) {
            return UsageError("cannot use \(spelling): \(reason)")
        }
        return UsageError("unknown option \(spelling)", hint: hint(for: spelling, in: command))
    }

    private static func hint(for spelling: String, in command: CommandName) -> String {
        let typed = String(spelling.dropFirst(2))
        let names = OptionTable.options.filter { $0.belongs(to: command) && $0.refusal == nil }
            .map(\.name)
        if spelling.hasPrefix("--") {
            let begun = names.filter { typed.utf8.count > 2 && $0.hasPrefix(typed) }
            let near = begun.count == 1 ? begun.first : nearestSpelling(of: typed, among: names)
            if let near { return "did you mean --\(near)?" }
        }
        return "httpcache \(command.rawValue) --help all lists the options"
    }

    /// Why one of curl's options cannot be done here, or nil for what curl does not know either.
    static func reason(for spelling: String) -> String? {
        reasons.first { $0.1.split(separator: " ").contains(Substring(spelling)) }?.0
    }

    private static let reasons: [(String, String)] = [
        (
            "configuration files of curl are not read; use --config for httpcache's own",
            "-K --disable -q"
        ),
        ("only http and https are spoken, not the protocol it is for", protocols),
        ("URLSession has no setting for it", transport),
        ("cookies are not kept between requests", "-c --cookie-jar -j --junk-session-cookies"),
        ("-u always sends Basic credentials at once", authentication),
        (
            "the cache keeps entity tags and dates by itself",
            "--etag-save --etag-compare -z --time-cond"
        ),
        ("several requests in one command are written as several commands", "-: --next"),
        ("credentials are never sent on to another origin; use -L", "--location-trusted"),
        ("redirects change the method as RFC 9110 says; use -L", redirects),
        ("output is never held back; leave it away", "-N --buffer --no-buffer"),
        (
            "use -v",
            "--trace --trace-ascii --trace-config --trace-ids --trace-time --libcurl"
        ),
        ("use --help all", "-M --manual"),
        (OptionTable.later, later),
    ]

    private static let protocols = """
        -a --append -B --use-ascii -l --list-only -P --ftp-port -Q --quote -t --telnet-option \
        --crlf --disable-eprt --disable-epsv --ftp-account --ftp-alternative-to-user \
        --ftp-create-dirs --ftp-method --ftp-pasv --ftp-skip-pasv-ip --ftp-ssl-ccc \
        --ftp-ssl-ccc-mode --ftp-ssl-control --hostpubmd5 --hostpubsha256 --krb --login-options \
        --mail-auth --mail-from --mail-rcpt --mail-rcpt-allowfails --proto --proto-default \
        --proto-redir --pubkey --sasl-authzid --sasl-ir --ssl --ssl-reqd --tftp-blksize \
        --tftp-no-options --compressed-ssh --http0.9
        """
    private static let transport = """
        -0 -2 -3 -4 -6 -1 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 \
        --http3-only --ipv4 --ipv6 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tls-max \
        --tls13-ciphers --ciphers --curves --alpn --no-alpn --npn --interface --local-port \
        --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --doh-insecure \
        --doh-cert-status --keepalive --no-keepalive --keepalive-time --keepalive-cnt \
        --tcp-fastopen --tcp-nodelay --happy-eyeballs-timeout-ms --haproxy-protocol \
        --haproxy-clientip --egd-file --random-file --engine --cert-status --crlfile \
        --false-start --ssl-allow-beast --ssl-auto-client-cert --ssl-no-revoke \
        --ssl-revoke-best-effort --ca-native --alt-svc --hsts --ech --ip-tos --vlan-priority \
        --mptcp --raw --tr-encoding --ignore-content-length --expect100-timeout \
        --suppress-connect-headers --path-as-is --request-target --abstract-unix-socket \
        --socks4 --socks4a --socks5 --socks5-hostname --socks5-basic --socks5-gssapi \
        --socks5-gssapi-nec --socks5-gssapi-service --preproxy --proxy1.0 -p --proxytunnel \
        --sessionid --no-sessionid
        """
    private static let authentication = """
        --anyauth --basic --digest --negotiate --ntlm --ntlm-wb --aws-sigv4 --delegation \
        --service-name --netrc-optional --proxy-anyauth --proxy-basic --proxy-digest \
        --proxy-negotiate --proxy-ntlm --proxy-service-name
        """
    private static let redirects = "--post301 --post302 --post303 --follow"
    private static let later = """
        -E --cert --cert-type --key-type --pass --capath --resolve --connect-to --unix-socket \
        --pinnedpubkey -U --proxy-user --proxy-header --proxy-cacert --proxy-insecure \
        --proxy-cert --proxy-key -Y --speed-limit -y --speed-time --rate --remote-name-all \
        --form-string --form-escape --url-query --variable --expand-url --expand-data \
        --xattr --remove-on-error --create-file-mode --parallel-immediate --skip-existing \
        --out-null
        """
}
