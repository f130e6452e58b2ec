/// Rows of text in columns as wide as their widest cell.
struct Table {
    /// How a column stands.
    enum Alignment {
        case left, right
    }

    private let alignments: [Alignment]
    private var rows: [[String]] = []

    init(_ alignments: [Alignment]) { self.alignments = alignments }

    /// Adds a row; it must have a cell for each column.
    mutating func add(_ cells: [String]) { rows.append(cells) }

    /// The rows, one a line, without blanks at their ends.
    var text: String {
        var widths = alignments.map { _ in 0 }
        for row in rows {
            for (column, cell) in zip(widths.indices, row) {
                widths[column] = max(widths[column], cell.unicodeScalars.count)
            }
        }
        var text = ""
        for row in rows {
            var line = ""
            var owed = 0
            for (column, cell) in zip(widths.indices, row) {
                let gap = widths[column] - cell.unicodeScalars.count
                if alignments[column] == .right { owed += gap }
                line += String(repeating: " ", count: cell.isEmpty ? 0 : owed) + cell
                owed = cell.isEmpty ? owed : 0
                owed += (alignments[column] == .left ? gap : 0) + 2
            }
            text += line + "\n"
        }
        return text
    }
}
