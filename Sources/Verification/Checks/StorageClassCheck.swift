import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// Every value has the storage class, range and length of its attribute's type (docs/format.md#rows).
struct StorageClassCheck: RowCheck {
    let name = "storage classes"
    let purpose = "every value is stored as its attribute's type is"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        entity.attributes.compactMap { attribute in
            guard let isSound = Self.test(attribute.attribute) else { return nil }
            let type = attribute.attribute.type.xcodeName
            return RowRule(attribute.path, columns: [attribute.column]) { row, indices in
                let index = indices[0]
                let storage = row.storageClass(at: index)
                guard storage != .null else { return .absent }
                guard !isSound(row, index, storage) else { return .sound }
                return .wrong(
                    "\(storage.rawValue) \(row.value(at: index).shortText) is no \(type) value")
            }
        }
    }

    private typealias Test = (WalkedRow, _ index: Int, StorageClass) -> Bool

    /// What holds for every value of an attribute that is not NULL; nil where nothing is known.
    private static func test(_ attribute: AttributeDescription) -> Test? {
        switch attribute.type {
        case .integer16: integer(Int64(Int16.min)...Int64(Int16.max))
        case .integer32: integer(Int64(Int32.min)...Int64(Int32.max))
        case .integer64: { _, _, storage in storage == .integer }
        case .boolean: integer(0...1)
        case .double, .float: { _, _, storage in storage == .real }
        case .decimal: { _, _, storage in storage != .blob }
        case .string, .uri: { row, index, storage in storage == .text && isText(row, index) }
        // An integral time is stored as an integer: TIMESTAMP has NUMERIC affinity.
        case .date: { _, _, storage in storage == .real || storage == .integer }
        case .uuid:
            { row, index, storage in
                storage == .blob && row.withBlob(at: index) { $0?.count == 16 }
            }
        case .binaryData, .transformable:
            attribute.allowsExternalBinaryDataStorage
                ? { row, index, storage in storage == .blob && hasPrefix(row, index) }
                : { _, _, storage in storage == .blob }
        case .objectID: { _, _, storage in storage == .text || storage == .blob }
        case .undefined, .composite: nil
        }
    }

    private static func integer(_ range: ClosedRange<Int64>) -> Test {
        { row, index, storage in storage == .integer && range.contains(row.integer(at: index)) }
    }

    /// Whether the bytes of a text are UTF-8: others are no string.
    private static func isText(_ row: WalkedRow, _ index: Int) -> Bool {
        row.withText(at: index) { bytes in
            guard let bytes else { return true }
            // Nearly all texts are ASCII, which needs no decoding.
            return bytes.areASCII || String(validating: bytes, as: UTF8.self) != nil
        }
    }

    /// With external storage allowed, a leading byte says where the bytes are: 1 inline, 2 in a
    /// file whose name of 36 characters and a NUL follow.
    private static func hasPrefix(_ row: WalkedRow, _ index: Int) -> Bool {
        row.withBlob(at: index) { bytes in
            guard let bytes, let first = bytes.first else { return false }
            return first == 1 || first == 2 && ExternalReference(bytes) != nil
        }
    }
}
