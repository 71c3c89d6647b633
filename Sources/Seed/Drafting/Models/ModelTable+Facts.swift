import SQLite

/// What holds for all rows of a table: by SQL where it is one of a database, by what was kept of a file's cells otherwise.
extension ModelTable {
    /// Whether every row has another value in a column.
    func isUnique(_ index: Int) -> Bool {
        let column = survey.columns[index]
        guard let declaration else { return survey.isKey(index) }
        if declaration.isUnique([column]) { return true }
        guard let known = declaration.column(column), known.nulls == 0, known.empties == 0, known.count > 0,
            known.reals == 0, survey.surveys[index].cells.isDistinct
        else { return false }
        return remembered("unique \(index)") {
            let name = column.sqlIdentifier
            let again =
                "SELECT 1 FROM \(self.name.sqlIdentifier) GROUP BY \(name) HAVING count(*) > 1 LIMIT 1"
            return try declaration.database.integer(again) == nil ? 1 : 0
        } == 1
    }

    /// How many different values a column has.
    func count(of index: Int) -> Int {
        guard let declaration else { return survey.cells(ofColumn: index).count }
        return remembered("count \(index)") {
            let column = survey.columns[index].sqlIdentifier
            return try declaration.database.integer(
                "SELECT count(DISTINCT \(column)) FROM \(name.sqlIdentifier) WHERE \(column) <> ''") ?? 0
        }
    }

    /// How many values of a column are in no row of another table's column, and the only one, `0`, where it is one by
    /// which programs say that there is none.
    func missing(
        _ column: Int, in target: ModelTable, _ place: Int
    ) -> (count: Int, noneWord: String?) {
        guard let declaration, let other = target.declaration, other.database === declaration.database else {
            let own = survey.cells(ofColumn: column)
            let others = [target.survey.cells(ofColumn: place)]
            let count = own.count(missingIn: others)
            let word = count == 1 ? Self.noneWords.first { own.contains($0) && !others[0].contains($0) } : nil
            return (count, word)
        }
        let (name, key) = (survey.columns[column].sqlIdentifier, target.survey.columns[place].sqlIdentifier)
        let table = target.name.sqlIdentifier
        // A key that is declared has an index, which SQLite goes through; of others it makes one.
        let rows = """
            FROM (SELECT DISTINCT \(name) AS value FROM \(self.name.sqlIdentifier) WHERE \(name) <> '') WHERE value NOT IN
            (SELECT \(key) FROM \(table) WHERE \(key) IS NOT NULL)
            """
        let count = remembered("missing \(column) \(table) \(place)") {
            try declaration.database.integer("SELECT count(*) \(rows)") ?? 0
        }
        guard count == 1 else { return (count, nil) }
        let value = try? declaration.database.text("SELECT value \(rows) LIMIT 1")
        return (count, value.flatMap { $0 }.flatMap { Self.noneWords.contains($0) ? $0 : nil })
    }

    private static let noneWords = ["0", "-1"]

    private func remembered(_ key: String, _ compute: () throws -> Int64) -> Int {
        if let known = facts[key] { return known }
        // A table that SQLite cannot read to its end was told by the survey.
        let found = Int(clamping: (try? compute()) ?? Int64.max)
        facts[key] = found
        return found
    }
}
