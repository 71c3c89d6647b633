import ObjectModel
import StoreFormat

/// SQL for the destinations of the old store's links in the new store.
package struct MigrationTargets {
    package let mapping: InferredMapping
    package let old: StoreLayout
    package let new: StoreLayout
    package let keys: any RowKeys

    /// Creates the targets for two stores.
    package init(
        mapping: InferredMapping, old: StoreLayout, new: StoreLayout, keys: any RowKeys
    ) {
        self.mapping = mapping
        self.old = old
        self.new = new
        self.keys = keys
    }

    /// Returns the new key of a link's destination; NULL if its entity is removed.
    package func key(_ expression: String, of entity: String) -> String {
        guard let stored = old.entity(named: entity) else { return "NULL" }
        let lost = lostNumbers(ofFamilyOf: entity)
        let key = keys.newKey(lost.isEmpty ? expression : "d.Z_PK", in: stored.table)
        guard !lost.isEmpty else { return key }
        return "(SELECT \(key) FROM \(OldStore.table(stored.table)) AS d "
            + "WHERE d.Z_PK = \(expression) AND d.Z_ENT NOT IN (\(lost.sqlList)))"
    }

    /// Returns the new `Z_ENT` of a link's destination; NULL if there is none.
    func number(_ expression: String, of entity: String) -> String {
        guard let stored = old.entity(named: entity) else { return "NULL" }
        if let number = keys.newNumber(expression, in: stored.table) { return number }
        return "(SELECT \(newNumber("d.Z_ENT")) FROM \(OldStore.table(stored.table)) AS d "
            + "WHERE d.Z_PK = \(expression))"
    }

    /// Returns the new number of an entity for its old number.
    private func newNumber(_ expression: String) -> String {
        let cases = mapping.entities.compactMap { entity -> String? in
            guard let source = entity.source, let number = old.entity(named: source)?.number,
                let other = new.entity(named: entity.destination)?.number
            else { return nil }
            return "WHEN \(number) THEN \(other)"
        }
        return cases.isEmpty
            ? "NULL" : "CASE \(expression) \(cases.joined(separator: " ")) END"
    }

    /// Returns the numbers of the entities in a family whose objects are left out.
    private func lostNumbers(ofFamilyOf entity: String) -> [Int] {
        guard let description = mapping.source.entity(named: entity) else { return [] }
        return mapping.source.descendants(of: description)
            .filter { mapping.destination(of: $0.name) == nil }
            .compactMap { old.entity(named: $0.name)?.number }
    }

    /// Returns the source relationships of a relationship in the new store, for all entities that have it.
    func sources(of relationship: String, in entity: EntityDescription) -> [LinkQuery.Source] {
        mapping.destination.descendants(of: entity).compactMap { entity in
            guard let mapped = mapping.entity(to: entity.name), let source = mapped.source,
                let name = mapped.relationships[relationship],
                let stored = old.entity(named: source)
            else { return nil }
            return LinkQuery.Source(entity: stored, name: name)
        }
    }
}
