import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("Kinds of sources")
struct SourceKindTests {
    @Test("Kinds have distinct keys, none of which applies to all sources")
    func keys() {
        let keys = SourceKinds.all.map { $0.key }
        #expect(Set(keys).count == keys.count)
        let common: Set = ["timeZone", "locale", "trim", "null", "decimalComma", "thousands", "where"]
        #expect(common.isDisjoint(with: keys))
        for kind in SourceKinds.all {
            let options = kind.optionKeys
            #expect(Set(options).count == options.count, "\(kind)")
            #expect(common.union(keys).isDisjoint(with: options), "\(kind)")
        }
    }

    @Test(
        "A file's kind follows from its name and its first bytes",
        arguments: [
            ("rows.csv", "a,b\n1,2\n", "csv"), ("rows.txt", "a\tb\n", "csv"), ("rows", "a\n", "csv"),
            ("rows.json", "[]", "json"), ("ROWS.JSON", "[]", "json"),
            ("rows.json.csv", "a\n", "csv"), ("rows.ndjson", "{}\n", "ndjson"),
            ("rows.jsonl", "{}\n", "ndjson"), ("rows.plist", "<plist/>", "plist"),
            ("rows.xml", "<a/>", "xml"), ("rows.sql", "CREATE TABLE t (a);", "sqlite"),
        ])
    func recognition(name: String, text: String, expected: String) throws {
        let folder = try TestFolder()
        try folder.write(text, as: name)
        let file = try CandidateFile(path: folder.path + "/" + name)
        #expect(try SourceKinds.kind(of: file).key == expected)
    }

    @Test(
        "A database is recognized whatever its name, and is a store if it has Core Data's tables",
        arguments: [
            ("rows.sqlite", "CREATE TABLE t (a)", "sqlite"),
            ("rows.json", "CREATE TABLE t (a)", "sqlite"),
            ("rows.db", "CREATE TABLE Z_METADATA (a)", "sqlite"),
            ("rows.db", "CREATE TABLE Z_METADATA (a); CREATE TABLE Z_PRIMARYKEY (a)", "store"),
        ])
    func databases(name: String, statements: String, expected: String) throws {
        let folder = try TestFolder()
        let path = folder.path + "/" + name
        do {
            let connection = try Connection(path: path, mode: .create)
            try connection.execute(statements)
        }
        #expect(try SourceKinds.kind(of: CandidateFile(path: path)).key == expected)
    }

    @Test("SQL text is not a store, even if it creates one")
    func script() throws {
        let folder = try TestFolder()
        try folder.write(
            "CREATE TABLE Z_METADATA (a); CREATE TABLE Z_PRIMARYKEY (a);", as: "store.sql")
        let file = try CandidateFile(path: folder.path + "/store.sql")
        #expect(try SourceKinds.kind(of: file).key == "sqlite")
        #expect(try SQLiteKind.drafts(of: file).map(\.name) == ["Z_METADATA", "Z_PRIMARYKEY"])
    }

    @Test("An unsupported file is refused with its kind")
    func foreign() throws {
        let folder = try TestFolder()
        try folder.write("%PDF-1.7\n", as: "rows.csv")
        let file = try CandidateFile(path: folder.path + "/rows.csv")
        let issue = #expect(throws: SeedIssue.self) { try SourceKinds.kind(of: file) }
        #expect(issue?.reason == .file(.foreignFormat(.pdf, isCompressed: false)))
    }

    @Test("Kinds of one type with equal content are equal")
    func equality() {
        let json = JSONKind(path: "a", options: RecordOptions())
        #expect(json.isEqual(to: JSONKind(path: "a", options: RecordOptions())))
        #expect(!json.isEqual(to: JSONKind(path: "b", options: RecordOptions())))
        #expect(!json.isEqual(to: NDJSONKind(path: "a", options: RecordOptions())))
    }
}
