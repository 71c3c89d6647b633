import CommandSupport
import Foundation
import TestSupport
import Testing

extension BuildErrorTests {
    @Test("Further common mistakes have exact messages", arguments: furtherMistakes)
    func further(mistake: Mistake) throws { try check(mistake) }

    /// Files under the key of another kind, plans with invalid YAML, words in the wrong place.
    private static let furtherMistakes: [Mistake] = [
        Mistake(
            "two keys on a line", "plan.yml", "name: name\n", "name: name, code: code\n",
            "plan.yml:17:23: error: not a seed plan: a `:` is not allowed here: this line already has one; "
                + "write each key on its own line, and quote a text that contains `: `", status: 2),
        Mistake(
            "transpose with a header", "plan.yml", "{ csv: items.csv }",
            "{ csv: items.csv, shape: { transpose: true }, header: true }",
            "plan.yml:5:56: error: `transpose` and `header` exclude each other", status: 2),
        Mistake(
            "ticks that are none", "plan.yml", "name: name", "name: { template: \"{unit?Unit}\" }",
            "items.csv:2:85: error: Item.name: 'kg' (column `{unit?Unit}`) is not a boolean",
            "items.csv:3:62: error: Item.name: 'piece' (column `{unit?Unit}`) is not a boolean",
            "items.csv:4:27: error: Item.name: 'kg' (column `{unit?Unit}`) is not a boolean", status: 1),
        Mistake(
            "brace not closed", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv",
            "plan.yml:5:10: error: not a seed plan: a `{` is never closed, or a `,` is missing after it",
            status: 2),
        Mistake(
            "indent of one sign", "plan.yml", "      stock: stock\n", "     stock: stock\n",
            "plan.yml:19:6: error: not a seed plan: this line is not indented like the other lines of its "
                + "mapping, which begins in line 14", status: 2),
        Mistake(
            "list, then mapping", "plan.yml", "  items: { csv: items.csv }", "  - items",
            "plan.yml:6:3: error: not a seed plan: this line has no `-`, unlike the others of the list that "
                + "begins in line 5",
            status: 2),
        Mistake(
            "CSV under ods", "plan.yml", "{ csv: items.csv }", "{ ods: items.csv }",
            "items.csv: error: is not a workbook: it is not a ZIP archive, or its end is missing; it is text, "
                + "which `csv:` reads",
            status: 1),
        Mistake(
            "JSON under csv", "items.csv", "id,name,qty", "[{\"id\": 1, \"name\": \"A\"}]\nid,name,qty",
            "items.csv:1:3: error: malformed quoting: a quote inside a field must be doubled, and the field quoted; "
                + "it is JSON, which `json:` reads", status: 1),
        Mistake(
            "date in the other order", "plan.yml", "added: added",
            "added: { column: added, date: yyyy-dd-MM }",
            "items.csv:3:35: error: Item.added: '2024-03-10T08:00:00+02:00' (column `added`) does not fit the date "
                + "format `yyyy-dd-MM`", status: 1),
        Mistake(
            "text as default of a number", "plan.yml", "default: 1 }", "default: none }",
            "plan.yml:18:41: error: Item.quantity: 'none' is not an integer", status: 2),
        Mistake(
            "text without quotes in where", "plan.yml", "{ csv: items.csv }",
            "{ csv: items.csv, where: name = Apples }",
            "plan.yml:5:35: error: unknown column `Apples`; write text in quotes: `'Apples'`", status: 2),
        Mistake(
            "a file for a source", "plan.yml", "    from: items\n", "    from: items.csv\n",
            "plan.yml:14:11: error: unknown source `items.csv`; there are `items`, `labels`", status: 2),
        Mistake(
            "skip for skipLines", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, skip: 1 }",
            "plan.yml:5:28: error: unknown key `skip`; did you mean `shape: { skipLines: … }`?", status: 2),
        Mistake(
            "an unknown key of shape", "plan.yml", "{ csv: items.csv }",
            "{ csv: items.csv, shape: { skip: 1 } }",
            "plan.yml:5:37: error: unknown key `skip`; did you mean `skipLines`?", status: 2),
        Mistake(
            "shape of another kind", "plan.yml", "{ csv: items.csv }",
            "{ json: items.csv, shape: { skipLines: 1 } }",
            "plan.yml:5:38: error: `skipLines` and `json` exclude each other", status: 2),
        Mistake(
            "a key beside and in shape", "plan.yml", "{ csv: items.csv }",
            "{ csv: items.csv, skipLines: 1, shape: { skipLines: 2 } }",
            "plan.yml:5:28: error: `shape` and `skipLines` exclude each other", status: 2),
        Mistake(
            "IS NOT NULL", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv, where: unit IS NOT NULL }",
            "plan.yml:5:35: error: `where`: character 6: \"IS\" is unexpected; `= nil` asks whether there "
                + "is no "
                + "value, `!= nil` whether there is one", status: 2),
        Mistake(
            "a shown number", "plan.yml", "price: price",
            "price: { column: price, number: { shown: \"0.00\" } }",
            "plan.yml:21:31: error: `shown` cannot be used for a Decimal attribute here", status: 2),
        Mistake(
            "a form of numbers that is none", "plan.yml", "price: price",
            "price: { column: price, number: { written: days } }",
            "plan.yml:21:50: error: `days` is not a value of `written`; there are `seconds`, `minutes`, `hours`, "
                + "`fraction`, "
                + "`degrees`",
            status: 2),
        Mistake(
            "a form and a scale", "plan.yml", "price: price",
            "price: { column: price, number: { written: fraction, scale: 2 } }",
            "plan.yml:21:60: error: `written` and `scale` exclude each other", status: 2),
        Mistake(
            "a fraction in a number", "items.csv", "3.90", "3 ½",
            "items.csv:2:20: error: Item.price: '3 ½' (column `price`) is not a decimal: "
                + "use `number: { written: fraction }`", status: 1),
        Mistake(
            "a unit of a text", "plan.yml", "name: name", "name: { column: name, number: { unit: kg } }",
            "plan.yml:17:29: error: `number` cannot be used for a String attribute here", status: 2),
        Mistake(
            "a format that is none", "plan.yml", "name: name",
            "name: { column: name, number: { shown: 2 digits } }",
            "plan.yml:17:46: error: expected a format of numbers: `0.00`, `0%`", status: 2),
        Mistake(
            "keyOf with an attribute", "plan.yml", "keyOf: Item,", "keyOf: Item.name,",
            "plan.yml:12:22: error: unknown entity `Item.name`; did you mean `Item`?", status: 2),
        Mistake(
            "missing: skip", "plan.yml", "{ find: Unit.name, column: unit }",
            "{ find: Unit.name, column: unit, missing: skip }",
            "plan.yml:28:55: error: `skip` is not a value of `missing`; there are `create`, `error`, `null`",
            status: 2),
        Mistake(
            "month and day", "items.csv", "2024-03-09", "13/01/2024",
            "items.csv:2:37: error: Item.added: '13/01/2024' (column `added`) does not fit the date format `iso8601`: "
                + "use `date: dd/MM/yyyy`", status: 1),
    ]

    @Test("A wrong `records:` in JSON gets a suggestion", arguments: ["items", "shop/items", "Shop.items"])
    func records(path: String) throws {
        let shop = try Shop()
        try shop.folder.write("{\"shop\": {\"items\": [{\"id\": 1, \"name\": \"A\"}]}}", as: "items.json")
        try shop.edit("plan.yml", "{ csv: items.csv }", "{ json: items.json, records: \(path) }")
        let result = try shop.build()
        #expect(result.status == 2)
        #expect(result.errors.contains("there is nothing at `records: \(path)`; did you mean `shop.items`?"))
    }

    @Test(
        "A build warns about lists that no separator splits",
        arguments: [
            ("sea;sun", "|", ";", true), ("sea, sun", "|", ",", true), ("sea;sun", ";;", ";", true),
            ("sea|sun", "|", "", false), ("sea", "|", "", false),
        ])
    func unsplit(cell: String, separator: String, sign: String, isReported: Bool) throws {
        let folder = try TestFolder()
        try folder.writeModel(
            ModelText.xml("Photo title! tags>>Tag.photos\nTag name! photos>>Photo.tags"), as: "M.xcdatamodel")
        try folder.write("title\ttags\na\t\(cell)\nb\tsand\n", as: "photos.tsv")
        try folder.write(
            """
            reference: M.xcdatamodel
            output: out.sqlite
            sources:
              photos: { csv: photos.tsv, delimiter: tab }
            entities:
              Photo:
                from: photos
                attributes: { title: title }
                relationships:
                  tags: { find: Tag.name, column: tags, separator: "\(separator)" }
            """, as: "plan.yml")
        let built = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(built.status == 0)
        #expect(
            built.errors
                == (isReported
                    ? "plan.yml:6:3: warning: Photo.tags: no cell contains the separator `\(separator)`, but "
                        + "'\(cell)' contains `\(sign)`: if it is a list, set `separator: \"\(sign)\"` (column `tags`)\n"
                    : ""))
    }
}

