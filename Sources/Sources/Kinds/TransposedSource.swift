import Files
import SQLite

/// The rows of another source whose first column has the names, and each further one an object.
///
/// All of it is held in memory, up to ``Limits/transposedCells``.
package final class TransposedSource: RecordSource {
    package let columns: [String]
    package let record = Record()
    private let base: any RecordSource
    /// The cells of each row of the base, behind the first one, and where they stand.
    private var rows: [[(value: Value, location: SeedIssue.Location)]]
    /// The column of the base that is the current row.
    private var place = 0

    /// Reads all rows; those without a name are left out.
    ///
    /// - Throws: ``SeedIssue``.
    package init(_ base: any RecordSource) throws {
        self.base = base
        var names = base.columns.prefix(1).map { $0.trimmed }
        let head = base.location(ofColumn: nil)
        rows = [
            base.columns.dropFirst().map { name in
                (name.isEmpty ? .null : .text(name), SeedIssue.Location(path: head.path))
            }
        ]
        while try base.next() {
            let name = base.record[0].isEmpty ? "" : base.record[0].display.trimmed
            guard !name.isEmpty else { continue }
            guard (rows.count + 1) * (base.columns.count - 1) <= Limits.transposedCells.most else {
                throw SeedIssue(
                    .table(.tooManyCells(limit: Limits.transposedCells.most)),
                    at: base.location(ofColumn: nil))
            }
            names.append(name)
            rows.append(
                base.columns.indices.dropFirst().map {
                    (Value(base.record[$0]), base.location(ofColumn: $0))
                })
        }
        columns = names
    }

    package var countsFrom1904: Bool? { base.countsFrom1904 }
    package var warnings: [SeedIssue] { base.warnings }

    /// Goes to the next column of the base that holds anything.
    package func next() throws -> Bool {
        repeat {
            place += 1
            guard place < base.columns.count else { return false }
        } while rows.allSatisfy { $0[place - 1].value.withField(\.isEmpty) }
        record.removeAll()
        for row in rows {
            row[place - 1].value.withField { field in
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
        return cells.indices.contains(place - 1)
            ? cells[place - 1].location : base.location(ofColumn: nil)
    }
}
