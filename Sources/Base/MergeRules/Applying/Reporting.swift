nonisolated extension SeedMerge.Merger {
    /// Adds a conflict to the report.
    func reportConflict(
        _ kind: Conflict.Kind, _ change: Change, _ object: Managed?, property: String? = nil,
        user: Value? = nil, seed: Value? = nil, userText: String? = nil, seedText: String? = nil,
        kept: Side = .user
    ) throws {
        // An object that this merge adds has no primary key in the user's store yet.
        let key =
            inserted.contains(change.object)
            ? nil : object.flatMap { store.primaryKey(of: store.id(of: $0)) }
        report.conflicts.append(
            Conflict(
                kind: kind, entity: change.entity, isNew: key == nil && change.object.isNew,
                name: try name(of: object, change), primaryKey: key ?? change.object.primaryKey,
                editionKey: change.object.primaryKey, property: property,
                user: try userText ?? user.flatMap(words), seed: try seedText ?? seed.flatMap(words),
                kept: kept))
    }

    /// Returns the text that names an object: its key, or the first naming attribute that has a value.
    private func name(of object: Managed?, _ change: Change) throws -> String? {
        guard let entity = schema.entity(change.entity) else { return nil }
        // A relationship may be part of a key.
        let key = (keys[change.entity] ?? []).filter { entity.types[$0] != nil }
        for name in key.isEmpty ? entity.namingAttributes : key {
            let value = try object.map { try store.value(name, of: $0) } ?? source.value(name, of: change)
            if let text = text(value) { return text }
        }
        return nil
    }

    /// Returns a value as text: for objects, their names. Returns nil for no value.
    func words(_ value: Value) throws -> String? {
        if let text = text(value) { return text }
        switch value {
        case .object(let object):
            guard case .object(let managed) = try state(of: object) else {
                let change =
                    try changeOf[object] ?? source.present(object, inOld: false)
                    ?? source.present(object, inOld: true)
                return try change.flatMap { try name(of: nil, $0) } ?? "p\(object.primaryKey)"
            }
            return try name(of: managed) ?? "p\(object.primaryKey)"
        case .objects(let objects) where objects.count <= 3:
            return try objects.compactMap { try words(.object($0)) }.joined(separator: ", ")
        case .objects(let objects): return "\(objects.count) objects"
        default: return nil
        }
    }

    /// Returns the text that names an object of the user's store, or its primary key.
    func nameOrKey(of object: Managed) throws -> String {
        try name(of: object) ?? "p\(store.primaryKey(of: store.id(of: object)) ?? 0)"
    }

    private func name(of object: Managed) throws -> String? {
        for name in schema.entity(store.entityName(of: object))?.namingAttributes ?? [] {
            if let text = text(try store.value(name, of: object)) { return text }
        }
        return nil
    }

    /// Returns the value of an attribute as text, or nil for no value.
    func text(_ value: Value) -> String? {
        guard case .value(let value) = value else { return nil }
        return store.text(of: value)
    }
}
