import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// An empty cell gives no relationship, whatever default the model has for the attribute that identifies the
/// destination: Xcode gives every number 0, SwiftData every text "".
@Suite("Cells that name no object")
struct EmptyLinkTests {
    private static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/>
        <relationship name="place" optional="YES" maxCount="1" destinationEntity="Place"
            inverseName="items" inverseEntity="Place"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="Place"><attribute name="city" attributeType="String" defaultValueString=""/>
        <attribute name="street" attributeType="String" defaultValueString=""/>
        <attribute name="zip" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="place" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="city"/>
            <constraint value="street"/></uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Tag"><attribute name="name" attributeType="String" defaultValueString=""/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/></entity>
        <entity name="Unit"><attribute name="number" attributeType="Integer 32"
            defaultValueString="0"/>
        <attribute name="name" attributeType="String" defaultValueString=""/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/></entity>
        """

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let load: String
        let rows: String
        var more = ""
        var links = ""
        /// The items with their linked objects.
        let expected: [String]
        /// The number of possible destination objects.
        let destinations: Int

        var testDescription: String { name }
    }

    private static func folder(_ load: String, rows: String, more: String, links: String) throws
        -> TestFolder
    {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/reference.sqlite", model: model)
        try folder.write(rows, as: "rows.csv")
        try folder.write("n,name\n5,five\n0,zero\n", as: "units.csv")
        let units = more.isEmpty ? "" : ", units: { csv: units.csv }"
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { rows: { csv: rows.csv }\(units) }
            entities:
              Item:
                from: rows
                attributes: { name: name }
                relationships: { \(load) }
            \(more)\(links)

            """, as: "plan.yml")
        return folder
    }

    private static let units = "  Unit: { from: units, key: n, attributes: { number: n, name: name } }\n"
    private static func link(_ source: String, _ target: String) -> String {
        "links: [{ from: rows, relationship: Item.tags, source: { \(source) }, "
            + "target: { \(target) } }]\n"
    }

    static let cases: [Case] = [
        Case(
            name: "a number with the default 0", load: "unit: { find: Unit.number, column: c }",
            rows: "name,c\na,\nb,7\nc,0\n", expected: ["a|-", "b|7", "c|0"], destinations: 2),
        Case(
            name: "a text with an empty default", load: "unit: { find: Unit.name, column: c }",
            rows: "name,c\na,\nb,\"\"\nc,x\n", expected: ["a|-", "b|-", "c|0"], destinations: 1),
        Case(
            name: "missing: error", load: "unit: { find: Unit.number, column: c, missing: error }",
            rows: "name,c\na,\nb,5\n", more: units, expected: ["a|-", "b|5"], destinations: 2),
        Case(
            name: "missing: null", load: "unit: { find: Unit.number, column: c, missing: null }",
            rows: "name,c\na,\nb,9\nc,0\n", more: units, expected: ["a|-", "b|-", "c|0"],
            destinations: 2),
        Case(
            name: "a null word", load: "unit: { find: Unit.number, column: c, null: [\"-\", none] }",
            rows: "name,c\na,-\nb,none\nc,3\n", expected: ["a|-", "b|-", "c|3"], destinations: 1),
        Case(
            name: "blanks after trim", load: "unit: { find: Unit.name, column: c, trim: true }",
            rows: "name,c\na,\"  \"\nb, x \n", expected: ["a|-", "b|0"], destinations: 1),
        Case(
            name: "a lookup's null",
            load: "unit: { find: Unit.number, column: c, lookup: { k: 1, x: null } }",
            rows: "name,c\na,x\nb,k\n", expected: ["a|-", "b|1"], destinations: 1),
        Case(
            name: "an empty template", load: "unit: { find: Unit.name, template: \"{c}{d}\" }",
            rows: "name,c,d\na,,\nb,x,y\n", expected: ["a|-", "b|0"], destinations: 1),
        Case(
            name: "keyOf", load: "unit: { keyOf: Unit, column: c }",
            rows: "name,c\na,\nb,5\n", more: units, expected: ["a|-", "b|5"], destinations: 2),
        Case(
            name: "keyOf with null words and trim",
            load: "unit: { keyOf: Unit, column: c, null: [\"-\"], trim: true }",
            rows: "name,c\na,-\nb, 5 \nc, - \n", more: units, expected: ["a|-", "b|5", "c|-"],
            destinations: 2),
        Case(
            name: "keyOf with a default of the plan",
            load: "unit: { keyOf: Unit, column: c, default: 5 }",
            rows: "name,c\na,\nb,0\n", more: units, expected: ["a|5", "b|0"], destinations: 2),
        Case(
            name: "a default of the plan still counts",
            load: "unit: { find: Unit.number, column: c, default: 8 }",
            rows: "name,c\na,\nb,7\n", expected: ["a|8", "b|7"], destinations: 2),
        Case(
            name: "a list with empty elements", load: "tags: { find: Tag.name, column: c }",
            rows: "name,c\na,\nb,x||y\nc, | \n", expected: ["a|-", "b|x,y", "c|-"], destinations: 2),
        Case(
            name: "a list with null words",
            load: "tags: { find: Tag.name, column: c, null: [none] }",
            rows: "name,c\na,none\nb,x|none\n", expected: ["a|-", "b|x"], destinations: 1),
        Case(
            name: "a list with a default of the plan",
            load: "tags: { find: Tag.name, column: c, default: any }",
            rows: "name,c\na,\nb,x\nc,\"|\"\n", expected: ["a|any", "b|x", "c|any"],
            destinations: 2),
        Case(
            name: "several attributes, all empty",
            load: "place: { find: [Place.city, street], columns: [c, d] }",
            rows: "name,c,d\na,,\nb,C,D\nc,,\nd,C,D\n", expected: ["a|-", "b|C D", "c|-", "d|C D"],
            destinations: 1),
        Case(
            name: "words for no value in several columns",
            load: "place: { find: [Place.city, street], columns: [c, d], null: [\"-\"] }",
            rows: "name,c,d\na,-,\nb,C,D\n", expected: ["a|-", "b|C D"], destinations: 1),
        Case(
            name: "several attributes, one empty that may be",
            load: "place: { find: [Place.city, street, zip], columns: [c, d, e] }",
            rows: "name,c,d,e\na,,,\nb,C,D,\nc,C,E,1\nd,C,D,\n",
            expected: ["a|-", "b|C D", "c|C E", "d|C D"], destinations: 2),
        Case(
            name: "an end of a link that may name no object",
            load: "", rows: "name,c\na,\nb,x\n",
            links: link(
                "find: Item.name, column: name",
                "find: Tag.name, column: c, missing: null"), expected: ["a|-", "b|-"],
            destinations: 0),
        Case(
            name: "the target's end of a link, that may create", load: "",
            rows: "name,c\na,\nb,x\n",
            links: link(
                "find: Item.name, column: name", "find: Tag.name, column: c, missing: create"),
            expected: ["a|-", "b|x"], destinations: 1),
        Case(
            name: "the source's end of a link", load: "", rows: "name,c,d\na,a,x\nb,,y\n",
            links: link(
                "find: Item.name, column: c, missing: error",
                "find: Tag.name, column: d, missing: create"),
            expected: ["a|x", "b|-"], destinations: 1),
    ]

    @Test("Links with an empty end are counted")
    func counted() throws {
        let folder = try Self.folder(
            "", rows: "name,c\na,\nb,x\nc,\n", more: "",
            links: Self.link(
                "find: Item.name, column: name", "find: Tag.name, column: c, missing: create"))
        let built = try Zseed.run("build", "plan.yml", in: folder.path)
        built.expectSuccess()
        let line = built.output.split(separator: "\n").first { $0.hasPrefix("Item.tags") }
        let counts = line?.split(separator: " ").dropFirst(2).prefix(5).map(String.init)
        #expect(counts == ["3", "1", "0", "0", "2"], "\(built.output)")
    }

    @Test("An empty cell gives no link", arguments: EmptyLinkTests.cases)
    func empty(_ item: Case) throws {
        let folder = try Self.folder(
            item.load, rows: item.rows, more: item.more, links: item.links)
        try Zseed.run("build", "plan.yml", "-q", in: folder.path).expectSuccess()
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        let rows = try store.rows(
            """
            SELECT i.ZNAME, coalesce(u.ZNUMBER, p.ZCITY || ' ' || p.ZSTREET,
              (SELECT group_concat(ZNAME) FROM (SELECT t.ZNAME FROM ZTAG AS t
               JOIN Z_1TAGS AS j ON j.Z_3TAGS = t.Z_PK WHERE j.Z_1ITEMS = i.Z_PK ORDER BY 1)), '-')
            FROM ZITEM AS i LEFT JOIN ZUNIT AS u ON u.Z_PK = i.ZUNIT
            LEFT JOIN ZPLACE AS p ON p.Z_PK = i.ZPLACE ORDER BY i.ZNAME
            """
        ) { "\($0.text(at: 0) ?? "")|\($0.text(at: 1) ?? "")" }
        #expect(rows == item.expected)
        let count = try store.integer(
            "SELECT (SELECT count(*) FROM ZUNIT) + (SELECT count(*) FROM ZPLACE) "
                + "+ (SELECT count(*) FROM ZTAG)")
        #expect(count == Int64(item.destinations))
    }

    @Test(
        "An empty cell of a required relationship is an error",
        arguments: [
            (
                "place: { find: [Place.city, street], columns: [c, d] }", "", "a,C,\nb,,D\n",
                [
                    "rows.csv:2:5: error: Item.place: needs a value (column `d`), but there is none",
                    "rows.csv:3:3: error: Item.place: needs a value (column `c`), but there is none",
                ]
            ),
            (
                "place: { find: [Place.city, zip], columns: [c, d], set: { street: name } }", "",
                "a,,1\n",
                ["rows.csv:2:3: error: Item.place: needs a value (column `c`), but there is none"]
            ),
            (
                "", link("find: Item.name, column: c", "find: Tag.name, column: name"), "a,,\n",
                [
                    "rows.csv:2:1: error: Item.tags: no Tag has the key 'a' (column `name`)"
                ]
            ),
            // A constraint of the model that the plan does not use for lookups is reported at its row.
            (
                "place: { find: [Place.city, zip], columns: [c, d], set: { street: name } }", "",
                "a,C,1\na,C,2\n",
                [
                    "rows.csv:3:3: error: Item.place: 'C' (column `c`) is the city, street of two "
                        + "Place rows, but must be unique"
                ]
            ),
        ])
    func told(load: String, links: String, rows: String, expected: [String]) throws {
        let folder = try Self.folder(load, rows: "name,c,d\n" + rows, more: "", links: links)
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(built.status == 1)
        let lines = built.errors.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.contains("error: ") && $0.contains("rows.csv") } == expected)
        #expect(!built.errors.contains("UNIQUE"))
    }
}
