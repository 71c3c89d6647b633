import ObjectModel
import Pages
import StoreFormat

/// A column of a table's rows, and the compared part of its values.
struct RowColumn {
    /// The compared part.
    enum Content {
        /// The value of the column.
        case value
        /// Bytes that may be stored in files.
        case bytes
        /// The destination in the new store: in the table with this number, or nil if one store lacks that table.
        case link(Int?)
    }

    /// The index in a row.
    let index: Int
    var content = Content.value
}

extension TableMatches {
    /// Returns the column of an attribute.
    func column(_ old: AttributeColumn, _ new: AttributeColumn) -> RowColumn? {
        let mayBeInFiles =
            old.attribute.allowsExternalBinaryDataStorage || new.attribute.allowsExternalBinaryDataStorage
        return index(of: Column(old: old.column, new: new.column)).map {
            RowColumn(index: $0, content: mayBeInFiles ? .bytes : .value)
        }
    }

    /// Returns the fingerprint of a row's values.
    ///
    /// - Parameters:
    ///   - needsValues: whether a row with a missing value has no fingerprint.
    ///   - map: returns the key that represents a link.
    /// - Throws: `UnreadablePage`, `DatabaseError`, `FileError`.
    func fingerprint(
        of row: any FingerprintedRows, _ columns: [RowColumn], _ which: StoredText.Which,
        needsValues: Bool = false,
        map: (Int64, Int?) throws -> Int64 = { key, _ in key }
    ) throws -> RowFingerprint? {
        var fingerprint = emptyFingerprint
        for (position, column) in columns.enumerated() {
            if needsValues, try row.isNull(at: column.index) { return nil }
            if case .link(let table) = column.content, let key = try row.integer(at: column.index) {
                add(try map(key, table), column: position, to: &fingerprint)
            } else {
                try add(column, of: row, which, at: position, to: &fingerprint)
            }
        }
        return fingerprint
    }

    /// Returns whether rows of both stores have equal values. Links are equal if their keys are.
    ///
    /// - Throws: `UnreadablePage`, `DatabaseError`, `FileError`.
    func areEqual(_ old: any FingerprintedRows, _ new: any FingerprintedRows, _ columns: [RowColumn]) throws
        -> Bool
    {
        // Columns are compared one by one, because moved rows differ in one of the first.
        for column in columns {
            var (one, other) = (emptyFingerprint, emptyFingerprint)
            try add(column, of: old, .old, at: 0, to: &one)
            try add(column, of: new, .new, at: 0, to: &other)
            guard one == other else { return false }
        }
        return true
    }

    private func add(
        _ column: RowColumn, of row: any FingerprintedRows, _ which: StoredText.Which, at position: Int,
        to fingerprint: inout RowFingerprint
    ) throws {
        if case .bytes = column.content, let bytes = try row.blob(at: column.index) {
            let folder = which == .old ? oldFolder : newFolder
            add(blob: try StoredText.content(bytes, folder: folder), column: position, to: &fingerprint)
        } else {
            try row.add(at: column.index, column: position, to: &fingerprint)
        }
    }
}
