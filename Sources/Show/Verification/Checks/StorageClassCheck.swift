import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// Checks that every value has the storage class, range and length of its attribute's type
/// (docs/internals/format.md#rows).
struct StorageClassCheck: RowCheck {
    let name = "storage classes"
    let purpose = "every value has the storage class of its attribute's type"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        entity.attributes.compactMap { attribute in
            guard let isSound = Self.test(attribute.attribute) else { return nil }
            if Self.isArchive(attribute, of: entity, in: store) {
                return Self.archiveRule(attribute, isSound)
            }
            let type = attribute.attribute.type.xcodeName
            return RowRule(attribute.path, columns: [attribute.column]) { row, indices in
                let index = indices[0]
                let storage = row.storageClass(at: index)
                guard storage != .null else { return .absent }
                guard !isSound(row, index, storage) else { return .sound }
                return .wrong(
                    "\(storage.rawValue) \(row.value(at: index).shortText) is not a valid \(type) value")
            }
        }
    }

    private typealias Test = (WalkedRow, _ index: Int, StorageClass) -> Bool

    /// Returns the test for all non-NULL values of an attribute; nil if no rule is known.
    private static func test(_ attribute: AttributeDescription) -> Test? {
        switch attribute.type {
        case .integer16: integer(Int64(Int16.min)...Int64(Int16.max))
        case .integer32: integer(Int64(Int32.min)...Int64(Int32.max))
        case .integer64: { _, _, storage in storage == .integer }
        case .boolean: integer(0...1)
        case .double: { _, _, storage in storage == .real }
        // A value beyond a float's range becomes infinite when the app reads it.
        case .float:
            { row, index, storage in
                guard storage == .real else { return false }
                let real = row.real(at: index)
                return abs(real) <= Double(Float.greatestFiniteMagnitude) || real.isInfinite
            }
        case .decimal: { row, index, storage in isDecimal(row, index, storage) }
        case .string: { row, index, storage in storage == .text && isText(row, index) }
        // An empty URI is allowed.
        case .uri:
            { row, index, storage in
                storage == .text
                    && row.withText(at: index) { $0.map { $0.isEmpty || URISyntax.isURI($0) } ?? true }
            }
        // An integral time is stored as an integer, because TIMESTAMP has NUMERIC affinity.
        case .date:
            { row, index, storage in
                storage == .real ? row.real(at: index).isFinite : storage == .integer
            }
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

    /// Returns whether a value is a decimal. Core Data reads a number; a column left by a migration may contain it as
    /// text.
    private static func isDecimal(_ row: WalkedRow, _ index: Int, _ storage: StorageClass) -> Bool {
        switch storage {
        case .real: row.real(at: index).isFinite
        case .text:
            row.withText(at: index) { bytes in
                guard let bytes, bytes.allSatisfy("0123456789.+-eE".utf8.contains) else { return false }
                return Double(String(decoding: bytes, as: UTF8.self)) != nil
            }
        default: storage == .integer
        }
    }

    // MARK: Archives

    /// Returns whether Core Data itself archives the values. Another check examines SwiftData arrays.
    private static func isArchive(
        _ attribute: AttributeColumn, of entity: EntityLayout, in store: VerifiedStore
    ) -> Bool {
        guard attribute.attribute.type == .transformable, attribute.attribute.hasStandardTransformer
        else { return false }
        return attribute.attribute.arrayElements(
            store.sourceValues.form(of: attribute.path, entity: entity.name),
            isInside: attribute.isElement, isSwiftData: store.isSwiftData) == nil
    }

    private static func archiveRule(_ attribute: AttributeColumn, _ isSound: @escaping Test) -> RowRule {
        let hasLeadingByte = attribute.attribute.allowsExternalBinaryDataStorage
        return RowRule(attribute.path, columns: [attribute.column]) { row, indices in
            let index = indices[0]
            let storage = row.storageClass(at: index)
            guard storage != .null else { return .absent }
            guard isSound(row, index, storage) else {
                return .wrong(
                    "\(storage.rawValue) \(row.value(at: index).shortText) is not a valid Transformable "
                        + "value")
            }
            let isWhole = row.withBlob(at: index) { bytes in
                guard let bytes else { return false }
                // Another check examines external files.
                if hasLeadingByte, bytes.first == 2 { return true }
                return KeyedArchiveForm.isWhole(hasLeadingByte ? .init(rebasing: bytes.dropFirst()) : bytes)
            }
            guard !isWhole else { return .sound }
            return .wrong("\(row.value(at: index).shortText) is not a readable archive")
        }
    }

    private static func integer(_ range: ClosedRange<Int64>) -> Test {
        { row, index, storage in storage == .integer && range.contains(row.integer(at: index)) }
    }

    /// Returns whether the bytes of a text are UTF-8. Other bytes are not a string.
    private static func isText(_ row: WalkedRow, _ index: Int) -> Bool {
        row.withText(at: index) { bytes in
            guard let bytes else { return true }
            // Nearly all texts are ASCII, which needs no decoding.
            return bytes.areASCII || String(validating: bytes, as: UTF8.self) != nil
        }
    }

    /// Returns whether a value has a valid leading byte, which attributes with external storage need: 1 for inline
    /// bytes, 2 for a file whose name of 36 characters and a NUL follow.
    private static func hasPrefix(_ row: WalkedRow, _ index: Int) -> Bool {
        row.withBlob(at: index) { bytes in
            guard let bytes, let first = bytes.first else { return false }
            return first == 1 || first == 2 && ExternalReference(bytes) != nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether all bytes are ASCII. Eight bytes are examined at a time.
    var areASCII: Bool {
        var offset = 0
        var high: UInt64 = 0
        while offset + 8 <= count {
            high |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset += 8
        }
        while offset < count {
            high |= UInt64(self[offset])
            offset += 1
        }
        return high & 0x8080_8080_8080_8080 == 0
    }
}
