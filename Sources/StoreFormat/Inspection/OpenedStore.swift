import ObjectModel
import SQLite

/// A store that is open for reading, with the model that it is read by and where it keeps what that
/// model describes. Whoever reads a store opens it here: references, the object layer, verification.
package struct OpenedStore {
    /// Where the model came from.
    package enum ModelOrigin: Equatable, Sendable {
        /// It was given beside the store.
        case given
        /// The store's own `Z_MODELCACHE`.
        case modelCache
        /// A guess from tables and columns.
        case inferred
    }

    /// The store, open for reading.
    package let connection: Connection
    /// What the store says of itself.
    package let inspection: StoreInspection
    /// The model.
    package let model: ManagedObjectModel
    /// Where the model came from.
    package let modelOrigin: ModelOrigin
    /// What of the store's own model could not be understood.
    package let modelIssues: [ModelSourceIssue]
    /// Where the store keeps what the model describes.
    package let layout: StoreLayout

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - model: the model; nil for the one that the store carries, or a guess.
    ///   - ignoresHashes: whether the model may be another one than the store's.
    ///   - entityNames: the entities of the model that the store has to have, as of a configuration; nil for
    ///     all.
    /// - Throws: ``StoreError``, with the entities whose version hashes differ where the model is another
    ///   one than the store's.
    package init(
        path: String, model: ManagedObjectModel? = nil, ignoresHashes: Bool = false,
        entityNames: Set<String>? = nil
    ) throws {
        let connection = try StoreFile.openForReading(path)
        try self.init(
            connection: connection,
            inspection: StoreInspection(connection: connection, path: path), model: model,
            ignoresHashes: ignoresHashes, entityNames: entityNames)
    }

    /// Takes a store that is open and was inspected.
    ///
    /// - Parameters:
    ///   - model: the model; nil for the one that the store carries, or a guess.
    ///   - declared: relationships to complete a guessed model with.
    /// - Throws: ``StoreError``.
    package init(
        connection: Connection, inspection: StoreInspection, model: ManagedObjectModel? = nil,
        declared: [DeclaredRelationship] = [], ignoresHashes: Bool = false,
        entityNames: Set<String>? = nil
    ) throws {
        let (model, origin, issues) =
            try model.map { ($0, .given, []) } ?? Self.ownModel(of: connection, inspection, declared)
        try self.init(
            connection, inspection, model, origin, issues, ignoresHashes: ignoresHashes,
            entityNames: entityNames)
    }

    /// The same store, read by a model that is given.
    ///
    /// - Throws: ``StoreError`` where it is another model than the store's.
    package func reading(by model: ManagedObjectModel) throws -> OpenedStore {
        try OpenedStore(connection, inspection, model, .given)
    }

    private init(
        _ connection: Connection, _ inspection: StoreInspection, _ model: ManagedObjectModel,
        _ origin: ModelOrigin, _ issues: [ModelSourceIssue] = [], ignoresHashes: Bool = false,
        entityNames: Set<String>? = nil
    ) throws {
        if origin == .given, !ignoresHashes {
            try Self.checkHashes(of: model, entityNames, against: connection, inspection.path)
        }
        self.connection = connection
        self.inspection = inspection
        self.model = model
        modelOrigin = origin
        modelIssues = issues
        layout = inspection.layout(of: model)
    }

    private static func ownModel(
        of connection: Connection, _ inspection: StoreInspection, _ declared: [DeclaredRelationship]
    ) throws -> (ManagedObjectModel, ModelOrigin, [ModelSourceIssue]) {
        guard inspection.hasModelCache else {
            return (
                try InferredModel(inspection: inspection, declared: declared).model(), .inferred, []
            )
        }
        do {
            let file = try ModelFile.cache(of: connection, path: inspection.path)
            return (file.model, .modelCache, file.modelIssues)
        } catch is ModelError {
            throw StoreError(
                .badBookkeeping("Z_MODELCACHE holds no readable model"), path: inspection.path)
        }
    }

    /// A model is the store's when the version hashes of all entities are equal
    /// (docs/format.md#version-hashes).
    private static func checkHashes(
        of model: ManagedObjectModel, _ entityNames: Set<String>?, against connection: Connection,
        _ path: String
    ) throws {
        guard let declared = try ModelFile.declaredHashes(of: connection)?.hashes else {
            throw StoreError(.badBookkeeping("Z_METADATA holds no version hashes"), path: path)
        }
        // What the store has besides a configuration must be the model's, too.
        let wanted = model.versionHashes.entities.filter { name, _ in
            (entityNames?.contains(name) ?? true) || declared[name] != nil
        }
        let verdict = VersionVerdict(declared, VersionHashes(entities: wanted))
        guard verdict.willOpen else {
            let different = verdict.differing + verdict.onlyInLeft + verdict.onlyInRight
            throw StoreError(.otherModel(entities: different.sortedInBinaryOrder()), path: path)
        }
    }
}

extension StoreInspection {
    /// The tables besides those of a model's objects and Core Data's own: history, mirroring, those of others.
    package func tables(beside layout: StoreLayout) -> [InspectedTable] {
        let own = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
        let known = Set(
            (layout.entities.map(\.table) + layout.joinTables.map(\.name) + own).map { $0.uppercased() })
        return tables.filter { !known.contains($0.name.uppercased()) && !$0.isRTree }
    }

    /// Where the store keeps what a model describes.
    package func layout(of model: ManagedObjectModel) -> StoreLayout {
        StoreLayout(
            model: model,
            tables: Dictionary(keepingFirst: tables.map { ($0.name, $0.columns) }),
            entityNumbers: Dictionary(
                keepingFirst: primaryKeys.filter { !$0.isHistory }.map { ($0.name, Int($0.number)) }))
    }
}