extension BuildErrorTests {
    /// Files of each kind, each with one object.
    private static let kinds: [(key: String, file: String, text: String, title: String)] = [
        ("csv", "a.csv", "id,name\n1,A\n", "text"),
        ("json", "a.json", "[\n  {\"id\": 1, \"name\": \"A\"}\n]\n", "JSON"),
        ("ndjson", "a.ndjson", "{\"id\": 1, \"name\": \"A\"}\n{\"id\": 2, \"name\": \"B\"}\n", "NDJSON"),
        ("xml", "a.xml", "<items>\n<item><id>1</id><name>A</name></item></items>\n", "XML"),
        (
            "plist", "a.plist",
            "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><array><dict><key>name</key><string>A</string></dict>"
                + "</array></plist>\n", "a property list"
        ),
        ("sqlite", "a.sql", "CREATE TABLE t (id, name);\nINSERT INTO t VALUES (1, 'A');\n", "SQL text"),
        ("sqlite", "reference.sqlite", "", "a database"),
    ]

    @Test(
        "A file under the wrong key of a source names the right key",
        arguments: ["csv", "json", "ndjson", "xml", "plist", "xlsx", "ods", "sqlite", "store"])
    func otherKinds(key: String) throws {
        let shop = try Shop()
        let options = ["xml": ", records: items/item", "sqlite": ", table: t", "store": ", entity: Item"]
        let plan = try String(decoding: bytes(of: shop.path + "/plan.yml"), as: UTF8.self)
        for kind in Self.kinds where kind.key != key {
            if !kind.text.isEmpty { try shop.folder.write(kind.text, as: kind.file) }
            // A store is also a database, and `records` is checked before the kind of document.
            if (key, kind.file) == ("store", "reference.sqlite") || (key, kind.key) == ("xml", "plist") {
                continue
            }
            try shop.folder.write(
                plan.replacing("{ csv: items.csv }", with: "{ \(key): \(kind.file)\(options[key] ?? "") }"),
                as: "plan.yml")
            let result = try shop.build()
            #expect([1, 2].contains(result.status))
            let advice =
                key == "xlsx" || key == "ods"
                ? "this is SQL text: read it with `sqlite:`" : "it is SQL text, which `sqlite:` reads"
            #expect(
                result.errors.contains(
                    kind.title == "SQL text" ? advice : "it is \(kind.title), which `\(kind.key):` reads"),
                "\(key) \(kind.file): \(result.errors)")
        }
    }

    @Test(
        "An object in place of a value is an error that suggests a column inside it",
        arguments: [
            (
                "json", "[{\"id\": 1, \"name\": \"A\"}, {\"id\": 2, \"name\": {\"first\": \"B\"}}]", ":1:44",
                "name.first"
            ),
            (
                "ndjson", "{\"id\": 1, \"name\": \"A\"}\n{\"id\": 2, \"name\": {\"first\": \"B\"}}\n",
                ":2:19", "name.first"
            ),
            (
                "xml",
                "<items><item><id>1</id><name>A</name></item>\n<item><name><first>B</first></name></item></items>",
                ":2:7", "name/first"
            ),
        ])
    func objects(key: String, text: String, place: String, name: String) throws {
        let shop = try Shop()
        try shop.folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources:
              items: { \(key): a.\(key)\(key == "xml" ? ", records: items/item" : "") }
            entities:
              Item:
                from: items
                attributes: { name: name }
            """, as: "plan.yml")
        try shop.folder.write(text, as: "a.\(key)")
        let result = try shop.build()
        #expect(
            result.errors
                == "a.\(key)\(place): error: is an object, not a value: use a path into it, such as `\(name)` "
                + "(column `name`)\n")
        #expect(result.status == 1)
    }

    @Test("A model or data in place of a plan is refused")
    func noPlan() throws {
        let shop = try Shop()
        try shop.folder.writeModel(ModelText.xml("Item name!"), as: "M.xcdatamodel")
        for (name, words) in [
            (
                "M.xcdatamodel",
                "M.xcdatamodel is a model, not a plan: `zseed plan M.xcdatamodel DATA.csv -o seed.yml`"
            ),
            ("items.csv", "`zseed plan MODEL DATA -o seed.yml` drafts one"),
            ("reference.sqlite", "not a seed plan: it is not UTF-8; it is a database, which `sqlite:` reads"),
        ] {
            let result = try Zseed.run("build", name, in: shop.path)
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(result.status == 2)
        }
    }

    @Test("`unique:` of an attribute without a value is an error, unless existing objects have one")
    func valuelessUnique() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "    key: id\n", "    key: id\n    unique: [name, code]\n")
        try shop.edit("plan.yml", "      code: code\n", "")
        let result = try shop.build()
        #expect(
            result.errors
                == "plan.yml:16:20: error: Item.code: cannot identify objects, because the load gives it no "
                + "value: add it to `attributes:`, or use another attribute; there are `name`, `quantity`, "
                + "`stock`, `views`, `price`, `weight`, …\n"
        )
        #expect(result.status == 2)
        try shop.edit(
            "plan.yml", "    unique: [name, code]\n", "    unique: [name, code]\n    conflict: merge\n")
        try shop.build().expectSuccess()
    }

    @Test("A total is the last row of its own load, even if other loads follow")
    func totalOfFirstLoad() throws {
        let folder = try TestFolder()
        try folder.writeModel(ModelText.xml("Item name! amount:Integer_64 code"), as: "M.xcdatamodel")
        let rows = "name,amount,code\nA,1,x\nB,2,y\n"
        for (first, second, isReported) in [
            (rows + "Total,,z\n", rows, true), (rows, rows + "Total,,z\n", true), (rows, rows, false),
        ] {
            try folder.write(first, as: "a.csv")
            try folder.write(second, as: "b.csv")
            try folder.write(
                """
                reference: M.xcdatamodel
                output: out.sqlite
                sources:
                  a: { csv: a.csv }
                  b: { csv: b.csv }
                entities:
                  Item:
                  - { from: a, attributes: { name: name, amount: amount, code: code } }
                  - { from: b, attributes: { name: name, amount: amount, code: code } }
                """, as: "plan.yml")
            let built = try Zseed.run("build", "plan.yml", in: folder.path)
            #expect(built.status == 0)
            #expect(built.errors.contains("'Total'") == isReported, "\(built.errors)")
        }
    }
}
