import Foundation
import SQLite
import TestSupport
import Testing

@Suite("What zseed build says of what is wrong")
struct BuildErrorTests {
    /// One mistake: an edit of the small project, and what the command answers.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let id: String
        let file: String
        let old: String
        let new: String
        let errors: [String]
        let status: Int32

        init(
            _ id: String, _ file: String, _ old: String, _ new: String, _ errors: String...,
            status: Int32
        ) {
            self.id = id
            self.file = file
            self.old = old
            self.new = new
            self.errors = errors
            self.status = status
        }

        var testDescription: String { id }
    }

    private func check(_ mistake: Mistake) throws {
        let shop = try Shop()
        try shop.folder.write("the old output", as: "out.sqlite")
        try shop.edit(mistake.file, mistake.old, mistake.new)
        let before = try files(in: shop.path)
        let result = try shop.build()
        let errors = result.errors.split(separator: "\n").map(String.init)
        #expect(errors == mistake.errors)
        #expect(result.status == mistake.status)
        #expect(result.output == "")
        #expect(try files(in: shop.path) == before)
        #expect(try bytes(of: shop.output) == Data("the old output".utf8))
    }

    private static let planMistakes: [Mistake] = [
        Mistake(
            "unknown key", "plan.yml", "timeZone:", "timezone:",
            "plan.yml:3:1: error: unknown key `timezone`; did you mean `timeZone`?", status: 2),
        Mistake(
            "unknown key in an attribute", "plan.yml", "default: 1", "defualt: 1",
            "plan.yml:18:32: error: unknown key `defualt`; did you mean `default`?", status: 2),
        Mistake(
            "unknown key with nothing near", "plan.yml", "timeZone: UTC", "timeZone: UTC\nfrobnicate: 1",
            "plan.yml:4:1: error: unknown key `frobnicate`", status: 2),
        Mistake(
            "unknown entity", "plan.yml", "  Item:", "  Itme:",
            "plan.yml:13:3: error: unknown entity `Itme`; did you mean `Item`?", status: 2),
        Mistake(
            "unknown attribute", "plan.yml", "quantity:", "quantty:",
            "plan.yml:18:7: error: Item: unknown attribute `quantty`; did you mean `quantity`?",
            status: 2),
        Mistake(
            "unknown column", "plan.yml", "column: qty", "column: qyt",
            "plan.yml:18:27: error: unknown column `qyt`; did you mean `qty`?", status: 2),
        Mistake(
            "unknown source", "plan.yml", "from: items", "from: item",
            "plan.yml:14:11: error: unknown source `item`; did you mean `items`?", status: 2),
        Mistake(
            "unknown relationship", "plan.yml", "      unit: {", "      units: {",
            "plan.yml:28:7: error: Item: unknown relationship `units`; did you mean `unit`?", status: 2),
        Mistake(
            "unknown destination", "plan.yml", "find: Unit.name", "find: Units.name",
            "plan.yml:28:21: error: unknown entity `Units`; did you mean `Unit`?", status: 2),
        Mistake(
            "wrong destination", "plan.yml", "find: Unit.name", "find: Room.name",
            "plan.yml:28:21: error: `unit` leads to Unit, not to Room", status: 2),
        Mistake(
            "unknown key attribute", "plan.yml", "find: Unit.name", "find: Unit.nmae",
            "plan.yml:28:21: error: Unit: unknown attribute `nmae`; did you mean `name`?", status: 2),
        Mistake(
            "abstract destination", "plan.yml", "find: Room.name", "find: Place.name",
            "plan.yml:29:7: error: Place: is abstract: name one of its subentities", status: 2),
        Mistake(
            "abstract entity", "plan.yml", "  Label:\n    from: labels", "  Place:\n    from: labels\n  Label:\n    from: labels",
            "plan.yml:8:3: error: Place: is abstract: name one of its subentities", status: 2),
        Mistake(
            "a to-many relationship", "plan.yml", "  Label:\n", "  Unit:\n    from: labels\n    attributes: { name: text }\n    relationships: { items: item }\n  Label:\n",
            "plan.yml:11:22: error: Item has no single unique attribute: say `{ find: Item.attribute, column: … }`", status: 2),
        Mistake(
            "required attribute left out", "plan.yml", "      name: name\n", "",
            "plan.yml:13:3: error: Item.name: is not optional and has no default: the plan must say where it comes from",
            status: 2),
        Mistake(
            "date without a zone", "plan.yml", "timeZone: UTC\n", "",
            "items.csv:2:37: error: Item.added: '2024-03-09' (column `added`) names no time zone, and neither does the plan: set `timeZone:`",
            status: 1),
        Mistake(
            "pattern without a zone", "plan.yml", "timeZone: UTC\nsources:", "sources:\n  x: { csv: items.csv, timeZone: Europe/Berlim }",
            "plan.yml:4:34: error: unknown time zone `Europe/Berlim`; did you mean `Europe/Berlin`?", status: 2),
        Mistake(
            "bad date pattern", "plan.yml", "added: added", "added: { column: added, date: YYYY-MM-dd }",
            "plan.yml:25:37: error: `YYYY` has no meaning in a date pattern", status: 2),
        Mistake(
            "a date format for a text", "plan.yml", "      name: name", "      name: { column: name, date: unix }",
            "plan.yml:17:35: error: `date` has no meaning for a String attribute here", status: 2),
        Mistake(
            "bad constant", "plan.yml", "stock: stock", "stock: { value: many }",
            "plan.yml:19:23: error: Item.stock: 'many' is not an integer", status: 2),
        Mistake(
            "bad default", "plan.yml", "default: 1", "default: 1.5",
            "plan.yml:18:41: error: Item.quantity: '1.5' has a fraction, but the attribute holds integers",
            status: 2),
        Mistake(
            "default out of range", "plan.yml", "default: 1", "default: 40000",
            "plan.yml:18:41: error: Item.quantity: '40000' is out of range: -32768 to 32767", status: 2),
        Mistake(
            "two attributes of one name", "plan.yml", "      stock: stock", "      stock: stock\n      stock: views",
            "plan.yml:19:7: error: not a seed plan: a mapping has the key `stock` twice", status: 2),
        Mistake(
            "malformed YAML", "plan.yml", "sources:", "sources: [",
            "plan.yml:6:3: error: not a seed plan: did not find expected ',' or ']'", status: 2),
        Mistake(
            "no output", "plan.yml", "output: out.sqlite\n", "",
            "plan.yml:1: error: the key `output` is missing", status: 2),
        Mistake(
            "output is the reference", "plan.yml", "output: out.sqlite", "output: ./x/../reference.sqlite",
            "plan.yml:2:9: error: the output would overwrite an input of the plan",
            status: 2),
        Mistake(
            "output is a source", "plan.yml", "output: out.sqlite", "output: items.csv",
            "plan.yml:2:9: error: the output would overwrite an input of the plan", status: 2),
        Mistake(
            "output is the plan", "plan.yml", "output: out.sqlite", "output: plan.yml",
            "plan.yml:2:9: error: the output would overwrite an input of the plan", status: 2),
        Mistake(
            "metadata of Core Data's own", "plan.yml", "timeZone: UTC", "timeZone: UTC\nmetadata: { NSStoreType: XML }",
            "plan.yml:4:13: error: `NSStoreType` is Core Data's own and cannot be set", status: 2),
        Mistake(
            "metadata without a value", "plan.yml", "timeZone: UTC", "timeZone: UTC\nmetadata: { seeded: ~ }",
            "plan.yml:4:21: error: expected a text, number or truth value", status: 2),
    ]

    @Test("Mistakes in the plan", arguments: planMistakes)
    func plan(mistake: Mistake) throws { try check(mistake) }

    private static func value(
        _ id: String, _ old: String, _ new: String, _ error: String
    ) -> Mistake {
        Mistake(id, "items.csv", old, new, error, status: 1)
    }

    private static let valueMistakes: [Mistake] = [
        value(
            "no integer", "Apples,3", "Apples,three",
            "items.csv:2:10: error: Item.quantity: 'three' (column `qty`) is not an integer"),
        value(
            "a fraction", "Apples,3", "Apples,3.5",
            "items.csv:2:10: error: Item.quantity: '3.5' (column `qty`) has a fraction, but the attribute holds integers"),
        value(
            "integer 16 out of range", "Apples,3", "Apples,32768",
            "items.csv:2:10: error: Item.quantity: '32768' (column `qty`) is out of range: -32768 to 32767"),
        value(
            "integer 32 out of range", "3,10,", "3,2147483648,",
            "items.csv:2:12: error: Item.stock: '2147483648' (column `stock`) is out of range: -2147483648 to 2147483647"),
        value(
            "integer 64 out of range", ",1000,", ",9223372036854775808,",
            "items.csv:2:15: error: Item.views: '9223372036854775808' (column `views`) is out of range: -9223372036854775808 to 9223372036854775807"),
        value(
            "no decimal", "3.90", "$3.90",
            "items.csv:2:20: error: Item.price: '$3.90' (column `price`) is not a decimal"),
        value(
            "no number", ",1.5,", ",\"1,5\",",
            "items.csv:2:25: error: Item.weight: '1,5' (column `weight`) is not a number"),
        value(
            "not finite", ",1.5,", ",NaN,",
            "items.csv:2:25: error: Item.weight: 'NaN' (column `weight`) is not a finite number"),
        value(
            "float out of range", ",0.5,", ",1e39,",
            "items.csv:2:29: error: Item.ratio: '1e39' (column `ratio`) is out of range: -3.4028235e+38 to 3.4028235e+38"),
        value(
            "no boolean", ",yes,", ",maybe,",
            "items.csv:2:33: error: Item.sold: 'maybe' (column `sold`) is not a boolean"),
        value(
            "a date in another format", "2024-03-09", "9.3.2024",
            "items.csv:2:37: error: Item.added: '9.3.2024' (column `added`) does not fit the date format `iso8601`"),
        value(
            "no date of the calendar", "2024-03-09", "2023-02-29",
            "items.csv:2:37: error: Item.added: '2023-02-29' (column `added`) is no date of the calendar"),
        value(
            "no UUID", "00112233-", "",
            "items.csv:2:48: error: Item.code: '4455-6677-8899-AABBCCDDEEFF' (column `code`) is not a UUID"),
        value(
            "no value for a required attribute", "1,Apples", "1,",
            "items.csv:2:3: error: Item.name: needs a value (column `name`), but there is none"),
        value(
            "behind a quoted field", "rye\",1", "rye\",x",
            "items.csv:3:16: error: Item.quantity: 'x' (column `qty`) is not an integer"),
        value(
            "behind a field over two lines", "\"Bread, rye\",1", "\"Bread,\nrye\",x",
            "items.csv:4:6: error: Item.quantity: 'x' (column `qty`) is not an integer"),
        value(
            "behind multi-byte characters", "fraîche,2", "fraîche🌱,x",
            "items.csv:4:18: error: Item.quantity: 'x' (column `qty`) is not an integer"),
        value(
            "a value over lines is told on one", "Apples,3", "Apples,\"3\n\tx\"",
            "items.csv:2:10: error: Item.quantity: '3\\n\\tx' (column `qty`) is not an integer"),
        value(
            "ragged row, short", ",Cellar\n", "\n",
            "items.csv:2: error: the row has 12 fields, the header 13"),
        value(
            "ragged row, long", ",Cellar\n", ",Cellar,x\n",
            "items.csv:2: error: the row has 14 fields, the header 13"),
        value(
            "malformed quoting", "Apples", "App\"les",
            "items.csv:2:6: error: malformed quoting: a quote inside a field must be doubled, and the field quoted"),
        value(
            "unterminated quote", "3,Crème", "3,\"Crème",
            "items.csv:4:3: error: a quoted field is never closed"),
        value(
            "NUL", "Apples", "App\u{0}les", "items.csv:2:3: error: a NUL character (column `name`)"),
        value(
            "key used twice", "\n2,", "\n1,",
            "items.csv:3:1: error: Item: '1' (column `id`) is the key of two Item rows, but must be unique"),
    ]

    @Test("Mistakes in a CSV file", arguments: valueMistakes)
    func values(mistake: Mistake) throws { try check(mistake) }

    private static let linkMistakes: [Mistake] = [
        Mistake(
            "no such target", "labels.csv", "red,2", "red,9",
            "labels.csv:2:5: error: Label.item: no Item has the key '9' (column `item`)", status: 1),
        Mistake(
            "one-to-one taken", "labels.csv", "green,1", "green,2",
            "labels.csv:3:7: error: Label.item: '2' (column `item`) belongs to another object already: the inverse `label` is to-one",
            status: 1),
        Mistake(
            "no file of a source", "plan.yml", "items.csv", "itmes.csv",
            "itmes.csv: error: no such file", status: 3),
        Mistake(
            "a folder as source", "plan.yml", "csv: items.csv", "csv: .",
            ".: error: is a folder", status: 3),
        Mistake(
            "no reference", "plan.yml", "reference: reference", "reference: none",
            "none.sqlite: error: no such file", status: 3),
        Mistake(
            "a text as reference", "plan.yml", "reference: reference.sqlite", "reference: items.csv",
            "items.csv: error: is not an SQLite database", status: 1),
        Mistake(
            "no model", "plan.yml", "timeZone: UTC", "timeZone: UTC\nmodel: none.mom",
            "none.mom: error: there is no such file", status: 3),
        Mistake(
            "a text as model", "plan.yml", "timeZone: UTC", "timeZone: UTC\nmodel: items.csv",
            "items.csv: error: holds no model: neither a store, nor a property list, nor XML", status: 1),
        Mistake(
            "no database", "plan.yml", "{ csv: labels.csv }", "{ sqlite: labels.csv, table: x }",
            "labels.csv: error: SQLite: file is not a database", status: 1),
        Mistake(
            "no such table", "plan.yml", "{ csv: labels.csv }", "{ sqlite: reference.sqlite, table: ZITME }",
            "plan.yml:6:3: error: unknown table `ZITME`; did you mean `ZITEM`?", status: 2),
        Mistake(
            "no SELECT", "plan.yml", "{ csv: labels.csv }", "{ sqlite: reference.sqlite, query: DELETE FROM ZITEM }",
            "plan.yml:6:3: error: SQLite: the query is no SELECT", status: 2),
        Mistake(
            "empty source", "plan.yml", "csv: labels.csv", "csv: /dev/null",
            "/dev/null:1: error: has no header row", status: 1),
    ]

    @Test("Mistakes in links and files", arguments: linkMistakes)
    func links(mistake: Mistake) throws { try check(mistake) }

    @Test("Bytes that are not UTF-8 are told with their line and column")
    func invalidUTF8() throws {
        let shop = try Shop()
        var data = try bytes(of: shop.path + "/items.csv")
        let place = try #require(data.range(of: Data("Crème".utf8)))
        data.replaceSubrange(place, with: [0x43, 0x72, 0xE8, 0x6D, 0x65])  // Latin-1
        try shop.folder.write(data, as: "items.csv")
        let result = try shop.build()
        #expect(result.errors == "items.csv:4:3: error: bytes that are not UTF-8 (column `name`)\n")
        #expect(result.status == 1)
    }

    @Test("A column that the header names twice is only wrong where the plan names it")
    func duplicateColumn() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "id,name,qty,stock", "id,name,qty,qty")
        try shop.edit("plan.yml", "      stock: stock\n", "")
        let result = try shop.build()
        #expect(result.errors == "plan.yml:18:27: error: the header names column `qty` twice\n")
        #expect(result.status == 1)
        try shop.edit("plan.yml", "quantity: { column: qty, default: 1 }", "quantity: { value: 2 }")
        try shop.build().expectSuccess()
    }

    @Test("Rows that refer to a refused row are not blamed for it; other wrong rows are still told")
    func followingErrors() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "Apples,3", "Apples,x")
        try shop.edit("labels.csv", "none,", "none,1\n\"more\"x,3")
        let result = try shop.build()
        #expect(
            result.errors == """
                items.csv:2:10: error: Item.quantity: 'x' (column `qty`) is not an integer
                labels.csv:5:7: error: malformed quoting: a quote inside a field must be doubled, and the field quoted

                """)
    }

    @Test("Two rows have the same values for a uniqueness constraint")
    func uniqueIndex() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "  Label:\n", "  Unit:\n    from: labels\n    attributes: { name: { value: same } }\n  Label:\n")
        try shop.edit("plan.yml", "      unit: { find: Unit.name, column: unit }\n", "")
        let result = try shop.build()
        #expect(
            result.errors == """
                labels.csv:3:1: error: Unit: the value is the name of two Unit rows, but must be unique
                labels.csv:4:1: error: Unit: the value is the name of two Unit rows, but must be unique

                """)
        #expect(result.status == 1)
        #expect(try !files(in: shop.path).contains("out.sqlite"))
    }

    @Test("All errors are told, up to a limit")
    func limit() throws {
        let shop = try Shop()
        let rows = (1...50).map { "\($0),,x,,,,,,,,,,\n" }.joined()
        let header = Shop.items.split(separator: "\n")[0]
        try shop.folder.write(header + "\n" + rows, as: "items.csv")
        let result = try Zseed.run("build", "plan.yml", "--max-errors", "3", in: shop.path)
        #expect(
            result.errors == """
                items.csv:2:3: error: Item.name: needs a value (column `name`), but there is none
                items.csv:2:4: error: Item.quantity: 'x' (column `qty`) is not an integer
                items.csv:3:3: error: Item.name: needs a value (column `name`), but there is none
                items.csv:3:4: error: Item.quantity: 'x' (column `qty`) is not an integer
                stopped after 4 errors; nothing was written

                """)
        #expect(result.status == 1)
    }

    @Test(
        "Wrong command lines",
        arguments: [
            ["build"], ["build", "plan.yml", "--frobnicate"], ["frobnicate"], ["verify"],
            ["build", "plan.yml", "--max-errors", "0"], ["inspect", "a", "b"],
        ])
    func commandLine(arguments: [String]) throws {
        let folder = try TestFolder()
        let result = try run(Zseed.path, arguments, in: folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains("Error: "))
        #expect(result.output == "")
    }

    @Test("A plan that is not there, or no text")
    func planFiles() throws {
        let folder = try TestFolder()
        let missing = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(missing.errors == "plan.yml: error: no such file\n")
        #expect(missing.status == 3)
        try folder.write(Data([0x61, 0x3A, 0xFF]), as: "plan.yml")
        let noText = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(noText.errors == "plan.yml: error: not a seed plan: it is not UTF-8\n")
        #expect(noText.status == 2)
    }
}
