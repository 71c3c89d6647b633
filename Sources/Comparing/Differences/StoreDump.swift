import ObjectModel
import SQLite
import StoreFormat

/// Shows all objects of a store in an order and in words that do not depend on primary keys: equal content gives
/// equal text.
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
        let values = ObjectValues(
            ObjectNames(pair.connection, side, choice, hasLabels: true), side, .new)
        let destinations = destinations(in: side)
        for description in side.model.entities.sortedInBinaryOrder(by: { $0.name }) {
            guard choice.includes(description, in: side.model),
                let layout = side.layout.entity(named: description.name), !layout.isAbstract,
                side.store.inspection.table(named: layout.table) != nil
            else { continue }
            let entity = ComparedEntity(alone: description, layout, in: side.model, choice)
            try forEachObject(entity, layout, pair, body) { primaryKey in
                let object = try values.object(entity, primaryKey)
                guard object.name == nil, destinations.contains(layout.table) else { return object }
                return object.called(try values.names.label(table: layout.table, primaryKey))
            } order: {
                values.names.order(of: layout, "t")
            }
        }
        try pair.checkUnchanged()
    }
    /// Gives the objects of an entity by what they are called, then by their values, then by what they lead to.
    private func forEachObject(
        _ entity: ComparedEntity, _ layout: EntityLayout, _ pair: StorePair,
        _ body: (ComparedObject) throws -> Void, object: (Int64) throws -> ComparedObject,
        order: () -> [String]
    ) throws {
        let shown =
            order()
            + layout.attributes.filter {
                !$0.attribute.allowsExternalBinaryDataStorage && !$0.attribute.isDerived
                    && choice.includes($0.path, of: entity.entity, in: pair.new.model)
            }.map { "t.\($0.column.sqlIdentifier)" }
        // SQLite numbers those that no value tells apart.
        let order = shown.isEmpty ? "1" : shown.joined(separator: ", ")
        var alike: [ComparedObject] = []
        func giveAlike() throws {
            if alike.count > 1 {
                let texts = alike.map { (object: $0, text: $0.sortText) }
                alike = texts.sorted { $0.text.precedesInBinaryOrder($1.text) }.map(\.object)
            }
            for object in alike { try body(object) }
            alike.removeAll(keepingCapacity: true)
        }
        var last: Int64 = -1
        try pair.connection.forEachRow(
            "SELECT Z_PK, dense_rank() OVER (ORDER BY \(order)) FROM \(pair.new.table(layout.table)) AS t "
                + "WHERE t.Z_ENT = \(layout.number) ORDER BY 2, 1"
        ) { row in
            if row.integer(at: 1) != last { try giveAlike() }
            last = row.integer(at: 1)
            alike.append(try object(row.integer(at: 0)))
        }
        try giveAlike()
    }

    /// The tables to whose objects relationships lead.
    private func destinations(in side: StorePair.Side) -> Set<String> {
        Set(
            side.layout.entities.flatMap { entity in
                entity.toOnes.map(\.destinationName) + entity.toManys.map(\.destinationName)
            }.compactMap { side.layout.entity(named: $0)?.table })
    }
}
