internal import CURLTapInterface
internal import Foundation
internal import HTTPCacheEngine
internal import HTTPCacheRules

extension OutgoingRequest {
    /// Calls `body` with the request as the tap takes it.
    func withTapRequest<Value>(_ body: (curltap_request) -> Value) -> Value {
        let texts = CStrings()
        let lines = headerList.map { UnsafePointer<CChar>?(texts.add($0)) }
        let options = transfer.options.map { option in
            switch option {
            case .number(let number, let value):
                curltap_option(number: number, value: value, text: nil)
            case .text(let number, let text):
                curltap_option(number: number, value: 0, text: texts.add(Array(text.utf8)))
            }
        }
        var request = curltap_request()
        request.url = UnsafePointer(texts.add(head.target.sentDescription.isomorphicBytes))
        request.method = UnsafePointer(texts.add(Array(head.method.utf8)))
        request.body_length = -1
        request.window = 1 << 20
        var content: [UInt8] = []
        switch self.body {
        case .none: break
        case .bytes(let bytes):
            content = bytes
            request.body_length = Int64(bytes.count)
        case .file(let path): request.body_path = UnsafePointer(texts.add(Array(path.utf8)))
        }
        return lines.withUnsafeBufferPointer { lines in
            options.withUnsafeBufferPointer { options in
                content.withUnsafeBufferPointer { content in
                    request.field_lines = lines.baseAddress
                    request.field_line_count = lines.count
                    request.options = options.baseAddress
                    request.option_count = options.count
                    request.body = content.baseAddress
                    return withExtendedLifetime(texts) { body(request) }
                }
            }
        }
    }

    /// Our fields in curl's notation, and a removal for each that libcurl would add by itself.
    private var headerList: [[UInt8]] {
        var list = head.fields.lines.map { line in
            let value = line.value.isomorphicBytes
            let isEmpty = value.allSatisfy { $0.isOptionalWhitespace }
            return Array(line.name.rawName.utf8)
                + (isEmpty ? Array(";".utf8) : Array(": ".utf8) + value)
        }
        for name in ["Accept", "User-Agent", "Expect", "Content-Type"]
        where !head.fields.contains(FieldName(name)) {
            list.append(Array("\(name):".utf8))
        }
        return list
    }

    /// Why the tap could not take the request.
    func creationFailure(_ code: Int32) -> String {
        switch (code, body) {
        case (26, .file(let path)): "cannot read the file '\(path)'"
        case (27, _): "out of memory"
        default: "libcurl cannot be used"
        }
    }
}

/// An option of `curl_easy_setopt` by its number in libcurl's binary interface.
enum CURLOption {
    case number(Int32, Int)
    case text(Int32, String)
}

extension TransferSettings {
    /// The settings as curl's options: one line each.
    fileprivate var options: [CURLOption] {
        let all: [CURLOption?] = [
            limit(connectTimeout).map { .number(156, $0) },  // CURLOPT_CONNECTTIMEOUT_MS
            limit(totalTimeout).map { .number(155, $0) },  // CURLOPT_TIMEOUT_MS
            certificateAuthorityFile.map { .text(10065, $0) },  // CURLOPT_CAINFO
            isInsecure ? .number(64, 0) : nil,  // CURLOPT_SSL_VERIFYPEER
            isInsecure ? .number(81, 0) : nil,  // CURLOPT_SSL_VERIFYHOST
            proxy.map { .text(10004, $0) },  // CURLOPT_PROXY
            noProxy.map { .text(10177, $0) },  // CURLOPT_NOPROXY
        ]
        return all.compactMap { $0 }
    }

    /// A limit that is one: 0 means none in libcurl too.
    private func limit(_ milliseconds: Int?) -> Int? {
        milliseconds.flatMap { $0 > 0 ? min($0, Int(Int32.max)) : nil }
    }
}

/// Texts that end in NUL, freed together.
private final class CStrings {
    private var pointers: [UnsafeMutablePointer<CChar>] = []

    func add(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
        let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { pointer[index] = CChar(bitPattern: byte) }
        pointer[bytes.count] = 0
        pointers.append(pointer)
        return pointer
    }

    deinit {
        for pointer in pointers { pointer.deallocate() }
    }
}
