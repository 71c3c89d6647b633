import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite(
    "New rows for stores that SwiftData created", .enabled(if: Corpus.isPresent, Corpus.absence))
struct SwiftDataTests {
    /// A real store, the files and loads that add to it, and the expected results of queries.
    struct Project: Sendable, CustomTestStringConvertible {
        let store: String
        let files: [String: String]
        let plan: String
        /// Queries, and their rows, which are the same whether or not the rows of the store are kept.
        let queries: [(sql: String, rows: [String])]

        var testDescription: String { store }
    }

    private static func rows(_ sql: String, of store: Connection) throws -> [String] {
        try store.rows(sql) { row in
            (0..<row.columnCount).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
        }
    }

    @Test(
        "New rows are linked, verified and accepted by the oracle, and old rows are unchanged",
        arguments: SwiftDataTests.projects, ["replace", "keep"])
    func seed(project: Project, rows: String) throws {
        let reference = try Corpus.entry(project.store).store
        let folder = try TestFolder()
        for (name, text) in project.files { try folder.write(text, as: name) }
        try folder.write(
            "reference: \(reference)\noutput: out.sqlite\nrows: \(rows)\n" + project.plan,
            as: "plan.yml")
        let before = try bytes(of: reference)
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        // Empty arrays cause no warning.
        #expect(built.errors == "")
        #expect(built.status == 0)
        #expect(try bytes(of: reference) == before)
        // An app with the same model opens it.
        let verified = try Zseed.run(
            "verify", "out.sqlite", "--model", reference, in: folder.path)
        verified.expectSuccess()
        #expect(verified.output.contains(/\nout\.sqlite: will open, \d+ checks passed/))
        try FormatLint.expectSound(folder.path + "/out.sqlite")
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        for (sql, expected) in project.queries {
            #expect(try Self.rows(sql, of: store) == expected, "\(sql)")
        }
        try expectOldRows(of: reference, in: store, areKept: rows == "keep")
        // The export of the seeded store builds the same objects again.
        try Zseed.run("export", "out.sqlite", "-o", "files", "-q", in: folder.path).expectSuccess()
        let again = try Zseed.run(
            "build", "files/seed.yml", "-q", "-o", "again.sqlite", in: folder.path)
        #expect(again.status == 0)
        let second = try Connection(path: folder.path + "/again.sqlite", mode: .readOnly)
        for (sql, expected) in project.queries {
            #expect(try Self.rows(sql, of: second) == expected, "\(sql)")
        }
    }

    /// Expects that all rows of the reference are kept with every value, or none of them.
    private func expectOldRows(of reference: String, in store: Connection, areKept: Bool) throws {
        let original = try Connection.reading(path: reference)
        let tables = try Self.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
                + "AND name NOT IN ('Z_PRIMARYKEY', 'Z_METADATA', 'Z_MODELCACHE') ORDER BY 1",
            of: original)
        for table in tables {
            let all = "SELECT * FROM \(table)"
            let old = Set(try Self.rows(all, of: original))
            let new = Set(try Self.rows(all, of: store))
            if areKept {
                #expect(old.subtracting(new) == [], "\(table)")
            } else {
                #expect(old.intersection(new) == [], "\(table)")
            }
        }
    }
}

extension SwiftDataTests {
    static let projects = [carts, cocktails, users]

