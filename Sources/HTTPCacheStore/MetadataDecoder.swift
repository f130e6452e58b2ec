import HTTPCacheRules

extension MetadataCodec {
    /// Reads the text of a `.meta` file; nil for anything that the grammar does not allow.
    static func decode(_ bytes: [UInt8]) -> EntryMetadata? {
        bytes.withUnsafeBytes { decode($0) }
    }

    /// Reads the text of a `.meta` file; nil for anything that the grammar does not allow.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> EntryMetadata? {
        guard bytes.count <= sizeBound, !bytes.contains(where: { $0 == 0 || $0 == 0x0D }) else {
            return nil
        }
        var lines = LineReader(rest: bytes[...])
        guard let first = lines.next(), first.elementsEqual(firstLine.utf8) else { return nil }
        var properties = Properties()
        while true {
            guard let line = lines.next() else { return nil }
            if line.isEmpty { break }
            guard properties.take(line) else { return nil }
        }
        guard let response = responseHead(&lines), lines.rest.isEmpty else { return nil }
        return properties.metadata(with: response)
    }

    private static func responseHead(_ lines: inout LineReader) -> ResponseHead? {
        guard let line = lines.next(), var head = statusLine(line) else { return nil }
        while true {
            guard let line = lines.next() else { return nil }
            if line.isEmpty { return head }
            guard let field = fieldLine(line) else { return nil }
            head.fields.lines.append(field)
        }
    }

    private static func statusLine(_ line: Slice<UnsafeRawBufferPointer>) -> ResponseHead? {
        guard let blank = line.firstIndex(of: 0x20), blank > line.startIndex else { return nil }
        let rest = line[(blank + 1)...]
        let digits = rest.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ $0.isASCIIDigit }) else { return nil }
        let status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let reason = rest.dropFirst(3)
        guard status >= 100, reason.isEmpty || reason.first == 0x20 else { return nil }
        return ResponseHead(
            version: String(isomorphicBytes: line[..<blank]),
            status: status,
            reason: String(isomorphicBytes: reason.dropFirst())
        )
    }

    fileprivate static func fieldLine(_ line: Slice<UnsafeRawBufferPointer>) -> FieldLine? {
        guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { return nil }
        let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        let isUsual = value.startIndex == colon + 2 && line[colon + 1] == 0x20
        return FieldLine(
            FieldName(String(isomorphicBytes: line[..<colon])),
            String(isomorphicBytes: value),
            separator: isUsual ? ": " : String(isomorphicBytes: line[colon..<value.startIndex])
        )
    }
}

/// Splits at line feeds; bytes behind the last one are no line.
private struct LineReader {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func next() -> Slice<UnsafeRawBufferPointer>? {
        guard let end = rest.firstIndex(of: 0x0A) else { return nil }
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        return line
    }
}

/// The lines above the response head, as far as they were read.
private struct Properties {
    private var values: [String: String] = [:]
    private var nominatedFields = Fields()

    /// Takes one line; false when it is no property and no nominated field, or repeated.
    mutating func take(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
        let marker = UInt8(ascii: ">")
        if line.first == marker {
            guard line.dropFirst().first == 0x20,
                let field = MetadataCodec.fieldLine(line.dropFirst(2))
            else { return false }
            nominatedFields.lines.append(field)
            return true
        }
        guard let property = MetadataCodec.fieldLine(line) else { return false }
        return values.updateValue(property.value, forKey: property.name.rawName) == nil
    }

    func metadata(with response: ResponseHead) -> EntryMetadata? {
        guard let url = text("url"), case .success(let parsed) = TargetURI.parse(url),
            let method = values["method"], !method.isEmpty,
            let requestTime = time("request-time"), let responseTime = time("response-time"),
            let storedAt = time("stored-at"),
            let size = values["size"].flatMap({ Int64($0) }), size >= 0,
            let sha256 = values["sha256"].flatMap({ SHA256Digest(hex: $0.utf8) }),
            let completeness = values["completeness"].flatMap(MetadataCodec.completeness(from:))
        else { return nil }
        let key = values["key"].flatMap { StoreKey(hex: $0) }
        if key == nil, values["key"] != nil { return nil }
        return EntryMetadata(
            head: StoredHead(
                method: method,
                target: parsed.target,
                nominatedFields: nominatedFields,
                response: response,
                requestTime: requestTime,
                responseTime: responseTime
            ),
            key: key,
            size: size,
            sha256: sha256,
            storedAt: storedAt,
            completeness: completeness,
            userKey: text("user-key"),
            partition: text("partition")
        )
    }

    /// The value of a property that is written in UTF-8, unlike what came from messages.
    private func text(_ name: String) -> String? {
        values[name].map { String(decoding: $0.isomorphicBytes, as: UTF8.self) }
    }

    private func time(_ name: String) -> Timestamp? {
        values[name].flatMap { Int64($0) }.map { Timestamp(secondsSinceEpoch: $0) }
    }
}

extension String {
    /// The same as `init(isomorphic:)`, on memory that needs no copy first.
    fileprivate init(isomorphicBytes bytes: Slice<UnsafeRawBufferPointer>) {
        let memory = UnsafeRawBufferPointer(rebasing: bytes)
        if memory.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: memory, as: UTF8.self)
        } else {
            self.init()
            for byte in memory { unicodeScalars.append(Unicode.Scalar(byte)) }
        }
    }
}
