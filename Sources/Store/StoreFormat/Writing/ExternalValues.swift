import Foundation
import ObjectModel
import SQLite

/// Moves large values of attributes that allow external storage out of a store (docs/internals/format.md#rows).
///
/// A value in the store is `01` and the bytes. A value outside is `02`, the 36 characters of a UUID and `00`, and the
/// file with that name contains the bytes. No store of the corpus shows the place of the file. It is public
/// knowledge, without a sample, that it is the hidden folder `.NAME_SUPPORT/_EXTERNAL_DATA` beside `NAME.sqlite`.
package struct ExternalValues {
    /// The size in bytes above which values are stored outside. This is an assumption from the corpus, whose longest
    /// inline value has 99,813 bytes (docs/internals/format.md#rows).
    package static let longestInline = 100 * 1024

    private let columns: [(root: String, table: String, column: String)]

    /// Finds the attributes that allow external storage.
    package init(layout: StoreLayout) {
        var columns: [(root: String, table: String, column: String)] = []
        for entity in layout.entities {
            for attribute in entity.attributes
            where attribute.attribute.allowsExternalBinaryDataStorage {
                let isKnown = columns.contains {
                    $0.table == entity.table && $0.column == attribute.column
                }
                if !isKnown { columns.append((entity.rootName, entity.table, attribute.column)) }
            }
        }
        self.columns = columns
    }

    /// Returns bytes in the form of a row.
    ///
    /// - Parameter isExternal: whether the attribute allows external storage. A leading 1 marks bytes in the row.
    package static func stored(_ bytes: [UInt8], isExternal: Bool) -> [UInt8] {
        isExternal ? [1] + bytes : bytes
    }

    /// Returns the folder with the files of a store: `.Store_SUPPORT/_EXTERNAL_DATA` for `Store.sqlite`.
    package static func folder(ofStore path: String) -> String {
        StoreFile.externalFolder(of: path)
    }

    /// Moves the large values of new rows into files.
    ///
    /// - Parameters:
    ///   - initial: the highest primary key before the build, by root entity.
    ///   - write: writes a file with a name and bytes.
    /// - Throws: `DatabaseError`, and the errors of `write`.
    package func move(
        in connection: Connection, newerThan initial: [String: Int64],
        write: (_ name: String, _ bytes: [UInt8]) throws -> Void
    ) throws {
        for (root, table, column) in columns {
            let name = column.sqlIdentifier
            let rows = try connection.rows(
                "SELECT Z_PK FROM \(table.sqlIdentifier) WHERE Z_PK > ? AND length(\(name)) > ? "
                    + "AND substr(\(name), 1, 1) = X'01' ORDER BY Z_PK",
                [.integer(initial[root] ?? 0), .integer(Int64(Self.longestInline + 1))]
            ) { $0.integer(at: 0) }
            let update = try connection.prepare(
                "UPDATE \(table.sqlIdentifier) SET \(name) = ? WHERE Z_PK = ?", isPersistent: true)
            for primaryKey in rows {
                let stored = try connection.firstRow(
                    "SELECT \(name) FROM \(table.sqlIdentifier) WHERE Z_PK = ?",
                    [.integer(primaryKey)]
                ) { $0.blob(at: 0) ?? [] }
                let bytes = Array((stored ?? []).dropFirst())
                // The same build gives the same names. Equal values of two objects have two files.
                var digest = ContentDigest()
                digest.update(Array("\(table).\(column).\(primaryKey):".utf8))
                digest.update(bytes)
                let uuid = StoreIdentity.text(of: digest.finished())
                try write(uuid, bytes)
                try update.bind(.blob([2] + Array(uuid.utf8) + [0]), at: 1)
                try update.bind(primaryKey, at: 2)
                try update.run()
            }
        }
    }

    /// Returns the names of the files that rows refer to, in their order.
    ///
    /// - Throws: `DatabaseError`.
    package func fileNames(in connection: Connection) throws -> [String] {
        var names: Set<String> = []
        for (_, table, column) in columns {
            let name = column.sqlIdentifier
            try connection.forEachRow(
                "SELECT \(name) FROM \(table.sqlIdentifier) WHERE length(\(name)) = 38 "
                    + "AND substr(\(name), 1, 1) = X'02'"
            ) { row in
                if let name = Self.fileName(ofReference: row.blob(at: 0) ?? []) { names.insert(name) }
            }
        }
        return names.sorted()
    }

    /// Returns the file name in a value; nil for other values. The name comes from a store and must be a UUID, so
    /// that it cannot lead elsewhere.
    package static func fileName(ofReference bytes: [UInt8]) -> String? {
        guard bytes.count == 38, bytes.first == 2 else { return nil }
        let text = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
        return UUID(uuidString: text) == nil ? nil : text
    }
}
