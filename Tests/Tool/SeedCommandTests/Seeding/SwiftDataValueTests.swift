import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Plans for SwiftData models refer to properties as the source code does: enumerations by their cases, structures by
/// their members or as JSON, and arrays as lists.
@Suite("Values of a SwiftData model")
struct SwiftDataValueTests {
    static let source = """
        import Foundation
        import SwiftData

        enum Kind: String, Codable, CaseIterable { case income, expense = "out" }
        enum Level: Int, Codable { case low = 1, middle, high = 10 }
        enum Status: Codable { case open, closed, archived }
        struct Address: Codable {
            var street: String
            var zip: String?
            var since: Date?
            var tags: [Kind]
            var rooms: Int
            var garden: Bool
        }

        @Model final class Account {
            @Attribute(.unique) var name: String
            var kind: Kind
            var level: Level?
            var status: Status
            var address: Address?
            var words: [String] = []
            var numbers: [Int]
            var ids: [UUID]?
            init(name: String) { self.name = name }
        }
        """

    private static let attributes =
        "name: name, kind: kind, level: level, status: status, address: address, words: words, "
        + "numbers: numbers, ids: ids"

    private static let header = "name,kind,level,status,address,words,numbers,ids\n"

    /// Builds rows in a folder with the app's source code, and returns the result.
    private static func build(
        _ rows: String, attributes: String = attributes, reference: String = "App",
        file: (name: String, source: String) = ("rows.csv", "csv: rows.csv")
    ) throws -> (result: ProcessResult, folder: TestFolder) {
        let folder = try TestFolder()
        try folder.write(source, as: "App/Models.swift")
        if reference != "App" {
            let made = try Zseed.run("create", "App", "-o", reference, in: folder.path)
            #expect(made.status == 0, "\(made.errors)")
        }
        try folder.write(rows, as: file.name)
        try folder.write(
            """
            reference: \(reference)
            output: out.store
            sources: { rows: { \(file.source) } }
            entities:
              Account: { from: rows, attributes: { \(attributes) } }

            """, as: "plan.yml")
        return (try Zseed.run("build", "plan.yml", "-q", in: folder.path), folder)
    }

    private static func rows(_ sql: String, in folder: TestFolder) throws -> [String] {
        let store = try Connection(path: folder.path + "/out.store", mode: .readOnly)
        return try store.rows(sql) { row in
            (0..<row.columnCount).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
        }
    }

    private static let rows =
        header
            + #"""
            Rent,out,2,open,"{""street"":""Main"",""zip"":null,""since"":""2024-01-01T00:00:00Z"",""tags"":[""out""],""rooms"":3,""garden"":true}",a|b/c,1|2,
            Pay,income,,archived,,"[""x,y"",""é""]",[],67c7a1a4-5db4-4c8d-9a1f-57a6a0e4a111

            """#

    @Test("Values are written as SwiftData writes them, and survive an export")
    func formsOfValues() throws {
        let (built, folder) = try Self.build(Self.rows)
        #expect(built.status == 0, "\(built.errors)")
        #expect(
            try Self.rows(
                "SELECT ZNAME, ZKIND, ZLEVEL, ZOPEN, ZCLOSED, ZARCHIVED, ZSTREET, ZZIP, ZROOMS, ZGARDEN, "
                    + "CAST(ZTAGS AS TEXT), ZSINCE FROM ZACCOUNT ORDER BY Z_PK", in: folder) == [
                    "Rent|out|2|open|-|-|Main|-|3|1|[\"out\"]|725760000",
                    "Pay|income|-|-|-|archived|-|-|-|-|-|-",
                ])
        let query = try Zseed.run(
            "query", "out.store",
            "Account SELECT name, kind, level, status, words, numbers, ids, "
                + "address.tags WHERE status == 'open' OR kind == 'income' ORDER BY name",
            "--format", "csv", in: folder.path)
        #expect(
            query.output == #"""
                name,kind,level,status,words,numbers,ids,address.tags
                Pay,income,,archived,"[""x,y"",""é""]",[],"[""67C7A1A4-5DB4-4C8D-9A1F-57A6A0E4A111""]",
                Rent,out,2,open,"[""a"",""b\/c""]","[1,2]",,"[""out""]"

