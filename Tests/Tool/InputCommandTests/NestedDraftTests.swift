import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Drafts of nested records")
struct NestedDraftTests {
    /// Drafts a plan from a file, builds it and returns the draft.
    private static func built(
        _ file: String, model: String, in folder: TestFolder
    ) throws -> String {
        try folder.write(
            """
            <?xml version="1.0"?><model type="com.apple.IDECoreDataModeler.DataModel" \
            documentVersion="1.0">\(model)</model>
            """, as: "M.xcdatamodel/contents")
        let draft = try Zseed.run("plan", "M.xcdatamodel", file, in: folder.path)
        #expect(draft.status == 0, "\(draft.errors)")
        try folder.write(draft.output, as: "plan.yml")
        let build = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(build.status == 0, "\(draft.output)\(build.errors)")
        #expect(!draft.output.contains("a build stops here"), "\(draft.output)")
        return draft.output
    }

    private static func rows(_ sql: String, in folder: TestFolder) throws -> [String] {
        try Connection.reading(path: folder.path + "/seed.sqlite").rows(sql) { $0.text(at: 0) ?? "" }
    }

    @Test(
        "Each array of a file becomes a source that is linked to its parent records",
        arguments: ["json", "ndjson", "plist", "xml"])
    func forms(form: String) throws {
        let folder = try TestFolder()
        var text = NestedBuildTests.cup
        switch form {
        case "ndjson": text = text.split(separator: "\n").joined()
        case "xml": text = NestedBuildTests.xml
        case "plist":
            let root = try JSONSerialization.jsonObject(
                with: Data(text.replacing(", \"players\": null", with: "").utf8))
            text = String(
                decoding: try PropertyListSerialization.data(
                    fromPropertyList: root, format: .xml, options: 0), as: UTF8.self)
        default: break
        }
        try folder.write(text, as: "cup.\(form)")
        let draft = try Self.built("cup.\(form)", model: NestedBuildTests.model, in: folder)
        let records = form == "xml" ? "cup/groups/teams/players" : "groups.teams.players"
        #expect(draft.contains("players: { \(form): cup.\(form), records: \(records) }\n"))
        #expect(draft.contains("    key: id\n"))
        #expect(draft.contains("      team: { keyOf: Team, column: ../id }\n"))
        #expect(draft.contains("      group: { find: Group.name, missing: error, column: ../name }\n"))
        #expect(draft.contains("# unsure") == (form == "ndjson"), "\(draft)")
        if form == "ndjson" {
            #expect(draft.contains("no entity fits the source `cup`; it has the columns cup"))
        }
        let rows = try Self.rows(
            """
            SELECT p.ZNAME || ' ' || ifnull(p.ZNUMBER || ' ', '') || t.ZNAME || ' ' || g.ZNAME
            FROM ZPLAYER p
            JOIN ZTEAM t ON t.Z_PK = p.ZTEAM JOIN ZGROUP g ON g.Z_PK = t.ZGROUP ORDER BY p.ZNAME
            """, in: folder)
        #expect(
            rows == [
                "Lozano 22 Mexico A", "Noppert Oranje B", "Ochoa 13 Mexico A", "Onana 23 Cameroon A",
            ])
        // The teams keep their order within each array.
        #expect(
            try Self.rows(
                "SELECT group_concat(Z_FOK_GROUP) FROM (SELECT * FROM ZTEAM ORDER BY ZNAME)",
                in: folder) == ["4096,3072,2048,3072,2048"])
    }

    private static let recipes = """
        <entity name="Recipe"><attribute name="title" attributeType="String"/>
        <relationship name="steps" optional="YES" toMany="YES" destinationEntity="Instruction"
            inverseName="recipe" inverseEntity="Instruction"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="recipes" inverseEntity="Tag"/></entity>
        <entity name="Instruction"><attribute name="words" attributeType="String"/>
        <attribute name="position" optional="YES" attributeType="Integer 16"/>
        <relationship name="recipe" optional="YES" maxCount="1" destinationEntity="Recipe"
            inverseName="steps" inverseEntity="Recipe"/></entity>
        <entity name="Tag"><attribute name="name" attributeType="String"/>
        <relationship name="recipes" optional="YES" toMany="YES" destinationEntity="Recipe"
            inverseName="tags" inverseEntity="Recipe"/></entity>
        """

    @Test("An array's name selects its entity, and repeated records become one object")
    func recipes() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            {"recipes": [
              {"title": "Tea | plain", "steps": [{"words": "Boil"}, {"words": "Pour"}],
               "tags": [{"name": "hot"}, {"name": "quick"}]},
              {"title": "Soup", "steps": [{"words": "Cook"}], "tags": [{"name": "hot"}]}]}
            """, as: "book.json")
        let draft = try Self.built("book.json", model: Self.recipes, in: folder)
        #expect(draft.contains("    conflict: merge\n"), "\(draft)")
        #expect(
            try Self.rows(
                "SELECT s.ZWORDS || ' ' || s.ZPOSITION || ' ' || r.ZTITLE FROM ZINSTRUCTION s "
                    + "JOIN ZRECIPE r ON r.Z_PK = s.ZRECIPE ORDER BY s.Z_PK", in: folder)
                == ["Boil 1 Tea | plain", "Pour 2 Tea | plain", "Cook 1 Soup"])
        #expect(
            try Self.rows(
                "SELECT t.ZNAME || ' ' || count(*) FROM ZTAG t JOIN Z_2TAGS j ON t.Z_PK = j.Z_3TAGS "
                    + "GROUP BY t.Z_PK ORDER BY 1", in: folder) == ["hot 2", "quick 1"])
    }

    @Test("Parents without a key are identified by their number")
    func numbers() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            [{"title": "Tea", "steps": [{"words": "Boil"}]},
             {"title": "Tea", "steps": [{"words": "Brew"}, {"words": "Wait"}]}]
            """, as: "recipes.json")
        let draft = try Self.built("recipes.json", model: Self.recipes, in: folder)
        #expect(draft.contains("    key: \"position()\"\n"), "\(draft)")
        #expect(draft.contains("recipe: { keyOf: Recipe, column: \"../position()\" }"), "\(draft)")
        #expect(
            try Self.rows(
                "SELECT ZWORDS || ' ' || ZRECIPE FROM ZINSTRUCTION ORDER BY Z_PK", in: folder)
                == ["Boil 1", "Brew 2", "Wait 2"])
    }

    @Test("Repeated text elements are lists, and an element's own text is a column")
    func elements() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            <book><recipe id="r1"><title>Tea</title><tag>hot</tag><tag>quick</tag>
            <steps><step>Boil</step><step lang="en">Pour</step></steps></recipe>
            <recipe id="r2"><title>Soup</title><tag>hot</tag><steps><step>Cook</step></steps></recipe>
            </book>
            """, as: "book.xml")
        let draft = try Self.built("book.xml", model: Self.recipes, in: folder)
        #expect(draft.contains("lists: [\"tag\"]"), "\(draft)")
        #expect(
            try Self.rows(
                "SELECT s.ZWORDS || ' ' || r.ZTITLE FROM ZINSTRUCTION s "
                    + "JOIN ZRECIPE r ON r.Z_PK = s.ZRECIPE ORDER BY s.Z_PK", in: folder)
                == ["Boil Tea", "Pour Tea", "Cook Soup"])
        #expect(try Self.rows("SELECT count(*) FROM Z_2TAGS", in: folder) == ["3"])
    }

    @Test("A tree is followed to the depth of the file")
    func tree() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            {"categories": [{"name": "Food", "children": [
              {"name": "Fruit", "children": [{"name": "Apple"}, {"name": "Pear"}]},
              {"name": "Bread", "children": []}]}, {"name": "Drink"}]}
            """, as: "tree.json")
        let draft = try Self.built(
            "tree.json",
            model: """
                <entity name="Category"><attribute name="name" attributeType="String"/>
                <relationship name="parent" optional="YES" maxCount="1"
                    destinationEntity="Category" inverseName="children" inverseEntity="Category"/>
                <relationship name="children" optional="YES" toMany="YES"
                    destinationEntity="Category" inverseName="parent" inverseEntity="Category"/>
                </entity>
                """, in: folder)
        #expect(draft.contains("records: categories.children.children"), "\(draft)")
        #expect(
            try Self.rows(
                "SELECT c.ZNAME || ' ' || ifnull(p.ZNAME, '-') FROM ZCATEGORY c "
                    + "LEFT JOIN ZCATEGORY p ON p.Z_PK = c.ZPARENT ORDER BY 1", in: folder)
                == ["Apple Fruit", "Bread Food", "Drink -", "Food -", "Fruit Food", "Pear Fruit"])
    }

    @Test("Records without a relationship to their parents are reported")
    func unrelated() throws {
        let folder = try TestFolder()
        try folder.write(
            #"{"recipes": [{"title": "Tea", "notes": [{"body": "hot"}]}]}"#, as: "book.json")
        let draft = try Self.built(
            "book.json",
            model: Self.recipes + """
                <entity name="Note"><attribute name="body" attributeType="String"/></entity>
                """, in: folder)
        #expect(
            draft.contains(
                "    from: notes  # unsure: no relationship leads from Note to Recipe, which is around it"
            ), "\(draft)")
    }

    @Test("Records that only refer to those of another array become links")
    func references() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            {"recipes": [{"id": 1, "title": "Tea", "tags": [{"id": 7}, {"id": 8}]},
              {"id": 2, "title": "Soup", "tags": [{"id": 7}]}, {"id": 3, "title": "Rice"}],
             "tags": [{"id": 7, "name": "hot"}, {"id": 8, "name": "quick"}]}
            """, as: "book.json")
        let draft = try Self.built("book.json", model: Self.recipes, in: folder)
        #expect(draft.contains("    relationship: Recipe.tags\n"), "\(draft)")
        #expect(draft.contains("    source: { keyOf: Recipe, column: ../id }\n"), "\(draft)")
        #expect(draft.contains("    target: { keyOf: Tag, column: id }\n"), "\(draft)")
        #expect(
            try Self.rows(
                "SELECT r.ZTITLE || ' ' || t.ZNAME FROM Z_2TAGS j JOIN ZTAG t ON t.Z_PK = j.Z_3TAGS "
                    + "JOIN ZRECIPE r ON r.Z_PK = j.Z_2RECIPES ORDER BY 1", in: folder)
                == ["Soup hot", "Tea hot", "Tea quick"])
    }

    @Test("GeoJSON is read as JSON with features as records")
    func geoJSON() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            "<entity name=\"Place\"><attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/></entity>",
            as: "Places.xcdatamodel")
        try folder.write(
            """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "properties": {"name": "Oslo"}},
              {"type": "Feature", "properties": {"name": "Rome"}}]}
            """, as: "Place.geojson")
        let draft = try Zseed.run("plan", "Places.xcdatamodel", "Place.geojson", in: folder.path)
        #expect(draft.output.contains("{ json: Place.geojson, records: features }"), "\(draft)")
        #expect(draft.output.contains("name: properties.name"), "\(draft)")
    }
}
