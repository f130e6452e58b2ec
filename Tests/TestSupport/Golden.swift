import Foundation

/// A text file beside the tests that says what an output looks like.
///
/// With `UPDATE_GOLDEN=1` in the environment a comparison rewrites the file instead.
package struct Golden: Sendable {
    package let path: String

    /// The file `Golden/NAME` in the folder of the calling test.
    package init(_ name: String, beside test: String = #filePath) {
        path =
            URL(fileURLWithPath: test).deletingLastPathComponent()
            .appendingPathComponent("Golden/\(name)").path
    }

    /// Says where the text differs first, nil when it does not: `#expect(golden.difference(…) == nil)`.
    package func difference(from text: String) throws -> String? {
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            let file = URL(fileURLWithPath: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
            return nil
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            return "\(path) is missing; UPDATE_GOLDEN=1 writes it"
        }
        let expected = String(decoding: data, as: UTF8.self)
        guard expected != text else { return nil }
        let lines = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let found = text.split(separator: "\n", omittingEmptySubsequences: false)
        for number in 0..<max(lines.count, found.count) {
            let wanted = number < lines.count ? String(lines[number]) : "(end)"
            let got = number < found.count ? String(found[number]) : "(end)"
            if wanted != got {
                return "\(path), line \(number + 1): expected \(wanted), found \(got)"
            }
        }
        return "\(path) differs in its line ends"
    }
}
