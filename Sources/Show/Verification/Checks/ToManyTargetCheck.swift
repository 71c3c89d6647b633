import ObjectLayer
import StoreFormat

/// Checks the column for a to-many relationship without an inverse, which is in the table of its members: each value
/// must be the key of an existing object (docs/internals/format.md#columns).
struct ToManyTargetCheck: RowCheck {
    let name = "to-many sources"
    let purpose = "every member of a to-many without inverse belongs to an existing object"
    let isAboutObjects = true

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        var rules: [RowRule] = []
        for source in store.layout.entities where store.has(source.table) {
            for toMany in source.toManys
            where store.declares(source, toMany.relationship.name) {
                guard case .column(_, let column) = toMany.storage,
                    let destination = store.layout.entity(named: toMany.destinationName),
                    destination.familyNumbers.contains(entity.number)
                else { continue }
                let keys = try store.keys(of: source)
                let name = toMany.relationship.name
                rules.append(
                    RowRule(columns: [column]) { row, indices in
                        guard !row.isNull(at: indices[0]) else { return .absent }
                        let key = row.integer(at: indices[0])
                        guard let problem = try store.problem(ofTarget: key, keys, source) else {
                            return .sound
                        }
                        return .wrong(
                            "is in .\(name) of \(source.name) p\(key), which \(problem)")
                    })
            }
        }
        return rules
    }
}
