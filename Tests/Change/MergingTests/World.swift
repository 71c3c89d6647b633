import ObjectLayer
import ObjectModel
import SQLite

/// The objects of a store, by their marks.
struct World: Equatable {
    struct Object: Equatable {
        var entity: String
        var primaryKey: Int64
        var values: [String: PropertyValue] = [:]
        var destinations: [String: String] = [:]
        var members: [String: [String]] = [:]
    }

    var objects: [String: Object] = [:]

    /// The same objects without primary keys.
    var contents: World {
        var world = self
        for mark in world.objects.keys { world.objects[mark]?.primaryKey = 0 }
        return world
    }

    /// Gives an object another mark.
    mutating func rename(_ mark: String, _ other: String) {
        objects[other] = objects.removeValue(forKey: mark)
        for owner in objects.keys {
            for (key, destination) in objects[owner]?.destinations ?? [:] where destination == mark {
                objects[owner]?.destinations[key] = other
            }
            for (key, members) in objects[owner]?.members ?? [:] where members.contains(mark) {
                objects[owner]?.members[key] = members.map { $0 == mark ? other : $0 }
            }
        }
    }

    /// Reads the objects of a context.
    init(_ context: ManagedObjectContext) throws {
        for entity in ["Entry", "Folder", "Item", "Label", "Tag"] {
            for object in try context.fetch(FetchRequest(entityName: entity)) {
                func mark(_ object: ManagedObject) throws -> String {
                    try object.value(forKey: "mark", as: String.self) ?? "-"
                }
                var found = Object(
                    entity: object.objectID.entityName, primaryKey: object.objectID.primaryKey ?? 0)
                for attribute in object.entity.attributes {
                    found.values[attribute.name] = try object.attributeValue(forKey: attribute.name)
                }
                for relationship in object.entity.relationships {
                    let name = relationship.name
                    if relationship.isToMany {
                        let marks = try object.objects(forKey: name).map(mark)
                        found.members[name] = relationship.isOrdered ? marks : marks.sorted()
                    } else {
                        found.destinations[name] = try object.object(forKey: name).map(mark)
                    }
                }
                objects[try mark(object)] = found
            }
        }
    }
}

extension World {
    /// The columns of values, destinations and lists in each table. They are written by hand, so that they are
    /// independent of the merge and of the code that it writes with.
    private static let tables:
        [(name: String, values: [String], destinations: [(String, Int)], lists: [String])] = [
            ("Entry", ["mark", "amount"], [("item", 2)], []),
            ("Folder", ["mark", "title"], [], ["items", "labels", "pinned"]),
            (
                "Item", ["mark", "name", "quantity", "picture", "extra"],
                [("folder", 1), ("label", 3), ("parent", 2)],
                ["children", "entries", "pinnedIn", "related", "tags"]
            ),
            ("Label", ["mark", "text"], [("item", 2)], []),
            ("Tag", ["mark", "name", "color"], [], ["items"]),
        ]

    /// The lists: the owner's table, the name, the member's table, and a query of owners and members in order.
    private static let lists: [(owner: Int, name: String, member: Int, isOrdered: Bool, sql: String)] = [
        (1, "items", 2, true, "SELECT ZFOLDER, Z_PK FROM ZITEM WHERE ZFOLDER NOT NULL ORDER BY Z_FOK_FOLDER"),
        (1, "labels", 3, false, "SELECT Z2LABELS, Z_PK FROM ZLABEL WHERE Z2LABELS NOT NULL"),
        (1, "pinned", 2, true, "SELECT Z_2PINNEDIN, Z_3PINNED FROM Z_3PINNEDIN ORDER BY Z_FOK_3PINNED"),
        (2, "children", 2, false, "SELECT ZPARENT, Z_PK FROM ZITEM WHERE ZPARENT NOT NULL"),
        (2, "entries", 0, false, "SELECT ZITEM, Z_PK FROM ZENTRY WHERE ZITEM NOT NULL"),
        (2, "pinnedIn", 1, false, "SELECT Z_3PINNED, Z_2PINNEDIN FROM Z_3PINNEDIN"),
        (2, "related", 2, false, "SELECT REFLEXIVE, Z_3RELATED FROM Z_3RELATED"),
        (2, "tags", 4, false, "SELECT Z_3ITEMS, Z_6TAGS FROM Z_3TAGS"),
        (4, "items", 2, false, "SELECT Z_6TAGS, Z_3ITEMS FROM Z_3TAGS"),
    ]

    /// Reads the rows of a store.
    ///
    /// - Parameter byKey: whether objects are identified by their primary keys instead of their marks.
    init(path: String, byKey: Bool = false) throws {
        let store = try Connection(path: path, mode: .readOnly)
        var names: [Int64: String] = [:]
        try store.forEachRow("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") {
            names[$0.integer(at: 0)] = $0.text(at: 1)
        }
        var marks: [[Int64: String]] = []
        var links: [(mark: String, name: String, table: Int, key: Int64)] = []
        for table in Self.tables {
            var found: [Int64: String] = [:]
            let columns =
                ["Z_PK", "Z_ENT"]
                + (table.values + table.destinations.map(\.0)).map {
                    "Z" + $0.uppercased()
                }
            try store.forEachRow("SELECT \(columns.joined(separator: ", ")) FROM Z\(table.name.uppercased())")
            {
                row in
                let key = row.integer(at: 0)
                let mark = byKey ? "\(table.name)\(key)" : row.text(at: 2) ?? "-"
                found[key] = mark
                var object = Object(entity: names[row.integer(at: 1)] ?? "none", primaryKey: key)
                for (index, name) in table.values.enumerated() where !row.isNull(at: index + 2) {
                    object.values[name] = Self.value(name, row, index + 2)
                }
                for (index, (name, target)) in table.destinations.enumerated() {
                    let column = index + 2 + table.values.count
                    if !row.isNull(at: column) { links.append((mark, name, target, row.integer(at: column))) }
                }
                for list in table.lists { object.members[list] = [] }
                objects[mark] = object
            }
            marks.append(found)
        }
        for link in links {
            objects[link.mark]?.destinations[link.name] = marks[link.table][link.key] ?? "nowhere"
        }
        for list in Self.lists {
            try store.forEachRow(list.sql) { row in
                let owner = marks[list.owner][row.integer(at: 0)] ?? "nowhere"
                let member = marks[list.member][row.integer(at: 1)] ?? "nowhere"
                objects[owner, default: Object(entity: "none", primaryKey: 0)]
                    .members[list.name, default: []].append(member)
            }
            guard !list.isOrdered else { continue }
            for mark in marks[list.owner].values { objects[mark]?.members[list.name]?.sort() }
        }
    }

    private static func value(_ name: String, _ row: Statement, _ column: Int) -> PropertyValue {
        switch name {
        case "amount": .double(row.real(at: column))
        case "quantity": .integer(row.integer(at: column))
        case "extra": .decimal(row.text(at: column) ?? "")
        // The first byte marks a value that is stored in the row.
        case "picture": .data(Array((row.blob(at: column) ?? []).dropFirst()))
        default: .string(row.text(at: column) ?? "")
        }
    }
}
