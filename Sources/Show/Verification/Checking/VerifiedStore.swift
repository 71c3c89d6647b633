import Foundation
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import SwiftDataSource

/// A store under verification, with everything that the checks need.
package final class VerifiedStore {
    /// The path, as the user gave it.
    package var path: String { facts.path }
    /// The store, open for reading.
    package let connection: Connection
    /// The inspected contents of the store's schema and metadata.
    package var inspection: StoreInspection { facts.inspection }
    /// The model.
    package var model: ManagedObjectModel { facts.model }
    /// The tables and columns of the model's properties in the store.
    package var layout: StoreLayout { facts.layout }
    /// The rules for values in the model's source code that the model itself lacks; empty for other models.
    package var sourceValues: SourceValues { facts.sourceValues }
    /// The parts of the store's own model that could not be read.
    var modelIssues: [ModelSourceIssue] { facts.modelIssues }
    /// Whether the model was created by SwiftData.
    var isSwiftData: Bool { !sourceValues.isEmpty || model.isSwiftData }
    /// The coordinator of the store, for reading.
    package var coordinator: PersistentStoreCoordinator { facts.coordinator }
    /// The facts about the store that its connections share.
    let facts: Facts
    private var keyIndexes: [String: TargetIndex] = [:]
    private var smallTables: [String: Bool] = [:]
    /// Whether errors were found that prevent objects from being fetched and relationships from being followed.
    var hasBrokenObjects = false
    private var openContext: ManagedObjectContext?
    /// The walk through the rows that all row checks share.
    private(set) lazy var walk = RowWalk(coordinator, over: connection)

    /// Opens a store for verification.
    ///
    /// - Parameters:
    ///   - modelPath: a model file that matches this store exactly; nil for the store's own model.
    ///   - modelChoice: the model to use from a folder of versions or from source code.
    ///   - declared: relationships to add to the inferred model of a store without a model.
    ///   - sourceValues: the rules for values in source code of the same model.
    ///   - sqlDebug: called for every statement of the object layer; nil for the setting of the environment variable.
    /// - Throws: `StoreError`, or `ModelError` for the model file.
    package convenience init(
        path: String, modelPath: String? = nil, modelChoice: ModelChoice = .current,
        declared: [DeclaredRelationship] = [], sourceValues: SourceValues = .none,
        sqlDebug: SQLTrace.Hook? = nil
    ) throws {
        self.init(
            try ReferenceStore(
                path: path, modelPath: modelPath, modelChoice: modelChoice, declared: declared),
            sourceValues: sourceValues, sqlDebug: sqlDebug)
    }

    /// Creates a store under verification from an open store.
    ///
    /// - Parameters:
    ///   - sourceValues: the rules for values in source code of the same model.
    ///   - sqlDebug: called for every statement of the object layer; nil for the setting of the environment variable.
    package convenience init(
        _ reference: ReferenceStore, sourceValues: SourceValues = .none, sqlDebug: SQLTrace.Hook? = nil
    ) {
        self.init(
            connection: reference.connection,
            Facts(
                path: reference.path, inspection: reference.inspection, model: reference.model,
                layout: reference.layout, modelOrigin: reference.modelOrigin,
                sourceValues: sourceValues.isEmpty ? reference.sourceValues : sourceValues,
                modelIssues: reference.opened.modelIssues,
                coordinator: PersistentStoreCoordinator(reference, sqlDebug: sqlDebug)))
    }

    /// The facts about a store without its connections. They can be shared with other threads.
    struct Facts: Sendable {
        let path: String
        let inspection: StoreInspection
        let model: ManagedObjectModel
        let layout: StoreLayout
        let modelOrigin: ReferenceStore.ModelOrigin
        var sourceValues = SourceValues.none
        var modelIssues: [ModelSourceIssue] = []
        let coordinator: PersistentStoreCoordinator
    }

    /// Creates a store under verification from known facts and another connection.
    init(connection: Connection, _ facts: Facts) {
        self.connection = connection
        self.facts = facts
    }

    /// The root entities, each of which has its own table.
    var roots: [EntityLayout] { layout.entities.filter { $0.name == $0.rootName } }

    /// The entities that can have objects and whose table exists.
    var concreteEntities: [EntityLayout] {
        layout.entities.filter { !$0.isAbstract && has($0.table) }
    }

    /// Returns the numbers of the concrete entities whose rows an entity's table may contain.
    func concreteNumbers(ofFamily entity: EntityLayout) -> [Int] {
        entity.familyNumbers.filter { layout.entity(numbered: $0)?.isAbstract == false }
    }

    /// Returns the name of the entity with a number, or the number.
    func name(ofEntityNumbered number: Int64) -> String {
        Int(exactly: number).flatMap { layout.entity(numbered: $0) }?.name ?? "entity \(number)"
    }

    /// Returns whether the entity itself declares the property, and not an entity it inherits from.
    func declares(_ entity: EntityLayout, _ property: String) -> Bool {
        let name = property.firstIndex(of: ".").map { String(property[..<$0]) } ?? property
        return model.entity(named: entity.name)?.declares(name) ?? false
    }

    /// The reason why relationships cannot be checked, because an inferred model may have none; nil if they can be.
    var lacksRelationships: String? {
        model.isInferred && layout.entities.allSatisfy(\.toOnes.isEmpty)
            ? "the store contains no model that identifies the relationship columns" : nil
    }

    /// The reason why the model's rules cannot be checked, because an inferred model has none; nil if they can be.
    var lacksModel: String? {
        model.isInferred ? "the store contains no model; add the app's with --model" : nil
    }

    /// Whether a migration in place changed the schema (docs/internals/format.md#migrated-stores). The schema then
    /// depends on more than one model and framework. Triggers are not a sign of a migration, because apps create their
    /// own.
    private(set) lazy var isMigrated: Bool = {
        let objects = inspection.schemaObjects
        return hasOldIndexes(Set(objects.map(\.name)))
            || objects.contains { object in
                guard object.kind != .trigger else { return false }
                return object.sql.hasPrefix("CREATE TABLE \"")
                    || Self.has(" , ", in: object.sql) || Self.has(" ON \"", in: object.sql)
            }
    }()

    /// Returns whether a text contains another one, byte by byte. Foundation's Unicode search would take longer than
    /// everything else that is done with the schema.
    private static func has(_ wanted: StaticString, in text: String) -> Bool {
        var text = text
        let length = wanted.utf8CodeUnitCount
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, length <= bytes.count else { return false }
            return (0...bytes.count - length).contains { memcmp(start + $0, wanted.utf8Start, length) == 0 }
        }
    }

    /// Returns whether an attribute has an index in the style of frameworks before 847 although the model has fetch
    /// indexes. Such an index is left over from an earlier framework.
    private func hasOldIndexes(_ names: Set<String>) -> Bool {
        guard let frameworkVersion, frameworkVersion >= SchemaEra.fetchIndexFramework,
            model.entities.contains(where: { !$0.fetchIndexes.isEmpty })
        else { return false }
        return layout.entities.contains { entity in
            entity.attributes.contains {
                $0.attribute.isIndexed && names.contains("\(entity.table)_\($0.column)_INDEX")
            }
        }
    }

    /// The framework version that last wrote the store; nil if the metadata does not contain it.
    private(set) lazy var frameworkVersion = inspection.metadata?.frameworkVersion

    /// Returns whether the store has a table.
    func has(_ table: String) -> Bool { inspection.table(named: table) != nil }

    /// Returns the number of rows of a query that begins at `FROM`.
    func count(_ from: String) throws -> Int64 {
        try connection.integer("SELECT count(*) \(from)") ?? 0
    }

    /// Returns the context on the store that all checks use for fetching objects.
    func context() throws -> ManagedObjectContext {
        if let openContext { return openContext }
        let context = try ManagedObjectContext(coordinator, over: connection)
        openContext = context
        return context
    }

    /// Returns whether a table has at most a thousand rows.
    func isSmall(_ table: String) throws -> Bool {
        if let known = smallTables[table] { return known }
        let beyond = try connection.integer(
            "SELECT 1 FROM \(table.sqlIdentifier) LIMIT 1 OFFSET 1000")
        smallTables[table] = beyond == nil
        return beyond == nil
    }

    /// Returns whether the rows of a table with a given value in a column can be found fast: there is an index that
    /// begins with the column, or there are few rows.
    func isSmallOrIndexed(_ table: String, by column: String) throws -> Bool {
        guard try !isSmall(table) else { return true }
        let indexes = try connection.integer(
            """
            SELECT count(*) FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS c
            WHERE c.seqno = 0 AND upper(c.name) = upper(?)
            """, [.text(table), .text(column)])
        return indexes ?? 0 > 0
    }

    /// Returns the primary keys of an entity family's table, which are read only once.
    func keys(of entity: EntityLayout) throws -> TargetIndex {
        if let known = keyIndexes[entity.table] { return known }
        let keys = try walk.keys(ofTable: entity.table)
        keyIndexes[entity.table] = keys
        return keys
    }

    /// Returns the problem with a row as the destination of a relationship to an entity; nil if it is valid.
    func problem(
        ofTarget key: Int64, _ keys: TargetIndex, _ destination: EntityLayout
    ) throws -> String? {
        switch keys[key] {
        case .missing: return "does not exist"
        case .entity(let number):
            if let number, destination.familyNumbers.contains(number) { return nil }
            let exact = try connection.integer(
                "SELECT Z_ENT FROM \(destination.table.sqlIdentifier) WHERE Z_PK = ?",
                [.integer(key)])
            return "is a \(exact.map(name(ofEntityNumbered:)) ?? "NULL"), not a \(destination.name)"
        }
    }
}

extension EntityLayout {
    /// An SQL condition for the rows of the entity and its descendants.
    var familyCondition: String {
        "Z_ENT IN (\(familyNumbers.map(String.init).joined(separator: ", ")))"
    }

    /// The same condition for an alias of the table.
    func familyCondition(alias: String) -> String { "\(alias).\(familyCondition)" }
}
