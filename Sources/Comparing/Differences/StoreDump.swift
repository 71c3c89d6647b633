import ObjectModel
import SQLite
import StoreFormat

/// Shows all objects of a store in an order and in words that do not depend on primary keys, as far as
/// objects have names: equal content gives equal text.
package struct StoreDump: Sendable {
    private let store: ComparedStore
    private let choice: ComparisonChoice

    /// Prepares a dump.
    package init(_ store: ComparedStore, choice: ComparisonChoice = .init()) {
        self.store = store
        self.choice = choice
    }

    /// Gives the app's metadata, then each object to `body`, entity by entity in binary order of their
    /// names, the objects by what they are called.
    ///
    /// - Throws: ``ComparisonError``, `StoreError`, `DatabaseError`, `FileError`, and what `body` throws.
    package func run(
        metadata: ([(key: String, value: String)]) throws -> Void, _ body: (ComparedObject) throws -> Void
    ) throws {
        let pair = try StorePair(store, store)
        let unknown = choice.unknownNames(in: [pair.new.model])
        guard unknown.isEmpty else { throw ComparisonError.unknownNames(unknown) }
        let folder = ExternalValues.folder(ofStore: store.path)
        try StoredText.register(on: pair.connection, folders: [folder, folder])
        let side = pair.new
        if choice.entities.isEmpty {
            try metadata(
                AppMetadata.entries(of: side.store.inspection)
                    .sorted { $0.key.precedesInBinaryOrder($1.key) }
                    .map { ($0.key, AppMetadata.text($0.value)) })
        }
        let values = ObjectValues(ObjectNames(pair.connection, side, choice), side, .new)
        for description in side.model.entities.sortedInBinaryOrder(by: { $0.name }) {
            guard choice.includes(description, in: side.model),
                let layout = side.layout.entity(named: description.name), !layout.isAbstract,
                side.store.inspection.table(named: layout.table) != nil
            else { continue }
            let entity = ComparedEntity(alone: description, layout, in: side.model, choice)
            let order =
                values.names.order(of: layout, "t")
                + layout.attributes.filter { !$0.attribute.allowsExternalBinaryDataStorage }
                .map { "t.\($0.column.sqlIdentifier)" } + ["t.Z_PK"]
            try pair.connection.forEachRow(
                "SELECT t.Z_PK FROM \(side.table(layout.table)) AS t WHERE t.Z_ENT = \(layout.number) "
                    + "ORDER BY \(order.joined(separator: ", "))"
            ) { try body(values.object(entity, $0.integer(at: 0))) }
        }
        try pair.checkUnchanged()
    }
}
