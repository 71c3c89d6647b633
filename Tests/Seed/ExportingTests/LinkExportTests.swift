import Foundation
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Exporting
@testable import Seeding

@Suite("Export of many-to-many, ordered and one-sided relationships, and of bytes")
struct LinkExportTests {
    private static let model = """
        <entity name="Box"><attribute name="photo" optional="YES" attributeType="Binary"
            allowsExternalBinaryDataStorage="YES"/>
        <attribute name="raw" optional="YES" attributeType="Binary"/>
        <attribute name="style" optional="YES" attributeType="Transformable"/>
        <relationship name="shown" optional="YES" toMany="YES" destinationEntity="Recipe"/></entity>
        <entity name="Recipe"><attribute name="title" attributeType="String"/>
        <relationship name="steps" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Step"
            inverseName="recipe" inverseEntity="Step"/>
        <relationship name="tags" optional="YES" toMany="YES" ordered="YES" destinationEntity="Tag"
            inverseName="recipes" inverseEntity="Tag"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="title"/>
        </uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Step"><attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="recipe" optional="YES" maxCount="1" destinationEntity="Recipe"
            inverseName="steps" inverseEntity="Recipe"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="recipes" optional="YES" toMany="YES" destinationEntity="Recipe"
            inverseName="tags" inverseEntity="Recipe"/></entity>
        """

    private func export(_ folder: TestFolder) throws -> ExportReport {
        let path = folder.path + "/store.sqlite"
        try TestStore.create(at: path, model: Self.model)
        let store = try Connection(path: path, mode: .readWrite)
        let layout = try ReferenceStore(path: path).layout
        guard
            case .joinTable(let join, let own, let other, let order?)? =
                layout.entity(named: "Recipe")?.toMany("tags")?.storage,
            case .column(_, let shown)? = layout.entity(named: "Box")?.toMany("shown")?.storage
        else { throw LayoutError() }
        try store.execute(
            """
            INSERT INTO ZRECIPE (Z_PK, Z_ENT, Z_OPT, ZTITLE, \(shown)) VALUES
                (1, 2, 1, 'Soup', 1), (2, 2, 1, 'Cake', NULL);
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 4, 1, 'hot'), (5, 4, 1, 'sweet');
            INSERT INTO ZSTEP (Z_PK, Z_ENT, Z_OPT, ZTEXT, ZRECIPE, Z_FOK_RECIPE) VALUES
                (1, 3, 1, 'last', 1, 3072), (2, 3, 1, 'first', 1, 2048), (3, 3, 1, 'none', NULL, NULL);
            INSERT INTO \(join.name) (\(own), \(other), \(order)) VALUES
                (2, 1, 3072), (2, 5, 2048), (1, 1, 2048), (1, 99, 4096);
            INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZPHOTO, ZRAW, ZSTYLE) VALUES
                (1, 1, 1, X'01FF00', zeroblob(30000), X'62706C697374'),
                (2, 1, 1, CAST(X'02' || '5EED0000-0000-4000-8000-00000000BEEF' || X'00' AS BLOB),
                    X'AB', NULL);
            """)
        return try StoreExporter(ReferenceStore(path: path)).export(to: folder.path + "/out")
    }

    private struct LayoutError: Error {}

