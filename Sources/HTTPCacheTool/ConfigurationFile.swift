package import HTTPCacheRules

// The grammar of the file, line by line:
//
//     blank, or # and anything      is passed over
//     [cache]                       what follows is for all URLs
//     [URL-PREFIX]                  what follows is for the URLs that begin so; `*` is any host label
//     NAME = VALUE                  a setting, named like the long option

/// Policies per endpoint, and defaults for all, as the configuration file gives them.
package struct ConfigurationFile: Sendable {
    /// A value with the place it comes from.
    package struct Setting: Hashable, Sendable {
        /// The value as written.
        package var value: String
        /// The number of the line, from 1.
        package var line: Int
    }

    /// The settings for one URL prefix; no prefix is `[cache]`.
    struct Section: Sendable {
        var prefix: URLPrefix?
        var settings: [String: Setting] = [:]
    }

    /// The file's path, for messages.
    package let path: String
    private(set) var sections: [Section] = []

    /// The names of settings that may stand in any section.
    static let names = [
        "policy", "max-age", "stale-while-revalidate", "stale-if-error", "default-max-age",
        "heuristics", "offline-fallback", "user-key",
    ]

    /// The name of the setting that may stand in `[cache]` alone.
    static let cacheNames = ["max-size"]

    /// Reads the text of a file.
    ///
    /// - Throws: `UsageError` with the path and the number of the line that is not understood.
    package init(_ text: String, path: String) throws(UsageError) {
        self.path = path
        // The number is counted here, since empty lines count as well.
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            try read(line[...], number: index + 1)
        }
    }

    private mutating func read(_ line: Substring, number: Int) throws(UsageError) {
        let text = line.dropLast(line.last == "\r" ? 1 : 0).trimmingOptionalWhitespace
        if text.isEmpty || text.hasPrefix("#") { return }
        if text.hasPrefix("[") {
            guard text.hasSuffix("]") else { throw error(number, "the bracket does not close") }
            return try begin(text.dropFirst().dropLast().trimmingOptionalWhitespace, number)
        }
        guard let equals = text.firstIndex(of: "=") else {
            throw error(number, "'\(text)' is neither [section] nor name = value")
        }
        let name = String(text[..<equals].trimmingOptionalWhitespace)
        let value = String(text[text.index(after: equals)...].trimmingOptionalWhitespace)
        guard let current = sections.indices.last else {
            throw error(
                number,
                "the setting '\(name)' stands in no section",
                hint: "begin with [cache]"
            )
        }
        let known = Self.names + (sections[current].prefix == nil ? Self.cacheNames : [])
        guard known.contains(name) else {
            let near = nearestSpelling(of: name, among: known)
            throw error(
                number,
                "unknown setting '\(name)'",
                hint: near.map { "did you mean \($0)?" } ?? "known are "
                    + known.joined(separator: ", ")
            )
        }
        if let other = sections[current].settings[name] {
            throw error(number, "'\(name)' stands in line \(other.line) already")
        }
        if value.isEmpty { throw error(number, "'\(name)' has no value") }
        sections[current].settings[name] = Setting(value: value, line: number)
    }

    private mutating func begin(_ title: Substring, _ number: Int) throws(UsageError) {
        if title == "cache" { return sections.append(Section()) }
        guard let prefix = URLPrefix(title) else {
            throw error(
                number,
                "'\(title)' is neither cache nor the beginning of a URL",
                hint: "write it like [https://*.example.com/path]"
            )
        }
        sections.append(Section(prefix: prefix))
    }

    private func error(_ line: Int, _ message: String, hint: String? = nil) -> UsageError {
        UsageError("\(path):\(line): \(message)", hint: hint)
    }

    /// The setting of a name for a URL: of the longest prefix that has one, else of `[cache]`.
    package func setting(_ name: String, for target: TargetURI? = nil) -> Setting? {
        var best: (length: Int, setting: Setting)?
        for section in sections {
            guard let setting = section.settings[name] else { continue }
            var length = 0
            if let prefix = section.prefix {
                guard let target, prefix.matches(target) else { continue }
                length = prefix.length
            }
            // Of two equal prefixes the later one counts.
            if length >= best?.length ?? 0 { best = (length, setting) }
        }
        return best?.setting
    }
}
