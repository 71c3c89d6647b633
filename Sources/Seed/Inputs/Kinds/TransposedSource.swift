import Files
import SQLite

/// The rows of another input whose first column has the names, and in which each further column is an object.
///
/// All cells are kept in memory, up to ``Limits/transposedCells``.
package final class TransposedSource: RecordSource {
    package let columns: [String]
    package let record = Record()
    package let numberShapes: [String: ColumnShape]
    private let base: any RecordSource
    /// The cells of each row of the base, with their locations.
    private var rows: [[(value: Value, location: SeedIssue.Location)]] = []
    /// The column of the base that is the current row. Before the first row it is the column of the names.
    private var place: Int

    /// Reads all rows.
    ///
    /// - Parameter base: the rows including the first one, see ``SourceKind/withoutHeader()``.
    /// - Throws: ``SeedIssue``.
    package init(_ base: any RecordSource) throws {
        self.base = base
        var shown: [[Int: NumberShape]] = []
        while try base.next() {
            guard (rows.count + 1) * (base.columns.count - 1) <= Limits.transposedCells.most else {
                throw SeedIssue(
                    .table(.tooManyCells(limit: Limits.transposedCells.most)),
                    at: base.location(ofColumn: nil))
            }
            rows.append(base.columns.indices.map { (Value(base.record[$0]), base.location(ofColumn: $0)) })
            shown.append(base.shapes)
        }
        // Some rows may have no name. A column without any name is not the first.
        let first = rows.lazy.compactMap { $0.firstIndex { !$0.value.withField(\.isEmpty) } }.min() ?? 0
        columns = rows.map { row in
            row[first].value.withField { $0.isEmpty ? "" : $0.display.trimmed }
        }
        var shapes: [String: ColumnShape] = [:]
        for (name, shown) in zip(columns, shown) {
            for (_, shape) in shown.filter({ $0.key > first }).sorted(by: { $0.key < $1.key })
            where shapes[name]?.note(shape) == nil {
                shapes[name] = ColumnShape(shape)
            }
        }
        numberShapes = shapes
        place = first
    }

    package var countsFrom1904: Bool? { base.countsFrom1904 }
    package var warnings: [SeedIssue] { base.warnings }

    /// Advances to the next nonblank column of the base.
    package func next() throws -> Bool {
        repeat {
            place += 1
            guard place < base.columns.count else { return false }
        } while rows.allSatisfy { $0[place].value.withField(\.isEmpty) }
        record.removeAll()
        for row in rows {
            row[place].value.withField { field in
                switch field {
                case .null: record.appendNull()
                case .integer(let value): record.append(value)
                case .real(let value): record.append(value)
                case .text(let bytes): record.append(text: bytes)
                case .blob(let bytes): record.append(blob: bytes)
                }
            }
        }
        return true
    }

    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        let cells = rows.indices.contains(index ?? 0) ? rows[index ?? 0] : []
        return cells.indices.contains(place)
            ? cells[place].location : base.location(ofColumn: nil)
    }
}
