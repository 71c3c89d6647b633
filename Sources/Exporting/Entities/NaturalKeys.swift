import ObjectModel
import StoreFormat

/// How the objects of each entity are named in files for people: by a unique attribute where there
/// is one, by `Z_PK` otherwise.
struct NaturalKeys {
    private let reference: ReferenceStore
    private var keys: [String: AttributeColumn] = [:]

    /// The column with the primary key in the files of entities that need it.
    static let keyColumn = "Z_PK"

    /// Looks for the keys of all entities.
    ///
    /// A uniqueness constraint alone is not enough: every object has to have a value, and each
    /// another one, or some could not be found again.
    ///
    /// - Throws: `DatabaseError`.
    init(_ reference: ReferenceStore) throws {
        self.reference = reference
        for entity in reference.layout.entities {
            keys[entity.name] = try Self.candidates(of: entity, in: reference)
                .first { try Self.isKey($0, of: entity, in: reference) }
        }
    }

    /// The attribute that names the objects of an entity; nil where only `Z_PK` does.
    func attribute(of entity: EntityLayout) -> AttributeColumn? { keys[entity.name] }

    /// Whether the file of an entity needs the primary keys: it, or an entity that it inherits
    /// from, has no attribute that names its objects.
    func needsPrimaryKey(_ entity: EntityLayout) -> Bool {
        reference.layout.entities.contains {
            $0.familyNumbers.contains(entity.number) && keys[$0.name] == nil
        }
    }

    /// The attributes that alone are a uniqueness constraint, inherited ones included.
    private static func candidates(
        of layout: EntityLayout, in reference: ReferenceStore
    ) -> [AttributeColumn] {
        // Names that people chose come before numbers.
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
        // Empty texts and NUL characters do not come through CSV.
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
