import Files
import ObjectModel
import SQLite
import StoreFormat

/// The objects of an entity of a Core Data store.
package struct StoreKind: SourceKind {
    package static let key = "store"
    package static let optionKeys = ["entity", "model", "columns"]
    package static let isStream = false
    package static let mayBeEmpty = true
    package let rejectExtension = "sqlite"

    package var path: String
    package var entity: String
    /// The path of the model, if the store does not contain it.
    package var model: String?
    /// The columns to read, or nil for all.
    package var columns: [String]?

    package init(path: String, entity: String, model: String? = nil, columns: [String]? = nil) {
        self.path = path
        self.entity = entity
        self.model = model
        self.columns = columns
    }

    package init?(_ plan: inout SourcePlan) {
        guard let path = plan.path(Self.key), let entity = plan.keys.requiredText("entity"),
            plan.isFile(path)
        else { return nil }
        self.init(
            path: plan.resolved(path), entity: entity.value,
            model: plan.keys.text("model").map { plan.resolved($0) },
            columns: plan.keys.texts("columns")?.map(\.value))
    }

    package var inputPaths: [String] { [path] + (model.map { [$0] } ?? []) }

    package func addInputs(to inputs: InputFiles) throws {
        try inputs.addDatabase(path)
        try inputs.add(ExternalValues.folder(ofStore: path))
        if let model { try inputs.addDatabase(model) }
    }

    package func reading(_ path: String) -> any SourceKind {
        StoreKind(path: path, entity: entity, model: model, columns: columns)
    }

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        try StoreSource(path: path, entity: entity, modelPath: model, columns: columns)
    }

    /// Creates a database for rejected objects. Its table has the name of the entity.
    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try SQLiteRejects(path: path, table: entity, source: source, reason: reason)
    }

    package static func recognizes(_ file: CandidateFile) throws -> Bool {
        guard file.isDatabase, !file.isScript else { return false }
        let tables = try SQLiteKind.tables(in: Connection.reading(path: file.path))
        return tables.contains("Z_METADATA") && tables.contains("Z_PRIMARYKEY")
    }

    /// Returns a draft for each entity that has objects.
    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        try ReferenceStore(path: file.path).layout.entities.filter { !$0.isAbstract }.map { entity in
            SourceDraft(
                kind: StoreKind(path: file.path, entity: entity.name), name: entity.name,
                options: [("entity", YAMLText.scalar(entity.name))], needsRows: true)
        }
    }
}
