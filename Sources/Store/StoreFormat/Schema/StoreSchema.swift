import ObjectModel

/// The schema that Core Data gives the store of a model: tables, columns and join tables
/// (docs/internals/format.md#entity-numbers to #columns). ``statements`` creates it.
package struct StoreSchema: Sendable {
    /// The model.
    package let model: ManagedObjectModel
    /// The era of the framework version.
    package let era: SchemaEra
    /// Whether the store keeps a persistent history (docs/internals/format.md#persistent-history).
    package let hasHistory: Bool
    /// The tables of the root entities, in the order of their numbers.
    package let tables: [SchemaTable]
    /// The join tables, in the order of the entities that they are named after.
    package let joinTables: [SchemaJoinTable]
    let numbers: EntityNumbers
    let referenceTables: Set<String>
    let uncertainJoinColumns: [(entityName: String, relationshipNames: [String])]
    private let tableIndices: [String: Int]
    private let columns: [ColumnKey: SchemaColumn]

    /// Computes the schema of a model.
    ///
    /// - Parameters:
    ///   - era: the form of the statements; nil for that of the framework version.
    ///   - framework: the framework version.
    ///   - hasHistory: whether the schema has the tables of the persistent history.
    ///   - entityNumbers: the number of each entity by its name, for a store with its own numbers. Missing entities
    ///     get the rule's numbers (docs/internals/format.md#entity-numbers).
    ///   - referenceTables: the names of the tables of a store of the same model. They show the naming sides of join
    ///     tables within one entity, which the rules do not define (docs/internals/format.md#many-to-many).
    ///   - referenceColumns: the columns of those tables in their order. They show the numbers in the columns of join
    ///     tables, and the order of several order keys (docs/internals/format.md#many-to-many).
    package init(
        model: ManagedObjectModel, era: SchemaEra? = nil, framework: Int = SchemaEra.newestFramework,
        hasHistory: Bool = false, entityNumbers: [String: Int] = [:],
        referenceTables: Set<String> = [], referenceColumns: [String: [String]] = [:]
    ) {
        self.model = model
        self.era = era ?? SchemaEra(framework: framework)
        self.hasHistory = hasHistory
        numbers = EntityNumbers(model: model, stored: entityNumbers)
        let laidOut = EntityTables(
            model: model, numbers: numbers, referenceColumns: referenceColumns)
        tables = laidOut.tables
        tableIndices = laidOut.tableIndices
        columns = laidOut.columns
        let naming = JoinTableNaming(
            model: model, numbers: numbers, referenceTables: referenceTables,
            referenceColumns: referenceColumns)
        self.referenceTables = naming.referenceTables
        joinTables = naming.tables
        uncertainJoinColumns = naming.uncertainColumns
    }

    /// Computes the schema of a model, with a store of it for everything that the rules do not define.
    ///
    /// - Parameters:
    ///   - era: the form of the statements.
    ///   - reference: the tables, indexes and triggers of that store.
    package init(
        model: ManagedObjectModel, era: SchemaEra, hasHistory: Bool, reference: [SchemaObject]
    ) {
        let tables = reference.filter { $0.kind == .table }
        self.init(
            model: model, era: era, hasHistory: hasHistory,
            referenceTables: Set(tables.map(\.name)),
            referenceColumns: Dictionary(
                keepingFirst: tables.compactMap { table in
                    TableText(table.sql).map { (table.name, $0.columnNames) }
                }))
    }

    /// Returns the table that contains the rows of an entity.
    package func table(of entity: EntityDescription) -> SchemaTable? {
        tableIndices[entity.name].map { tables[$0] }
    }

    /// Returns the column of a property, which the entity may have inherited.
    ///
    /// - Parameter path: the name of an attribute or relationship, or the dotted path to an element of a composite
    ///   attribute.
    package func column(
        _ path: String, _ role: SchemaColumn.Role, of entity: EntityDescription
    ) -> SchemaColumn? {
        model.lineage(of: entity).lazy.compactMap { owner in
            columns[ColumnKey(entityName: owner.name, path: path, role: role)]
        }.first
    }
}
