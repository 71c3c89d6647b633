import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Row filters (`where:`)")
struct RowFilterTests {
    private static let rows = """
        name,qty,price,day,sold,unit price
        Tea,1,3.50,2024-01-05,yes,1
        Rum,20,12,2024-02-01,no,2
        Crème,3,,,,
        Éclair,-1,12.0,2023-12-31,true,20
        ,5,1,2024-01-05,0,5

        """

    /// Returns the name of an item for each row that meets a condition.
    private static func names(_ condition: String, options: String = "") throws -> [String] {
        let project = try SourceProject(
            "{ csv: a.csv\(options), where: \(quoted(condition)) }", ["a.csv": rows],
            attributes: "name: { column: name, default: none }")
        let result = try project.build()
        #expect(result.errors == "", "\(condition)")
        #expect(result.status == 0)
        return try project.items().map { String($0.split(separator: " ")[0]) }
    }

    /// Returns a text as a double-quoted YAML scalar.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    @Test(
        "Conditions select the expected rows",
        arguments: [
            ("qty > 0 AND name != ''", "Tea Rum Crème"),
            ("qty >= 3", "Rum Crème none"),
            ("qty == 20.0", "Rum"),
            ("20 == qty", "Rum"),
            ("qty < '3'", "Tea Rum Éclair"),
            ("qty BETWEEN {1, 5}", "Tea Crème none"),
            ("qty IN {1, 20}", "Tea Rum"),
            ("NOT qty IN {1, 20}", "Crème Éclair none"),
            ("NOT (qty > 1)", "Tea Éclair"),
            ("price == 12", "Rum Éclair"),
            ("price == '12'", "Rum"),
            ("price == nil", "Crème"),
            ("price == ''", "Crème"),
            ("price != NULL", "Tea Rum Éclair none"),
            ("price != 12", "Tea Crème none"),
            ("price < 100", "Tea Rum Éclair none"),
            ("NOT price < 100", "Crème"),
            ("name == nil", "none"),
            ("name != 'Tea'", "Rum Crème Éclair none"),
            ("name IN {'Tea', 'Rum'}", "Tea Rum"),
            ("name IN {'Tea', ''}", "Tea none"),
            ("name CONTAINS[cd] 'E'", "Tea Crème Éclair"),
            ("name CONTAINS 'e'", "Tea Crème"),
            ("name BEGINSWITH[d] 'E'", "Éclair"),
            ("name ENDSWITH 'm'", "Rum"),
            ("name LIKE '?u*'", "Rum"),
            ("name LIKE[c] 't*'", "Tea"),
            ("name MATCHES '[A-Z][a-z]+'", "Tea Rum"),
            ("name MATCHES[c] 't.*'", "Tea"),
            ("name ==[c] 'TEA' OR name ==[cd] 'creme'", "Tea Crème"),
            ("sold == YES", "Tea Éclair"),
            ("sold == NO", "Rum none"),
            ("sold != YES", "Rum Crème none"),
            ("day >= '2024-01-01'", "Tea Rum none"),
            ("day > CAST('2024-01-05T00:00:00Z', 'NSDate')", "Rum"),
            ("day == CAST('2024-01-05', 'NSDate')", "Tea none"),
            ("`unit price` > 1", "Rum Éclair none"),
            ("qty == `unit price`", "Tea none"),
            ("qty < `unit price`", "Éclair"),
            ("qty * price > 100", "Rum"),
            ("qty + 1 == 2", "Tea"),
            ("length(name) == 3", "Tea Rum"),
            ("lowercase(name) == 'rum'", "Rum"),
            ("TRUEPREDICATE", "Tea Rum Crème Éclair none"),
            ("name = 'Tea' || name = 'Rum' && !(qty > 1)", "Tea"),
        ])
    func conditions(condition: String, expected: String) throws {
        #expect(try Self.names(condition).joined(separator: " ") == expected)
    }

    private static let texts = [
        "\u{E9}", "e\u{301}", "Straße", "STRASSE", "ΑΣ", "ας", "İ", "i", "\u{1F1E9}\u{1F1EA}", "\u{FB01}",
        "a\u{301}b",
    ]

    @Test(
        "Texts are compared like in the app, byte by byte without `[c]` and `[d]`",
        arguments: [
            ("name == '\u{E9}'", [1]), ("name != '\u{E9}' AND qty < 3", [2]), ("name BEGINSWITH 'e'", [2]),
            ("name CONTAINS '\u{301}'", [2, 11]), ("name CONTAINS '\u{1F1EA}'", [9]),
            ("name ENDSWITH 'b'", [11]),
            ("name ==[c] 'strasse'", [3, 4]), ("name ==[d] 'e'", [1, 2]), ("name ==[c] '\u{C9}'", [1, 2]),
            ("name LIKE '?'", [1, 7, 8, 10]), ("name LIKE[c] 'stra*e'", [3, 4]),
            ("name LIKE '??'", [2, 5, 6, 9]),
            ("name ENDSWITH[c] 'Σ'", [5, 6]), ("name ==[cd] 'i'", [7, 8]), ("name BEGINSWITH[c] 'f'", [10]),
            ("name MATCHES[d] 'e'", [1, 2]), ("name MATCHES[c] '\\\\D\\\\Dß?'", [2, 5, 6, 9]),
            ("name > 'i'", [1, 5, 6, 7, 9, 10]),
            ("name <=[c] 'i'", [1, 2, 8, 10, 11]), ("name IN {'e\u{301}', 'i'}", [2, 8]),
            ("name IN 'i\u{E9}'", [1, 8]),
        ] as [(String, [Int])])
    func texts(condition: String, expected: [Int]) throws {
        let rows = Self.texts.enumerated().map { "\($1),\($0 + 1)\n" }.joined()
        let project = try SourceProject(
            "{ csv: a.csv, where: \(Self.quoted(condition)) }", ["a.csv": "name,qty\n" + rows])
        #expect(try project.build().errors == "")
        func numbers() throws -> [Int] {
            try Connection.reading(path: project.folder.path + "/out.sqlite")
                .rows("SELECT ZQUANTITY FROM ZITEM ORDER BY Z_PK") { Int($0.real(at: 0)) }
        }
        #expect(try numbers() == expected)
        let all = try SourceProject("{ csv: a.csv }", ["a.csv": "name,qty\n" + rows])
        #expect(try all.build().errors == "")
        let query = condition.replacing("qty", with: "quantity")
        let result = try TestSupport.run(
            Zseed.path,
            [
                "query", "out.sqlite", "Item SELECT quantity WHERE \(query) ORDER BY quantity", "--format",
                "csv",
            ],
            in: all.folder.path)
        #expect(result.errors == "")
        #expect(
            result.output.split(separator: "\n").dropFirst().compactMap { Double($0).map { Int($0) } }
                == expected)
    }

    @Test("The summary and the report count the omitted rows")
    func counts() throws {
        let project = try SourceProject(
            "{ csv: a.csv, where: qty > 2 }", ["a.csv": "name,qty\nTea,1\n,\nRum,2\nGin,3\n"])
        let result = try project.build()
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect(lines[0].contains("filtered  blank"))
        #expect(try project.counts("read", "written", "filtered", "blank") == [3, 1, 2, 1])
        let plain = try SourceProject("{ csv: a.csv }", ["a.csv": "name,qty\nTea,1\n"]).build()
        #expect(!plain.output.contains("filtered"))
    }

    @Test("A cell that cannot be compared is an error at its place")
    func incomparable() throws {
        let project = try SourceProject(
            "{ csv: a.csv, where: qty > 2 }", ["a.csv": "name,qty\nTea,1\nRum,many\nGin,3\n"],
            attributes: "name: name")
        let result = try project.build()
        #expect(result.status == 1)
        #expect(result.errors.contains("a.csv:3:5: error: 'many' (column `qty`) is not a number"))
        let careful = try SourceProject(
            "{ csv: a.csv, where: \"qty != 'many' AND qty > 2\" }",
            ["a.csv": "name,qty\nTea,1\nRum,many\nGin,3\n"], attributes: "name: name")
        #expect(try careful.build().errors == "")
        #expect(try careful.counts("written", "filtered") == [1, 2])
    }

    @Test(
        "An invalid condition is reported at its line, with the nearest name",
        arguments: [
            ("nme == 'Tea'", "unknown column `nme`; did you mean `name`?"),
            ("qty >", "`where`: "),
            ("ANY qty > 1", "`where`: `ANY` cannot be used for rows"),
            ("qty > now()", "cannot be used for rows"),
            ("SUBQUERY(qty, $x, $x > 1) == 1", "cannot be used for rows"),
            ("name MATCHES '('", "`(` is not a valid regular expression"),
            ("qty == $limit", "cannot be used for rows"),
            ("qty > 'x' + 1", "as a number` cannot be used for rows"),
        ])
    func mistakes(condition: String, message: String) throws {
        let result = try SourceProject(
            "{ csv: a.csv, where: \(Self.quoted(condition)) }", ["a.csv": "name,qty\nTea,1\n"]
        ).build()
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("plan.yml:6:27: error: "), "\(result.errors)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test(
        "Every kind of source can have a filter",
        arguments: [
            ("{ json: a, where: qty > 1 }", #"[{"name":"Tea","qty":1},{"name":"Rum","qty":2}]"#),
            ("{ ndjson: a, where: qty > 1 }", "{\"name\":\"Tea\",\"qty\":1}\n{\"name\":\"Rum\",\"qty\":2}"),
            (
                "{ xml: a, records: l/r, where: qty > 1 }",
                "<l><r name='Tea' qty='1'/><r name='Rum' qty='2'/></l>"
            ),
            (
                "{ plist: a, where: qty > 1 }",
                "<plist><array><dict><key>name</key><string>Tea</string><key>qty</key>"
                    + "<integer>1</integer></dict><dict><key>name</key><string>Rum</string>"
                    + "<key>qty</key><integer>2</integer></dict></array></plist>"
            ),
            (
                "{ sqlite: a.sql, table: t, where: qty > 1 }",
                "CREATE TABLE t (name, qty); INSERT INTO t VALUES ('Tea', 1), ('Rum', 2);"
            ),
            (
                "{ sqlite: a.sql, query: SELECT * FROM t, where: \"qty == '2'\" }",
                "CREATE TABLE t (name, qty); INSERT INTO t VALUES ('Tea', 1), ('Rum', 2);"
            ),
        ])
    func kinds(source: String, text: String) throws {
        let project = try SourceProject(source, ["a": text, "a.sql": text])
        let result = try project.build()
        #expect(result.errors == "")
        #expect(try project.items() == ["Rum 2.0"])
    }

    @Test("Dates of another store are compared as dates")
    func storeDates() throws {
        let shop = try Shop()
        #expect(try shop.build().status == 0)
        try shop.folder.write(
            """
            reference: reference.sqlite
            output: some.sqlite
            timeZone: UTC
            sources:
              s: { store: out.sqlite, entity: Item, where: "added > '2024-03-09' AND unit.name == 'piece'" }
            entities: { Item: { from: s, attributes: { name: name } } }
            """, as: "some.yml")
        let result = try Zseed.run("build", "some.yml", in: shop.path)
        #expect(result.errors == "")
        let names = try Connection.reading(path: shop.path + "/some.sqlite")
            .rows("SELECT ZNAME FROM ZITEM") { $0.text(at: 0) }
        #expect(names == ["Bread, rye"])
    }

    @Test("Join-table sources can have a filter, which can omit members")
    func junctions() throws {
        let shop = try Shop()
        try shop.edit(
            "plan.yml", "labels: { csv: labels.csv }", "labels: { csv: labels.csv, where: item != nil }")
        let result = try shop.build()
        #expect(result.errors == "")
        #expect(result.output.contains("filtered"))
    }
}