                """#, "\(query.errors)")
        let all = try Zseed.run("query", "out.store", "Account", "--format", "csv", in: folder.path)
        #expect(all.output.hasPrefix("address.street,"), "\(all.output)")
        #expect(all.output.contains(",kind,level,name,numbers,status,words"), "\(all.output)")
        for model in [[], ["--model", "App"]] {
            let files = "files\(model.count)"
            let export = try Zseed.run(
                ["export", "out.store", "-o", files, "-q"] + model, in: folder.path)
            #expect(export.status == 0, "\(export.errors)")
            let csv = try String(contentsOfFile: folder.path + "/\(files)/Account.csv", encoding: .utf8)
            #expect(
                csv == #"""
                    address.garden,address.rooms,address.since,address.street,address.tags,address.zip,ids,kind,level,name,numbers,status,words
                    true,3,2024-01-01T00:00:00Z,Main,"[""out""]",,,out,2,Rent,"[1,2]",open,"[""a"",""b\/c""]"
                    ,,,,,,"[""67C7A1A4-5DB4-4C8D-9A1F-57A6A0E4A111""]",income,,Pay,[],archived,"[""x,y"",""é""]"

                    """#)
            let plan = try String(contentsOfFile: folder.path + "/\(files)/seed.yml", encoding: .utf8)
            for line in ["kind: kind", "level: level", "status: status", "words: words", "ids: ids"] {
                #expect(plan.contains("\n      \(line)\n"), "\(plan)")
            }
            let again = try Zseed.run(
                "build", "\(files)/seed.yml", "-q", "-o", "again.store", in: folder.path)
            #expect(again.status == 0, "\(again.errors)")
            for store in ["out.store", "again.store"] {
                let exact = try Zseed.run(
                    "export", store, "--exact", "-q", "-o", "\(files)-\(store)", in: folder.path)
                #expect(exact.status == 0)
            }
            let table = "/tables/ZACCOUNT.csv"
            #expect(
                try bytes(of: folder.path + "/\(files)-out.store" + table)
                    == bytes(of: folder.path + "/\(files)-again.store" + table))
        }
    }

    @Test("A store shows its types without source code")
    func fromStore() throws {
        // Without source code, the elements of arrays are unknown; JSON provides their types.
        let (built, folder) = try Self.build(Self.rows, reference: "reference.store")
        #expect(built.status == 1)
        for value in ["words: 'a|b/c'", "numbers: '1|2'", "ids: '67c7a1a4-5db4-4c8d-9a1f-57a6a0e4a111'"] {
            #expect(built.errors.contains("Account.\(value) (column "), "\(built.errors)")
        }
        let (other, second) = try Self.build(
            Self.header + #"A,out,2,closed,,"[""a""]","[1, 2]","# + "\nB,any,,open,,,,\n",
            reference: "reference.store")
        #expect(other.status == 0, "\(other.errors)")
        #expect(
            try Self.rows("SELECT ZKIND, ZCLOSED, ZOPEN FROM ZACCOUNT ORDER BY Z_PK", in: second) == [
                "out|closed|-", "any|-|open",
            ])
        let query = try Zseed.run(
            "query", "out.store", "Account SELECT words, numbers ORDER BY name", "--format", "csv",
            in: second.path)
        #expect(query.output == "words,numbers\n\"[\"\"a\"\"]\",\"[1,2]\"\n[],[]\n", "\(query.output)")
        withExtendedLifetime(folder) {}
    }

    @Test(
        "Unknown cases, members and elements are refused",
        arguments: [
            (
                "A,expense,2,open,,a,1,",
                [
                    "2:3: error: Account.kind: 'expense' (column `kind`) is not a case of the enumeration; "
                        + "did you mean `out`?"
                ]
            ),
            (
                "A,incom,high,opn,,a,1,",
                [
                    "2:3: error: Account.kind: 'incom' (column `kind`) is not a case of the enumeration; "
                        + "did you mean `income`?",
                    "2:9: error: Account.level: 'high' (column `level`) is not a case of the enumeration; "
                        + "did you mean `10`?",
                    "2:14: error: Account.status: 'opn' (column `status`) is not a case of the enumeration; "
                        + "did you mean `open`?",
                ]
            ),
            (
                "A,out,3,,,a,1,",
                [
                    "2:7: error: Account.level: '3' (column `level`) is not a case of the enumeration",
                    "2:9: error: Account.status: needs a value (column `status`), but there is none",
                ]
            ),
            (
                #"A,out,,open,"{""street"":""M"",""roms"":3}",a,1,"#,
                [
                    "2:13: error: Account.address: 'roms' (column `address`) is not a member of the structure; "
                        + "did you mean `rooms`?"
                ]
            ),
            (
                #"A,out,,open,"[]",a,1,"#,
                ["2:13: error: Account.address: '[]' (column `address`) is not a JSON object"]
            ),
            (
                #"A,out,,open,"{""street"":""M"",""tags"":[],""garden"":true}",a,1,"#,
                ["2:13: error: Account.address.rooms: needs a value (column `address`), but there is none"]
            ),
            (
                #"A,out,,open,"{""street"":""M"",""tags"":[""x""],""rooms"":""y"",""garden"":1}",a,1,"#,
                [
                    "2:13: error: Account.address.tags: 'x' (column `address`) is not a case of the enumeration",
                    "2:13: error: Account.address.rooms: 'y' (column `address`) is not an integer",
                ]
            ),
            (
                #"A,out,,open,,"[""x",1x,zzz"#,
                [
                    "2:14: error: Account.words: '[\"x' (column `words`) is not a JSON array",
                    "2:21: error: Account.numbers: '1x' (column `numbers`) is not an integer",
                    "2:24: error: Account.ids: 'zzz' (column `ids`) is not a UUID",
                ]
            ),
            (
                #"A,out,,open,,[1],"[""1""]","#,
                [
                    "2:14: error: Account.words: '1' (column `words`) is not a text",
                    "2:18: error: Account.numbers: '\"1\"' (column `numbers`) is not an integer",
                ]
            ),
        ])
    func wrongValues(row: String, errors: [String]) throws {
        let (built, folder) = try Self.build(Self.header + row + "\n")
        #expect(built.status == 1)
        let told = built.errors.split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("rows.csv") }
        #expect(told.sorted() == errors.map { "rows.csv:" + $0 }.sorted())
        withExtendedLifetime(folder) {}
    }

    @Test(
        "Constants in the plan are checked before any row is read",
        arguments: [
            (
                "status: { value: opn }",
                "Account.status.open: 'opn' is not a case of the enumeration; did you mean `open`?"
            ),
            ("status: { column: status, default: x }", "'x' is not a case of the enumeration"),
            (
                "status: { column: status, lookup: { a: closd } }",
                "'closd' is not a case of the enumeration; did you mean `closed`?"
            ),
            (
                "status: { column: status, uuid: name }",
                "`uuid` cannot be used for a Composite attribute here"
            ),
            ("status: { column: status, archive: array }", "`archive` cannot be used"),
            ("address.street: name, status: status", "Account.address.garden: is not optional"),
            ("status.opn: status", "unknown attribute `status.opn`; did you mean `status.open`?"),
            ("status: status, status.open: name", "`status` and `status.open` exclude each other"),
            ("statu: status", "unknown attribute `statu`; did you mean `status`?"),
            (
                "status: status, address: { value: '{\"street\":\"x\",\"zipp\":\"1\"}' }",
                "is not a member of the structure; did you mean `zip`?"
            ),
        ])
    func planMistakes(attributes: String, error: String) throws {
        let (built, folder) = try Self.build(
            Self.rows, attributes: "name: name, kind: kind, numbers: numbers, \(attributes)")
        #expect(built.status == 2, "\(built.errors)")
        #expect(built.errors.contains(error), "\(built.errors)")
        let errors = built.errors.split(separator: "\n").filter { $0.contains("error:") }
        #expect(errors.count { $0.contains(error) } == 1)
        withExtendedLifetime(folder) {}
    }

    @Test("Enumerations and structures accept constants, defaults and lookups as a whole")
    func constants() throws {
        let json = #"'{"street":"Away","rooms":1,"tags":["income"],"garden":false}'"#
        let (built, folder) = try Self.build(
            "name,status\na,offen\nb,closed\nc,\n",
            attributes: "name: name, kind: { value: out }, numbers: { value: '[]' }, "
                + "status: { column: status, lookup: { offen: archived }, unmatched: keep, default: open }, "
                + "address: { value: \(json) }")
        #expect(built.status == 0, "\(built.errors)")
        #expect(
            try Self.rows(
                "SELECT ZNAME, ZKIND, ZOPEN, ZCLOSED, ZARCHIVED, ZSTREET, ZGARDEN FROM ZACCOUNT "
                    + "ORDER BY Z_PK", in: folder) == [
                    "a|out|-|-|archived|Away|0", "b|out|-|closed|-|Away|0", "c|out|open|-|-|Away|0",
                ])
    }

    @Test("Nested objects and lists of JSON are values")
    func nestedSource() throws {
        let (built, folder) = try Self.build(
            #"""
            [{"name": "a", "kind": "out", "status": "closed", "words": ["x", "y"], "numbers": [3, 4],
              "address": {"street": "S", "rooms": 2, "garden": true, "tags": ["out", "income"]}},
             {"name": "b", "kind": "out", "status": "open", "numbers": []}]
            """#,
            attributes: Self.attributes.replacingOccurrences(of: ", level: level", with: "")
                .replacingOccurrences(of: ", ids: ids", with: ""),
            file: ("rows.json", "json: rows.json"))
        #expect(built.status == 0, "\(built.errors)")
        #expect(
            try Self.rows(
                "SELECT ZNAME, ZCLOSED, ZSTREET, ZROOMS, CAST(ZTAGS AS TEXT) FROM ZACCOUNT ORDER BY Z_PK",
                in: folder) == ["a|closed|S|2|[\"out\",\"income\"]", "b|-|-|-|-"])
    }

    @Test(
        "zseed verify finds damaged values",
        arguments: [
            (
                "ZCLOSED = 'closed'", "enumerations", "Account p1 .status: has several cases: open, closed",
                false
            ),
            (
                "ZOPEN = 'opn'", "enumerations",
                "Account p1 .status: 'opn' is in the column of the case open", false
            ),
            ("ZKIND = 'x'", "enumerations", "Account p1 .kind: 'x' is not a case of the enumeration", true),
            ("ZLEVEL = 3", "enumerations", "Account p1 .level: 3 is not a case of the enumeration", true),
            ("ZWORDS = x'00'", "codable arrays", "Account p1 .words: is not a readable archive", false),
            ("ZTAGS = x'00'", "codable arrays", "Account p1 .address.tags: is not a JSON list", true),
            (
                "ZTAGS = CAST('[\"x\"]' AS BLOB)", "codable arrays",
                "Account p1 .address.tags: 'x' is not a case of the enumeration", true
            ),
            ("ZROOMS = NULL", "required properties", "Account p1 .address.rooms: has no value", true),
        ])
    func damage(change: String, check: String, finding: String, needsSource: Bool) throws {
        let (built, folder) = try Self.build(Self.rows)
        #expect(built.status == 0)
        do {
            let store = try Connection(path: folder.path + "/out.store", mode: .readWrite)
            try store.execute("UPDATE ZACCOUNT SET \(change) WHERE Z_PK = 1")
        }
        let with = try Zseed.run("verify", "out.store", "--model", "App", in: folder.path)
        #expect(with.status == 1)
        let failed = with.output.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
        #expect(failed.count == 1 && failed[0].hasPrefix("FAIL  \(check) "), "\(with.output)")
        #expect(with.output.contains(finding), "\(with.output)")
        let without = try Zseed.run("verify", "out.store", in: folder.path)
        #expect(without.status == (needsSource ? 0 : 1), "\(without.output)")
    }

    @Test("A draft matches them by name, with the chosen models")
    func draft() throws {
        let (built, folder) = try Self.build(Self.rows)
        #expect(built.status == 0)
        let plan = try Zseed.run("plan", "App", "rows.csv", "--models", "Account", in: folder.path)
        #expect(plan.status == 0)
        #expect(
            plan.output.contains("reference: App\noutput: seed.sqlite\nmodels: [\"Account\"]\n"),
            "\(plan.output)")
        for line in [
            "kind: kind", "status: status", "address: address", "words: { column: words, separator: \"|\" }",
        ] {
            #expect(plan.output.contains("\n      \(line)\n"), "\(plan.output)")
        }
        try folder.write(plan.output, as: "drafted.yml")
        let again = try Zseed.run("build", "drafted.yml", "-q", in: folder.path)
        #expect(again.status == 0, "\(again.errors)")
        let export = try Zseed.run(
            "export", "out.store", "-o", "files", "-q", "--model", "App", "--models", "Account",
            "--inverses", "declared", in: folder.path)
        #expect(export.status == 0, "\(export.errors)")
        let text = try String(contentsOfFile: folder.path + "/files/seed.yml", encoding: .utf8)
        #expect(text.contains("model: ../App\nmodels: [\"Account\"]\ninverses: declared\n"))
        #expect(try Zseed.run("build", "files/seed.yml", "-q", "-o", "x.store", in: folder.path).status == 0)
    }
}
