/// The header of a table that may be below titles and notes.
///
/// The first row is the header unless it has far fewer cells than the rows below it. It is then a title, a date, a
/// note, or a row with names for groups of columns.
struct TableHead {
    /// The index of the row with the names.
    let header: Int
    /// The names, if they are spread over two rows. The name of a group precedes those of its columns.
    let names: [String]?

    /// Returns the first row above the header with several cells, or nil if there is none. If names are in the
    /// first column, the table begins at that row.
    static func start(of rows: [[String]], above header: Int) -> Int? {
        rows[..<header].firstIndex { row in row.count { !$0.isEmpty } > 1 }
    }

    /// The number of rows that are examined.
    static let rows = 40

    /// Returns the first of the rows with most known names, which must be at least two.
    private static func named(_ rows: [[String]], _ names: Set<String>) -> Int? {
        guard !names.isEmpty else { return nil }
        let counts = rows.map { row in
            Set(row.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }).intersection(names).count
        }
        guard let most = counts.max(), most > 1 else { return nil }
        return counts.firstIndex(of: most)
    }

    /// Finds the header in the first rows of a file. Returns nil if the first row is the header.
    ///
    /// - Parameter names: the expected names in a header, in lower case without symbols.
    init?(_ rows: [[String]], names known: Set<String> = []) {
        let filled = rows.map { row in row.count { !$0.isEmpty } }
        let counts = filled.filter { $0 > 0 }.sorted()
        guard let first = filled.firstIndex(where: { $0 > 0 }), let most = counts.last, most > 1 else {
            return nil
        }
        if let names = Self.namesSideBySide(rows[first]) {
            header = first
            self.names = names
            return
        }
        let named = Self.named(rows, known)
        if named == first, !Self.isInTwoRows(rows[first...]) { return nil }
        if named == nil, let form = Self.form(rows) {
            header = form
            names = nil
            return
        }
        // The usual width is that of most rows, so that long notes do not count.
        let usual = counts.filter { $0 > 1 }
        let width = usual.isEmpty ? most : usual[usual.count / 2]
        func isHeader(_ index: Int) -> Bool {
            let cells = rows[index].filter { !$0.isEmpty }
            let names = cells.count { !Self.isValue($0) } + Self.years(cells)
            // Excludes `# Report` and other lines that many programs treat as comments.
            guard cells.first?.hasPrefix("# ") != true else { return false }
            return cells.count * 10 >= width * 6 && cells.count > 1 && names * 10 >= cells.count * 8
        }
        if let named, named > first, !Self.isInTwoRows(rows[named...]), filled[named - 1] < 2 {
            header = named
            self.names = nil
            return
        }
        guard
            !isHeader(first) || Self.isInTwoRows(rows[first...])
                || filled[first] * 10 < width * 8 && first + 1 < rows.count && isHeader(first + 1),
            let header = Self.isInTwoRows(rows[first...])
                ? first + 1
                : rows.indices.first(where: {
                    $0 > first && isHeader($0) && filled[$0] >= filled[first]
                })
        else { return nil }
        // A header has a row below it.
        guard rows.indices.contains(header + 1) else { return nil }
        self.header = header
        let names = rows[header].map(\.trimmed)
        guard header > 0, filled[header - 1] > 1 else {
            self.names = nil
            return
        }
        let isRepeated = Set(names.filter { !$0.isEmpty }).count < names.count { !$0.isEmpty }
        let above = names.indices.map { index in
            rows[header - 1].indices.contains(index) ? rows[header - 1][index].trimmed : ""
        }
        // A name that spans both rows is in the upper one.
        let isTall = names.indices.contains { names[$0].isEmpty && !above[$0].isEmpty }
        guard isRepeated || isTall else {
            self.names = nil
            return
        }
        var group = ""
        self.names = names.indices.map { index in
            if !above[index].isEmpty { group = above[index] }
            guard !names[index].isEmpty else {
                defer { group = "" }
                return group
            }
            return isRepeated && !group.isEmpty ? group + " " + names[index] : names[index]
        }
    }

    /// Returns the first row of a form below its title: two cells in each row, where the second ones include texts
    /// and values.
    private static func form(_ rows: [[String]]) -> Int? {
        let filled = rows.indices.filter { rows[$0].contains { !$0.isEmpty } }
        guard filled.count > 3, rows[filled[0]].count(where: { !$0.isEmpty }) == 1 else { return nil }
        let pairs = filled.dropFirst().map { rows[$0].filter { !$0.isEmpty } }
        guard pairs.allSatisfy({ $0.count == 2 && !isValue($0[0]) }),
            Set(pairs.map { $0[0] }).count == pairs.count,
            pairs.contains(where: { isValue($0[1]) }), pairs.contains(where: { !isValue($0[1]) })
        else { return nil }
        return filled[1]
    }

    /// Returns whether the names are spread over two rows: the second row has names in gaps of the first one and
    /// gaps below its names, and the rows below have both. Example: `Name, Tags, , ` above ` , Vegan, Halal, Bio`.
    private static func isInTwoRows(_ rows: ArraySlice<[String]>) -> Bool {
        guard rows.count > 2, let first = rows.first, let below = rows.dropFirst(2).first else {
            return false
        }
        let second = rows[rows.startIndex + 1]
        func cell(_ row: [String], _ index: Int) -> String { row.indices.contains(index) ? row[index] : "" }
        let columns = 0..<max(first.count, second.count)
        let gaps = columns.filter { cell(first, $0).isEmpty && !cell(second, $0).isEmpty }
        let tall = columns.filter { !cell(first, $0).isEmpty && cell(second, $0).isEmpty }
        // A group begins in the first row and continues in the second one.
        let isGroup = gaps.contains {
            $0 > 0 && !cell(first, $0 - 1).isEmpty && !cell(second, $0 - 1).isEmpty
        }
        return isGroup && !tall.isEmpty && second.allSatisfy { $0.isEmpty || !isValue($0) }
            && tall.allSatisfy { !cell(below, $0).isEmpty }
            && below.contains { isValue($0) }
    }

    /// Returns the names of two tables side by side, or nil for a single table. Repeated names of the second table
    /// get a number.
    private static func namesSideBySide(_ cells: [String]) -> [String]? {
        guard let gap = cells.firstIndex(of: ""), gap > 0 else { return nil }
        let first = Set(cells[..<gap])
        guard cells[gap...].contains(where: { first.contains($0) }) else { return nil }
        var counts: [String: Int] = [:]
        return cells.map { name in
            counts[name, default: 0] += 1
            return counts[name] == 1 || name.isEmpty ? name : "\(name) \(counts[name] ?? 0)"
        }
    }

    /// Returns the number of years among the cells, if they ascend like the names of columns, as in a time series.
    private static func years(_ cells: [String]) -> Int {
        let years = cells.filter { $0.utf8.count == 4 }.compactMap { Int($0) }
        return years.count > 2 && zip(years, years.dropFirst()).allSatisfy { $0 < $1 } ? years.count : 0
    }

    /// Returns whether a cell is a number or date, not the name of a column.
    private static func isValue(_ text: String) -> Bool {
        let digits = text.utf8.count { NumberParser.digit($0) != nil }
        return digits * 2 > text.utf8.count || text.contains("@") || text.utf8.count > 80
    }
}