    private static let carts = Project(
        store: "cartkit-swiftdata",
        files: [
            "carts.json": #"""
            {"carts": [
              {"id": "c-1", "store": "s1", "status": "active", "created": "2026-01-05T10:00:00Z",
               "updated": "2026-01-05T10:00:00.5Z", "minimum": 12.5, "meta": "{\"a\":1}",
               "items": ["i-1", "i-2"]},
              {"id": "c-2", "store": "s2", "status": "expired", "created": "2026-01-06T10:00:00Z",
               "updated": "2026-01-06T10:00:00Z", "items": []}
            ]}
            """#,
            "items.csv": """
            id,product,quantity,total,unit,modifiers
            i-1,p-1,2,7.98,3.99,m-1|m-2
            i-2,p-2,1,0.1,0.10,

            """,
            "modifiers.csv": "id,name,delta\nm-1,Large,0.5\nm-2,\"Oat, milk\",-0.25\n",
        ],
        plan: """
            sources:
              carts: { json: carts.json, records: carts }
              items: { csv: items.csv }
              modifiers: { csv: modifiers.csv }
            entities:
              CartItemModifierModel:
                from: modifiers
                attributes: { id: id, name: name, priceDeltaAmount: delta, priceDeltaCurrencyCode: { value: EUR } }
              CartItemModel:
                from: items
                attributes:
                  id: id
                  productId: product
                  quantity: quantity
                  totalPriceAmount: total
                  totalPriceCurrencyCode: { value: EUR }
                  unitPriceAmount: unit
                  unitPriceCurrencyCode: { value: EUR }
                relationships: { modifiers: { find: id, column: modifiers, missing: error } }
              CartModel:
                from: carts
                attributes:
                  id: id
                  storeId: store
                  status: status
                  createdAt: created
                  updatedAt: updated
                  minSubtotalAmount: minimum
                  metadataJSON: { column: meta, binary: text }
                relationships: { items: { find: id, column: items, missing: error } }

            """,
        queries: [
            (
                """
                SELECT ZID, ZSTATUS, ZCREATEDAT, ZUPDATEDAT, ZMINSUBTOTALAMOUNT, \
                CAST(ZMETADATAJSON AS TEXT), typeof(ZMETADATAJSON) FROM ZCARTMODEL WHERE ZID LIKE \
                'c-%' ORDER BY ZID
                """,
                [
                    "c-1|active|789300000|789300000.5|12.5|{\"a\":1}|blob",
                    "c-2|expired|789386400|789386400|-|-|null",
                ]
            ),
            (
                "SELECT i.ZID, ZTOTALPRICEAMOUNT, ZUNITPRICEAMOUNT, c.ZID FROM ZCARTITEMMODEL i "
                    + "JOIN ZCARTMODEL c ON c.Z_PK = i.Z3ITEMS ORDER BY 1",
                ["i-1|7.98|3.99|c-1", "i-2|0.1|0.1|c-1"]
            ),
            (
                "SELECT m.ZNAME, ZPRICEDELTAAMOUNT, i.ZID FROM ZCARTITEMMODIFIERMODEL m "
                    + "JOIN ZCARTITEMMODEL i ON i.Z_PK = m.Z1MODIFIERS ORDER BY 1",
                ["Large|0.5|i-1", "Oat, milk|-0.25|i-1"]
            ),
        ])

    private static let cocktails = Project(
        store: "cocktails-swiftdata",
        files: [
            "cocktails.csv": """
            name,glass,ice,favorite,garnishes,flavors,author,year,id
            Test Fizz,Highball,Cubed,yes,Lemon twist|New leaf,Mint|Lime,Ann Lee,2024,00112233-4455-6677-8899-AABBCCDDEEFF
            Plain,Coupe,,no,New leaf,[],,,00112233-4455-6677-8899-AABBCCDDEE00

            """,
            "ingredients.csv": """
            cocktail,base,value,unit,id
            Test Fizz,Gin,2,oz,10112233-4455-6677-8899-AABBCCDDEEFF
            Test Fizz,New Syrup,0.75,oz,20112233-4455-6677-8899-AABBCCDDEEFF
            Plain,New Syrup,1,dash,30112233-4455-6677-8899-AABBCCDDEEFF

            """,
            "bases.csv": """
            name,umbrella,id
            New Syrup,Syrups,40112233-4455-6677-8899-AABBCCDDEEFF
            Gin,Gins,50112233-4455-6677-8899-AABBCCDDEEFF

            """,
        ],
        plan: """
            sources:
              cocktails: { csv: cocktails.csv }
              ingredients: { csv: ingredients.csv }
              bases: { csv: bases.csv }
            entities:
              IngredientBase:
                from: bases
                conflict: skip
                attributes:
                  name: name
                  id: id
                  umbrellaCategory: umbrella
                  baseCategory: { value: "" }
                  specialtyCategory: { value: "" }
                  tags.flavors: { value: "[]", binary: text }
              Ingredient:
                from: ingredients
                key: id
                attributes: { id: id, value: value, unit.unit: unit }
                relationships: { ingredientBase: { find: IngredientBase.name, column: base, missing: error } }
              Cocktail:
                from: cocktails
                attributes:
                  cocktailName: name
                  collectionName: { value: House }
                  glasswareType.glasswareType: glass
                  ice.ice: ice
                  favorite: favorite
                  isCustomCocktail: { value: false }
                  compiledTags.flavors: { column: flavors, binary: jsonList }
                  author.person: author
                  author.year: year
                  id: id
                relationships: { garnish: { find: Garnish.name, column: garnishes } }
            links:
            - from: ingredients
              relationship: Cocktail.spec
              source: { find: Cocktail.cocktailName, column: cocktail }
              target: { keyOf: Ingredient, column: id }

            """,
        queries: [
            (
                """
                SELECT ZCOCKTAILNAME, ZFAVORITE, ZGLASSWARETYPE, ZICE, ZPERSON, ZYEAR, \
                CAST(ZFLAVORS AS TEXT), hex(ZID1), ZID FROM ZCOCKTAIL WHERE ZCOLLECTIONNAME = \
                'House' ORDER BY 1
                """,
                [
                    "Plain|0|Coupe|-|-|-|[]|00112233445566778899AABBCCDDEE00|-",
                    "Test Fizz|1|Highball|Cubed|Ann Lee|2024|[\"Mint\",\"Lime\"]|"
                        + "00112233445566778899AABBCCDDEEFF|-",
                ]
            ),
            (
                """
                SELECT c.ZCOCKTAILNAME, b.ZNAME, i.ZVALUE, i.ZUNIT FROM ZINGREDIENT i JOIN \
                ZCOCKTAIL c ON c.Z_PK = i.Z1SPEC JOIN ZINGREDIENTBASE b ON b.Z_PK = \
                i.ZINGREDIENTBASE WHERE ZCOLLECTIONNAME = 'House' ORDER BY 1, 2
                """,
                [
                    "Plain|New Syrup|1.0|dash", "Test Fizz|Gin|2.0|oz",
                    "Test Fizz|New Syrup|0.75|oz",
                ]
            ),
            (
                "SELECT c.ZCOCKTAILNAME, g.ZNAME FROM Z_1GARNISH j JOIN ZCOCKTAIL c ON c.Z_PK = "
                    + "j.Z_1COCKTAILS JOIN ZGARNISH g ON g.Z_PK = j.Z_2GARNISH "
                    + "WHERE ZCOLLECTIONNAME = 'House' ORDER BY 1, 2",
                ["Plain|New leaf", "Test Fizz|Lemon twist", "Test Fizz|New leaf"]
            ),
        ])

    private static let users = Project(
        store: "freezeray-swiftdata",
        files: ["users.csv": "name,email,created\nAnn,a@example.com,2026-01-01T00:00:00Z\nBob,,\n"],
        plan: """
            sources: { users: { csv: users.csv } }
            entities:
              User: { from: users, attributes: { name: name, email: email, createdAt: created } }

            """,
        queries: [
            (
                "SELECT Z_PK, ZNAME, ZEMAIL, ZCREATEDAT FROM ZUSER",
                ["1|Ann|a@example.com|788918400", "2|Bob|-|-"]
            )
        ])
}
