// URLSession without the tap: what it cannot represent is refused.

internal import Foundation
internal import HTTPCacheEngine
internal import HTTPCacheRules

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension OutgoingRequest {
    /// Makes a task of URLSession's own for the request.
    func plainTask(in session: URLSession) throws(TransferFailure) -> URLSessionDataTask {
        try refuseUnsupportedSettings()
        let text = head.target.sentDescription
        guard let url = URL(string: text, encodingInvalidCharacters: false),
            url.absoluteString == text
        else {
            throw TransferFailure(
                curlCode: 3,
                message: "URLSession cannot represent the URL '\(text)'"
            )
        }
        var request = URLRequest(url: url)
        request.httpMethod = head.method
        request.timeoutInterval = TransferSession.unlimited
        try setFields(of: &request)
        switch body {
        case .none: break
        case .bytes(let bytes): request.httpBody = Data(bytes)
        case .file(let path):
            guard access(path, R_OK) == 0 else {
                throw TransferFailure(curlCode: 26, message: "cannot read the file '\(path)'")
            }
            return session.uploadTask(with: request, fromFile: URL(fileURLWithPath: path))
        }
        return session.dataTask(with: request)
    }

    private func refuseUnsupportedSettings() throws(TransferFailure) {
        let unsupported: [(Bool, String)] = [
            (transfer.connectTimeout != nil, "a connect time-out"),
            (transfer.certificateAuthorityFile != nil, "a file of certification authorities"),
            (transfer.isInsecure, "leaving the certificate unverified"),
            (transfer.proxy != nil, "a proxy"),
            (transfer.noProxy != nil, "hosts without proxy"),
        ]
        for (isAsked, name) in unsupported where isAsked {
            throw TransferFailure(curlCode: 4, message: "URLSession alone does not support \(name)")
        }
    }

    private func setFields(of request: inout URLRequest) throws(TransferFailure) {
        // A single blank makes Foundation on Linux leave out a field which it would add.
        #if canImport(FoundationNetworking)
        for name in ["Accept", "Accept-Language", "User-Agent", "Connection"] {
            request.setValue(" ", forHTTPHeaderField: name)
        }
        #endif
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        var seen: Set<FieldName> = []
        for line in head.fields.lines {
            guard seen.insert(line.name).inserted else {
                throw TransferFailure(
                    curlCode: 4,
                    message: "URLSession alone cannot send the field '\(line.name)' twice"
                )
            }
            request.setValue(line.value.humanReadable, forHTTPHeaderField: line.name.rawName)
        }
    }
}

extension Transfer {
    /// The head as URLSession presents it.
    func plainAnswer(
        _ response: URLResponse
    ) throws -> (interimHeads: [ResponseHead], head: ResponseHead) {
        guard let response = response as? HTTPURLResponse else {
            throw TransferFailure(curlCode: 8, message: "the response is not one of HTTP")
        }
        var head = ResponseHead(status: response.statusCode)
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            head.fields.append(FieldName(name), String(isomorphic: Array(value.utf8)))
        }
        head.fields.lines.sort { $0.name.rawName < $1.name.rawName }
        for coding in head.fields.listMembers(of: "Content-Encoding")
        where !coding.equalsIgnoringASCIICase("identity") {
            throw TransferFailure(
                curlCode: 61,
                message: "URLSession alone cannot deliver the content coding '\(coding)'"
            )
        }
        return ([], head)
    }
}

extension TransferFailure {
    /// The nearest of curl's failures for an error of URLSession's.
    init(urlSessionError error: any Error) {
        let code = (error as? URLError)?.code
        let curlCode =
            switch code {
            case .badURL, .unsupportedURL: 3
            case .cannotFindHost, .dnsLookupFailed: 6
            case .cannotConnectToHost, .notConnectedToInternet: 7
            case .timedOut: 28
            case .badServerResponse: 52
            case .secureConnectionFailed: 35
            case .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
                60
            default: 56
            }
        self.init(curlCode: curlCode, message: error.localizedDescription)
    }
}
