extension CSVKind {
    /// Opens several files. The columns are those of the first file. If another file has them in a different order
    /// or case, its rows are read by column name, with a warning.
    ///
    /// - Throws: ``SeedIssue``.
    func open(_ files: [String]) throws -> any RecordSource {
        let first = try CSVSource(path: files[0], options: options)
        return SeveralFiles(first, paths: files) { [columns = first.columns, options] path in
            let file = try CSVSource(path: path, options: options)
            guard file.columns != columns else { return (file, nil, nil) }
            let location = SeedIssue.Location(path: path, line: 1 + options.skippedLines)
            guard options.hasHeader, let order = Self.order(of: file.columns, like: columns) else {
                throw SeedIssue(.table(.otherColumns(expected: columns, found: file.columns)), at: location)
            }
            return (file, order, SeedIssue(.table(.columnsByName(like: files[0])), at: location))
        }
    }

    /// Returns the indexes of the columns in a file, or nil if the file has other columns or its names are
    /// ambiguous.
    private static func order(of found: [String], like columns: [String]) -> [Int]? {
        for key in [{ $0 }, { $0.lowercased() }] as [(String) -> String] {
            let (wanted, given) = (columns.map(key), found.map(key))
            let indices = Dictionary(
                zip(given, given.indices), uniquingKeysWith: { first, _ in first })
            guard indices.count == given.count, given.count == wanted.count else { continue }
            let order = wanted.compactMap { indices[$0] }
            if Set(order).count == wanted.count { return order }
        }
        return nil
    }
}
