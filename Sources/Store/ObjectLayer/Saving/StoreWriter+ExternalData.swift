import ObjectModel
import StoreFormat

extension StoreWriter {
    /// Writes a large value to an external file, if its attribute allows that (docs/internals/format.md#rows).
    ///
    /// - Parameter version: the `Z_OPT` of the row after the save.
    func externalized(
        _ value: StoredValue, at slot: Int, of object: ManagedObject, version: Int64
    ) throws -> StoredValue {
        let property = object.mapped.slots[slot]
        guard let attribute = property.attribute, attribute.allowsExternalBinaryDataStorage,
            case .attribute(.data(let bytes)) = value, bytes.count > ExternalValues.longestInline,
            let column = property.column, let key = permanent(object.objectID).primaryKey
        else { return value }
        var digest = ContentDigest()
        digest.update(Array("\(object.mapped.table).\(column).\(key).\(version):".utf8))
        digest.update(bytes)
        let name = StoreIdentity.text(of: digest.finished())
        try store.externalData.write(bytes, as: name)
        writtenFiles.append(name)
        return .externalData(name)
    }

    /// Records the external files of a row that is about to be changed or deleted.
    ///
    /// - Parameter changes: the new values; nil for a deletion.
    func noteReplacedFiles(of row: RowSnapshot, changes: [Int: StoredValue]?) {
        for (slot, value) in row.values.enumerated() {
            guard case .externalData(let name) = value else { continue }
            // An unchanged value keeps its file.
            if let changes, changes[slot] == nil || changes[slot] == value { continue }
            replacedFiles.append(name)
        }
    }
}
