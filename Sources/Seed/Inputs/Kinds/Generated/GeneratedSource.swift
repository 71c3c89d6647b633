import ObjectModel

/// The rows of a ``GeneratedKind``, generated one at a time.
final class GeneratedSource: RecordSource {
    let columns: [String]
    let record = Record()
    private let kind: GeneratedKind
    private let keys: [ReferencedKeys?]
    /// Whether each column is needed.
    private var isUsed: [Bool]
    private var row = -1
    private var text: [UInt8] = []

    /// - Throws: ``SeedIssue`` if an input to which a column refers cannot be read.
    init(_ kind: GeneratedKind, sharing scripts: ScriptDatabases?) throws {
        self.kind = kind
        columns = kind.columns.map(\.name)
        isUsed = kind.columns.map { _ in true }
        keys = try kind.columns.map { column in
            guard case .reference(let source, let name) = column.content,
                let referenced = kind.referenced[source.value]
            else { return nil }
            return try ReferencedKeys(
                of: referenced, named: source, column: name, isSame: referenced.isEqual(to: kind),
                sharing: scripts)
        }
    }

    func next() -> Bool {
        guard row + 1 < kind.rowCount else { return false }
        row += 1
        record.removeAll()
        for index in isUsed.indices {
            if isUsed[index] {
                kind.columns[index].append(row: row, to: record, text: &text, keys: keys[index])
            } else {
                record.appendNull()
            }
        }
        return true
    }

    func use(_ columns: Set<Int>) { isUsed = isUsed.indices.map(columns.contains) }

    var fractionRead: Double? { Double(row + 1) / Double(kind.rowCount) }

    /// Returns the row's number, starting at 1, in place of a line.
    func location(ofColumn index: Int?) -> SeedIssue.Location {
        .init(path: kind.path, line: row + 1, column: index.map { $0 + 1 })
    }
}

/// The cells of another input from which a column takes one for each row. They are generated again if that input is
/// generated, and kept otherwise.
final class ReferencedKeys {
    private enum Cells {
        /// Generated cells. If they are from the referring input itself, only earlier rows count, so that trees
        /// have no cycle.
        case made(GeneratedColumn, count: Int, earlier: Bool)
        case kept(bytes: [UInt8], ends: [Int])
    }
    private let cells: Cells

    /// - Throws: ``SeedIssue``.
    init(
        of kind: any SourceKind, named name: Located<String>, column: String, isSame: Bool,
        sharing scripts: ScriptDatabases?
    ) throws {
        func unknown(_ columns: [String]) -> SeedIssue {
            SeedIssue(
                .plan(.unknownName(column, kind: .column, nearest: NearestName.of(column, in: columns))),
                at: name.location)
        }
        if let made = kind as? GeneratedKind {
            guard let found = made.columns.first(where: { $0.name == column }) else {
                throw unknown(made.columns.map(\.name))
            }
            if case .reference = found.content {
                throw SeedIssue(
                    .plan(.wrongKind(expected: "a column that is no `reference:` itself")), at: name.location)
            }
            cells = .made(found, count: made.rowCount, earlier: isSame)
            return
        }
        let source = try kind.open(sharing: scripts)
        guard let index = source.columns.firstIndex(of: column) else { throw unknown(source.columns) }
        source.use([index])
        var bytes: [UInt8] = []
        var ends: [Int] = []
        while try source.next() {
            let field = source.record[index]
            guard !field.isEmpty else { continue }
            if case .text(let text) = field {
                bytes.append(contentsOf: text)
            } else {
                bytes.append(contentsOf: field.display.utf8)
            }
            ends.append(bytes.count)
        }
        cells = .kept(bytes: bytes, ends: ends)
    }

    /// Appends one of the cells, or NULL if there is none.
    ///
    /// - Parameter choose: returns a number below its argument.
    func append(to record: Record, of row: Int, text: inout [UInt8], choose: (Int) -> Int) {
        switch cells {
        case .made(let column, let count, let earlier):
            let choices = earlier ? min(row, count) : count
            guard choices > 0 else { return record.appendNull() }
            column.append(row: choose(choices), to: record, text: &text, keys: nil)
        case .kept(let bytes, let ends):
            guard !ends.isEmpty else { return record.appendNull() }
            let index = choose(ends.count)
            let start = index == 0 ? 0 : ends[index - 1]
            bytes.withUnsafeBytes { record.append(text: .init(rebasing: $0[start..<ends[index]])) }
        }
    }
}
