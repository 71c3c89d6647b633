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

    /// Passes the app's metadata to `metadata`, then each object to `body`, entity by entity in binary order of their
    /// names, with objects in the order of their own names.
    ///
    /// - Throws: ``ComparisonError``, `StoreError`, `DatabaseError`, `FileError`, and the errors of `body`.
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
                try AppMetadata.entries(of: side.store.inspection)
                    .sorted { $0.key.precedesInBinaryOrder($1.key) }
                    .map { ($0.key, try AppMetadata.text($0.value)) })
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
            let hasLabels = destinations.contains(layout.table)
            try forEachObject(entity, layout, pair, values, hasLabels: hasLabels, body)
        }
        try pair.checkUnchanged()
    }
    /// Passes the objects of an entity to `body`, ordered by their names, then by their values, then by their
    /// destinations.
    ///
    /// One statement reads them in this order. If the sorter's memory is not enough, SQLite writes to a file.
    private func forEachObject(
        _ entity: ComparedEntity, _ layout: EntityLayout, _ pair: StorePair, _ values: ObjectValues,
        hasLabels: Bool, _ body: (ComparedObject) throws -> Void
    ) throws {
        var columns = ["t.Z_PK"]
        func place(_ sql: String) -> Int {
            if let known = columns.firstIndex(of: sql) { return known }
            columns.append(sql)
            return columns.count - 1
        }
        let shown =
            values.names.order(of: layout, "t").map(place)
            + layout.attributes.filter {
                !$0.attribute.allowsExternalBinaryDataStorage && !$0.attribute.isDerived
                    && choice.includes($0.path, of: entity.entity, in: pair.new.model)
            }.map { place("t." + $0.column.sqlIdentifier) }
        let readers = values.readers(of: entity).map { ($0, place: $0.sql.map(place) ?? 0) }
        let (naming, isKey) = values.names.columns(of: layout)
        let names = naming.map { ($0.attribute, place: place("t." + $0.column.sqlIdentifier)) }

        func object(_ row: Statement, _ cells: [Value]) throws -> ComparedObject {
            let primaryKey = row.integer(at: 0)
            let words = names.map { StoredText.value(cells[$0.place], $0.0).nameText }
            let own = ObjectNames.name(words, isKey: isKey)
            let name = try own ?? (hasLabels ? values.names.label(table: layout.table, primaryKey) : nil)
            return try values.object(entity, primaryKey, name: name) { index in
                let (reader, place) = readers[index]
                return try values.value(of: reader, cells[place]) { row.integer(at: place) }
            }
        }

        // Objects with equal values, which only their links can order.
        var alike: [ComparedObject] = []
        var last: [Value]?
        func giveAlike() throws {
            if alike.count > 1 {
                let texts = alike.map { (object: $0, text: $0.sortText) }
                alike = texts.sorted { $0.text.precedesInBinaryOrder($1.text) }.map(\.object)
            }
            for object in alike { try body(object) }
            alike.removeAll(keepingCapacity: true)
        }
        let order = (shown + [0]).map { columns[$0] }.joined(separator: ", ")
        try pair.connection.forEachRow(
            "SELECT \(columns.joined(separator: ", ")) FROM \(pair.new.table(layout.table)) AS t "
                + "WHERE t.Z_ENT = \(layout.number) ORDER BY \(order)"
        ) { row in
            let cells = columns.indices.map { row.value(at: $0) }
            if last.map({ Self.isSame($0, cells, at: shown) }) != true {
                try giveAlike()
                last = cells
            }
            alike.append(try object(row, cells))
        }
        try giveAlike()
    }

    /// Returns whether two rows have values that SQLite sorts as equal.
    private static func isSame(_ one: [Value], _ other: [Value], at places: [Int]) -> Bool {
        places.allSatisfy { place in
            switch (one[place], other[place]) {
            case (.integer(let one), .real(let other)), (.real(let other), .integer(let one)):
                Int64(exactly: other) == one
            case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
            case (let one, let other): one == other
            }
        }
    }

    /// Returns the tables with destinations of relationships.
    private func destinations(in side: StorePair.Side) -> Set<String> {
        Set(
            side.layout.entities.flatMap { entity in
                entity.toOnes.map(\.destinationName) + entity.toManys.map(\.destinationName)
            }.compactMap { side.layout.entity(named: $0)?.table })
    }
}
