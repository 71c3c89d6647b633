import ObjectModel
import SQLite

/// The committed values of an object: those of a row, or of an object in a parent context.
struct RowSnapshot: Sendable {
    /// The row's `Z_OPT` (docs/internals/format.md#rows); 0 for an object that is not in the store yet.
    var version: Int64
    /// One value for each slot of the entity.
    var values: [StoredValue]
}

/// Reads the slots of one entity from selected rows. The first columns of every selection are
/// `Z_PK`, `Z_ENT` and `Z_OPT`.
@usableFromInline struct RowReading: Sendable {
    /// The number of columns before those of the slots.
    @inlinable static var leadingColumns: Int { 3 }

    /// The place of a slot's value in a selection.
    private enum Position: Sendable {
        /// The store has no column for it.
        case nowhere
        case attribute(column: Int, AttributeType, allowsExternalStorage: Bool)
        case toOne(column: Int, entityColumn: Int?, declared: MappedEntity)
    }

    /// The columns to select after the leading ones.
    let columns: [String]
    /// One for each slot.
    private let positions: [Position]

    /// - Parameter destinations: the destination entities of relationships, by name.
    init(
        slots: [MappedEntity.Slot], columns: [String], destinations: [String: MappedEntity]
    ) {
        self.columns = columns
        let offsets = Dictionary(keepingFirst: columns.enumerated().map { ($1, $0 + Self.leadingColumns) })
        positions = slots.map { slot in
            guard let column = slot.column.flatMap({ offsets[$0] }) else { return .nowhere }
            switch slot.kind {
            case .attribute(let attribute, _):
                return .attribute(
                    column: column, attribute.type,
                    allowsExternalStorage: attribute.allowsExternalBinaryDataStorage)
            case .toOne(let relationship, _):
                let declared = relationship.destinationEntityName.flatMap { destinations[$0] }
                guard let declared else { return .nowhere }
                return .toOne(
                    column: column, entityColumn: slot.entityColumn.flatMap { offsets[$0] },
                    declared: declared)
            }
        }
    }

    /// The stored columns of slots, in order.
    static func columns(of slots: [MappedEntity.Slot]) -> [String] {
        slots.flatMap { slot in [slot.column, slot.entityColumn].compactMap { $0 } }
    }

    /// Reads the current row of a statement.
    func snapshot(of statement: Statement, in map: StoreMap) -> RowSnapshot {
        let values = positions.map { position -> StoredValue in
            switch position {
            case .nowhere: .null
            case .attribute(let column, let type, let allowsExternalStorage):
                ValueCoding.value(
                    of: statement.value(at: column), type,
                    allowsExternalStorage: allowsExternalStorage)
            case .toOne(let column, let entityColumn, let declared):
                Self.destination(of: statement, column, entityColumn, declared, in: map)
            }
        }
        return RowSnapshot(version: statement.integer(at: 2), values: values)
    }

    /// Returns the destination of a to-one relationship. Its entity is in the entity column, if there is such a column
    /// (docs/internals/format.md#relationships); otherwise it is the declared destination entity.
    private static func destination(
        of statement: Statement, _ column: Int, _ entityColumn: Int?, _ declared: MappedEntity,
        in map: StoreMap
    ) -> StoredValue {
        guard !statement.isNull(at: column) else { return .null }
        let key = statement.integer(at: column)
        let named = entityColumn.flatMap { column in
            Int(exactly: statement.integer(at: column)).flatMap { map.entity(numbered: $0) }
        }
        let entity = named.flatMap { $0.isKind(of: declared) ? $0 : nil } ?? declared
        return .object(ManagedObjectID(entity: entity, key: .permanent(key)))
    }
}
