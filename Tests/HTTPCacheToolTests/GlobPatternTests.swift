import HTTPCacheTool
import Testing

/// The pattern of `--match`.
@Suite("Patterns over URLs")
struct GlobPatternTests {
    static let rows: [(String, String, Bool)] = [
        ("", "", true), ("", "a", false), ("*", "", true), ("*", "http://h/a?b", true),
        ("http://h/*", "http://h/", true), ("http://h/*", "http://h", false),
        ("*.json", "http://h/a/b.json", true), ("*.json", "http://h/a.json?x", false),
        ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false), ("a?c", "abc", true),
        ("a?c", "ac", false), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false),
        ("[!a-c]x", "dx", true), ("[!a-c]x", "ax", false), ("[]]", "]", true), ("[!]", "!", true),
        ("[abc", "[abc", true), ("[a-]", "-", true), ("[z-a]", "m", false), ("A", "a", false),
    ]

    @Test("match the whole text or not at all", arguments: rows)
    func matches(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(GlobPattern(pattern).matches(text) == isMatch)
    }

    @Test("do not take for ever")
    func isFast() {
        let pattern = GlobPattern(String(repeating: "a*", count: 40) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 4000)))
    }
}
