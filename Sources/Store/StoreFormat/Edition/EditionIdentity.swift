import Files
import Foundation
import MergeRules
import ObjectModel
import Pages
import SQLite

/// An identifier of the contents of an edition. It is the same for equal rows of all objects and links, whatever
/// pages, free space and journal the file has, and whatever other contents it has
/// (docs/guides/merging.md#what-a-store-records).
package struct EditionIdentity: Hashable, Sendable {
    /// 32 hexadecimal digits.
    package let text: String

    /// Creates an identity from the text in a store or file; nil for other texts.
    package init?(_ text: String) {
        guard SeedMerge.ChangesFile.isIdentity(text) else { return nil }
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
    ///   - connection: a connection to the file at the path.
    ///   - readsPages: whether all rows are in the file itself.
    /// - Throws: `DatabaseError`, `FileError`.
    package init(
        of layout: StoreLayout, in connection: Connection, path: String, readsPages: Bool = true
    ) throws {
        let contents = try EditionContents(of: layout, in: connection, path: path, readsPages: readsPages)
        try self.init(contents, sums: contents.sums(), in: connection)
    }

    /// Combines the sums of a store's contents.
    ///
    /// - Parameter connection: reads the tables that could not be read from pages.
    /// - Throws: `DatabaseError`.
    package init(_ contents: EditionContents, sums: EditionContents.Sums, in connection: Connection) throws {
        var digest = ContentDigest()
        for (table, sum) in zip(contents.tables, sums.sums) {
            let sum = try sum ?? table.sum(in: connection)
            let line = [table.name] + table.columns + [String(sum.count), String(sum.sum)]
            digest.update(Array((line.joined(separator: "\u{1F}") + "\n").utf8))
        }
        text = BytesText.hexadecimal(digest.finished().prefix(16))
    }
}

/// The contents of a store that identify it. They include everything that needs SQLite, so that another thread can
/// read the rows while indexes are written.
package struct EditionContents: Sendable {
    /// The sums of the tables' rows; nil for a table whose pages are not read.
    package struct Sums: Sendable {
        fileprivate let sums: [RowSum?]
    }

    /// A table with its primary keys, if it contains objects, and without the counts of saves.
    fileprivate struct Table: Sendable {
        let name: String
        let columns: [String]
        let hasKeys: Bool
        let place: TableRows.Place?

        /// Returns the sum of the rows that SQLite returns.
        func sum(in connection: Connection) throws -> RowSum {
            let list = [hasKeys ? "Z_PK" : "0"] + columns.map(\.sqlIdentifier)
            return try RowSum(
                of: connection.prepare("SELECT \(list.joined(separator: ", ")) FROM \(name.sqlIdentifier)"),
                columns: columns.count)
        }

        /// Returns the sum of the rows in a part of the pages; nil if the pages are not read.
        func sum(of part: TreePart) throws -> RowSum? {
            guard let place else { return nil }
            do {
                return try RowSum(of: place, part, hasNumbers: hasKeys)
            } catch is UnreadablePage {
                return nil
            }
        }
    }

    fileprivate let tables: [Table]
    /// The root entity of each entity.
    package let roots: [String: String]

    /// Finds the tables.
    ///
    /// - Parameters:
    ///   - connection: a connection to the file at the path.
    ///   - readsPages: whether all rows are in the file itself.
    /// - Throws: `DatabaseError`.
    package init(
        of layout: StoreLayout, in connection: Connection, path: String, readsPages: Bool = true
    ) throws {
        roots = layout.roots
        var names: [String: Bool] = [:]
        for entity in layout.entities {
            names[entity.table] = true
            for case .joinTable(let join, _, _, _) in entity.toManys.map(\.storage) {
                names[join.name] = false
            }
        }
        tables = try names.sorted { $0.key.precedesInBinaryOrder($1.key) }.compactMap { name, hasKeys in
            let columns = try connection.rows(
                "SELECT upper(name) FROM pragma_table_xinfo(?1) ORDER BY 1", [.text(name)]
            ) { $0.text(at: 0) ?? "" }.filter { $0 != "Z_PK" && $0 != "Z_OPT" }
            guard !columns.isEmpty else { return nil }
            let place =
                readsPages ? try Self.place(of: name, columns, hasKeys, in: connection, path: path) : nil
            return Table(name: name, columns: columns, hasKeys: hasKeys, place: place)
        }
    }

    private static func place(
        of table: String, _ names: [String], _ hasKeys: Bool, in connection: Connection, path: String
    ) throws -> TableRows.Place? {
        do {
            let columns = try TableColumns(of: table, schema: "main", in: connection)
            guard !hasKeys || columns.isRowID("Z_PK") else { return nil }
            return try TableRows.Place(
                of: table, columns: columns, names: names, path: path, schema: "main", in: connection)
        } catch is UnreadablePage {
            return nil
        }
    }

    /// Reads the rows from pages. Each of several threads reads a part of every table.
    ///
    /// - Throws: `FileError`.
    package func sums() throws -> Sums {
        let parts = TreePart.parts(min(ProcessInfo.processInfo.activeProcessorCount, Self.mostThreads))
        let others = parts.dropFirst().map { part in
            BackgroundResult(named: "zseed edition") { try tables.map { try $0.sum(of: part) } }
        }
        // The threads' inputs must exist until they end.
        defer { for other in others { _ = try? other.wait() } }
        let first = try tables.map { try $0.sum(of: parts[0]) }
        return try Sums(
            sums: others.reduce(first) { sums, other in
                try zip(sums, other.wait()).map { sum, other in
                    guard let sum, let other else { return nil }
                    return sum.adding(other)
                }
            })
    }

    private static let mostThreads = 4
}
