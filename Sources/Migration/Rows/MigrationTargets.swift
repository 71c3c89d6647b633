import ObjectModel
import StoreFormat

/// SQL for what links of the old store lead to in the new one.
package struct MigrationTargets {
    package let mapping: InferredMapping
    package let old: StoreLayout
    package let new: StoreLayout
    package let keys: any RowKeys

    /// Takes what is known of both stores.
    package init(
        mapping: InferredMapping, old: StoreLayout, new: StoreLayout, keys: any RowKeys
    ) {
        self.mapping = mapping
        self.old = old
        self.new = new
        self.keys = keys
    }

    /// The new key of the object that a link leads to; NULL where its entity is gone.
    package func key(_ expression: String, of entity: String) -> String {
        guard let stored = old.entity(named: entity) else { return "NULL" }
        let lost = lostNumbers(ofFamilyOf: entity)
        let key = keys.newKey(lost.isEmpty ? expression : "d.Z_PK", in: stored.table)
        guard !lost.isEmpty else { return key }
        return "(SELECT \(key) FROM \(OldStore.table(stored.table)) AS d "
            + "WHERE d.Z_PK = \(expression) AND d.Z_ENT NOT IN (\(lost.sqlList)))"
    }

    /// The new `Z_ENT` of the object that a link leads to; NULL where there is none.
    func number(_ expression: String, of entity: String) -> String {
        guard let stored = old.entity(named: entity) else { return "NULL" }
        if let number = keys.newNumber(expression, in: stored.table) { return number }
        return "(SELECT \(newNumber("d.Z_ENT")) FROM \(OldStore.table(stored.table)) AS d "
            + "WHERE d.Z_PK = \(expression))"
    }

    /// The new number of an entity's old one.
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

    /// The numbers of entities of a family whose objects do not come along.
    private func lostNumbers(ofFamilyOf entity: String) -> [Int] {
        guard let description = mapping.source.entity(named: entity) else { return [] }
        return mapping.source.descendants(of: description)
            .filter { mapping.destination(of: $0.name) == nil }
            .compactMap { old.entity(named: $0.name)?.number }
    }

    /// The relationships of the old store that a relationship of the new one was made of, of all
    /// entities that have it.
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
