import HTTPCacheRules

/// The beginning of URLs: scheme, host whose labels may be `*`, port, and path.
struct URLPrefix: Hashable, Sendable {
    private let scheme: String
    private let labels: [String]
    private let port: UInt16
    private let path: String
    /// How much it says: of several that match, the longest counts.
    let length: Int

    /// Reads a prefix; nil where it is none, or has a query or a userinfo part.
    init?(_ text: Substring) {
        // Why the stand-in: a star is no host for the parser, and a label like this one nobody has.
        let standIn = "httpcache--any--label"
        let marked = text.split(separator: "*", omittingEmptySubsequences: false)
            .joined(separator: standIn)
        let hasScheme = text.hasPrefix("http://") || text.hasPrefix("https://")
        guard hasScheme, case .success(let parsed) = TargetURI.parse(marked),
            parsed.userInformation == nil, parsed.target.query == nil,
            parsed.target.fragment == nil
        else { return nil }
        scheme = parsed.target.scheme
        port = parsed.target.port
        labels = parsed.target.host.split(separator: ".", omittingEmptySubsequences: false)
            .map { $0 == standIn ? "*" : String($0) }
        path = parsed.target.path
        // A star is a whole label, and none outside the host.
        let isMisplaced = path.contains(standIn) || labels.contains { $0.contains(standIn) }
        if isMisplaced { return nil }
        length = text.utf8.count
    }

    /// Whether a URL begins so; a path is continued at a slash only, or after one.
    func matches(_ target: TargetURI) -> Bool {
        guard target.scheme == scheme, target.port == port else { return false }
        let host = target.host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.count == labels.count,
            zip(labels, host).allSatisfy({ $0 == "*" || $0 == $1 }),
            target.path.hasPrefix(path)
        else { return false }
        let rest = target.path.dropFirst(path.count)
        return rest.isEmpty || path.hasSuffix("/") || rest.hasPrefix("/")
    }
}
