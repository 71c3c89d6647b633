import SQLite

/// The columns of a source with its first rows, to guess from.
struct SourceSample {
    /// How many rows are looked at.
    static let rowLimit = 1000

    /// The source's name in the plan.
    let name: String
    /// The source as a plan has it, `{ csv: items.csv }`.
    let plan: String
    let columns: [String]
    /// The columns whose numbers are dates, seconds since 2001.
    let referenceDates: Set<String>
    /// The cells of the first rows.
    let rows: [[Value]]

    /// Reads the first rows.
    ///
    /// - Throws: ``SeedIssue``.
    init(_ kind: SourceDefinition.Kind, name: String, plan: String) throws {
        let location = SeedIssue.Location(path: name)
        let source = try SourceDefinition(name: Located(name, at: location), kind: kind).open()
        self.name = name
        self.plan = plan
        columns = source.columns
        referenceDates = source.referenceDates
        var rows: [[Value]] = []
        while rows.count < Self.rowLimit, try source.next() {
            rows.append(source.columns.indices.map { Value(source.record[$0]) })
        }
        self.rows = rows
    }

    /// The cells of a column that hold something.
    func values(ofColumn index: Int) -> [Value] {
        rows.compactMap { row in
            guard index < row.count, row[index] != .null, row[index] != .text("") else {
                return nil
            }
            return row[index]
        }
    }
}

extension Value {
    /// A copy of a cell.
    fileprivate init(_ field: Field) {
        switch field {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .text(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): self = .blob(Array(bytes))
        }
    }
}
