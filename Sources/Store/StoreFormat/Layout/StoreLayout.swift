import ObjectModel
import Synchronization

/// The places in a store for the contents that its model describes: the tables, columns and numbers of entities and
/// properties. All code that reads or writes rows uses it.
///
/// Made from the rules alone, it describes a store that zseed or Core Data would create. Made from the tables of a
/// real store, it describes that store.
package struct StoreLayout: Sendable {
    /// The model.
    package let model: ManagedObjectModel
    /// The entities in the order of their numbers.
    package let entities: [EntityLayout]
    /// The join tables, in the order of the entities that they are named after.
    package let joinTables: [JoinTableLayout]
    /// The differences between the store and the model; empty if made from the rules.
    package let problems: [LayoutProblem]
    private let indicesByName: [String: Int]
    private let indicesByNumber: [Int: Int]

    /// Creates the layout of a model by the rules (docs/internals/format.md#entity-numbers to #columns), which is the
    /// same for all frameworks.
    package init(model: ManagedObjectModel) {
        self.init(StoreLayoutBuilder(schema: StoreSchema(model: model), store: nil))
    }

    /// Creates the layout of a real store: that of the rules, with the store's own places if they differ.
    ///
    /// - Parameters:
    ///   - tables: the columns of each table, see ``ColumnInfo/tables(of:)``.
    ///   - entityNumbers: `Z_ENT` by `Z_NAME`, from `Z_PRIMARYKEY`.
    package init(
        model: ManagedObjectModel, tables: [String: [ColumnInfo]], entityNumbers: [String: Int]
    ) {
        let origin = Origin(model: model, tables: tables, entityNumbers: entityNumbers)
        if let latest = Self.latest.withLock({ $0 }), latest.origin == origin {
            self = latest.layout
        } else {
            self.init(origin)
            Self.latest.withLock { [self] in $0 = (origin, self) }
        }
    }

    /// The input from which the layout of a real store is computed.
    private struct Origin: Equatable, Sendable {
        let model: ManagedObjectModel
        // Equal models may differ in this.
        let isInferred: Bool
        let tables: [String: [ColumnInfo]]
        let entityNumbers: [String: Int]

        init(
            model: ManagedObjectModel, tables: [String: [ColumnInfo]], entityNumbers: [String: Int]
        ) {
            self.model = model
            isInferred = model.isInferred
            self.tables = tables
            self.entityNumbers = entityNumbers
        }
    }

    /// The last computed layout. A build needs that of its reference, and then the same for the new store. It is kept
    /// until another one is computed.
    private static let latest = Mutex<(origin: Origin, layout: StoreLayout)?>(nil)

    private init(_ origin: Origin) {
        let (model, tables, entityNumbers) = (origin.model, origin.tables, origin.entityNumbers)
        let stored = StoredNumbers(model: model, entityNumbers: entityNumbers)
        let schema = StoreSchema(model: model, entityNumbers: stored.numbers)
        self.init(
            StoreLayoutBuilder(
                schema: schema, store: StoredTables(tables: tables), problems: stored.problems))
    }

    private init(_ finished: StoreLayoutBuilder) {
        var builder = finished
        builder.build()
        model = builder.schema.model
        entities = builder.entities
        joinTables = builder.joinTables
        problems = builder.problems
        indicesByName = Dictionary(keepingFirst: entities.enumerated().map { ($1.name, $0) })
        indicesByNumber = Dictionary(keepingFirst: entities.enumerated().map { ($1.number, $0) })
    }

    /// Returns the layout of an entity by its name.
    package func entity(named name: String) -> EntityLayout? {
        indicesByName[name].map { entities[$0] }
    }

    /// Returns the layout of an entity's superentity.
    package func superentity(of entity: EntityLayout) -> EntityLayout? {
        model.entity(named: entity.name)?.superentityName.flatMap { self.entity(named: $0) }
    }

    /// Returns the layout of an entity by its number, the `Z_ENT` of its rows.
    package func entity(numbered number: Int) -> EntityLayout? {
        indicesByNumber[number].map { entities[$0] }
    }
}

/// The numbers of a model's entities in a store.
struct StoredNumbers {
    /// The number of every entity of the model.
    private(set) var numbers: [String: Int] = [:]
    private(set) var problems: [LayoutProblem] = []

    init(model: ManagedObjectModel, entityNumbers: [String: Int]) {
        for entity in model.entities {
            // A migrated store may know an entity only by its former name (docs/internals/format.md#migrated-stores).
            let former = entity.renamingIdentifier.flatMap { entityNumbers[$0] }
            numbers[entity.name] = entityNumbers[entity.name] ?? former
        }
        var owners: [Int: String] = [:]
        for entity in model.entities {
            guard let number = numbers[entity.name] else { continue }
            guard let other = owners.updateValue(entity.name, forKey: number) else { continue }
            problems.append(
                .duplicateEntityNumber(entity: entity.name, other: other, number: number))
        }
        assume(for: model, owners: owners)
    }

    /// Uses the rule's number if the store has none, or a free one if another entity has that number.
    private mutating func assume(for model: ManagedObjectModel, owners: [Int: String]) {
        var next = max(model.entities.count, owners.keys.max() ?? 0)
        for entity in model.entities where numbers[entity.name] == nil {
            var number = entity.number
            if owners[number] != nil {
                // No entity of a store has such a number, and one of them cannot be the greatest.
                next = next == Int.max ? next : next + 1
                number = next
            }
            numbers[entity.name] = number
            problems.append(.missingEntityNumber(entity: entity.name, assumed: number))
        }
    }
}
