import ObjectModel
import StoreFormat

/// All entities of a store with the columns and tables of their properties.
final class StoreMap: Sendable {
    let model: ManagedObjectModel
    let layout: StoreLayout
    /// The `Z_UUID` of the store.
    let storeUUID: String
    /// The entities in the order of the model.
    let entities: [MappedEntity]
    private let byName: [String: MappedEntity]
    private let byNumber: [Int: MappedEntity]
    /// The reading of rows of a single entity, by entity number.
    private let ownReadings: [Int: FamilyReading]
    /// The reading of rows of a whole family, by the number of its root entity.
    private let familyReadings: [Int: FamilyReading]

    /// - Parameters:
    ///   - storeIndex: the index of the store among those of its coordinator.
    ///   - entityNames: the entities that the store has; nil for all.
    init(
        model: ManagedObjectModel, layout: StoreLayout, storeUUID: String, storeIndex: Int = 0,
        entityNames: Set<String>? = nil
    ) {
        self.model = model
        self.layout = layout
        self.storeUUID = storeUUID
        entities = model.entities.compactMap { entity in
            guard entityNames?.contains(entity.name) ?? true,
                let entityLayout = layout.entity(named: entity.name)
            else { return nil }
            let root = layout.entity(named: entityLayout.rootName)?.number ?? entityLayout.number
            let names = entityLayout.familyNumbers.compactMap { number in
                layout.entity(numbered: number).map { (number, $0.name) }
            }
            return MappedEntity(
                entity, layout: entityLayout, storeUUID: storeUUID, rootNumber: root,
                familyNames: Dictionary(keepingFirst: names),
                storeIndex: storeIndex)
        }
        let byName = Dictionary(keepingFirst: entities.map { ($0.name, $0) })
        self.byName = byName
        byNumber = Dictionary(keepingFirst: entities.map { ($0.number, $0) })
        ownReadings = byNumber.mapValues { FamilyReading([$0], destinations: byName) }
        familyReadings = Dictionary(grouping: entities) { $0.rootNumber }
            .mapValues { FamilyReading($0, destinations: byName) }
    }

    func entity(named name: String) -> MappedEntity? { byName[name] }

    func entity(numbered number: Int) -> MappedEntity? { byNumber[number] }

    /// Returns the reading of rows of an entity and, by default, of its descendants.
    func reading(of entity: MappedEntity, includesSubentities: Bool = true) -> FamilyReading {
        let isWhole = includesSubentities && entity.family.count > 1
        return (isWhole ? familyReadings[entity.rootNumber] : ownReadings[entity.number])
            ?? FamilyReading([entity], destinations: byName)
    }

    /// Returns the destination entity of a relationship.
    func destination(of relationship: RelationshipDescription) -> MappedEntity? {
        relationship.destinationEntityName.flatMap { entity(named: $0) }
    }
}

/// The reading of rows that may belong to different entities of one family.
struct FamilyReading: Sendable {
    /// The columns to select after `Z_PK`, `Z_ENT` and `Z_OPT`.
    let columns: [String]
    private typealias Reading = (entity: MappedEntity, reading: RowReading)
    /// The reading of the only entity, which needs no lookup.
    private let single: Reading?
    private let readings: [Int: Reading]

    /// - Parameter destinations: the destination entities of relationships, by name.
    init(_ entities: [MappedEntity], destinations: [String: MappedEntity]) {
        var seen: Set<String> = []
        var columns: [String] = []
        for entity in entities {
            for column in RowReading.columns(of: entity.slots)
            where entities.count == 1 || seen.insert(column).inserted {
                columns.append(column)
            }
        }
        self.columns = columns
        readings = Dictionary(
            keepingFirst: entities.map { entity in
                let reading = RowReading(
                    slots: entity.slots, columns: columns, destinations: destinations)
                return (entity.number, (entity, reading))
            })
        single = readings.count == 1 ? readings.first?.value : nil
    }

    /// Returns the entity with a `Z_ENT` and the reading of its rows; nil if that entity is not in the family.
    func reading(ofEntityNumbered number: Int64) -> (entity: MappedEntity, reading: RowReading)? {
        guard let number = Int(exactly: number) else { return nil }
        if let single { return single.entity.number == number ? single : nil }
        return readings[number]
    }
}
