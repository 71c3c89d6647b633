import CommandSupport
import Foundation
import ObjectModel
import SQLite
import TestSupport
import Testing

@Suite("Cells that already hold a JSON list")
struct WrittenListTests {
    private static let model = """
        <entity name="Item"><attribute name="moods" optional="YES" attributeType="Binary"/>
        <attribute name="notes" optional="YES" attributeType="Transformable"/></entity>
        """

    private static func build(_ attribute: String, cell: String) throws
        -> (ProcessResult, TestFolder)
    {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/reference.sqlite", model: model)
        let quoted = cell.replacingOccurrences(of: "\"", with: "\"\"")
        try folder.write("c\n\"\(quoted)\"\n", as: "rows.csv")
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities: { Item: { from: rows, attributes: { \(attribute) } } }

            """, as: "plan.yml")
        return (try Zseed.run("build", "plan.yml", "-q", in: folder.path), folder)
    }

    @Test(
        "`jsonList` keeps the list",
        arguments: [
            (#"["a","b"]"#, #"["a","b"]"#), (#" [ "a" , "b c" ] "#, #"["a","b c"]"#), ("[]", "[]"),
            (#"["a|b"]"#, #"["a|b"]"#), (#"["x/y","é\n"]"#, #"["x\/y","é\n"]"#), ("[1, 2.50]", "[1,2.50]"),
            (#"[{"step": 1, "text": "a b\" c"}]"#, #"[{"step":1,"text":"a b\" c"}]"#),
            // These are not JSON, but texts with brackets.
            ("[draft]", #"["[draft]"]"#), ("[draft]|b", #"["[draft]","b"]"#), ("a|b", #"["a","b"]"#),
            ("[", #"["["]"#), (#"{"a":1}"#, #"["{\"a\":1}"]"#),
        ])
    func jsonList(cell: String, expected: String) throws {
        let (built, folder) = try Self.build("moods: { column: c, binary: jsonList }", cell: cell)
        built.expectSuccess()
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        #expect(
            try store.rows("SELECT CAST(ZMOODS AS TEXT) FROM ZITEM") { $0.text(at: 0) }
                == [expected])
    }

    @Test(
        "`archive: array` with a separator keeps the list, too",
        arguments: [
            (#"["a","b|c"]"#, "", PropertyValue.array([.string("a"), .string("b|c")])),
            ("[]", "", .array([])), ("[1,true]", "", .array([.integer(1), .bool(true)])),
            (#"["1","2.5"]"#, ", elements: number", .array([.integer(1), .double(2.5)])),
            ("[draft]|b", "", .array([.string("[draft]"), .string("b")])),
        ])
    func archive(cell: String, options: String, expected: PropertyValue) throws {
        let (built, folder) = try Self.build(
            "notes: { column: c, archive: array, separator: \"|\"\(options) }", cell: cell)
        built.expectSuccess()
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        let bytes = try store.rows("SELECT ZNOTES FROM ZITEM") { $0.blob(at: 0) ?? [] }
        #expect(bytes == [try expected.keyedArchive()])
    }

    @Test(
        "Malformed JSON that cannot be a text is an error",
        arguments: [#"["a","b""#, #"["a"]|b"#, #"[{"a":1}"#, #"[ "a", ]"#],
        [
            "moods: { column: c, binary: jsonList }",
            "notes: { column: c, archive: array, separator: \"|\" }",
        ])
    func malformed(cell: String, attribute: String) throws {
        let (built, _) = try Self.build(attribute, cell: cell)
        #expect(built.status == 1)
        let name = attribute.prefix(5)
        #expect(
            built.errors.contains(
                "rows.csv:2:1: error: Item.\(name): '\(cell)' (column `c`) is not a JSON array"))
    }

    private static func array(of elements: String) -> String {
        """
        <entity name="Item"><attribute name="notes" optional="YES" attributeType="Transformable"
        customClassName="Array&lt;\(elements)&gt;" valueTransformerName="NSSecureUnarchiveFromData"/></entity>
        """
    }

    @Test(
        "A SwiftData array is archived as JSON data",
        arguments: [
            ("archive: array, separator: \"|\"", "a/b| c ", #"["a\/b","c"]"#),
            ("archive: array", #"["a", "b"]"#, #"["a","b"]"#),
            ("archive: json, separator: \"|\", elements: number", "1|2.5", "[1,2.5]"),
            ("archive: json, separator: \"|\"", "[]", "[]"),
        ])
    func codable(options: String, cell: String, expected: String) throws {
        let folder = try TestFolder()
        try TestStore.create(
            at: folder.path + "/reference.sqlite",
            model: Self.array(of: options.contains("number") ? "Double" : "String"))
        let quoted = cell.replacingOccurrences(of: "\"", with: "\"\"")
        try folder.write("c\n\"\(quoted)\"\n", as: "rows.csv")
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities: { Item: { from: rows, attributes: { notes: { column: c, \(options) } } } }

            """, as: "plan.yml")
        try Zseed.run("build", "plan.yml", "-q", in: folder.path).expectSuccess()
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        let found = try store.rows("SELECT ZNOTES FROM ZITEM") { $0.blob(at: 0) ?? [] }
        #expect(found == [try PropertyValue.data(Array(expected.utf8)).keyedArchive()])
    }

    /// SWIFTDATA 5: the root of the archive is data with JSON.
    @Test(
        "A build writes the arrays of a real store, the default included",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func realArrays() throws {
        let folder = try TestFolder()
        // Nothing is written beside a store of the corpus, which may be read-only.
        let store = Corpus.folder + "/cheftime-mock-swiftdata/store.sqlite"
        let real = try Connection(path: store, mode: .immutable).rows(
            "SELECT DISTINCT ZIMAGEDATA FROM ZSDSTEP"
        ) { $0.blob(at: 0) ?? [] }
        #expect(real == [try PropertyValue.data(Array("[]".utf8)).keyedArchive()])
        let inspected = try Zseed.run("inspect", store, in: folder.path)
        #expect(inspected.output.contains("class Array<Data>"))
    }

    @Test("A JSON list in a cell of a to-many relationship names its members")
    func members() throws {
        let folder = try TestFolder()
        try TestStore.create(
            at: folder.path + "/reference.sqlite",
            model: """
                <entity name="Item"><attribute name="name" attributeType="String"/>
                <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
                    inverseName="items" inverseEntity="Tag"/></entity>
                <entity name="Tag"><attribute name="name" attributeType="String"/>
                <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
                    inverseName="tags" inverseEntity="Item"/></entity>
                """)
        try folder.write(
            #"""
            name,tags
            a,"[""x"", ""y|z"", null, """"]"
            b,[]
            c,[draft]|x
            d,"[1,true]"

            """#, as: "rows.csv")
        let plan = """
            reference: reference.sqlite
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities:
              Item: { from: rows, attributes: { name: name }, relationships: { tags: { find: \
            Tag.name, column: tags } } }

            """
        try folder.write(plan, as: "plan.yml")
        try Zseed.run("build", "plan.yml", "-q", in: folder.path).expectSuccess()
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        #expect(
            try store.rows(
                """
                SELECT i.ZNAME, (SELECT group_concat(n, ' ') FROM (SELECT t.ZNAME AS n FROM ZTAG AS t
                JOIN Z_1TAGS AS j ON j.Z_2TAGS = t.Z_PK WHERE j.Z_1ITEMS = i.Z_PK ORDER BY 1))
                FROM ZITEM AS i ORDER BY 1
                """
            ) { "\($0.text(at: 0) ?? ""): \($0.text(at: 1) ?? "-")" }
                == ["a: x y|z", "b: -", "c: [draft] x", "d: 1 true"])
        try folder.write("name,tags\na,\"[[1]]\"\nb,\"[\"\"x\"\"\"\n", as: "rows.csv")
        let failed = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(failed.status == 1)
        #expect(failed.errors.contains("rows.csv:2:3: error: Item.tags: "), "\(failed.errors)")
        #expect(failed.errors.contains("rows.csv:3:3: error: Item.tags: "), "\(failed.errors)")
    }
}
