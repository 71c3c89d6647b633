import ObjectModel
import Synchronization

/// Where a store keeps what its model describes: the tables, columns and numbers behind the names
/// of entities and properties. Readers and writers of rows build on it.
///
/// Made from the rules alone it describes the store that zseed or Core Data would create; made
/// with the tables of a real store it tells where that store has everything.
package struct StoreLayout: Sendable {
    /// The model.
    package let model: ManagedObjectModel
    /// The entities in the order of their numbers.
    package let entities: [EntityLayout]
    /// The join tables, in the order of the entities that they are named after.
    package let joinTables: [JoinTableLayout]
    /// Where the store does not show what the model describes; empty when made from the rules.
    package let problems: [LayoutProblem]
    private let indicesByName: [String: Int]
    private let indicesByNumber: [Int: Int]

    /// The layout that the rules give to a model (docs/format.md#entity-numbers to #columns), the same
    /// for all frameworks.
    package init(model: ManagedObjectModel) {
        self.init(StoreLayoutBuilder(schema: StoreSchema(model: model), store: nil))
    }

    /// The layout of a real store: what the rules say, and where the store shows something else,
    /// that.
    ///
    /// - Parameters:
    ///   - tables: the columns of each table, see ``ColumnInfo/tables(of:)``.
    ///   - entityNumbers: what `Z_PRIMARYKEY` says, `Z_ENT` by `Z_NAME`.
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

    /// All that the layout of a real store follows from.
    private struct Origin: Equatable, Sendable {
        let model: ManagedObjectModel
        // Equal models need not agree in this.
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

    /// The layout that was worked out last: a build needs that of its reference, and then the same again
    /// for the store that it made. Kept until there is another one.
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

    /// The layout of an entity by its name.
    package func entity(named name: String) -> EntityLayout? {
        indicesByName[name].map { entities[$0] }
    }

    /// The layout of the entity that an entity inherits from directly.
    package func superentity(of entity: EntityLayout) -> EntityLayout? {
        model.entity(named: entity.name)?.superentityName.flatMap { self.entity(named: $0) }
    }

    /// The layout of an entity by its number, the `Z_ENT` of its rows.
    package func entity(numbered number: Int) -> EntityLayout? {
        indicesByNumber[number].map { entities[$0] }
    }
}

/// The numbers that a store gives to the entities of a model.
struct StoredNumbers {
    /// The number of every entity of the model.
    private(set) var numbers: [String: Int] = [:]
    private(set) var problems: [LayoutProblem] = []

    init(model: ManagedObjectModel, entityNumbers: [String: Int]) {
        for entity in model.entities {
            // A migrated store may know an entity by its former name only (docs/format.md#migrated-stores).
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

    /// The rule's number where the store gives none, or a free one where another entity has that.
    private mutating func assume(for model: ManagedObjectModel, owners: [Int: String]) {
        var next = max(model.entities.count, owners.keys.max() ?? 0)
        for entity in model.entities where numbers[entity.name] == nil {
            var number = entity.number
            if owners[number] != nil {
                // No entity of a store has such a number; one of them cannot be the greatest.
                next = next == Int.max ? next : next + 1
                number = next
            }
            numbers[entity.name] = number
            problems.append(.missingEntityNumber(entity: entity.name, assumed: number))
        }
    }
}
