/// What the process tells its caller when it ends: curl's numbers where curl has one.
package struct ExitStatus: Hashable, Sendable {
    /// The number handed to `exit`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// Passes curl's own error number through; one that is no exit code becomes ``internalError``.
    package init(curlCode: Int) {
        guard let code = Int32(exactly: curlCode), (0...125).contains(code) else {
            self = .internalError
            return
        }
        self.init(code: code)
    }

    package static let ok = ExitStatus(code: 0)
    package static let usage = ExitStatus(code: 2)
    package static let malformedURL = ExitStatus(code: 3)
    package static let noSuchEntry = ExitStatus(code: 4)
    package static let proxyNotResolved = ExitStatus(code: 5)
    package static let hostNotResolved = ExitStatus(code: 6)
    package static let cannotConnect = ExitStatus(code: 7)
    package static let framing = ExitStatus(code: 16)
    package static let bodyCutShort = ExitStatus(code: 18)
    package static let httpError = ExitStatus(code: 22)
    package static let writeError = ExitStatus(code: 23)
    package static let readError = ExitStatus(code: 26)
    package static let timedOut = ExitStatus(code: 28)
    package static let range = ExitStatus(code: 33)
    package static let handshake = ExitStatus(code: 35)
    package static let tooManyRedirects = ExitStatus(code: 47)
    package static let emptyReply = ExitStatus(code: 52)
    package static let sendFailed = ExitStatus(code: 55)
    package static let receiveFailed = ExitStatus(code: 56)
    package static let clientCertificate = ExitStatus(code: 58)
    package static let certificate = ExitStatus(code: 60)
    package static let tooLarge = ExitStatus(code: 63)
    package static let internalError = ExitStatus(code: 70)
    package static let certificateAuthorityFile = ExitStatus(code: 77)
    package static let storeUnusable = ExitStatus(code: 78)
    package static let checksumMismatch = ExitStatus(code: 90)
    package static let stream = ExitStatus(code: 92)
    package static let notCached = ExitStatus(code: 104)
    package static let helperMissing = ExitStatus(code: 127)
    package static let interrupted = ExitStatus(code: 130)
    package static let terminated = ExitStatus(code: 143)

    /// Every code with its meaning, in ascending order: the table that `docs/cli.md` repeats.
    package static let allRows: [(code: Int32, meaning: String)] = [
        (ok.code, "ok"),
        (1, "the answer is not HTTP"),
        (usage.code, "usage"),
        (malformedURL.code, "URL malformed"),
        (noSuchEntry.code, "no such entry in the cache"),
        (proxyNotResolved.code, "proxy not resolved"),
        (hostNotResolved.code, "host not resolved"),
        (cannotConnect.code, "cannot connect"),
        (8, "the answer's head contradicts itself"),
        (framing.code, "HTTP/2 framing"),
        (bodyCutShort.code, "body cut short"),
        (httpError.code, "HTTP error with `--fail`"),
        (writeError.code, "cannot write output"),
        (readError.code, "cannot read input"),
        (timedOut.code, "timed out"),
        (range.code, "range not served"),
        (handshake.code, "TLS handshake failed"),
        (43, "a method or field that cannot be sent"),
        (tooManyRedirects.code, "too many redirects"),
        (emptyReply.code, "empty reply"),
        (sendFailed.code, "sending failed"),
        (receiveFailed.code, "receiving failed"),
        (clientCertificate.code, "client certificate not usable"),
        (certificate.code, "server certificate not trusted"),
        (61, "a transfer coding nobody knows"),
        (tooLarge.code, "larger than `--max-filesize`"),
        (internalError.code, "internal error"),
        (certificateAuthorityFile.code, "file of certification authorities not readable"),
        (storeUnusable.code, "cache directory unusable"),
        (checksumMismatch.code, "checksum mismatch"),
        (stream.code, "HTTP/2 stream error"),
        (notCached.code, "not in the cache, and not allowed to ask"),
        (helperMissing.code, "helper `httpcache-origin` missing"),
        (interrupted.code, "ended by SIGINT"),
        (terminated.code, "ended by SIGTERM"),
    ]
}
