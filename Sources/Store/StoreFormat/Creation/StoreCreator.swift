import ObjectModel
import SQLite

/// Creates the empty store of a model, as Core Data itself does at the app's first launch.
///
/// ```swift
/// let model = try ModelFile.read(path: "App.xcdatamodeld").model
/// try StoreCreator(model: model).write(to: Connection(path: "Seed.sqlite", mode: .create))
/// ```
package struct StoreCreator: Sendable {
    /// The tables and columns.
    package let schema: StoreSchema
    /// The statements that create them.
    package let statements: SchemaStatements
    /// The content of `Z_METADATA`.
    package let metadata: StoreMetadata
    /// The content of `Z_MODELCACHE`; nil for a framework that writes none.
    package let modelCache: [UInt8]?
    /// The parts of the model that the store lacks or has by a guess. None of them is known to make it work
    /// incorrectly.
    package var problems: [SchemaProblem] { statements.problems }
    /// The parts of the model that the model cache leaves out.
    package let modelCacheOmissions: [ModelArchiveError]

    /// Prepares a store.
    ///
    /// - Parameters:
    ///   - framework: the framework version whose form the store has.
    ///   - hasHistory: whether the store keeps a persistent history (docs/internals/format.md#persistent-history).
    ///   - hashes: version hashes that replace the computed ones, such as those of a `VersionInfo.plist`
    ///     (docs/internals/format.md#version-hashes).
    ///   - uuid: the store's UUID; nil for one derived from the version hashes.
    ///   - omitsUnknownTriggers: whether derived attributes with unknown triggers get no triggers instead of being
    ///     refused.
    ///   - guessesJoinTables: whether a join table gets the likelier name if only a store shows which one is right,
    ///     instead of being refused.
    ///   - reference: the schema of a store of the same model, for everything that the rules do not define.
    /// - Throws: ``StoreCreationError``, or `ModelArchiveError` and `DeflateError` if the model cache cannot be
    ///   written.
    package init(
        model: ManagedObjectModel, framework: Int = SchemaEra.newestFramework,
        hasHistory: Bool = false, hashes: VersionHashes? = nil, uuid: String? = nil,
        omitsUnknownTriggers: Bool = false, guessesJoinTables: Bool = false,
        reference: [SchemaObject] = []
    ) throws {
        guard !model.isInferred else { throw StoreCreationError.inferredModel }
        guard framework > 0, Int32(exactly: framework) != nil else {
            throw StoreCreationError.badFramework(framework)
        }
        if let uuid, !StoreMetadata.isUUID(uuid) { throw StoreCreationError.badUUID(uuid) }
        schema = StoreSchema(
            model: model, era: SchemaEra(framework: framework), hasHistory: hasHistory, reference: reference)
        let known = schema.statements.taking(reference)
        let usable = omitsUnknownTriggers ? known.omittingUnknownTriggers() : known
        statements = guessesJoinTables ? usable.guessingJoinTables() : usable
        let grave = statements.problems.filter(\.isGrave)
        guard grave.isEmpty else { throw StoreCreationError.unsupported(grave) }
        metadata = StoreMetadata(model: model, era: schema.era, hashes: hashes, uuid: uuid)
        guard schema.era.hasModelCache else {
            modelCache = nil
            modelCacheOmissions = []
            return
        }
        let archive = try ModelArchive(of: model, framework: framework)
        modelCache = try archive.modelCache
        modelCacheOmissions = archive.omissions
    }

    /// Returns the store without objects, in a private database.
    ///
    /// - Throws: `DatabaseError`.
    package func emptyStore() throws -> Connection {
        let connection = try Connection.temporary()
        try connection.execute("PRAGMA synchronous = OFF")
        try write(to: connection)
        return connection
    }

    /// Writes everything into an empty database.
    ///
    /// - Throws: `DatabaseError`.
    package func write(to connection: Connection) throws {
        for pragma in Self.pragmas { try connection.execute(pragma) }
        try connection.transaction {
            for object in statements.objects { try connection.prepare(object.sql).run() }
            for row in rows { try connection.prepare(row).run() }
        }
    }
}
