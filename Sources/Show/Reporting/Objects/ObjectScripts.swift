import Files
import Foundation
import ObjectModel
import SQLite
import StoreFormat

/// The script elements of a page with the objects of a store: one with the description of all entities, one for the
/// rows of each entity, and one for the pairs of each many-to-many relationship.
struct ObjectScripts {
    private let store: ReferenceStore
    private let limit: Int
    private let zone: TimeZone?
    let entities: [ReportedEntity]
    private let pairs: [PairList]

    /// The pairs of a relationship that is not stored in a column of its destination.
    private struct PairList {
        let source: EntityLayout
        let name: String
        let query: String
    }

    /// - Parameters:
    ///   - limit: the maximum number of objects of each entity in the page.
    ///   - zone: the time zone of dates; nil for UTC.
    /// - Throws: `DatabaseError`.
    init(_ store: ReferenceStore, limit: Int, zone: TimeZone?) throws {
        self.zone = zone
        self.store = store
        self.limit = limit
        let layouts = store.layout.entities.filter {
            !$0.isAbstract && store.inspection.table(named: $0.table) != nil
        }.sorted { $0.name.precedesInBinaryOrder($1.name) }
        entities = try layouts.enumerated().map { try ReportedEntity($1, number: $0, in: store) }
        var pairs: [PairList] = []
        for entity in layouts {
            for toMany in entity.toManys {
                if case .inverseToOne = toMany.storage { continue }
                let (table, owner, member, order) = toMany.storage.rows
                guard store.inspection.table(named: table) != nil else { continue }
                let own = owner.sqlIdentifier
                let sorting = [owner, order, member].compactMap { $0?.sqlIdentifier }.joined(separator: ", ")
                pairs.append(
                    PairList(
                        source: entity, name: toMany.relationship.name,
                        query: "SELECT \(own), \(member.sqlIdentifier) FROM \(table.sqlIdentifier) "
                            + (member == "Z_PK" ? "WHERE \(own) IS NOT NULL " : "") + "ORDER BY \(sorting)"))
            }
        }
        self.pairs = pairs
    }

    /// Returns the place of an entity's objects in the page, for links.
    func link(of entity: String) -> String? {
        entities.first { $0.layout.name == entity }.map { "e\($0.number)" }
    }

    /// Returns the place of an object in the page.
    func link(of entity: String, _ primaryKey: Int64) -> String? {
        link(of: entity).map { "\($0)/\(primaryKey)" }
    }

    // MARK: Writing

    /// Writes the elements.
    ///
    /// - Returns: the number of images that were left out because of their size.
    /// - Throws: `DatabaseError`, `FileError`.
    func write(to file: FileWriter) throws -> Int {
        let cells = CellWriter(storePath: store.path, zone: zone)
        var json = JSONBytes()
        func begin(_ identifier: String) {
            json.raw("<script type=\"application/json\" id=\"\(identifier)\">")
        }
        func end() throws {
            json.raw("</script>\n")
            try file.write(json.bytes)
            json.removeAll()
        }
        for entity in entities {
            begin("rows-\(entity.number)")
            json.sign("[")
            var isFirst = true
            try store.connection.forEachRow(entity.query(limit: limit)) { row in
                if !isFirst { json.sign(",") }
                isFirst = false
                json.sign("[")
                json.number(row.integer(at: 0))
                for (index, column) in entity.columns.enumerated() {
                    json.sign(",")
                    try cells.append(row, at: index + 1, of: column, to: &json)
                }
                json.sign("]")
                if json.bytes.count > 1 << 18 {
                    try file.write(json.bytes)
                    json.removeAll()
                }
            }
            json.sign("]")
            try end()
        }
        var cut: Set<Int> = []
        for (number, list) in pairs.enumerated() {
            begin("pairs-\(number)")
            json.sign("[")
            var count = 0
            try store.connection.forEachRow(list.query + " LIMIT \(mostPairs + 1)") { row in
                guard count < mostPairs else {
                    cut.insert(number)
                    return
                }
                if count > 0 { json.sign(",") }
                count += 1
                json.number(row.integer(at: 0))
                json.sign(",")
                json.number(row.integer(at: 1))
            }
            json.sign("]")
            try end()
        }
        begin("meta")
        describe(&json, cut: cut)
        try end()
        return cells.omittedImages
    }

    /// The maximum number of pairs. Objects with many members have more pairs than there are objects.
    private var mostPairs: Int { max(limit, 1) * 8 }

    // MARK: Description

    /// - Parameter cut: the lists with more pairs than the page has.
    private func describe(_ json: inout JSONBytes, cut: Set<Int>) {
        json.raw("{\"entities\":[")
        for entity in entities {
            if entity.number > 0 { json.sign(",") }
            json.raw("{\"name\":")
            json.text(entity.layout.name)
            json.raw(",\"total\":\(entity.total),\"label\":\(entity.label.map { $0 + 1 } ?? 0),\"columns\":[")
            for (index, column) in entity.columns.enumerated() {
                if index > 0 { json.sign(",") }
                describe(column, &json)
            }
            json.raw("],\"toMany\":[")
            for (index, toMany) in entity.layout.toManys.enumerated() {
                if index > 0 { json.sign(",") }
                describe(toMany, of: entity, cut: cut, &json)
            }
            json.raw("]}")
        }
        json.raw("]}")
    }

    private func describe(_ column: ReportedEntity.Column, _ json: inout JSONBytes) {
        json.raw("{\"name\":")
        json.text(column.name)
        switch column.content {
        case .attribute(let attribute):
            json.raw(",\"type\":")
            json.text(attribute.attribute.type.xcodeName)
        case .toOne(let toOne): json.raw(",\"to\":\(targets(toOne.destinationName))")
        case .order: json.raw(",\"hidden\":true")
        }
        json.sign("}")
    }

    private func describe(
        _ toMany: ToManyStorage, of entity: ReportedEntity, cut: Set<Int>, _ json: inout JSONBytes
    ) {
        let name = toMany.relationship.name
        json.raw("{\"name\":")
        json.text(name)
        json.raw(",\"to\":\(targets(toMany.destinationName))")
        if case .inverseToOne = toMany.storage, let inverse = toMany.inverse?.name {
            // The columns of the inverse and of its positions, for each target.
            let columns = targetEntities(toMany.destinationName).map { target in
                "[\((target.column(of: inverse) ?? -1) + 1),\((target.column(of: inverse, isOrder: true) ?? -1) + 1)]"
            }
            json.raw(",\"by\":[\(columns.joined(separator: ","))]")
        } else if let number = pairs.firstIndex(where: {
            $0.source.name == entity.layout.name && $0.name == name
        }) {
            json.raw(",\"pairs\":\(number)" + (cut.contains(number) ? ",\"cut\":true" : ""))
        }
        json.sign("}")
    }

    /// Returns the possible destination entities of a relationship.
    private func targetEntities(_ name: String) -> [ReportedEntity] {
        guard let family = store.layout.entity(named: name)?.familyNumbers else { return [] }
        return entities.filter { family.contains($0.layout.number) }
    }

    private func targets(_ name: String) -> String {
        "[" + targetEntities(name).map { String($0.number) }.joined(separator: ",") + "]"
    }
}
