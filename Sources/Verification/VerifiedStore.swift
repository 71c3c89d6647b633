import ObjectModel
import SQLite
import StoreFormat

/// A store under verification, as the checks see it.
public final class VerifiedStore {
    /// The path, as it was given.
    public let path: String
    /// The store, open for reading.
    public let connection: Connection
    /// What the store says of itself.
    public let inspection: StoreInspection
    /// The model.
    public let model: ManagedObjectModel
    /// Where the store keeps what the model describes.
    public let layout: StoreLayout

    /// Opens a store for verification.
    ///
    /// - Parameters:
    ///   - modelPath: a model file of exactly this store; nil for the store's own model.
    ///   - modelVersion: which model of a folder of versions; nil for the current one.
    ///   - declared: relationships that complete the guessed model of a store without one.
    /// - Throws: `StoreError`, or `ModelError` for the model file.
    public init(
        path: String, modelPath: String? = nil, modelVersion: String? = nil,
        declared: [DeclaredRelationship] = []
    ) throws {
        let reference = try ReferenceStore(
            path: path, modelPath: modelPath, modelVersion: modelVersion, declared: declared)
        self.path = path
        connection = reference.connection
        inspection = reference.inspection
        model = reference.model
        layout = reference.layout
    }

    /// The root entities, each with a table of its own.
    var roots: [EntityLayout] { layout.entities.filter { $0.name == $0.rootName } }

    /// The entities that an entity's table may hold, without the abstract ones.
    func concreteNumbers(ofFamily entity: EntityLayout) -> [Int] {
        entity.familyNumbers.filter { layout.entity(numbered: $0)?.isAbstract == false }
    }

    /// The name of the entity with a number, or the number.
    func name(ofEntityNumbered number: Int64) -> String {
        Int(exactly: number).flatMap { layout.entity(numbered: $0) }?.name ?? "entity \(number)"
    }

    /// Whether the entity itself, and not one it inherits from, declares the property.
    func declares(_ entity: EntityLayout, _ property: String) -> Bool {
        let name = property.firstIndex(of: ".").map { String(property[..<$0]) } ?? property
        return model.entity(named: entity.name)?.declares(name) ?? false
    }

    /// Whether any relationship is known, which a guessed model may lack.
    var hasRelationships: Bool { layout.entities.contains { !$0.toOnes.isEmpty } }

    /// Whether the store has the table.
    func has(_ table: String) -> Bool { inspection.table(named: table) != nil }

    /// Counts the rows of a query that begins at `FROM`.
    func count(_ from: String) throws -> Int64 {
        try connection.integer("SELECT count(*) \(from)") ?? 0
    }
}

extension EntityLayout {
    /// An SQL condition on the rows that are of the entity's kind.
    var familyCondition: String {
        "Z_ENT IN (\(familyNumbers.map(String.init).joined(separator: ", ")))"
    }

    /// The same on the table's alias.
    func familyCondition(alias: String) -> String { "\(alias).\(familyCondition)" }
}
