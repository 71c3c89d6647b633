import CommandSupport
import SQLite
import TestSupport
import Testing

@Suite("Options that apply to all columns of a source")
struct CleaningTests {
    @Test("`trim` and `null` apply to every cell, of values and of keys")
    func cleaning() throws {
        let shop = try Shop()
        try shop.folder.write(
            "id, name ,qty,stock,views,price,weight,ratio,sold,added,code,unit,room\n"
                + " 1 , Apples\u{A0},N/A, 10 ,-,3.90,,,yes, 2024-03-09 ,, kg ,\n"
                + "2,\u{3000}Bread ,7,\" - \",,,,,,,,kg,N/A\n",
            as: "items.csv")
        try shop.folder.write("text,item\nred, 2\n", as: "labels.csv")
        try shop.edit(
            "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, trim: true, null: [N/A, \"-\"] }")
        try shop.edit("plan.yml", "{ csv: labels.csv }", "{ csv: labels.csv, trim: true }")
        let result = try shop.build()
        #expect(result.errors == "")
        let rows = try Connection.reading(path: shop.output).rows(
            """
            SELECT i.ZNAME, ZQUANTITY, ZSTOCK, ZVIEWS, u.ZNAME, ZPLACE IS NULL, l.ZTEXT
            FROM ZITEM i LEFT JOIN ZUNIT u ON u.Z_PK = ZUNIT LEFT JOIN ZLABEL l ON l.ZITEM = i.Z_PK
            ORDER BY i.Z_PK
            """
        ) { row in (0..<7).map { row.text(at: $0) ?? "-" }.joined(separator: "|") }
        #expect(rows == ["Apples|1|10|-|kg|1|-", "Bread|7|-|-|kg|1|red"])
        #expect(
            try Connection.reading(path: shop.output).integer("SELECT count(*) FROM ZUNIT") == 1)
    }

    @Test("A column's own options override the source's")
    func ownWords() throws {
        let project = try SourceProject(
            "{ csv: a.csv, trim: true, null: [\"-\"] }",
            ["a.csv": "name,qty\n Tea ,-\n - ,?\n\" \",1\n"],
            attributes: "name: { column: name, trim: false, \"null\": [] }, "
                + "quantity: { column: qty, \"null\": [\"?\"], default: 9, replace: { pattern: \"-\", with: \"8\" } }"
        )
        #expect(try project.build().errors == "")
        #expect(try project.items() == [" Tea  8.0", " -  9.0", "  1.0"])
    }

    @Test("`null` applies to numbers of a database, too")
    func numbers() throws {
        let project = try SourceProject(
            "{ sqlite: a.sql, table: t, null: [-1, none] }",
            ["a.sql": "CREATE TABLE t (name, qty); INSERT INTO t VALUES ('Tea', -1), ('Rum', 'none');"],
            attributes: "name: name, quantity: { column: qty, default: 5 }")
        #expect(try project.build().errors == "")
        #expect(try project.items() == ["Tea 5.0", "Rum 5.0"])
    }

    @Test("`trim` removes white space in XML, and `null` applies to list elements")
    func lists() throws {
        let project = try SourceProject(
            "{ xml: a.xml, records: l/r, trim: true }",
            ["a.xml": "<l><r><name>\n  Tea\n</name><qty>\n 1 \n</qty></r></l>"])
        #expect(try project.build().errors == "")
        #expect(try project.items() == ["Tea 1.0"])
    }

    @Test(
        "`thousands` reads grouped numbers",
        arguments: [
            ("thousands: \".\"", "1.234,5", "1234.5"), ("thousands: .", "-1.234.567", "-1234567.0"),
            ("thousands: \".\"", "1234,5", "1234.5"),
            ("thousands: \".\", decimalComma: true", "1.000", "1000.0"),
            ("thousands: \",\"", "1,234.5", "1234.5"), ("thousands: \" \"", "1 234", "1234.0"),
            ("thousands: \" \"", "12\u{A0}345.5", "12345.5"),
            ("thousands: \" \", decimalComma: true", "12\u{202F}345,5", "12345.5"),
            ("thousands: \"\u{202F}\"", "1 234", "1234.0"), ("thousands: \"'\"", "1'234.5", "1234.5"),
            ("thousands: \"'\"", "1’234’567", "1234567.0"), ("thousands: \",\"", "1,000e2", "100000.0"),
        ])
    func thousands(options: String, text: String, value: String) throws {
        // The option is given for the column, and for the input.
        for isColumn in [true, false] {
            let project = try SourceProject(
                isColumn ? "{ csv: a.csv }" : "{ csv: a.csv, \(options) }",
                ["a.csv": "name,qty\nTea,\"\(text)\"\n"],
                attributes: isColumn
                    ? "name: name, quantity: { column: qty, \(options) }"
                    : "name: name, quantity: qty")
            #expect(try project.build().errors == "")
            #expect(try project.items() == ["Tea " + value])
        }
    }

    @Test(
        "Malformed groups are not a number",
        arguments: [
            (".", "1.5"), (".", "1.23.456"), (".", "0.123"), (".", ".123"), (".", "1234.567"),
            (".", "1.234."), (".", "1..234"), (".", "1.234,567.8"), (",", "1,23"), (",", "12,345,67"),
            (" ", "1 23"), (" ", " 123"), (" ", "123 "), ("'", "1'2345"), (",", "1.234,5"),
        ])
    func malformedGroups(separator: String, text: String) throws {
        let project = try SourceProject(
            "{ csv: a.csv, thousands: \"\(separator)\" }", ["a.csv": "name,qty\nTea,\"\(text)\"\n"])
        let result = try project.build()
        #expect(result.status == 1)
        #expect(result.errors.contains("'\(text)' (column `qty`) is not a number"))
    }

    @Test(
        "Contradictory separators are refused",
        arguments: [
            ("thousands: \".\", decimalComma: false", "exclude each other"),
            ("thousands: \",\", decimalComma: true", "exclude each other"),
            ("thousands: x", "expected `.`, `,`, a space or an apostrophe"),
        ])
    func contradictions(options: String, message: String) throws {
        for source in ["{ csv: a.csv, \(options) }", "{ csv: a.csv }"] {
            let isColumn = !source.contains("thousands")
            let result = try SourceProject(
                source, ["a.csv": "name,qty\n"],
                attributes: isColumn ? "quantity: { column: qty, \(options) }" : "name: name"
            ).build()
            #expect(result.status == 2)
            #expect(result.errors.contains(message))
        }
    }
}
