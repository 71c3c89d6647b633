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
        /// What the destination is in the new store: in the table of this number, or nil for one that a store lacks.
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

    /// The fingerprint of a row's values.
    ///
    /// - Parameters:
    ///   - needsValues: whether a row that lacks one has no fingerprint.
    ///   - map: what becomes of links.
    /// - Throws: `PageDoubt`, `DatabaseError`, `FileError`.
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

    /// Whether rows of both stores have equal values; links are equal where their keys are.
    ///
    /// - Throws: `PageDoubt`, `DatabaseError`, `FileError`.
    func areEqual(_ old: any FingerprintedRows, _ new: any FingerprintedRows, _ columns: [RowColumn]) throws
        -> Bool
    {
        // One by one: rows that moved differ in one of the first.
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
