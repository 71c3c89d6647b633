import ObjectModel
import SQLite

/// The triggers that keep derived attributes up to date (docs/internals/format.md#triggers-and-r-trees).
///
/// Two kinds of derivations are known from stores: an attribute of a to-one (`author.name`) and the number of objects
/// in a to-many (`pages.@count`). A trigger for `now()` was published. Other derivations are reported as problems,
/// because their triggers are unknown.
struct DerivedAttributeTriggers {
    let schema: StoreSchema
    private(set) var problems: [SchemaProblem] = []

    private var model: ManagedObjectModel { schema.model }

    /// The SQL functions by which Core Data learns of new values; see ``StoreSchema/triggerFunctions``.
    static let updateFunction = "NSCoreDataDATriggerUpdatedAffectedObjectValue"
    static let nowFunction = "NSCoreDataNow"
    static let insertFunction = "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue"

    /// Returns the triggers of one attribute; none if it is not derived.
    mutating func triggers(
        for attribute: AttributeDescription, of entity: EntityDescription
    ) -> [SchemaObject] {
        guard let derivation = attribute.derivation, !attribute.isTransient else { return [] }
        let found: [SchemaObject]? =
            if attribute.derivationFilter != nil {
                nil
            } else if let relationship = derivation.countedRelationship {
                countTriggers(for: attribute, of: entity, relationship: relationship)
            } else if case .keyPath(let path) = derivation {
                pathTriggers(for: attribute, of: entity, path: path)
            } else if case .function("now", let arguments, _) = derivation, arguments.isEmpty {
                nowTriggers(for: attribute, of: entity)
            } else {
                nil
            }
        guard let found else {
            problems.append(.unknownDerivation(entity: entity.name, attribute: attribute.name))
            return []
        }
        return found
    }

    // MARK: The time of the last save

    /// Returns the published trigger (fatbobman.com, "derived and transient properties"). None was published for an
    /// entity that shares its table with a superentity.
    private mutating func nowTriggers(
        for attribute: AttributeDescription, of entity: EntityDescription
    ) -> [SchemaObject]? {
        guard entity.superentityName == nil, let table = schema.table(of: entity)?.name.schemaName,
            let column = schema.column(attribute.name, .attribute, of: entity)?.name.schemaName
        else { return nil }
        problems.append(.publishedTrigger(entity: entity.name, attribute: attribute.name))
        let owner = Owner(table: table, column: column, attribute: attribute.name)
        let isOwn = "Z_PK = NEW.Z_PK"
        return [
            trigger(
                prefix(table, entity, attribute) + "UPDATE", "UPDATE OF Z_OPT", on: table,
                "UPDATE \(table) SET \(column) = \(Self.nowFunction)() WHERE \(isOwn); "
                    + owner.report(Self.updateFunction, isOwn))
        ]
    }

    // MARK: An attribute of a to-one

    private func pathTriggers(
        for attribute: AttributeDescription, of entity: EntityDescription, path: String
    ) -> [SchemaObject]? {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let relationship = entity.relationship(named: parts[0]),
            !relationship.isToMany, let destination = model.destination(of: relationship),
            let table = schema.table(of: entity)?.name.schemaName,
            let target = schema.table(of: destination)?.name.schemaName,
            let column = schema.column(attribute.name, .attribute, of: entity)?.name.schemaName,
            let key = schema.column(relationship.name, .toOne, of: entity)?.name.schemaName,
            let source = schema.column(parts[1], .attribute, of: destination)?.name.schemaName
        else { return nil }
        let owner = Owner(table: table, column: column, attribute: attribute.name)
        let own = prefix(table, entity, attribute)
        let ownUpdate =
            "UPDATE \(table) SET \(column) = (SELECT \(source) FROM \(target) "
            + "WHERE Z_PK = NEW.\(key)) WHERE Z_PK = NEW.Z_PK; "
        let other = prefix(target, entity, attribute)
        let otherUpdate =
            "UPDATE \(table) SET \(column) = NEW.\(source) WHERE \(key) = NEW.Z_PK; "
        let isOwn = "Z_PK = NEW.Z_PK"
        let isSource = "\(key) = NEW.Z_PK"
        return [
            trigger(
                own + "SOURCE_INSERT", "INSERT", on: table,
                ownUpdate + owner.report(Self.insertFunction, isOwn)),
            trigger(
                own + "SOURCE_UPDATE", "UPDATE OF \(key)", on: table,
                ownUpdate + owner.report(Self.updateFunction, isOwn)),
            trigger(
                other + "PARAMETER_INSERT", "INSERT", on: target,
                otherUpdate + owner.report(Self.insertFunction, isSource)),
            trigger(
                other + "PARAMETER_UPDATE", "UPDATE OF \(source)", on: target,
                otherUpdate + owner.report(Self.updateFunction, isSource)),
        ]
    }

