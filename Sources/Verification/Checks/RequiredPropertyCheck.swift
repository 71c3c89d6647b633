import ObjectLayer
import StoreFormat

/// No attribute or to-one relationship that the model calls non-optional is empty (SPEC 8).
struct RequiredPropertyCheck: RowCheck {
    let name = "required properties"
    let purpose = "properties that are not optional have values: the app could not save otherwise"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        // A derived value that is missing concerns the derivation, not the model's rule.
        let attributes = entity.attributes
            .filter { !$0.attribute.isOptional && !$0.attribute.isDerived }
            .map { (name: $0.path, column: $0.column) }
        let toOnes = entity.toOnes.filter { !$0.relationship.isOptional }
            .map { (name: $0.relationship.name, column: $0.column) }
        return (attributes + toOnes).map { required in
            RowRule(required.name, columns: [required.column]) { row, places in
                row.isNull(at: places[0])
                    ? .wrong("has no value, but is not optional") : .sound
            }
        }
    }
}
