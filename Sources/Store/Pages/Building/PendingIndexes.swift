/// Indexes with a root in the schema. Their entries are written after the database is closed.
package struct PendingIndexes {
    private let path: String
    private var indexes: [(root: UInt32, entries: any IndexEntries)] = []

    init(path: String) { self.path = path }

    mutating func add(root: UInt32, _ entries: any IndexEntries) {
        indexes.append((root, entries))
    }

    /// Writes the entries. No connection may have the database open.
    ///
    /// - Throws: ``FileError``.
    package func write() throws {
        guard !indexes.isEmpty else { return }
        let file = try DatabasePages(path: path)
        let cells = CellQueue(indexes.map(\.entries))
        // The merging thread uses the entries until it has stopped.
        defer { cells.stop() }
        for index in indexes {
            var tree = IndexTreeWriter(file: file, root: index.root)
            try cells.forEachCell { try tree.append($0) }
            try tree.finish()
        }
        try file.finish()
    }
}
