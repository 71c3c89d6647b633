import TestSupport
import Testing

extension BuildErrorTests {
    @Test("Further mistakes as people make them", arguments: furtherMistakes)
    func further(mistake: Mistake) throws { try check(mistake) }

    /// Files under the key of another kind, plans whose form is broken, words in the wrong place.
    private static let furtherMistakes: [Mistake] = [
        Mistake(
            "brace not closed", "plan.yml", "{ csv: items.csv }", "{ csv: items.csv",
            "plan.yml:5:10: error: not a seed plan: a `{` is never closed, or a `,` is missing behind it",
            status: 2),
        Mistake(
            "indent of one sign", "plan.yml", "      stock: stock\n", "     stock: stock\n",
            "plan.yml:19:6: error: not a seed plan: this line is indented otherwise than those of its mapping, "
                + "which begins in line 14", status: 2),
        Mistake(
            "list, then mapping", "plan.yml", "  items: { csv: items.csv }", "  - items",
            "plan.yml:6:3: error: not a seed plan: this line has no `-`, as those of the list that begins in line 5",
            status: 2),
        Mistake(
            "CSV under ods", "plan.yml", "{ csv: items.csv }", "{ ods: items.csv }",
            "items.csv: error: is no workbook: no ZIP archive, or its end is missing; it is text, which `csv:` reads",
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
            "plan.yml:5:35: error: unknown column `Apples`; a text stands in quotes: `'Apples'`", status: 2),
        Mistake(
            "keyOf with an attribute", "plan.yml", "keyOf: Item,", "keyOf: Item.name,",
            "plan.yml:12:22: error: unknown entity `Item.name`; did you mean `Item`?", status: 2),
        Mistake(
            "missing: skip", "plan.yml", "{ find: Unit.name, column: unit }",
            "{ find: Unit.name, column: unit, missing: skip }",
            "plan.yml:28:55: error: `skip` is no value of `missing`; there are `create`, `error`, `null`",
            status: 2),
        Mistake(
            "month and day", "items.csv", "2024-03-09", "13/01/2024",
            "items.csv:2:37: error: Item.added: '13/01/2024' (column `added`) does not fit the date format `iso8601`: "
                + "`date: dd/MM/yyyy` takes it", status: 1),
    ]

    @Test("`records:` of JSON says where they are", arguments: ["items", "shop/items", "Shop.items"])
    func records(path: String) throws {
        let shop = try Shop()
        try shop.folder.write("{\"shop\": {\"items\": [{\"id\": 1, \"name\": \"A\"}]}}", as: "items.json")
        try shop.edit("plan.yml", "{ csv: items.csv }", "{ json: items.json, records: \(path) }")
        let result = try shop.build()
        #expect(result.status == 2)
        #expect(result.errors.contains("there is nothing at `records: \(path)`; did you mean `shop.items`?"))
    }

    @Test(
        "A build warns of lists that nothing splits",
        arguments: [
            ("sea;sun", "|", ";", true), ("sea, sun", "|", ",", true), ("sea;sun", ";;", ";", true),
            ("sea|sun", "|", "", false), ("sea", "|", "", false),
        ])
    func unsplit(cell: String, separator: String, sign: String, isTold: Bool) throws {
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
                == (isTold
                    ? "plan.yml:6:3: warning: Photo.tags: no cell has a `\(separator)` between several, but '\(cell)' "
                        + "has a `\(sign)`: is it a list? then `separator: \"\(sign)\"` (column `tags`)\n"
                    : ""))
    }
}
