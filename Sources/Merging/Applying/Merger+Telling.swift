import Foundation
import ObjectLayer
import ObjectModel
import StoreFormat

extension Merger {
    /// Notes where the user and the new edition meet.
    func tell(
        _ kind: EditionConflict.Kind, _ change: SeedChange, _ object: ManagedObject?, property: String? = nil,
        user: ChangedValue? = nil, seed: ChangedValue? = nil, kept: MergeChoice.Preference = .user
    ) throws {
        // What comes with this merge has no primary key in the user's store.
        let key = inserted.contains(change.object) ? nil : object?.objectID.primaryKey
        report.conflicts.append(
            EditionConflict(
                kind: kind, entity: change.entity, isNew: key == nil && change.object.isNew,
                name: try name(of: object, change), primaryKey: key ?? change.object.primaryKey,
                property: property,
                user: try user.flatMap(words), seed: try seed.flatMap(words), kept: kept))
    }

    /// What an object is called: by its key, else by the text that names it.
    private func name(of object: ManagedObject?, _ change: SeedChange) throws -> String? {
        guard let entity = coordinator.managedObjectModel.entity(named: change.entity) else { return nil }
        // A relationship may be part of a key.
        let key = (choice.comparison.keys[change.entity] ?? []).filter {
            layout.entity(named: change.entity)?.attribute($0) != nil
        }
        let names =
            key.isEmpty ? entity.namingAttributes(in: coordinator.managedObjectModel).map(\.name) : key
        guard let object else {
            for name in names {
                if let text = Self.text(try source.value(name, of: change)) { return text }
            }
            return nil
        }
        for name in names {
            if let text = Self.text(try EditionReader.value(object, name)) { return text }
        }
        return nil
    }

    /// A value in words; nil for none.
    private func words(_ value: ChangedValue) throws -> String? {
        if let text = Self.text(value) { return text }
        switch value {
        case .object(let seed):
            guard case .object(let object) = try state(of: seed) else {
                let change =
                    try changeOf[seed] ?? source.present(seed, inOld: false)
                    ?? source.present(seed, inOld: true)
                return try change.flatMap { try name(of: nil, $0) } ?? "p\(seed.primaryKey)"
            }
            return try name(of: object) ?? "p\(seed.primaryKey)"
        case .objects(let seeds) where seeds.count <= 3:
            return try seeds.compactMap { try words(.object($0)) }.joined(separator: ", ")
        case .objects(let seeds): return "\(seeds.count) objects"
        default: return nil
        }
    }

    /// What an object of the user's store is called.
    func name(of object: ManagedObject) throws -> String? {
        for attribute in object.entity.namingAttributes(in: coordinator.managedObjectModel) {
            if let text = Self.text(try EditionReader.value(object, attribute.name)) { return text }
        }
        return nil
    }

    /// The value of an attribute in words; nil for no value.
    static func text(_ value: ChangedValue) -> String? {
        guard case .value(let value) = value else { return nil }
        switch value {
        case .bool(let flag): return String(flag)
        case .integer(let number): return "\(number)"
        case .double(let number): return "\(number)"
        case .decimal(let text), .string(let text), .uri(let text): return text
        case .date(let seconds): return ISO8601Text.text(referenceSeconds: seconds) ?? "\(seconds)"
        case .data(let bytes): return "\(bytes.count) bytes"
        case .uuid(let bytes): return BytesText.uuid(bytes)
        case .array, .dictionary, .object, .null: return nil
        }
    }
}
