/// Indexes that have a root in the schema, and get their entries once the database is closed.
public struct PendingIndexes {
    private let path: String
    private var indexes: [(root: UInt32, entries: any IndexEntries)] = []

    init(path: String) { self.path = path }

    mutating func add(root: UInt32, _ entries: any IndexEntries) {
        indexes.append((root, entries))
    }

    /// Writes the entries; nobody may have the database open.
    ///
    /// - Throws: ``FileError``.
    public func write() throws {
        guard !indexes.isEmpty else { return }
        let file = try DatabasePages(path: path)
        for index in indexes {
            var tree = IndexTreeWriter(file: file, root: index.root)
            try index.entries.forEachCell { try tree.append($0) }
            try tree.finish()
        }
        try file.finish()
    }
}