    @Test("Pairs in their own file, with their order and names")
    func files() throws {
        let folder = try TestFolder()
        let report = try export(folder)
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: folder.path + "/out/" + name, encoding: .utf8)
        }
        func data(_ name: String) throws -> Data {
            try Data(contentsOf: URL(fileURLWithPath: folder.path + "/out/Box.files/" + name))
        }
        #expect(
            try text("Recipe.tags.csv") == """
                Recipe.source,tags,order
                Soup,1,2048
                Cake,5,2048
                Cake,1,3072

                """)
        #expect(try text("Box.shown.csv") == "Box.source,shown\n1,Soup\n")
        #expect(
            try text("Step.csv") == """
                Z_PK,text,recipe,recipe.order
                1,last,Soup,3072
                2,first,Soup,2048
                3,none,,

                """)
        #expect(
            try text("Box.csv") == """
                Z_PK,photo,raw,style
                1,1-photo.bin,1-raw.bin,YnBsaXN0
                2,,2-raw.bin,

                """)
        #expect(try data("1-photo.bin") == Data([0xFF, 0]))
        #expect(try data("1-raw.bin") == Data(count: 30_000))
        #expect(
            report.omissions == [
                .externalValues(entity: "Box", attribute: "photo", count: 1),
                .danglingLinks(relationship: "Recipe.tags", count: 1),
            ])
    }

    /// Uses two ordered relationships with the same name, so that the rows of one file have both orders.
    @Test("Both orders of a many-to-many whose sides share a name survive an export and a build")
    func sameNames() throws {
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        try TestStore.create(
            at: path,
            model: """
                <entity name="Album"><attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="items" optional="YES" toMany="YES" ordered="YES"
                    destinationEntity="Photo" inverseName="items" inverseEntity="Photo"/></entity>
                <entity name="Photo"><attribute name="name" optional="YES" attributeType="String"/>
                <relationship name="items" optional="YES" toMany="YES" ordered="YES"
                    destinationEntity="Album" inverseName="items" inverseEntity="Album"/></entity>
                """)
        let store = try Connection(path: path, mode: .readWrite)
        let layout = try ReferenceStore(path: path).layout
        guard
            case .joinTable(let join, let album, let photo, let order?)? =
                layout.entity(named: "Album")?.toMany("items")?.storage,
            case .joinTable(_, photo, album, let back?)? =
                layout.entity(named: "Photo")?.toMany("items")?.storage
        else { throw LayoutError() }
        try store.execute(
            """
            INSERT INTO ZALBUM (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'A'), (2, 1, 1, 'B');
            INSERT INTO ZPHOTO (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'x'), (2, 2, 1, 'y');
            INSERT INTO \(join.name) (\(album), \(photo), \(order), \(back)) VALUES
                (1, 1, 2048, 3072), (2, 1, 3072, 2048), (2, 2, 2048, 2048);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2;
            """)
        let reference = try ReferenceStore(path: path)
        _ = try StoreExporter(reference).export(to: folder.path + "/out")
        #expect(
            try String(contentsOfFile: folder.path + "/out/Album.items.csv", encoding: .utf8) == """
                Album.source,items,order
                2,2,2048
                2,1,3072
                1,1,2048

                """)
        let plan = try PlanReader.read(path: folder.path + "/out/seed.yml")
        try SeedBuilder(plan: plan, output: folder.path + "/again.sqlite").build().place()
        let again = try Connection(path: folder.path + "/again.sqlite", mode: .readOnly)
        let pairs = try again.rows(
            "SELECT \(album), \(photo), \(order), \(back) FROM \(join.name) ORDER BY 1, 2"
        ) { row in (0..<4).map { row.integer(at: $0) } }
        #expect(pairs == [[1, 1, 2048, 3072], [2, 1, 3072, 2048], [2, 2, 2048, 2048]])
        // The tables of plain databases have a column for each order.
        _ = try PlainExporter(reference).export(to: folder.path + "/plain.sqlite")
        let plain = try Connection(path: folder.path + "/plain.sqlite", mode: .readOnly)
        let rows = try plain.rows("SELECT * FROM Album_items ORDER BY 1, 2") { row in
            (0..<row.columnCount).map { row.text(at: $0) ?? "NULL" }.joined(separator: "|")
        }
        #expect(rows == ["1|1|2048|3072", "2|1|3072|2048", "2|2|2048|2048"])
    }

    @Test("The plan has the keys for all of them")
    func plan() throws {
        let folder = try TestFolder()
        _ = try export(folder)
        let plan = try String(contentsOfFile: folder.path + "/out/seed.yml", encoding: .utf8)
        for line in [
            "      photo: { column: photo, binary: file, folder: Box.files }",
            "      raw: { column: raw, binary: file, folder: Box.files }",
            "      style: { column: style, archive: raw, binary: base64 }",
            """
                  recipe: { find: Recipe.title, column: recipe, order: recipe.order, missing: \
            error }
            """,
            """
              - { from: Box.shown, relationship: Box.shown, source: { keyOf: Box, column: \
            Box.source }, target: { find: Recipe.title, column: shown, missing: error } }
            """,
            "  - { from: Recipe.tags, relationship: Recipe.tags, "
                + "source: { find: Recipe.title, column: Recipe.source, missing: error }, "
                + "target: { keyOf: Tag, column: tags }, order: order }",
        ] {
            #expect(plan.contains("\n\(line)\n"), "\(line)")
        }
    }
}
