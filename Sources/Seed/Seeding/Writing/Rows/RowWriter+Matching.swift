import Inputs
import StoreFormat

// Rows that match an existing object.
extension RowWriter {
    /// Returns the object with the row's unique keys; nil for a new object.
    @inline(__always)
    func match(loadKey: BoundValue) throws -> KeyIndex.Object? {
        guard !rowKeys.isEmpty else { return nil }
        if !keyedLinks.isEmpty { findKeyedLinks() }
        var match: KeyIndex.Object?
        let resolves = load.plan.conflict.takesObject
        for key in rowKeys where key.resolvesConflicts && resolves {
            guard let object = holder(of: key, loadKey: loadKey) else { continue }
            if let match, match != object {
                throw SeedFailure([
                    issue(
                        .init(.object(.ambiguousKey(entity: rows.entity.name))), property: nil,
                        cell: key.cell)
                ])
            }
            match = object
        }
        if let match, load.plan.conflict.keepsObject { return match }
        if let match {
            guard Int(match.entityNumber) == rows.entity.number else { throw duplicate(rowKeys[0]) }
            if let key = try updater?.conflict(of: match, cells: bound, loadKey: loadKey) {
                throw duplicate(key)
            }
            return match
        }
        for key in rowKeys where holder(of: key, loadKey: loadKey) != nil { throw duplicate(key) }
        return nil
    }

    /// Returns the object that has a key of the row.
    @inline(__always)
    private func holder(of key: RowKey, loadKey: BoundValue) -> KeyIndex.Object? {
        if key.read(bound, loadKey: loadKey), let object = key.object() { return object }
        guard let pending = key.pending else { return nil }
        return key.pendingKey(bound, loadKey: loadKey, finders: links.writers).flatMap(pending.object)
    }

    /// Finds the destinations that keys need. Invalid ones are reported later, when the relationships are checked.
    private func findKeyedLinks() {
        for index in keyedLinks {
            var state = RowLinks.State()
            if let object = links.quickKeys[index]?.object(in: record) {
                state = .init(hasKey: true, object: object)
            } else if let hasKey = try? links.writers[index].finder.read(record), hasKey {
                state = .init(hasKey: true, object: links.writers[index].finder.object())
            }
            links.states[index] = state
        }
    }

    func duplicate(_ key: RowKey) -> SeedFailure {
        let type = key.registration.parts.first?.type
        var issue = issue(
            .init(
                .object(.duplicateKey(entity: key.registration.entity.name, attribute: key.name)),
                value: key.cell.map { record[$0.index].display(as: type) }),
            property: nil, cell: key.cell)
        issue.hint = earlierRow(with: key).map { .earlierRow($0) }
        return SeedFailure([issue])
    }

    /// Returns the issue about a row that may only complete an object, if there is none with its key.
    func missingObject() -> SeedFailure {
        let key = rowKeys.first { $0.resolvesConflicts }
        let value = key?.cell.map { record[$0.index].display(as: key?.registration.parts.first?.type) }
        return SeedFailure([
            issue(
                .init(.object(.noSuchTarget(entity: rows.entity.name, key: value ?? "")), value: value),
                property: key?.name, cell: key?.cell)
        ])
    }

    func update(_ object: KeyIndex.Object, loadKey: BoundValue) throws {
        let replaces = load.plan.conflict.replaces
        if !madeUUIDs.isEmpty { makeUUIDs(primaryKey: object.primaryKey) }
        try updater?.write(object, cells: bound, loadKey: loadKey)
        register(object, loadKey: loadKey, only: .loadKey)
        for index in links.indices {
            let isDeferred = links.parameters[index].isDeferred
            var destination = links.states[index].object
            if destination != nil {
                links.countFound(index)
            } else if links.states[index].hasKey, !isDeferred {
                destination = try resolve(links.writers[index].finder, property: links.name(index))
            }
            if isDeferred {
                deferLink(index, of: object, replaces: replaces)
            } else if destination != nil || replaces {
                try write(index, object, destination)
            }
        }
        try writeLists(of: object, replaces: replaces)
        for key in rowKeys {
            // Values that a merge keeps remain part of the object's key.
            guard replaces, let pending = key.pending else { continue }
            pending.replace(
                object, key: key.pendingKey(bound, loadKey: loadKey, finders: links.writers))
        }
        merged += 1
    }

    func write(
        _ index: Int, _ object: KeyIndex.Object, _ destination: KeyIndex.Object?
    ) throws {
        do {
            try links.writers[index].write(
                object, to: destination, mode: load.plan.conflict.linkMode,
                position: destination == nil ? nil : links.positions[index])
        } catch let failure as ConversionFailure {
            throw SeedFailure([
                issue(failure, property: links.name(index), cell: links.writers[index].finder.cell)
            ])
        }
    }
}
