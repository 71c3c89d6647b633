import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Lists of objects in JSON, on the command line")
struct JSONListTests {
    private static let app = """
        import SwiftData
        struct Part: Codable { var name: String; var amount: Double; var note: String?; var sizes: [Int]? }
        @Model final class Dish {
            var title: String
            var parts: [Part]
            var raw: Data?
            var text: String?
            var lat: Double?
            var lon: Double?
            var count: Int?
            @Attribute(.ephemeral) var scratch: Int = 0
            @Relationship(inverse: \\Tag.dishes) var tags: [Tag]
        }
        @Model final class Tag { var name: String; var dishes: [Dish] }
        """

    private func build(
        _ json: String, _ attributes: String, options: String = "", relationships: String = "",
        file: String = "d.json"
    ) throws -> (result: ProcessResult, rows: [String]) {
        let folder = try TestFolder()
        try folder.write(Self.app, as: "App/Models.swift")
        try folder.write(json, as: file)
        try folder.write(
            """
            reference: App
            models: [Dish]
            output: o.store
            sources: { d: { \(file.hasSuffix("plist") ? "plist" : "json"): \(file)\(options) } }
            entities:
              Dish:
                from: d
                attributes: { \(attributes) }
                \(relationships)
            """, as: "p.yml")
        let result = try Zseed.run("build", "p.yml", "-q", in: folder.path)
        guard result.status == 0 else { return (result, []) }
        let store = try Connection.reading(path: folder.path + "/o.store")
        var rows: [String] = []
        try store.forEachRow(
            """
            SELECT coalesce(ZTITLE, '-'), coalesce(CAST(ZRAW AS TEXT), '-'), coalesce(ZTEXT, '-'), \
            coalesce(ZLAT, '-'), coalesce(ZLON, '-'), hex(ZPARTS) FROM ZDISH ORDER BY Z_PK
            """
        ) { row in
            rows.append((0..<5).map { row.text(at: $0) ?? "" }.joined(separator: " "))
            let archive = row.text(at: 5) ?? ""
            let json = Data("[{".utf8).map { String(format: "%02X", $0) }.joined()
            if archive.contains(json) { rows[rows.count - 1] += " +" }
        }
        return (result, rows)
    }

    private static func error(_ result: ProcessResult) -> String {
        result.errors.split(separator: "\n").filter { $0.contains(": error: ") }.joined(separator: "\n")
    }

