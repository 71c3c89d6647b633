import ObjectModel
import SQLite

/// A check of a merged store's rows against those of the user's store.
struct MergedRows {
    let merged: String
    let user: String

    /// Returns the problems of rows that objects do not show.
    func problems() throws -> [String] {
        let merged = try Connection(path: self.merged, mode: .readOnly)
        let user = try Connection(path: self.user, mode: .readOnly)
        var problems: [String] = []
        func expectNone(_ sql: String, _ words: String) throws {
            let count = try merged.integer(sql) ?? -1
            if count != 0 { problems.append("\(words): \(count)") }
        }
        for (table, column, target) in [
            ("ZENTRY", "ZITEM", "ZITEM"), ("ZITEM", "ZFOLDER", "ZFOLDER"), ("ZITEM", "ZPARENT", "ZITEM"),
            ("ZITEM", "ZLABEL", "ZLABEL"), ("ZLABEL", "ZITEM", "ZITEM"),
        ] {
            try expectNone(
                "SELECT count(*) FROM \(table) WHERE \(column) NOT NULL AND \(column) NOT IN (SELECT Z_PK FROM \(target))",
                "\(table).\(column) leads nowhere")
        }
        try expectNone("SELECT count(*) FROM ZENTRY WHERE ZITEM IS NULL", "entries without item")
        try expectNone(
            "SELECT count(*) FROM ZITEM AS i WHERE ZLABEL NOT NULL AND Z_PK IS NOT (SELECT ZITEM FROM ZLABEL WHERE Z_PK = i.ZLABEL)",
            "labels that do not lead back")
        try expectNone(
            "SELECT count(*) FROM (SELECT 1 FROM ZTAG WHERE ZNAME NOT NULL GROUP BY ZNAME HAVING count(*) > 1)",
            "names twice")
        try expectNone(
            "SELECT count(*) FROM ZITEM WHERE ZFOLDER NOT NULL AND Z_FOK_FOLDER IS NULL", "no order key")
        for (table, group, order) in [
            ("ZITEM", "ZFOLDER", "Z_FOK_FOLDER"), ("Z_3PINNEDIN", "Z_2PINNEDIN", "Z_FOK_3PINNED"),
        ] {
            try expectNone(
                "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(group) NOT NULL GROUP BY \(group), \(order) HAVING count(*) > 1)",
                "\(order) twice")
        }
        for (table, columns) in [
            ("Z_3TAGS", ["Z_3ITEMS": "ZITEM", "Z_6TAGS": "ZTAG"]),
            ("Z_3RELATED", ["Z_3RELATED": "ZITEM", "REFLEXIVE": "ZITEM"]),
            ("Z_3PINNEDIN", ["Z_3PINNED": "ZITEM", "Z_2PINNEDIN": "ZFOLDER"]),
        ] {
            for (column, target) in columns {
                try expectNone(
                    "SELECT count(*) FROM \(table) WHERE \(column) NOT IN (SELECT Z_PK FROM \(target))",
                    "\(table).\(column) leads nowhere")
            }
        }
        try expectNone(
            "SELECT count(*) FROM (SELECT Z_3RELATED, REFLEXIVE FROM Z_3RELATED EXCEPT SELECT REFLEXIVE, Z_3RELATED FROM Z_3RELATED)",
            "related in one direction")
        for (table, column, target) in [
            ("ZENTRY", "Z3_ITEM", "ZITEM"), ("ZITEM", "Z3_PARENT", "ZPARENT"), ("ZLABEL", "Z3_ITEM", "ZITEM"),
        ] {
            try expectNone(
                "SELECT count(*) FROM \(table) AS t WHERE \(column) IS NOT (SELECT Z_ENT FROM ZITEM WHERE Z_PK = t.\(target))",
                "\(table).\(column) is another entity")
        }
        for (name, table) in [
            ("Entry", "ZENTRY"), ("Item", "ZITEM"), ("Tag", "ZTAG"), ("Folder", "ZFOLDER"),
            ("Label", "ZLABEL"),
        ] {
            let highest = try merged.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'") ?? 0
            let former = try user.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'") ?? 0
            try expectNone("SELECT count(*) FROM \(table) WHERE Z_PK > \(highest)", "\(name) above Z_MAX")
            if highest < former { problems.append("Z_MAX of \(name) fell") }
            let keys = "SELECT Z_PK FROM \(table) WHERE Z_PK <= \(former)"
            let own = Set(try user.rows(keys) { $0.integer(at: 0) })
            if try !merged.rows(keys, [], { $0.integer(at: 0) }).allSatisfy(own.contains) {
                problems.append("\(name) below Z_MAX")
            }
        }
        if try Self.metadata(merged) != Self.metadata(user) { problems.append("other metadata") }
        return problems
    }

    /// Returns the UUID, and the metadata without the entries that a merge writes.
    private static func metadata(_ store: Connection) throws -> [String: PropertyList]? {
        let rows = try store.rows("SELECT Z_PLIST, Z_UUID FROM Z_METADATA", []) {
            (try PropertyList(bytes: $0.blob(at: 0) ?? []).dictionary, $0.text(at: 1) ?? "")
        }
        var entries = rows.first?.0
        for key in ["ZseedEdition", "ZseedEditionKeys"] { entries?[key] = nil }
        entries?["UUID"] = .string(rows.first?.1 ?? "")
        return entries
    }
}
