#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the front tells the helper when it hands a command over.
package enum HandOver {
    /// The environment variable that carries the front's version.
    package static let versionVariable = "HTTPCACHE_FRONT_VERSION"

    /// Why the helper must not work for whoever started it, or nil where it may.
    package static func refusal() -> (message: String, hint: String)? {
        let front = getenv(versionVariable).map { String(cString: $0) }
        if front == HTTPCacheVersion.current { return nil }
        guard let front else {
            return (
                "cannot run httpcache-origin by itself",
                "run httpcache, which starts it when needed"
            )
        }
        return (
            "cannot ask the origin: httpcache is version \(front), but its helper is \(HTTPCacheVersion.current)",
            "install both from the same release"
        )
    }
}
