import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// Names for the objects of a store in differences and dumps.
final class ObjectNames {
    private struct Place: Hashable {
        let table: String
        let primaryKey: Int64
    }

    /// The limits of names that are kept, because many objects refer to the same ones: their number, and the bytes of
    /// each.
    private static let (mostReferences, longestReference) = (16_384, 256)

    private let connection: Connection
    private let side: StorePair.Side
    private let choice: ComparisonChoice
    private var statements: [String: Statement] = [:]
    /// The columns that name the objects of each entity.
    private var columns: [String: (columns: [AttributeColumn], isKey: Bool)] = [:]
    private let names: [String: [Int: EntityLayout]]
    /// The names of the last objects in references.
    private var references: [Place: String] = [:]
    private let hasLabels: Bool
    private lazy var labels = Result { try ObjectLabels(self, connection, side, choice) }

    /// - Parameter hasLabels: whether objects without names are named by their contents instead of their primary
    ///   keys.
    init(
        _ connection: Connection, _ side: StorePair.Side, _ choice: ComparisonChoice, hasLabels: Bool = false
    ) {
        self.hasLabels = hasLabels
        self.connection = connection
        self.side = side
        self.choice = choice
        var names: [String: [Int: EntityLayout]] = [:]
        for entity in side.layout.entities { names[entity.table, default: [:]][entity.number] = entity }
        self.names = names
    }

    /// Returns the columns that name an object of an entity: its key, a uniqueness constraint of several attributes,
    /// or its naming attributes, of which the first with a value is used.
    func columns(of entity: EntityLayout) -> (columns: [AttributeColumn], isKey: Bool) {
        if let known = columns[entity.name] { return known }
        let key = keyNames(of: entity)
        let names =
            key ?? side.model.entity(named: entity.name)?.namingAttributes(in: side.model).map(\.name) ?? []
        let found = (columns: names.compactMap { entity.attribute($0) }, isKey: key != nil)
        columns[entity.name] = found
        return found
    }

    private func keyNames(of entity: EntityLayout) -> [String]? {
        guard let description = side.model.entity(named: entity.name) else { return nil }
        if let key = choice.key(of: description, in: side.model),
            key.allSatisfy({ entity.attribute($0) != nil })
        {
            return key
        }
        return side.model.uniquenessConstraints(of: description).first { names in
            names.allSatisfy { entity.attribute($0) != nil }
        }
    }

    /// Returns the name of an object in references: its name, its label, or `p12` if it has neither.
    ///
    /// - Throws: `DatabaseError`.
    func reference(table: String, primaryKey: Int64) throws -> String {
        let place = Place(table: table, primaryKey: primaryKey)
        if let known = references[place] { return known }
        let name = try foundReference(table: table, primaryKey: primaryKey)
        guard name.utf8.count <= Self.longestReference else { return name }
        if references.count == Self.mostReferences { references.removeAll(keepingCapacity: true) }
        references[place] = name
        return name
    }

    private func foundReference(table: String, primaryKey: Int64) throws -> String {
        let kind = try statement("kind " + table) { "SELECT Z_ENT FROM \(side.table(table)) WHERE Z_PK = ?" }
        kind.reset()
        try kind.bind(primaryKey, at: 1)
        guard try kind.step(), let entity = names[table]?[Int(kind.integer(at: 0))] else {
            return "p\(primaryKey)"
        }
        kind.reset()
        return try name(entity, primaryKey) ?? label(table: table, primaryKey) ?? "p\(primaryKey)"
    }

    /// Returns the label of an object without a name; nil if objects have no labels.
    ///
    /// - Throws: `DatabaseError`.
    func label(table: String, _ primaryKey: Int64) throws -> String? {
        hasLabels ? try labels.get().label(table: table, primaryKey: primaryKey) : nil
    }

    /// Returns the name of an object of an entity; nil if it has none.
    ///
    /// - Throws: `DatabaseError`.
    func name(_ entity: EntityLayout, _ primaryKey: Int64) throws -> String? {
        let (columns, isKey) = columns(of: entity)
        guard !columns.isEmpty else { return nil }
        let row = try statement("name " + entity.name) {
            let list = columns.map(\.column.sqlIdentifier).joined(separator: ", ")
            return "SELECT \(list) FROM \(side.table(entity.table)) WHERE Z_PK = ?"
        }
        row.reset()
        try row.bind(primaryKey, at: 1)
        guard try row.step() else { return nil }
        let words = columns.indices.map {
            StoredText.value(row.value(at: $0), columns[$0].attribute).nameText
        }
        row.reset()
        return Self.name(words, isKey: isKey)
    }

    /// Returns the name of an object from the values of its columns.
    static func name(_ words: [String?], isKey: Bool) -> String? {
        guard isKey else { return words.lazy.compactMap(\.self).first }
        if words.count == 1 { return words[0] }
        return words.allSatisfy { $0 == nil } ? nil : words.map { $0 ?? "nil" }.joined(separator: " ")
    }

    /// Returns the SQL for the order of an entity's objects by their names.
    ///
    /// - Parameter alias: that of the table.
    func order(of entity: EntityLayout, _ alias: String) -> [String] {
        let (columns, isKey) = columns(of: entity)
        let names = columns.map { "\(alias).\($0.column.sqlIdentifier)" }
        guard !isKey, names.count > 1 else { return names }
        return ["coalesce(\(names.joined(separator: ", ")))"]
    }

    /// Returns a statement that is prepared once.
    ///
    /// - Parameter name: the statement's key. Its text is only requested the first time.
    /// - Throws: `DatabaseError`.
    func statement(_ name: String, _ sql: () throws -> String) throws -> Statement {
        if let known = statements[name] { return known }
        let statement = try connection.prepare(sql(), isPersistent: true)
        statements[name] = statement
        return statement
    }
}

extension ComparedValue {
    /// The value as part of an object's name; nil for none.
    var nameText: String? {
        switch self {
        case .none: nil
        case .text(let text): text
        case .number(let text), .object(let text), .date(let text, _): text
        case .boolean(let flag): String(flag)
        case .bytes(let count, _): "\(count) bytes"
        }
    }
}
