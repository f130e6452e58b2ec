/// The version of this package, shared by both programs.
package enum HTTPCacheVersion {
    /// The version as `--version` prints it.
    package static let current = "0.1.0"
}

/// What the front and the program that speaks to origins agree on when one becomes the other.
package enum HandOver {
    /// The environment variable in which the front names its version.
    package static let versionVariable = "HTTPCACHE_FRONT_VERSION"
}
