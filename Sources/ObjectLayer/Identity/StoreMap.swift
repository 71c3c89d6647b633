import ObjectModel
import StoreFormat

/// All entities of a store with the places of their properties.
final class StoreMap: Sendable {
    let model: ManagedObjectModel
    let layout: StoreLayout
    /// The `Z_UUID` of the store.
    let storeUUID: String
    /// The entities in the order of the model.
    let entities: [MappedEntity]
    private let byName: [String: MappedEntity]
    private let byNumber: [Int: MappedEntity]
    /// For each root by its number, how to read rows of its whole family.
    private let familyReadings: [Int: FamilyReading]

    init(model: ManagedObjectModel, layout: StoreLayout, storeUUID: String) {
        self.model = model
        self.layout = layout
        self.storeUUID = storeUUID
        entities = model.entities.compactMap { entity in
            guard let place = layout.entity(named: entity.name) else { return nil }
            let root = layout.entity(named: place.rootName)?.number ?? place.number
            return MappedEntity(entity, layout: place, storeUUID: storeUUID, rootNumber: root)
        }
        byName = Dictionary(
            entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        byNumber = Dictionary(
            entities.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        familyReadings = Dictionary(grouping: entities) { $0.rootNumber }
            .mapValues { FamilyReading($0) }
    }

    func entity(named name: String) -> MappedEntity? { byName[name] }

    func entity(numbered number: Int) -> MappedEntity? { byNumber[number] }

    /// How to read rows of an entity and of all that inherit from it.
    func reading(of entity: MappedEntity, includesSubentities: Bool = true) -> FamilyReading {
        guard includesSubentities, entity.family.count > 1,
            let reading = familyReadings[entity.rootNumber]
        else { return FamilyReading([entity]) }
        return reading
    }

    /// The entity that a relationship leads to.
    func destination(of relationship: RelationshipDescription) -> MappedEntity? {
        relationship.destinationEntityName.flatMap { entity(named: $0) }
    }
}

/// How to read rows that may belong to different entities of one family.
struct FamilyReading: Sendable {
    /// The columns to select behind `Z_PK`, `Z_ENT` and `Z_OPT`.
    let columns: [String]
    private let readings: [Int: (entity: MappedEntity, reading: RowReading)]

    init(_ entities: [MappedEntity]) {
        if entities.count == 1, let entity = entities.first {
            columns = entity.ownReading.columns
            readings = [entity.number: (entity, entity.ownReading)]
            return
        }
        var seen: Set<String> = []
        var union: [String] = []
        for entity in entities {
            for column in entity.ownReading.columns where seen.insert(column).inserted {
                union.append(column)
            }
        }
        columns = union
        readings = Dictionary(
            entities.map { ($0.number, ($0, RowReading(slots: $0.slots, columns: union))) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The entity of a `Z_ENT`, and how to read its rows; nil where it is none of the family.
    func reading(ofEntityNumbered number: Int64) -> (entity: MappedEntity, reading: RowReading)? {
        Int(exactly: number).flatMap { readings[$0] }
    }
}
