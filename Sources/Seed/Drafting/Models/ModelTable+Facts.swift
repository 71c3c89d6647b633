import SQLite

/// Facts about all rows of a table. SQL finds them in a database; the cells kept by the survey give them for
/// a file.
extension ModelTable {
    /// Returns whether all rows have different values in a column.
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

    /// Returns whether a column has values other than empty texts.
    func hasValues(_ index: Int) -> Bool {
        guard let known = declaration?.column(survey.columns[index]) else { return count(of: index) > 0 }
        return known.count > known.empties
    }

    /// Returns the number of different values of a column.
    func count(of index: Int) -> Int {
        guard let declaration else { return survey.cells(ofColumn: index).count }
        return remembered("count \(index)") {
            let column = survey.columns[index].sqlIdentifier
            return try declaration.database.integer(
                "SELECT count(DISTINCT \(column)) FROM \(name.sqlIdentifier) WHERE \(column) <> ''") ?? 0
        }
    }

    /// Returns the number of a column's values that occur in no row of another table's column. If there is
    /// only one, and it is a number such as `0` that programs use for no object, it is returned as well.
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
        // SQLite looks up values in the index of a declared key, unless NULLs must be left out. Groups are sorted, so each
        // page is read once. If values repeat often, sorting them takes longer. For other columns, SQLite builds an
        // index.
        let hasNulls = other.column(target.survey.columns[place])?.nulls != 0
        let keys = "SELECT \(key) FROM \(table)" + (hasNulls ? " WHERE \(key) IS NOT NULL" : "")
        let cells = survey.surveys[column]
        let repeats = cells.cells.count * 2 < cells.count
        let grouping = repeats ? "" : "GROUP BY " + name
        let rows = """
            FROM (SELECT \(repeats ? "DISTINCT" : "") \(name) AS value FROM \(self.name.sqlIdentifier)
            WHERE \(name) <> '' \(grouping)) WHERE value NOT IN (\(keys))
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
        // If SQLite cannot read the whole table, the survey has already reported it.
        let found = Int(clamping: (try? compute()) ?? Int64.max)
        facts[key] = found
        return found
    }
}
