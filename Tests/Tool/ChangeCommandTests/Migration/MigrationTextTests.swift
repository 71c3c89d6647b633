import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// The output of `--check` for each change, with the numbers of affected objects and values, and the resulting rows.
@Suite("zseed migrate --check, word by word")
struct MigrationTextTests {
    static func attribute(_ name: String, _ type: String = "String", _ more: String = "") -> String {
        "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\" \(more)/>"
    }

    static func required(_ name: String, _ type: String, _ more: String) -> String {
        "<attribute name=\"\(name)\" attributeType=\"\(type)\" \(more)/>"
    }

    static func place(_ more: String, _ elements: String) -> String {
        "<attribute name=\"place\" \(more) attributeType=\"Composite\">\(elements)</attribute>"
    }

    static func relationship(
        _ name: String, _ destination: String, _ inverse: String?, toMany: Bool = false, _ more: String = ""
    ) -> String {
        "<relationship name=\"\(name)\" optional=\"YES\" destinationEntity=\"\(destination)\" "
            + (toMany ? "toMany=\"YES\" " : "maxCount=\"1\" ")
            + (inverse.map { "inverseName=\"\($0)\" inverseEntity=\"\(destination)\" " } ?? "") + more + "/>"
    }

    static func entity(_ name: String, _ body: String, _ more: String = "") -> String {
        "<entity name=\"\(name)\" \(more)>\(body)</entity>"
    }

    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let old: String
        let new: String
        var rows = ""
        /// The lines before the verdict.
        let lines: [String]
        var verdict = "lightweight"
        /// The resulting rows.
        var query: String?
        var expected: [String] = []
    }

    @Test("Each change is reported with its numbers, and made", arguments: changes)
    func told(change: Change) throws {
        let pair = try ModelPair(change.old, change.new, rows: change.rows)
        let check = try pair.migrate("--check")
        #expect(
            check.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                == change.lines + ["old.sqlite: \(change.verdict)", ""])
        #expect(check.status == (change.verdict == "lightweight" ? 0 : 1) && check.errors == "")
        let store = try pair.migrated()
        guard let query = change.query else { return }
        #expect(try store.lines(query) == change.expected)
    }

    /// Problems that depend on the rows, and a required attribute.
    static let refusals: [(old: String, new: String, rows: String, lines: [String])] = [
        (
            entity("Item", attribute("a") + attribute("b", "Integer 16")),
            entity("Item", required("a", "String", "") + attribute("b", "Integer 16")),
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZA) VALUES (1, 1, 1, 'x'), (2, 1, 1, NULL), (3, 1, 1, NULL);",
            [
                "Needs a mapping:",
                "  Item.a: optional → required needs a default value, or a mapping (3 objects, 2 missing values)",
                "",
            ]
        ),
        (
            entity("Item", place("optional=\"YES\"", attribute("lat", "Double"))),
            entity("Item", place("", attribute("lat", "Double")) + attribute("x")),
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZLAT) VALUES (1, 1, 1, 2.5), (2, 1, 1, NULL);",
            [
                "Needs a mapping:",
                "  Item.place: optional → required needs a default value, or a mapping (2 objects, 1 missing value)",
                "", "Is inferred:", "  Item.x: is new (2 objects)", "",
            ]
        ),
        (
            entity("Item", attribute("name") + relationship("list", "List", "items"))
                + entity("List", relationship("items", "Item", "list", toMany: true)),
            entity(
                "Item",
                attribute("name") + relationship("list", "List", "items")
                    + "<uniquenessConstraints><uniquenessConstraint><constraint value=\"name\"/>"
                    + "<constraint value=\"list\"/></uniquenessConstraint></uniquenessConstraints>")
                + entity("List", relationship("items", "Item", "list", toMany: true)),
            """
            INSERT INTO ZLIST (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 2, 1);
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZLIST) VALUES (1, 1, 1, 'a', 1), (2, 1, 1, 'a', 2),
                (3, 1, 1, 'a', 1), (4, 1, 1, 'a', NULL), (5, 1, 1, 'a', NULL);
            """,
            [
                "Needs a mapping:", "  entity Item: name, list must be unique, and 2 objects share values",
                "",
            ]
        ),
        (
            entity("Item", relationship("owner", "Being", nil)) + entity("Being", attribute("name"))
                + entity("Cat", "", "parentEntity=\"Being\"") + entity("Dog", "", "parentEntity=\"Being\""),
            entity("Item", relationship("owner", "Cat", nil)) + entity("Being", attribute("name"))
                + entity("Cat", "", "parentEntity=\"Being\"") + entity("Dog", "", "parentEntity=\"Being\""),
            """
            INSERT INTO ZBEING (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1), (2, 3, 1);
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZOWNER, Z1_OWNER) VALUES (1, 4, 1, 1, 2), (2, 4, 1, 2, 3);
            """,
            [
                "Needs a mapping:",
                "  Item.owner: must lead to Cat, and 1 link would lead to objects of other entities", "",
            ]
        ),
    ]

    @Test("A change that needs a mapping is reported with its numbers", arguments: refusals.indices)
    func refused(index: Int) throws {
        let (old, new, rows, lines) = Self.refusals[index]
        let check = try ModelPair(old, new, rows: rows).migrate("--check")
        #expect(
            check.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                == lines + ["old.sqlite: needs a mapping", ""])
        #expect(check.status == 1 && check.errors == "")
    }

    @Test("A required destination that was already missing does not prevent a migration")
    func missingBefore() throws {
        let unit = Self.entity("Unit", Self.attribute("name"))
        let needed = Self.relationship("unit", "Unit", nil).replacing("optional=\"YES\"", with: "")
        let pair = try ModelPair(
            Self.entity("Item", needed) + unit, Self.entity("Item", needed + Self.attribute("x")) + unit,
            rows: """
                INSERT INTO ZUNIT (Z_PK, Z_ENT, Z_OPT) VALUES (1, 2, 1);
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZUNIT) VALUES (1, 1, 1, 1), (2, 1, 1, NULL);
                """)
        let check = try pair.migrate("--check")
        #expect(check.output == "Is inferred:\n  Item.x: is new (2 objects)\n\nold.sqlite: lightweight\n")
        let result = try pair.migrate("-o", "new.sqlite", "-q")
        #expect(
            result.errors
                == "new.sqlite: warning: check 'required properties' fails, as it does for the old store\n")
        let store = try Connection(path: pair.path + "/new.sqlite", mode: .readOnly)
        #expect(try store.lines("SELECT Z_PK, ZUNIT FROM ZITEM ORDER BY 1") == ["1|1", "2|"])
    }

    @Test("A required derived attribute needs no default value")
    func derived() throws {
        let check = try ModelPair(
            Self.entity("Item", Self.attribute("name")),
            Self.entity(
                "Item",
                Self.attribute("name") + Self.relationship("box", "Box", nil)
                    + Self.required("boxName", "String", "derived=\"YES\" derivationExpression=\"box.name\""))
                + Self.entity("Box", Self.attribute("name"))
        ).migrate("--check")
        #expect(
            check.output == """
                Is inferred:
                  entity Box: is new
                  Item.box: is new
                  Item.boxName: is new

                old.sqlite: lightweight

                """)
    }

    @Test("The app's metadata is kept")
    func surroundings() throws {
        let pair = try ModelPair(
            Self.entity("Item", Self.attribute("name")),
            Self.entity("Item", Self.attribute("name") + Self.attribute("x")), rows: Self.items)
        #expect(try Zseed.run("metadata", "old.sqlite", "launches=7", "-q", in: pair.path).status == 0)
        _ = try pair.migrated()
        #expect(
            try Zseed.run("metadata", "new.sqlite", "launches", in: pair.path).output
                == "launches = 7  (integer)\n")
    }
}
