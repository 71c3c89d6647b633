import Foundation
import ObjectModel
import SQLite
import TestSupport
import Testing

@Suite("Cells that hold a list in JSON already")
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
        "`jsonList` takes it as the list it is",
        arguments: [
            (#"["a","b"]"#, #"["a","b"]"#), (#" [ "a" , "b c" ] "#, #"["a","b c"]"#), ("[]", "[]"),
            (#"["a|b"]"#, #"["a|b"]"#), (#"["x/y","é\n"]"#, #"["x\/y","é\n"]"#), ("[1, 2.50]", "[1,2.50]"),
            (#"[{"step": 1, "text": "a b\" c"}]"#, #"[{"step":1,"text":"a b\" c"}]"#),
            // No JSON: texts that happen to have brackets.
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
        "So does `archive: array` with a separator",
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
        "What begins as only JSON does and is none is an error",
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
}
