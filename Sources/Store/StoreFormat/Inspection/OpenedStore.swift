import ObjectModel
import SQLite

/// A store that is open for reading, with its model and the layout of that model in the store. References, the object
/// layer and verification all open stores with this type.
package struct OpenedStore {
    /// The origin of the model.
    package enum ModelOrigin: Equatable, Sendable {
        /// The caller gave it.
        case given
        /// The store's own `Z_MODELCACHE`.
        case modelCache
        /// Inference from tables and columns.
        case inferred
    }

    /// The store, open for reading.
    package let connection: Connection
    /// The tables, bookkeeping and metadata of the store.
    package let inspection: StoreInspection
    /// The model.
    package let model: ManagedObjectModel
    /// The origin of the model.
    package let modelOrigin: ModelOrigin
    /// The parts of the store's own model that could not be read.
    package let modelIssues: [ModelSourceIssue]
    /// The places in the store for the contents that the model describes.
    package let layout: StoreLayout

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - model: the model; nil for the one that the store contains, or an inferred one.
    ///   - ignoresHashes: whether the model may differ from the store's.
    ///   - entityNames: the entities of the model that the store must have, as those of a configuration; nil for all.
    /// - Throws: ``StoreError``, with the entities whose version hashes differ if the model differs from the store's.
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

    /// Uses a store that is already open and inspected.
    ///
    /// - Parameters:
    ///   - model: the model; nil for the one that the store contains, or an inferred one.
    ///   - declared: relationships to complete an inferred model with.
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

    /// Returns the store, read with a given model.
    ///
    /// - Throws: ``StoreError`` if the model differs from the store's.
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

    /// Checks that a model is the store's: the version hashes of all entities must be equal
    /// (docs/internals/format.md#version-hashes).
    private static func checkHashes(
        of model: ManagedObjectModel, _ entityNames: Set<String>?, against connection: Connection,
        _ path: String
    ) throws {
        guard let declared = try ModelFile.declaredHashes(of: connection)?.hashes else {
            throw StoreError(.badBookkeeping("Z_METADATA has no version hashes"), path: path)
        }
        // Entities of the store outside the configuration must also be in the model.
        let wanted = model.versionHashes.entities.filter { name, _ in
            (entityNames?.contains(name) ?? true) || declared[name] != nil
        }
        let verdict = VersionVerdict(declared, VersionHashes(entities: wanted))
        guard verdict.willOpen else {
            throw StoreError(.otherModel(entities: verdict.unequal), path: path)
        }
    }
}

extension StoreInspection {
    /// Returns the tables other than those of a model's objects and Core Data's own: history, mirroring, tables of
    /// others.
    package func tables(beside layout: StoreLayout) -> [InspectedTable] {
        let own = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]
        let known = Set(
            (layout.entities.map(\.table) + layout.joinTables.map(\.name) + own).map { $0.uppercased() })
        return tables.filter { !known.contains($0.name.uppercased()) && !$0.isRTree }
    }

    /// Returns the places in the store for the contents that a model describes.
    package func layout(of model: ManagedObjectModel) -> StoreLayout {
        StoreLayout(
            model: model,
            tables: Dictionary(keepingFirst: tables.map { ($0.name, $0.columns) }),
            entityNumbers: Dictionary(
                keepingFirst: primaryKeys.filter { !$0.isHistory }.map { ($0.name, Int($0.number)) }))
    }
}
