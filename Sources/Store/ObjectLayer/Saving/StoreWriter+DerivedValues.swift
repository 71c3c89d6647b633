import Foundation
import ObjectModel
import SQLite
import StoreFormat

/// A derived attribute for which the store has no triggers, so that its values are computed at each save.
struct UntriggeredAttribute {
    let entity: MappedEntity
    let slot: Int
    let column: String
    let expression: ResolvedExpression
    /// Whether a condition restricts the objects that count. No real store shows how such a condition is stored.
    let hasFilter: Bool
    /// The root numbers of the entities that the value depends on.
    let roots: Set<Int>
}

extension StoreWriter {
    /// Computes derived values that no trigger computes (docs/internals/format.md#triggers-and-r-trees): for the saved
    /// objects, and, if the value depends on other objects, for all rows whose value changed.
    ///
    /// - Throws: ``PersistentStoreError/notDerivable(entity:attribute:)`` for an expression through relationships that
    ///   SQL cannot express.
    func writeDerivedValues(of saved: [ManagedObject], deleted: [ManagedObject]) throws {
        let touched = Set((saved + deleted).map(\.mapped.rootNumber))
        for attribute in try session.untriggeredAttributes() {
            guard !attribute.roots.isDisjoint(with: touched) else { continue }
            guard !attribute.hasFilter else {
                throw PersistentStoreError.notDerivable(
                    entity: attribute.entity.name,
                    attribute: attribute.entity.slots[attribute.slot].name)
            }
            if attribute.expression.followsRelationships {
                try writeForAllRows(attribute)
            } else {
                for object in saved where object.mapped.isKind(of: attribute.entity) {
                    try write(attribute, of: object)
                }
            }
        }
    }

    /// Writes a value that depends only on the object.
    private func write(_ attribute: UntriggeredAttribute, of object: ManagedObject) throws {
        guard let slot = object.mapped.slot(named: attribute.entity.slots[attribute.slot].name),
            let description = object.mapped.slots[slot].attribute,
            let key = permanent(object.objectID).primaryKey
        else { return }
        let value = try PredicateEvaluator(.unknown).value(
            of: attribute.expression, in: PredicateEvaluator.Scope(object: object))
        let stored =
            value.propertyValue
            .flatMap { AttributeCheck.accepted($0, for: description.type) }
            .map { StoredValue.attribute($0) } ?? .null
        try update(
            attribute, object.mapped.number, key, to: ValueCoding.stored(stored, description))
    }

    private func writeForAllRows(_ attribute: UntriggeredAttribute) throws {
        let entity = attribute.entity
        let scope = SQLScope(table: entity.table, aliases: SQLAliases())
        guard let value = value(of: attribute, scope) else {
            throw PersistentStoreError.notDerivable(
                entity: entity.name, attribute: entity.slots[attribute.slot].name)
        }
        let numbers = entity.layout.familyNumbers.map(String.init).joined(separator: ", ")
        let column = "\(scope.alias).\(attribute.column.sqlIdentifier)"
        let changed = try session.rows(
            """
            SELECT \(scope.alias).Z_PK, \(scope.alias).Z_ENT, \(value.sql) FROM \(scope.from) \
            WHERE \(scope.alias).Z_ENT IN (\(numbers)) AND \(column) IS NOT \(value.sql)
            """, value.binds + value.binds
        ) { ($0.integer(at: 0), $0.integer(at: 1), $0.value(at: 2)) }
        for (key, number, value) in changed {
            try update(attribute, Int(exactly: number) ?? entity.number, key, to: value)
        }
    }

    /// Returns the SQL of the value, as compiled for predicates. Values that predicates cannot compile, such as sums of
    /// decimals, are compiled as for triggers.
    private func value(of attribute: UntriggeredAttribute, _ scope: SQLScope) -> SQLFragment? {
        if let operand = try? PredicateCompiler(scope: scope).operand(attribute.expression) {
            return operand.fragment
        }
        guard let derivation = attribute.entity.slots[attribute.slot].attribute?.derivation else {
            return nil
        }
        var compiler = DerivationSQL(
            layout: session.map.layout, now: Date().timeIntervalSinceReferenceDate)
        return compiler.value(of: derivation, attribute.entity.layout, row: scope.alias)
            .map { SQLFragment($0) }
    }

    private func update(
        _ attribute: UntriggeredAttribute, _ number: Int, _ key: Int64, to value: Value
    ) throws {
        let table = attribute.entity.table
        try session.run(
            """
            UPDATE \(table.sqlIdentifier) SET \(attribute.column.sqlIdentifier) = ? \
            WHERE Z_PK = ?
            """, [value, .integer(key)])
        session.derivedValues.append(
            DerivedValueReport(
                table: table, entityNumber: Int64(number), primaryKey: key,
                attribute: attribute.entity.slots[attribute.slot].name, value: value))
    }
}

extension StoreSession {
    /// Returns the derived attributes for which the store has no triggers, each only for the entity that declares it.
    func untriggeredAttributes() throws -> [UntriggeredAttribute] {
        let candidates = map.entities.flatMap { entity in
            entity.slots.enumerated().compactMap { slot, property in
                entity.description.declares(property.name) && property.attribute?.isDerived ?? false
                    ? (entity, slot) : nil
            }
        }
        guard !candidates.isEmpty else { return [] }
        let triggers = try rows("SELECT name FROM sqlite_master WHERE type = 'trigger'") {
            $0.text(at: 0) ?? ""
        }
        var result: [UntriggeredAttribute] = []
        for (entity, slot) in candidates {
            let property = entity.slots[slot]
            // The names of triggers, see docs/internals/format.md#triggers-and-r-trees.
            let prefix = "Z_DA_\(entity.table)_\(entity.name)_\(property.name)_"
            guard let column = property.column, let derivation = property.attribute?.derivation,
                // For now() only the update trigger is known, but an inserted object also needs its value.
                derivation.isNow || !triggers.contains(where: { $0.hasPrefix(prefix) })
            else { continue }
            let resolver = PredicateResolver(
                map: map, entity: entity, now: Date().timeIntervalSinceReferenceDate)
            let expression = try resolver.resolve(derivation)
            result.append(
                UntriggeredAttribute(
                    entity: entity, slot: slot, column: column, expression: expression,
                    hasFilter: property.attribute?.derivationFilter != nil,
                    roots: expression.roots.union([entity.rootNumber])))
        }
        return result
    }
}

extension Expression {
    /// Whether the expression is the time of the save.
    fileprivate var isNow: Bool {
        if case .function("now", let arguments, _) = self { arguments.isEmpty } else { false }
    }
}

extension ResolvedExpression {
    /// The root numbers of the entities along the expression's paths.
    fileprivate var roots: Set<Int> {
        switch self {
        case .constant, .evaluatedValue, .groupValue: []
        case .path(_, let path), .entityName(_, let path):
            Set(path.hops.map(\.destination.rootNumber))
        case .distinct(let values): values.roots
        case .subquery(_, let path, _, _): Set(path.hops.map(\.destination.rootNumber))
        case .aggregate(_, let values): values.roots
        case .function(_, let arguments), .list(let arguments):
            arguments.reduce(into: []) { $0.formUnion($1.roots) }
        case .conditional(_, let then, let otherwise): then.roots.union(otherwise.roots)
        case .setOperation(_, let left, let right): left.roots.union(right.roots)
        case .element(_, let collection, _): collection.roots
        }
    }
}