    // MARK: The number of objects in a to-many

    private func countTriggers(
        for attribute: AttributeDescription, of entity: EntityDescription, relationship: String
    ) -> [SchemaObject]? {
        guard let relationship = entity.relationship(named: relationship), relationship.isToMany,
            let destination = model.destination(of: relationship),
            let inverse = model.inverse(of: relationship, in: entity), !inverse.isToMany,
            let table = schema.table(of: entity)?.name.schemaName,
            let child = schema.table(of: destination)?.name.schemaName,
            let column = schema.column(attribute.name, .attribute, of: entity)?.name.schemaName,
            let key = schema.column(inverse.name, .toOne, of: destination)?.name.schemaName
        else { return nil }
        let owner = Owner(table: table, column: column, attribute: attribute.name)
        let childPrefix = prefix(child, entity, attribute) + "PARAMETER_"
        func change(_ name: String, _ event: String, row: String, to value: String) -> SchemaObject {
            trigger(
                childPrefix + name, event, on: child, when: "WHEN (\(row).\(key) NOT NULL) ",
                "UPDATE \(table) SET \(column) = \(value) WHERE Z_PK = \(row).\(key); "
                    + owner.report(Self.updateFunction, "Z_PK = \(row).\(key)"))
        }
        let count = "(SELECT IFNULL(COUNT(\(key)), 0) FROM \(child) WHERE \(key) = NEW.Z_PK)"
        return [
            change("INSERT", "INSERT", row: "NEW", to: "IFNULL(\(column), 0) + 1"),
            change("UPDATE_INCREMENT", "UPDATE OF \(key)", row: "NEW", to: "\(column) + 1"),
            change("UPDATE_DECREMENT", "UPDATE OF \(key)", row: "OLD", to: "\(column) - 1"),
            change("DELETE", "DELETE", row: "OLD", to: "\(column) - 1"),
            trigger(
                prefix(table, entity, attribute) + "SOURCE_INSERT", "INSERT", on: table,
                "UPDATE \(table) SET \(column) = \(count) WHERE Z_PK = NEW.Z_PK; "
                    + owner.report(Self.insertFunction, "Z_PK = NEW.Z_PK")),
        ]
    }

    // MARK: Texts

    /// The derived attribute whose new values the trigger reports to Core Data.
    private struct Owner {
        let table: String
        let column: String
        let attribute: String

        func report(_ function: String, _ condition: String) -> String {
            "SELECT \(function)(\(table.sqlLiteral), Z_ENT, Z_PK, \(attribute.sqlLiteral), "
                + "\(column)) FROM \(table) WHERE \(condition); "
        }
    }

    private func prefix(
        _ table: String, _ entity: EntityDescription, _ attribute: AttributeDescription
    ) -> String {
        "Z_DA_\(table)_\(entity.name)_\(attribute.name)_"
    }

    private func trigger(
        _ name: String, _ event: String, on table: String, when: String = "", _ body: String
    ) -> SchemaObject {
        SchemaObject(
            .trigger, name,
            "CREATE TRIGGER \(name.schemaName) AFTER \(event) ON \(table) FOR EACH ROW \(when)"
                + "BEGIN \(body)END")
    }
}
