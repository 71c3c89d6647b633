import ObjectModel
import PageReading
import SQLite

/// What tells the contents of an edition from those of others: equal rows of all objects and links give the same,
/// whatever pages, free space and journal the file has, and whatever else is in it (docs/merging.md#what-a-store-notes).
package struct EditionIdentity: Hashable, Sendable {
    /// 32 hexadecimal digits.
    package let text: String

    /// Takes what a store or a file notes; nil for what is none.
    package init?(_ text: String) {
        let isHexadecimal = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        guard text.utf8.count == 32, isHexadecimal else { return nil }
        self.text = text
    }

    /// Reads the contents of a store.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    package init(of store: OpenedStore) throws {
        try self.init(
            of: store.layout, in: store.connection, path: store.inspection.path,
            readsPages: Connection.readsInPlace(store.inspection.path))
    }

    /// Reads the contents of a store.
    ///
    /// - Parameters:
    ///   - connection: reads the file of that path.
    ///   - readsPages: whether all rows are in the file itself.
    /// - Throws: `DatabaseError`, `FileError`.
    package init(
        of layout: StoreLayout, in connection: Connection, path: String, readsPages: Bool = true
    ) throws {
        var tables: [String: Bool] = [:]
        for entity in layout.entities {
            tables[entity.table] = true
            for case .joinTable(let join, _, _, _) in entity.toManys.map(\.storage) {
                tables[join.name] = false
            }
        }
        var digest = ContentDigest()
        for (table, hasKeys) in tables.sorted(by: { $0.key.precedesInBinaryOrder($1.key) }) {
            let names = try connection.rows(
                "SELECT upper(name) FROM pragma_table_xinfo(?1) ORDER BY 1", [.text(table)]
            ) { $0.text(at: 0) ?? "" }.filter { $0 != "Z_PK" && $0 != "Z_OPT" }
            guard !names.isEmpty else { continue }
            let contents = Contents(table: table, names: names, hasKeys: hasKeys)
            let (count, sum) = try contents.sum(in: connection, path: path, readsPages: readsPages)
            let line = [table] + names + [String(count), String(sum.one), String(sum.other)]
            digest.update(Array((line.joined(separator: "\u{1F}") + "\n").utf8))
        }
        text = BytesText.hexadecimal(digest.finished().prefix(16))
    }
}

/// The rows of a table: of objects with their primary keys, and without how often they were saved.
private struct Contents {
    let table: String
    let names: [String]
    let hasKeys: Bool

    /// How many rows there are, and the sum of their fingerprints.
    func sum(in connection: Connection, path: String, readsPages: Bool) throws -> (Int, RowFingerprint) {
        let fingerprinter = RowFingerprinter(lasting: names.count)
        if readsPages {
            do {
                let columns = try TableColumns(of: table, schema: "main", in: connection)
                guard !hasKeys || columns.isRowID("Z_PK") else {
                    throw PageDoubt("Z_PK is not the row's number")
                }
                return try sum(
                    TableRows(
                        table, columns: columns, names: names, path: path, schema: "main", in: connection,
                        fingerprinter: fingerprinter))
            } catch is PageDoubt {}
        }
        return try sum(
            StatementRows(
                table.sqlIdentifier, key: hasKeys ? "Z_PK" : "0", columns: names.map(\.sqlIdentifier),
                in: connection, fingerprinter: fingerprinter))
    }

    private func sum(_ rows: some FingerprintedRows) throws -> (Int, RowFingerprint) {
        var (count, sum) = (0, RowFingerprint.zero)
        while try rows.next() {
            sum.add(try rows.lastingFingerprint(number: hasKeys ? rows.rowID : 0))
            count += 1
        }
        return (count, sum)
    }
}
