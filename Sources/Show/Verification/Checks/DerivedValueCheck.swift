import ObjectModel
import SQLite
import StoreFormat

/// Checks that derived attributes have the values that their triggers maintain
/// (docs/internals/format.md#triggers-and-r-trees).
struct DerivedValueCheck: StoreCheck {
    let name = "derived values"
    let purpose = "derived attributes have the values they are derived from"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        warnOfRequired(store, &outcome)
        let derived = DerivedAttributeValues(layout: store.layout)
        // Only for these frameworks is it known how the values are kept up to date.
        guard !derived.derivations.isEmpty,
            store.frameworkVersion ?? 0 >= SchemaEra.derivedAttributeFramework
        else { return }
        try derived.registerFunctions(on: store.connection)
        let isMigrated = store.isMigrated
        for derivation in derived.derivations where store.has(derivation.table) {
            outcome.examine(
                try store.count(
                    "FROM \(derivation.table.sqlIdentifier) WHERE \(derivation.condition)"))
            try store.connection.forEachRow(derivation.staleRows) { row in
                // A migration adds the column and may leave it empty.
                guard !isMigrated || !row.isNull(at: 1) else { return }
                outcome.report(
                    Finding(
                        entity: derivation.entityName, primaryKey: row.integer(at: 0),
                        property: derivation.attributeName,
                        "is \(row.value(at: 1).shortText), but \(derivation.expression) is "
                            + row.value(at: 2).shortText))
            }
        }
    }

    /// Warns about required derived attributes: Core Data validates an object before the store derives its values.
    private func warnOfRequired(_ store: VerifiedStore, _ outcome: inout CheckOutcome) {
        for entity in store.model.entities {
            for attribute in entity.attributes
            where attribute.failsInsertion && entity.declares(attribute.name) {
                outcome.warn(
                    Finding(
                        entity: entity.name, property: attribute.name,
                        "is derived and not optional: the app cannot insert objects, because the value is "
                            + "missing during validation"))
            }
        }
    }
}
