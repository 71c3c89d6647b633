import ObjectModel
import StoreFormat

/// Compares the apps' entries in the metadata of two stores.
struct MetadataDifference {
    private let old: [String: WrittenPropertyList]
    private let new: [String: WrittenPropertyList]

    init(_ pair: StorePair) throws {
        old = try AppMetadata.entries(of: pair.old.store.inspection)
        new = try AppMetadata.entries(of: pair.new.store.inspection)
    }

    /// Passes each difference to `body`, in binary order of the keys.
    func report(_ body: (StoreDifference) throws -> Void) throws {
        for key in Set(old.keys).union(new.keys).sorted(by: { $0.precedesInBinaryOrder($1) })
        where old[key] != new[key] {
            try body(
                .metadata(
                    key: key, old: try old[key].map(AppMetadata.text), new: try new[key].map(AppMetadata.text)
                ))
        }
    }
}

/// An app's entries in a store's metadata, without those of Core Data and merges.
package enum AppMetadata {
    /// Returns the entries as written.
    ///
    /// - Throws: `ModelError` if the metadata is not a property list.
    package static func entries(of inspection: StoreInspection) throws -> [String: WrittenPropertyList] {
        let list = try WrittenPropertyList(bytes: inspection.metadataPropertyList)
        return (try list.entries ?? [:]).filter { StoreMetadata.isOfApp($0.key) }
    }

    /// Returns a value on one line.
    ///
    /// - Throws: see ``WrittenPropertyList/value``.
    package static func text(_ value: WrittenPropertyList) throws -> String { text(try value.value) }

    /// Returns a value on one line.
    static func text(_ value: PropertyList) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .real(let number): "\(number)"
        case .date(let seconds): "date \(seconds)"
        case .bool(let flag): String(flag)
        case .data(let bytes): "<\(BytesText.hexadecimal(bytes))>"
        case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
        case .dictionary(let values):
            "{"
                + values.sorted { $0.key.precedesInBinaryOrder($1.key) }
                .map { "\($0.key): \(text($0.value))" }.joined(separator: ", ") + "}"
        case .uid(let number): "uid \(number)"
        case .null: "null"
        }
    }
}
