import ObjectModel
import SQLite

/// The committed values of an object: those of a row, or of an object in a parent context.
struct RowSnapshot: Sendable {
    /// The row's `Z_OPT` (SPEC 8); 0 for an object that is not in the store yet.
    var version: Int64
    /// One value for each slot of the entity.
    var values: [StoredValue]
}

/// Reads the slots of one entity from selected rows. The first columns of every selection are
/// `Z_PK`, `Z_ENT` and `Z_OPT`.
struct RowReading: Sendable {
    /// How many columns stand before those of the slots.
    static let leadingColumns = 3

    private struct Place: Sendable {
        let column: Int
        let entityColumn: Int?
    }

    /// The columns to select behind the leading ones.
    let columns: [String]
    /// For each slot the places of its columns in the selection; nil where the store has none.
    private let places: [Place?]

    init(slots: [MappedEntity.Slot], columns: [String]) {
        self.columns = columns
        let offsets = Dictionary(
            columns.enumerated().map { ($1, $0 + Self.leadingColumns) },
            uniquingKeysWith: { first, _ in first })
        places = slots.map { slot in
            guard let column = slot.column.flatMap({ offsets[$0] }) else { return nil }
            return Place(column: column, entityColumn: slot.entityColumn.flatMap { offsets[$0] })
        }
    }

    /// The stored columns of slots, in order.
    static func columns(of slots: [MappedEntity.Slot]) -> [String] {
        slots.flatMap { slot in [slot.column, slot.entityColumn].compactMap { $0 } }
    }

    /// Reads the current row of a statement.
    func snapshot(
        of statement: Statement, _ entity: MappedEntity, in map: StoreMap
    ) -> RowSnapshot {
        var values: [StoredValue] = []
        values.reserveCapacity(places.count)
        for (slot, place) in zip(entity.slots, places) {
            guard let place else {
                values.append(.null)
                continue
            }
            switch slot.kind {
            case .attribute(let attribute, _):
                values.append(ValueCoding.value(of: statement.value(at: place.column), attribute))
            case .toOne(let relationship, _):
                values.append(
                    Self.destination(of: statement, place, relationship, in: map))
            }
        }
        return RowSnapshot(version: statement.integer(at: 2), values: values)
    }

    /// The destination of a to-one: its entity stands in the entity column where there is one
    /// (SPEC 3), otherwise it is that of the relationship.
    private static func destination(
        of statement: Statement, _ place: Place, _ relationship: RelationshipDescription,
        in map: StoreMap
    ) -> StoredValue {
        guard !statement.isNull(at: place.column), let declared = map.destination(of: relationship)
        else { return .null }
        let key = statement.integer(at: place.column)
        let named = place.entityColumn.flatMap { column in
            Int(exactly: statement.integer(at: column)).flatMap { map.entity(numbered: $0) }
        }
        let entity = named.flatMap { $0.isKind(of: declared) ? $0 : nil } ?? declared
        return .object(ManagedObjectID(entity: entity, key: .permanent(key)))
    }
}
