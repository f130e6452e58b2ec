/// What was typed, word by word understood, before anything is looked up in the world.
package struct Invocation: Sendable {
    /// One option as it was given.
    package struct Setting: Sendable {
        /// The option.
        package var option: Option
        /// Its value, where it takes one.
        package var value: String?
        /// Whether it was negated by `--no-`.
        package var isNegated = false
    }

    /// The command; nil where none was named.
    package var command: CommandName?
    /// The options, in their order.
    package var settings: [Setting] = []
    /// The words that are neither command nor option, in their order.
    package var operands: [String] = []

    /// Whether an option without value is set; the last word on it counts.
    package func isSet(_ name: String) -> Bool {
        settings.last { $0.option.name == name }.map { !$0.isNegated } ?? false
    }

    /// The last value given for an option.
    package func value(_ name: String) -> String? {
        settings.last { $0.option.name == name && !$0.isNegated }?.value
    }

    /// All values given for an option, in their order.
    package func values(_ name: String) -> [String] {
        settings.filter { $0.option.name == name && !$0.isNegated }.compactMap(\.value)
    }
}

/// A command line that cannot be understood (exit status 2).
package struct UsageError: Error, Sendable, Equatable {
    /// What is wrong, without full stop.
    package var message: String
    /// What can be done about it.
    package var hint: String?

    package init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}

/// The word among some that is spelt most alike, or nil where none is near.
package func nearestSpelling(of word: String, among words: [String]) -> String? {
    let nearest = words.map { ($0, editDistance(word, $0)) }.min { $0.1 < $1.1 }
    guard let (found, distance) = nearest, distance <= max(1, word.utf8.count / 3) else {
        return nil
    }
    return found
}

/// How many bytes must be put in, left out, replaced or swapped with their neighbour to get from one word to another.
private func editDistance(_ left: String, _ right: String) -> Int {
    // Longer words than any option has are like none of them.
    guard left.utf8.count <= 64 else { return .max }
    let (from, to) = (Array(left.utf8), Array(right.utf8))
    var rows = [Array(0...to.count)]
    for (row, byte) in from.enumerated() {
        var current = [row + 1]
        for (column, other) in to.enumerated() {
            var distance = min(
                rows[row][column + 1] + 1,
                current[column] + 1,
                rows[row][column] + (byte == other ? 0 : 1)
            )
            if row > 0, column > 0, byte == to[column - 1], from[row - 1] == other {
                distance = min(distance, rows[row - 1][column - 1] + 1)
            }
            current.append(distance)
        }
        rows.append(current)
    }
    return rows[from.count][to.count]
}
