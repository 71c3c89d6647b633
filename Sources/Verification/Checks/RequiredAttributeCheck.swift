import StoreFormat

/// No attribute or to-one relationship that the model calls non-optional is empty (SPEC 8).
struct RequiredAttributeCheck: StoreCheck {
    let name = "required properties"
    let purpose = "properties that are not optional have values: the app could not save otherwise"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for entity in store.layout.entities where store.has(entity.table) {
            // A derived value that is missing concerns the derivation, not the model's rule.
            let attributes = entity.attributes
                .filter { !$0.attribute.isOptional && !$0.attribute.isDerived }
                .map { (name: $0.path, column: $0.column) }
            let toOnes = entity.toOnes.filter { !$0.relationship.isOptional }
                .map { (name: $0.relationship.name, column: $0.column) }
            for required in attributes + toOnes where store.declares(entity, required.name) {
                let table = entity.table.sqlIdentifier
                outcome.examine(try store.count("FROM \(table) WHERE \(entity.familyCondition)"))
                try store.connection.forEachRow(
                    """
                    SELECT Z_PK FROM \(table)
                    WHERE \(entity.familyCondition) AND \(required.column.sqlIdentifier) IS NULL
                    """
                ) { row in
                    outcome.report(
                        Finding(
                            entity: entity.name, primaryKey: row.integer(at: 0),
                            property: required.name, "has no value, but is not optional"))
                }
            }
        }
    }
}
