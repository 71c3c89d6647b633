import Foundation
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import SwiftDataSource

/// A store under verification, as the checks see it.
package final class VerifiedStore {
    /// The path, as it was given.
    package var path: String { facts.path }
    /// The store, open for reading.
    package let connection: Connection
    /// What the store says of itself.
    package var inspection: StoreInspection { facts.inspection }
    /// The model.
    package var model: ManagedObjectModel { facts.model }
    /// Where the store keeps what the model describes.
    package var layout: StoreLayout { facts.layout }
    /// What a model in source code says of values beyond the model; nothing for all others.
    package var sourceValues: SourceValues { facts.sourceValues }
    /// What of the store's own model could not be understood.
    var modelIssues: [ModelSourceIssue] { facts.modelIssues }
    /// Whether SwiftData made the model.
    var isSwiftData: Bool { !sourceValues.isEmpty || model.isSwiftData }
    /// The store behind the object layer, read-only.
    package var coordinator: PersistentStoreCoordinator { facts.coordinator }
    /// What is known of the store.
    let facts: Facts
    private var keyIndexes: [String: TargetIndex] = [:]
    private var smallTables: [String: Bool] = [:]
    /// Whether rows were found that keep objects from being fetched and followed.
    var hasBrokenObjects = false
    private var openContext: ManagedObjectContext?
    /// Goes through the rows, for all checks that look at them.
    private(set) lazy var walk = RowWalk(coordinator, over: connection)

    /// Opens a store for verification.
    ///
    /// - Parameters:
    ///   - modelPath: a model file of exactly this store; nil for the store's own model.
    ///   - modelChoice: which model of a folder of versions or of source code.
    ///   - declared: relationships that complete the guessed model of a store without one.
    ///   - sourceValues: what source code of the same model says of values.
    ///   - sqlDebug: told of every statement of the object layer; nil for what the environment
    ///     asks for.
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

    /// Takes a store that is open.
    ///
    /// - Parameters:
    ///   - sourceValues: what source code of the same model says of values.
    ///   - sqlDebug: told of every statement of the object layer; nil for what the environment asks for.
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

    /// What is known of a store apart from its connections: other threads may have it, too.
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

    /// Takes another connection to a store that is known already.
    init(connection: Connection, _ facts: Facts) {
        self.connection = connection
        self.facts = facts
    }

    /// The root entities, each with a table of its own.
    var roots: [EntityLayout] { layout.entities.filter { $0.name == $0.rootName } }

    /// The entities that objects can be of, and whose table exists.
    var concreteEntities: [EntityLayout] {
        layout.entities.filter { !$0.isAbstract && has($0.table) }
    }

    /// The entities that an entity's table may hold, without the abstract ones.
    func concreteNumbers(ofFamily entity: EntityLayout) -> [Int] {
        entity.familyNumbers.filter { layout.entity(numbered: $0)?.isAbstract == false }
    }

    /// The name of the entity with a number, or the number.
    func name(ofEntityNumbered number: Int64) -> String {
        Int(exactly: number).flatMap { layout.entity(numbered: $0) }?.name ?? "entity \(number)"
    }

    /// Whether the entity itself, and not one it inherits from, declares the property.
    func declares(_ entity: EntityLayout, _ property: String) -> Bool {
        let name = property.firstIndex(of: ".").map { String(property[..<$0]) } ?? property
        return model.entity(named: entity.name)?.declares(name) ?? false
    }

    /// Why relationships cannot be looked at: a guessed model may have none. Nil where they can.
    var lacksRelationships: String? {
        model.isInferred && layout.entities.allSatisfy(\.toOnes.isEmpty)
            ? "the store carries no model that says which columns are relationships" : nil
    }

    /// Why the model's rules cannot be looked at: a guessed model has none. Nil where they can.
    var lacksModel: String? {
        model.isInferred ? "the store carries no model; name the app's with --model" : nil
    }

    /// Whether a migration in place changed the schema (docs/format.md#migrated-stores): then it holds
    /// what no model and no framework alone explains. Triggers do not tell, since apps write their own.
    private(set) lazy var isMigrated: Bool = {
        let objects = inspection.schemaObjects
        return hasOldIndexes(Set(objects.map(\.name)))
            || objects.contains { object in
                guard object.kind != .trigger else { return false }
                return object.sql.hasPrefix("CREATE TABLE \"")
                    || Self.has(" , ", in: object.sql) || Self.has(" ON \"", in: object.sql)
            }
    }()

    /// Byte by byte: Foundation's search, which knows all of Unicode, takes longer than all else that is
    /// done with the schema.
    private static func has(_ wanted: StaticString, in text: String) -> Bool {
        var text = text
        let length = wanted.utf8CodeUnitCount
        return text.withUTF8 { bytes in
            guard let start = bytes.baseAddress, length <= bytes.count else { return false }
            return (0...bytes.count - length).contains { memcmp(start + $0, wanted.utf8Start, length) == 0 }
        }
    }

    /// Whether an attribute has an index in the style of before framework 847, though the model has
    /// fetch indexes: left over from an earlier framework.
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

    /// The framework version that wrote the store last; nil where its metadata do not tell.
    private(set) lazy var frameworkVersion: Int? = {
        let bytes = inspection.metadataPropertyList
        return (try? StoreMetadata(uuid: "", propertyList: bytes))?.frameworkVersion
    }()

    /// Whether the store has the table.
    func has(_ table: String) -> Bool { inspection.table(named: table) != nil }

    /// Counts the rows of a query that begins at `FROM`.
    func count(_ from: String) throws -> Int64 {
        try connection.integer("SELECT count(*) \(from)") ?? 0
    }

    /// A context on the store, for all checks that fetch objects.
    func context() throws -> ManagedObjectContext {
        if let openContext { return openContext }
        let context = try ManagedObjectContext(coordinator, over: connection)
        openContext = context
        return context
    }

    /// Whether a table has no more than a thousand rows.
    func isSmall(_ table: String) throws -> Bool {
        if let known = smallTables[table] { return known }
        let beyond = try connection.integer(
            "SELECT 1 FROM \(table.sqlIdentifier) LIMIT 1 OFFSET 1000")
        smallTables[table] = beyond == nil
        return beyond == nil
    }

    /// Whether the rows of a table with a value in a column are found fast: by an index that begins
    /// with the column, or because there are few.
    func isSmallOrIndexed(_ table: String, by column: String) throws -> Bool {
        guard try !isSmall(table) else { return true }
        let indexes = try connection.integer(
            """
            SELECT count(*) FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS c
            WHERE c.seqno = 0 AND upper(c.name) = upper(?)
            """, [.text(table), .text(column)])
        return indexes ?? 0 > 0
    }

    /// The primary keys of the table of an entity's family, read once.
    func keys(of entity: EntityLayout) throws -> TargetIndex {
        if let known = keyIndexes[entity.table] { return known }
        let keys = try walk.keys(ofTable: entity.table)
        keyIndexes[entity.table] = keys
        return keys
    }

    /// What is wrong with a row as the target of a relationship to an entity; nil for nothing.
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
    /// An SQL condition on the rows that are of the entity's kind.
    var familyCondition: String {
        "Z_ENT IN (\(familyNumbers.map(String.init).joined(separator: ", ")))"
    }

    /// The same on the table's alias.
    func familyCondition(alias: String) -> String { "\(alias).\(familyCondition)" }
}
