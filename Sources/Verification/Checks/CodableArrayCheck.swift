import Foundation
import ObjectLayer
import ObjectModel
import StoreFormat

/// Every array of SwiftData's can be read: an archive around JSON at the top, bare JSON inside of a
/// structure (docs/swiftdata.md#seeding).
struct CodableArrayCheck: RowCheck {
    let name = "codable arrays"
    let purpose = "arrays of SwiftData models are archives of JSON, inside of structures JSON"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        let isSwiftData = store.isSwiftData
        return entity.attributes.compactMap { attribute in
            let form = store.sourceValues.form(of: attribute.path, entity: entity.name)
            guard
                let elements = attribute.attribute.arrayElements(
                    form, isInside: attribute.isElement, isSwiftData: isSwiftData)
            else { return nil }
            let isArchived = attribute.attribute.type == .transformable
            // Without source, bytes inside of a structure may be a list or may be data.
            let isSure = isArchived || form != nil
            let hasLeadingByte = attribute.attribute.allowsExternalBinaryDataStorage
            return RowRule(attribute.path, columns: [attribute.column]) { row, indices in
                guard row.storageClass(at: indices[0]) == .blob else { return .absent }
                var bytes = row.withBlob(at: indices[0]) { $0.map(Array.init) ?? [] }
                if hasLeadingByte {
                    // What lies outside of the store is another check's.
                    guard bytes.first == 1 else { return .absent }
                    bytes.removeFirst()
                }
                return Self.verdict(bytes, elements, isArchived: isArchived, isSure: isSure)
            }
        }
    }

    private static func verdict(
        _ bytes: [UInt8], _ elements: SourceValues.Element, isArchived: Bool, isSure: Bool
    ) -> RowRule.Verdict {
        var json = bytes
        if isArchived {
            guard let value = try? PropertyValue(keyedArchive: bytes) else {
                return .wrong("is no archive that can be read")
            }
            guard case .data(let inner) = value else {
                return .wrong("is an archive without the JSON that SwiftData puts into it")
            }
            json = inner
        }
        let found = try? JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
        guard let list = found as? [Any] else {
            // A dictionary is kept in the same way.
            if isArchived, found is [String: Any] { return .sound }
            return isSure ? .wrong("is no list in JSON") : .absent
        }
        guard case .enumeration(let cases) = elements else { return .sound }
        for element in list {
            let isCase = cases.contains { item in
                switch item.rawValue {
                case .string(let text): element as? String == text
                case .integer(let number): (element as? NSNumber)?.int64Value == number
                default: false
                }
            }
            guard isCase else {
                return .wrong("\(PropertyValue.string("\(element)").written) is no case of the enumeration")
            }
        }
        return .sound
    }
}

extension PropertyValue {
    /// A text of a message, with its quotes.
    fileprivate var written: String { if case .string(let text) = self { "'\(text)'" } else { "" } }
}
