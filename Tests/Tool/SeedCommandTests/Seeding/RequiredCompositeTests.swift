import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// SwiftData stores an enumeration or a structure as a composite attribute. Its elements may all be optional even if
/// the property is not.
@Suite("Required composite attributes")
struct RequiredCompositeTests {
    private static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <attribute name="kind" attributeType="Composite"><composite>
            <attribute name="kind" optional="YES" attributeType="String"/></composite></attribute>
        <attribute name="place" optional="YES" attributeType="Composite"><composite>
            <attribute name="lat" optional="YES" attributeType="Double"/>
            <attribute name="lon" optional="YES" attributeType="Double"/></composite></attribute>
        <attribute name="size" attributeType="Composite"><composite>
            <attribute name="unit" optional="YES" attributeType="String" defaultValueString="m"/>
            <attribute name="value" optional="YES" attributeType="Double"/></composite></attribute>
        <relationship name="tag" optional="YES" maxCount="1" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="Tag"><attribute name="name" attributeType="String"/>
        <attribute name="color" attributeType="Composite"><composite>
            <attribute name="red" optional="YES" attributeType="Integer 16"/>
            <attribute name="blue" optional="YES" attributeType="Integer 16"/></composite></attribute>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tag" inverseEntity="Item"/></entity>
        """

    private static func build(_ item: String, _ rows: String, _ more: String = "") throws
        -> (ProcessResult, TestFolder)
    {
        let folder = try TestFolder()
        let xml = model.replacingOccurrences(of: "<composite>", with: "")
            .replacingOccurrences(of: "</composite>", with: "")
        try TestStore.create(at: folder.path + "/reference.sqlite", model: xml)
        try folder.write(rows, as: "rows.csv")
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities:
              Item: { from: rows, \(more)attributes: { name: name, \(item) } }

            """, as: "plan.yml")
        return (try Zseed.run("build", "plan.yml", "-q", in: folder.path), folder)
    }

    @Test(
        "A composite without any element is refused, at the row or in the plan",
        arguments: [
            (
                "kind.kind: k", "name,k\na,x\nb,\nc,y\n", "",
                ["rows.csv:3:3: error: Item.kind: needs a value (column `k`), but there is none"], 1
            ),
            (
                "kind.kind: { column: k, lookup: { x: null } }", "name,k\na,x\n", "",
                ["rows.csv:2:3: error: Item.kind: needs a value (column `k`), but there is none"], 1
            ),
            (
                "kind.kind: k, size.unit: u, size.value: v", "name,k,u,v\na,x,m,\nb,x,,2\nc,x,,\n", "",
                ["rows.csv:4:5: error: Item.size: needs a value (column `u`), but there is none"], 1
            ),
            (
                "kind.kind: k, size.unit: u, size.value: v", "name,k,u,v\na,x,,abc\n", "",
                ["rows.csv:2:6: error: Item.size.value: 'abc' (column `v`) is not a number"], 1
            ),
            (
                "size.value: { value: 1 }", "name\na\n", "",
                [
                    "plan.yml:5:3: error: Item.kind: is not optional and has no default: add it to the plan"
                ], 2
            ),
            (
                "kind.kind: k", "name,k,t,r\na,x,T,1\nb,x,U,\n",
                "relationships: { tag: { find: Tag.name, column: t, set: { color.red: r } } }, ",
                ["rows.csv:3:5: error: Item.tag: needs a value (column `t`), but there is none"], 1
            ),
            (
                "kind.kind: k", "name,k,t\na,x,T\n",
                "relationships: { tag: { find: Tag.name, column: t } }, ",
                [
                    "plan.yml:5:40: error: Tag.color: is not optional and has no default: add it to the plan"
                ], 2
            ),
        ])
    func refused(
        item: String, rows: String, more: String, expected: [String], status: Int32
    ) throws {
        let (built, _) = try Self.build(item, rows, more)
        let lines = built.errors.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.contains(": error: ") } == expected)
        #expect(built.status == status)
    }

    /// The default of SwiftData's `var tags = Tags()` is an empty dictionary, as in `Cocktail`.
    @Test(
        "An empty default is not a value", .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: [
            ("a,,3", 1, "rows.csv:3:3: error: Cocktail.compiledTags: needs a value (column `f`), but "),
            ("a,[],3", 0, ""),
        ])
    func defaults(row: String, status: Int32, message: String) throws {
        let folder = try TestFolder()
        let store = Corpus.folder + "/cocktails-swiftdata/store.sqlite"
        try folder.write("name,f,n\nb,x|y,1\n\(row)\n", as: "rows.csv")
        try folder.write(
            """
            reference: \(store)
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities:
              Cocktail:
                from: rows
                attributes:
                  cocktailName: name
                  favorite: { value: false }
                  isCustomCocktail: { value: false }
                  titleCocktail: { value: false }
                  collectionName: { value: any }
                  glasswareType.glasswareType: { value: Coupe }
                  compiledTags.flavors: { column: f, binary: jsonList }

            """, as: "plan.yml")
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(built.status == status, "\(built.errors)")
        #expect(message.isEmpty || built.errors.contains(message), "\(built.errors)")
    }

    @Test("One element, a constant or a default is enough")
    func sound() throws {
        let (built, folder) = try Self.build(
            "kind.kind: { column: k, default: z }, place.lat: p", "name,k,p\na,x,1\nb,,\n")
        built.expectSuccess()
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        #expect(
            try store.rows("SELECT ZKIND, ZLAT, ZUNIT FROM ZITEM ORDER BY Z_PK") { row in
                (0..<3).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
            } == ["x|1.0|m", "z|-|m"])
    }
}
