import Glibc
import HTTPCacheEngine
import HTTPCacheRules

let arguments = CommandLine.arguments
func trial() async {
    do {
        let text = arguments[1]
        let scheme = String(text.prefix { $0 != ":" })
        let rest = text.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" }
        let colon = authority.lastIndex(of: ":").flatMap { authority.hasSuffix("]") ? nil : $0 }
        let host = String(colon.map { authority[..<$0] } ?? authority)
        let port =
            colon.flatMap { UInt16(authority[authority.index(after: $0)...]) }
            ?? (scheme == "https" ? 443 : 80)
        let path = String(rest.dropFirst(authority.count))
        let target = TargetURI(
            scheme: scheme,
            host: host,
            port: port,
            path: path,
            query: nil,
            sentPath: path.isEmpty ? "/" : path,
            fragment: nil
        )
        var request = OutgoingRequest(head: RequestHead(target: target))
        if let ca = arguments.firstIndex(of: "--cacert") {
            request.transfer.certificateAuthorityFile = arguments[ca + 1]
        }
        if arguments.contains("-k") { request.transfer.isInsecure = true }
        if let ca = arguments.firstIndex(of: "-m"), let ms = Int(arguments[ca + 1]) {
            request.transfer.totalTimeout = ms
        }
        let answer = try await URLSessionOrigin().send(request)
        for head in answer.interimHeads { print("interim", head) }
        print(answer.head)
        var count = 0, pieces = 0
        while let bytes = try await answer.body.next() { count += bytes.count; pieces += 1 }
        print(count, "bytes in", pieces, answer.body.transferReport)
    } catch let failure as TransferFailure {
        print("exact:", URLSessionOrigin.isExact, "failure", failure.curlCode, failure.message)
        fflush(nil)
        _exit(Int32(failure.curlCode))
    } catch { print(error) }
    fflush(nil)
    _exit(0)
}
await trial()
