/// A span of time in whole seconds, from 0 to 2³¹, saturating (RFC 9111 §1.2.2).
public struct Seconds: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
    /// The number of seconds.
    public let count: Int64

    /// The largest span that is told apart from longer ones: 2³¹ seconds.
    public static let max = Seconds(saturating: 1 << 31)
    /// No time at all.
    public static let zero = Seconds(saturating: 0)

    /// Creates a span; a negative number becomes 0, one above 2³¹ becomes 2³¹.
    public init(saturating count: Int64) {
        self.count = Swift.min(Swift.max(count, 0), 1 << 31)
    }

    /// Creates a span from a literal.
    public init(integerLiteral value: Int64) {
        self.init(saturating: value)
    }

    /// Compares two spans.
    public static func < (left: Seconds, right: Seconds) -> Bool { left.count < right.count }

    /// Adds two spans, up to 2³¹ seconds.
    public static func + (left: Seconds, right: Seconds) -> Seconds {
        Seconds(saturating: left.count + right.count)
    }

    /// Subtracts a span, down to 0 seconds.
    public static func - (left: Seconds, right: Seconds) -> Seconds {
        Seconds(saturating: left.count - right.count)
    }
}

/// A moment, in whole seconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// The seconds since the epoch; negative before 1970.
    public let secondsSinceEpoch: Int64

    /// Creates a moment; moments further than 2⁶⁰ seconds from the epoch are moved to that bound.
    public init(secondsSinceEpoch: Int64) {
        let bound: Int64 = 1 << 60
        self.secondsSinceEpoch = Swift.min(Swift.max(secondsSinceEpoch, -bound), bound)
    }

    /// Compares two moments.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }

    /// The span from an earlier moment to this one, or 0 when that moment is not earlier.
    public func since(_ earlier: Timestamp) -> Seconds {
        Seconds(saturating: secondsSinceEpoch - earlier.secondsSinceEpoch)
    }

    /// The moment that lies a span after another.
    public static func + (left: Timestamp, right: Seconds) -> Timestamp {
        Timestamp(secondsSinceEpoch: left.secondsSinceEpoch + right.count)
    }

    /// The moment that lies a span before another.
    public static func - (left: Timestamp, right: Seconds) -> Timestamp {
        Timestamp(secondsSinceEpoch: left.secondsSinceEpoch - right.count)
    }
}
