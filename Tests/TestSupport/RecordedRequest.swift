/// A request as it reached a scripted origin.
package struct RecordedRequest: Sendable {
    /// How many requests reached the origin before this one.
    package var number: Int
    /// How many requests with the same path reached the origin before this one.
    package var ordinal: Int
    /// How many connections were accepted before the one that brought this request.
    package var connection: Int
    package var receivedAt: ContinuousClock.Instant

    /// The head byte for byte, with the empty line at its end.
    package var head: [UInt8]
    package var method: String
    /// The request target as sent: path and query.
    package var target: String
    package var version: String
    package var fields: [(name: String, value: String)]
    /// The content, with the chunked coding taken off.
    package var body: [UInt8] = []

    /// The target without its query.
    package var path: String {
        target.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
    }

    /// The values of the named field's lines, in order.
    package func values(of name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The value of the named field, its lines joined by commas; nil when there is none.
    package func value(of name: String) -> String? {
        let values = values(of: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension RecordedRequest {
    /// Reads a head that ends with its empty line; nil when it has no request line.
    init?(head: [UInt8]) {
        var lines = String(latin1: head).unicodeScalars.split(separator: "\n").map { line in
            String(String.UnicodeScalarView(line.last == "\r" ? line.dropLast() : line))
        }
        lines.removeAll(where: \.isEmpty)
        guard let first = lines.first else { return nil }
        let parts = first.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return nil }
        self.init(
            number: 0,
            ordinal: 0,
            connection: 0,
            receivedAt: .now,
            head: head,
            method: parts[0],
            target: parts[1],
            version: parts[2],
            fields: lines.dropFirst().map(Self.fieldLine)
        )
    }

    private static func fieldLine(_ line: String) -> (name: String, value: String) {
        let scalars = line.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":") else { return (line, "") }
        let value = scalars[scalars.index(after: colon)...]
        let blank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        let trimmed = value.drop(while: blank).reversed().drop(while: blank).reversed()
        return (String(scalars[..<colon]), String(String.UnicodeScalarView(trimmed)))
    }
}

extension String {
    /// Makes the text whose scalars are the bytes, one for one.
    package init(latin1 bytes: some Sequence<UInt8>) {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
        self.init(scalars)
    }

    /// The scalars as bytes, one for one; what lies above U+00FF is written in UTF-8.
    package var latin1Bytes: [UInt8] {
        unicodeScalars.flatMap { scalar in
            UInt8(exactly: scalar.value).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }
}