    @Test("Lists become arrays of structures, Data and text, unchanged except for white space")
    func lists() throws {
        let found = try build(
            """
            [{"title": "Dinner", "parts": [{"name": "A", "amount": 1.5}, {"amount": 2, "name": "B", "note": null}],
              "raw": [{"b": 1.10, "a": "x\\n\\u00e9\\" /"}, true, []], "text": [[1, 2], [3, 4.50e1]]},
             {"title": "Lunch"}]
            """, "title: title, parts: parts, raw: { column: raw, binary: text }, text: text")
        #expect(found.result.status == 0, "\(found.result.errors)")
        #expect(
            found.rows == [
                "Dinner [{\"b\":1.10,\"a\":\"x\\n\u{E9}\\\" /\"},true,[]] [[1,2],[3,4.50e1]] - - +",
                "Lunch - - - -",
            ])
    }

    @Test("Lists are read from lines and from nested columns, too")
    func places() throws {
        let nested = try build(
            #"{"x": {"y": [{"a": {"title": "T", "text": [{"k": 1}]}}]}}"#,
            "title: a.title, text: a.text, parts: { value: \"[]\" }",
            options: ", records: x.y")
        #expect(nested.rows == ["T - [{\"k\":1}] - -"])
    }

    @Test(
        "Elements are checked against the structure in the source",
        arguments: [
            (
                #"{"name": "A", "amuont": 1}"#,
                "'amuont' (column `parts`) is not a member of the structure; did you mean `amount`?"
            ),
            (#"{"name": "A"}"#, "'amount' (column `parts`) has no value, but the structure needs one"),
            (
                #"{"name": null, "amount": 1}"#,
                "'name' (column `parts`) has no value, but the structure needs one"
            ),
            (#"{"name": "A", "amount": "1"}"#, "'\"1\"' (column `parts`) is not a number"),
            (#"{"name": "A", "amount": 1, "sizes": [1.5]}"#, "'1.5' (column `parts`) is not an integer"),
            (#"[1]"#, "'[1]' (column `parts`) is not a JSON object"),
        ])
    func structures(element: String, words: String) throws {
        let found = try build(
            #"[{"title": "D", "parts": [\#(element)]}]"#, "title: title, parts: parts")
        #expect(Self.error(found.result) == "d.json:1:26: error: Dish.parts: " + words)
        #expect(found.result.status == 1)
    }

    @Test("A list in place of a single value is an error")
    func others() throws {
        let json = #"[{"title": "D", "parts": [], "tags": [{"name": "x"}], "n": [{"a": 1}]}]"#
        let words = "error: neither a single value nor a list of single values"
        let number = try build(json, "title: title, parts: parts, count: n")
        #expect(Self.error(number.result) == "d.json:1:61: \(words) (column `n`)")
        let link = try build(
            json, "title: title, parts: parts",
            relationships: "relationships: { tags: { find: Tag.name, column: tags } }")
        #expect(Self.error(link.result) == "d.json:1:39: \(words) (column `tags`)")
        let condition = try build(json, "title: title, parts: parts", options: ", where: \"n != nil\"")
        // Conditions compare columns of single values.
        #expect(
            Self.error(condition.result)
                == "p.yml:4:38: error: `where`: `n` contains lists of objects or of lists, but a condition "
                + "compares single values: use the position of one, as in `n.0`, followed by the key "
                + "for an object's value"
        )
    }

    @Test("Conditions can use elements of lists, in the records and around them", arguments: [false, true])
    func conditions(isPropertyList: Bool) throws {
        let json = """
            {"at": [{"x": 1}], "r": [{"title": "A", "p": [1, 2]}, {"title": "B", "p": [3, 9], "q": [{"k": "v"}]},
            {"title": "C"}]}
            """
        let text =
            isPropertyList
            ? String(
                decoding: try PropertyListSerialization.data(
                    fromPropertyList: JSONSerialization.jsonObject(with: Data(json.utf8)), format: .xml,
                    options: 0),
                as: UTF8.self) : json
        for (condition, titles) in [
            ("p.1 > 2", ["B"]), ("`p.1` != nil", ["A", "B"]), ("q.0.k == 'v' OR title = 'C'", ["B", "C"]),
            ("p.0<3.0 AND `../at.0.x` = 1", ["A"]), ("`p.0` < `p.1`", ["A", "B"]),
        ] {
            let found = try build(
                text, "title: title, lat: p.0, parts: { value: \"[]\" }",
                options: ", records: r, where: \"\(condition)\"", file: isPropertyList ? "p.plist" : "d.json")
            #expect(
                found.rows.compactMap { $0.split(separator: " ").first.map(String.init) } == titles,
                "\(condition): \(found.result.errors)")
        }
    }

    @Test("Lists in property lists are read like JSON, with dates as numbers and bytes as Base64")
    func propertyLists() throws {
        let list: [[String: Any]] = [
            [
                "title": "Dinner", "at": [[7.5, 8], [9, 1.5]],
                "parts": [["name": "A", "amount": 1.5, "sizes": [1, 2]], ["name": "B", "amount": 2]] as [Any],
                "raw": [
                    ["when": Date(timeIntervalSinceReferenceDate: 60), "b": Data([1, 2]), "on": true]
                        as [String: Any]
                ],
                "text": [["x"], ["y"]],
            ],
            ["title": "Lunch", "parts": [Any]()],
        ]
        let text = String(
            decoding: try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
            as: UTF8.self)
        let found = try build(
            text,
            """
            title: title, parts: parts, raw: { column: raw, binary: text }, text: text, lat: at.1.0, lon: at.0.1
            """, file: "d.plist")
        #expect(
            found.rows == [
                "Dinner [{\"b\":\"AQI=\",\"on\":true,\"when\":60.0}] [[\"x\"],[\"y\"]] 9.0 8.0 +",
                "Lunch - - - -",
            ], "\(found.result.errors)")
        let number = try build(text, "title: title, parts: parts, count: at", file: "d.plist")
        #expect(
            Self.error(number.result)
                == "d.plist:1:3: error: neither a single value nor a list of single values (column `at`)")
        let missing = try build(text, "title: title, parts: parts, lat: at.2.0", file: "d.plist")
        #expect(
            Self.error(missing.result) == "p.yml:8:52: error: unknown column `at.2.0`; did you mean `at.1`?")
    }

    @Test("Positions are columns, such as the coordinates of GeoJSON")
    func positions() throws {
        let found = try build(
            """
            {"type": "FeatureCollection", "features": [
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": [8.55, 47.37, 408]},
               "properties": {"name": "Zürich", "rings": [[[1], [2, 3]], {"deep": ["a", "b"]}]}},
              {"type": "Feature", "geometry": {"type": "Point", "coordinates": []}, "properties": {"name": "No"}}]}
            """,
            """
            title: properties.name, lon: geometry.coordinates.0, lat: geometry.coordinates.1, \
            text: properties.rings.1.deep.1, raw: { column: properties.rings.0, binary: text }, parts: { value: "[]" }
            """, options: ", records: features", file: "p.geojson")
        #expect(found.rows == ["Zürich [[1],[2,3]] b 47.37 8.55", "No - - - -"], "\(found.result.errors)")
    }

    @Test("Unused lists of lists do not prevent a draft")
    func drafts() throws {
        let folder = try TestFolder()
        try folder.write(
            #"[{"title":"A","steps":[{"text":"x"}],"grid":[[1,2],[3]]},{"title":"B","steps":[]}]"#,
            as: "recipes.json")
        try folder.writeModel(
            """
            <entity name="Recipe"><attribute name="title" attributeType="String"/><relationship name="steps"
            optional="YES" toMany="YES" destinationEntity="Step" inverseName="recipe" inverseEntity="Step"/></entity>
            <entity name="Step"><attribute name="text" attributeType="String"/><relationship name="recipe"
            optional="YES" maxCount="1" destinationEntity="Recipe" inverseName="steps" inverseEntity="Recipe"/></entity>
            """, as: "M.xcdatamodel")
        let result = try Zseed.run("plan", "M.xcdatamodel", "recipes.json", in: folder.path)
        #expect(result.status == 0)
        #expect(
            result.output.contains("  steps: { json: recipes.json, records: steps }\n"), "\(result.output)")
        #expect(!result.output.contains("cannot be read"))
    }

    @Test("A position that no list has is an unknown column")
    func noPosition() throws {
        let found = try build(
            #"[{"title": "D", "at": [1, 2]}, {"at": [3]}]"#,
            "title: title, lat: at.2, parts: { value: \"[]\" }")
        #expect(Self.error(found.result) == "p.yml:8:38: error: unknown column `at.2`; did you mean `at.1`?")
        #expect(found.result.status == 2)
    }

    @Test("Positions in lists around the records are columns, before and after the records")
    func parents() throws {
        for json in [
            #"{"at": [5, 6], "r": [{"title": "D"}]}"#, #"{"r": [{"title": "D"}], "at": [5, 6]}"#,
        ] {
            let found = try build(
                json, "title: title, lat: ../at.1, parts: { value: \"[]\" }", options: ", records: r")
            #expect(found.rows == ["D - - 6.0 -"], "\(found.result.errors)")
        }
    }

    @Test("Transient properties, relationships and unknown options are errors with a remedy")
    func messages() throws {
        let json = #"[{"title": "D", "raw": "x"}]"#
        for (attribute, words) in [
            (
                "scratch: title",
                "Dish.scratch: is transient (`.ephemeral` in SwiftData): stores have no values for it, so "
                    + "leave it out"
            ),
            (
                "tags: title",
                "Dish: `tags` is a relationship, not an attribute: move it to `relationships:`"
            ),
            (
                "raw: { column: raw, binary: utf8 }",
                "`utf8` is not a value of `binary`; there are `base64`, `hex`, `file`, `text`, `jsonList`"
            ),
        ] {
            let found = try build(json, "title: title, parts: { value: \"[]\" }, " + attribute)
            #expect(Self.error(found.result).hasSuffix("error: " + words), "\(found.result.errors)")
            #expect(found.result.status == 2)
        }
    }
}
