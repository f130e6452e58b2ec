/// The version of this package, shared by both programs.
package enum HTTPCacheVersion {
    /// The version as `--version` prints it.
    package static let current = "0.1.0"
}
