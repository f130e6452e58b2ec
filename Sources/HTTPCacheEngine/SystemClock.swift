package import HTTPCacheRules

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The system's clock: the only place that reads the time.
package enum SystemClock {
    /// The moment now.
    @Sendable
    package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(secondsSinceEpoch: Int64(time.tv_sec))
    }
}
