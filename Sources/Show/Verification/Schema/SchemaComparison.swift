import ObjectModel
import StoreFormat

/// The schema of a store without migrations, compared with the schema that its model requires
/// (docs/internals/format.md#tables to
/// #triggers-and-r-trees), object by object and text for text.
///
/// The framework version in a store's metadata is that of its last writer, but an earlier version may have created the
/// tables. Of all forms up to that version, the one with the fewest differences is used. The parts that depend on a
/// hash order (docs/internals/format.md#columns) are taken from the store.
struct SchemaComparison {
    /// One object that differs between the two schemas.
    enum Difference {
        /// The model requires the object, and the store lacks it.
        case missing(SchemaObject)
        /// The texts differ.
        case different(expected: SchemaObject, stored: SchemaObject)
        /// The model does not require the object.
        case extra(SchemaObject)
    }

    /// The differences, in the order of the statements, followed by the extra objects by name.
    let differences: [Difference]
    /// Whether the model requires triggers of the app's own.
    let hasAppTriggers: Bool
    /// The indexes of the model that the store lacks and for which there is no rule.
    let missingIndexes: [SchemaProblem]

    /// Compares the schemas; nil if two objects of the model would have the same name, so that no rule determines the
    /// store's schema.
    init?(_ store: VerifiedStore, framework: Int) {
        let stored = store.inspection.schemaObjects
        var best: (differences: [Difference], count: Int, statements: SchemaStatements)?
        for era in SchemaEra(framework: framework).possibleForms {
            let statements = Self.statements(of: store, era: era, stored)
            let found = Self.differences(statements.objects, stored)
            let count = Self.count(found, in: store)
            if count < best?.count ?? .max { best = (found, count, statements) }
            if count == 0 { break }
        }
        guard let best else { return nil }
        let isAmbiguous = best.statements.problems.contains { problem in
            if case .duplicateName = problem { true } else { false }
        }
        guard !isAmbiguous else { return nil }
        differences = best.differences
        hasAppTriggers = best.statements.problems.contains { problem in
            if case .appTriggers = problem { true } else { false }
        }
        missingIndexes = best.statements.missingIndexes(in: stored)
    }

    /// Returns the number of differences, without the indexes and triggers of missing tables.
    private static func count(_ differences: [Difference], in store: VerifiedStore) -> Int {
        differences.count { difference in
            guard case .missing(let object) = difference, object.kind != .table else { return true }
            return object.ownerTable.map(store.has) ?? true
        }
    }

    private static func statements(
        of store: VerifiedStore, era: SchemaEra, _ stored: [SchemaObject]
    ) -> SchemaStatements {
        StoreSchema(
            model: store.model, era: era,
            hasHistory: HistoryTable.allCases.contains { store.has($0.name) }, reference: stored
        ).statements
    }

    private static func differences(
        _ expected: [SchemaObject], _ stored: [SchemaObject]
    ) -> [Difference] {
        var open: [String: SchemaObject] = [:]
        for object in stored { open[key(object)] = object }
        var differences: [Difference] = []
        for object in expected {
            guard let found = open.removeValue(forKey: key(object)) else {
                differences.append(.missing(object))
                continue
            }
            if found.sql != object.sql {
                differences.append(.different(expected: object, stored: found))
            }
        }
        return differences
            + stored.filter { open[key($0)] != nil }.map { Difference.extra($0) }
    }

    /// Returns the key of an object. Names are not case-sensitive in SQLite, and a trigger may have the name of a
    /// table.
    private static func key(_ object: SchemaObject) -> String {
        let kind = object.kind == .trigger ? "trigger" : "table or index"
        return "\(kind) \(object.name.lowercased())"
    }
}

extension SchemaObject {
    /// The table that an index or a trigger belongs to.
    var ownerTable: String? {
        sql.split(separator: " ").drop { $0 != "ON" }.dropFirst().first.map { word in
            String(word.filter { $0 != "\"" })
        }
    }
}
