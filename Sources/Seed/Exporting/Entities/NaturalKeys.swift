import ObjectModel
import StoreFormat

/// The way in which files for people name the objects of each entity: by a unique attribute if there is one, and
/// otherwise by `Z_PK`.
struct NaturalKeys {
    private let reference: ReferenceStore
    private var keys: [String: AttributeColumn] = [:]

    /// The column with the primary key in the files of entities that need it.
    static let keyColumn = "Z_PK"

    /// Finds the keys of all entities.
    ///
    /// A uniqueness constraint alone is not enough: every object must have a value, and all values must differ, or
    /// some objects could not be found again.
    ///
    /// - Throws: `DatabaseError`.
    init(_ reference: ReferenceStore) throws {
        self.reference = reference
        for entity in reference.layout.entities {
            keys[entity.name] = try Self.candidates(of: entity, in: reference)
                .first { try Self.isKey($0, of: entity, in: reference) }
        }
    }

    /// Returns the attribute that names the objects of an entity; nil if only `Z_PK` does.
    func attribute(of entity: EntityLayout) -> AttributeColumn? { keys[entity.name] }

    /// Returns whether the file of an entity needs the primary keys, because it or one of its ancestors has no
    /// attribute that names its objects.
    func needsPrimaryKey(_ entity: EntityLayout) -> Bool {
        reference.layout.entities.contains {
            $0.familyNumbers.contains(entity.number) && keys[$0.name] == nil
        }
    }

    /// Returns the attributes with a uniqueness constraint of their own, including inherited ones.
    private static func candidates(
        of layout: EntityLayout, in reference: ReferenceStore
    ) -> [AttributeColumn] {
        // Names that people chose are better than numbers.
        let order: [AttributeType] = [.string, .uri, .uuid, .integer16, .integer32, .integer64]
        return reference.model.uniqueAttributes(ofEntity: layout.name).compactMap(layout.attribute)
            .filter { order.contains($0.attribute.type) && !$0.attribute.isDerived }
            .sorted { one, other in
                let indices = [one, other].map { order.firstIndex(of: $0.attribute.type) ?? 0 }
                return indices[0] == indices[1] ? one.path < other.path : indices[0] < indices[1]
            }
    }

    private static func isKey(
        _ attribute: AttributeColumn, of entity: EntityLayout, in reference: ReferenceStore
    ) throws -> Bool {
        guard reference.inspection.table(named: entity.table) != nil else { return false }
        let column = attribute.column.sqlIdentifier
        // Empty texts and NUL characters cannot be restored from CSV.
        let sql = """
            SELECT count(*) = count(DISTINCT \(column)),
                count(CASE WHEN \(column) IS NULL OR CAST(\(column) AS TEXT) = ''
                    OR typeof(\(column)) = 'text' AND instr(\(column), char(0)) > 0 THEN 1 END) = 0
            FROM \(entity.table.sqlIdentifier) WHERE Z_ENT IN (\(entity.numberList))
            """
        let result = try reference.connection.firstRow(sql) {
            ($0.integer(at: 0), $0.integer(at: 1))
        }
        return result.map { $0 == (1, 1) } ?? false
    }
}

extension EntityLayout {
    /// The numbers of its family for an SQL `IN`.
    var numberList: String { familyNumbers.map(String.init).joined(separator: ", ") }
}
