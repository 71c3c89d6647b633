import ObjectModel
import PageReading
import StoreFormat

/// A column of the rows of a table, and what of its values is compared.
struct RowColumn {
    /// What is compared.
    enum Content {
        /// What the column holds.
        case value
        /// Bytes that may lie in files.
        case bytes
        /// In the old store's rows what the destination is in the new store: in the table of this number, or nil for
        /// one that a store lacks.
        case link(Int?)
    }

    /// Where it is in a row.
    let index: Int
    var content = Content.value
}

extension TableMatches {
    /// The column of an attribute.
    func column(_ old: AttributeColumn, _ new: AttributeColumn) -> RowColumn? {
        let mayBeInFiles =
            old.attribute.allowsExternalBinaryDataStorage || new.attribute.allowsExternalBinaryDataStorage
        return index(of: Column(old: old.column, new: new.column)).map {
            RowColumn(index: $0, content: mayBeInFiles ? .bytes : .value)
        }
    }

    /// The print of a row's values.
    ///
    /// - Parameters:
    ///   - needsValues: whether a row that lacks one has no print.
    ///   - map: what becomes of links in the old store's rows.
    /// - Throws: `PageDoubt`, `DatabaseError`, `FileError`.
    func print(
        of row: any ComparedRows, _ columns: [RowColumn], _ which: StoredText.Which,
        needsValues: Bool = false,
        map: (Int64, Int?) throws -> Int64 = { key, _ in key }
    ) throws -> RowPrint? {
        var print = emptyPrint
        for (position, column) in columns.enumerated() {
            if needsValues, try row.isNull(at: column.index) { return nil }
            switch column.content {
            case .bytes:
                if let bytes = try row.blob(at: column.index) {
                    let folder = which == .old ? oldFolder : newFolder
                    add(blob: try StoredText.content(bytes, folder: folder), column: position, to: &print)
                    continue
                }
            case .link(let table):
                if which == .old, let key = try row.integer(at: column.index) {
                    add(try map(key, table), column: position, to: &print)
                    continue
                }
            case .value: break
            }
            try row.add(at: column.index, column: position, to: &print)
        }
        return print
    }
}
