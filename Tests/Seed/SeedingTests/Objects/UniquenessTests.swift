import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@Suite("Uniqueness")
struct UniquenessTests {
    /// 1 Item, 2 Place, 3 Shop (a Place), 4 Unit.
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Item",
                ownProperties: [
                    .attribute("name"), .attribute("code", .integer32), .attribute("note"),
                    .attribute("size", .integer16, isOptional: false, defaultValue: .integer(7)),
                    .toOne("unit", "Unit", inverse: "items"),
                    .toMany("places", "Place", inverse: "items"),
                ], uniquenessConstraints: [["name"], ["code"]]),
            EntityDescription(
                name: "Place",
                ownProperties: [
                    .attribute("city"), .attribute("street"),
                    .toMany("items", "Item", inverse: "places"),
                ]),
            EntityDescription(
                name: "Shop", superentityName: "Place", ownProperties: [.attribute("brand")]),
            EntityDescription(
                name: "Unit",
                ownProperties: [.attribute("name"), .toMany("items", "Item", inverse: "unit")]),
        ])
    }

    static func plan(_ options: String = "", places: Bool = true) -> String {
        """
        sources:
          items: { csv: items.csv }
        entities:
          Item:
            from: items\(options.isEmpty ? "" : "\n    " + options)
            attributes: { name: name, code: code, note: note }
            relationships:
              unit: { find: name, column: unit }
              places: { find: city, column: places }
        """
    }

    static let items = """
        name,code,note,unit,places
        Tea,1,,g,A|B
        Milk,2,cold,l,A
        Tea,3,green,kg,B|C

        """
    static let all = """
        SELECT i.ZNAME, i.ZCODE, i.ZNOTE, i.ZSIZE, u.ZNAME, i.Z_OPT FROM ZITEM AS i
        LEFT JOIN ZUNIT AS u ON u.Z_PK = i.ZUNIT ORDER BY i.Z_PK
        """
    static let places = """
        SELECT i.ZNAME, group_concat(p.ZCITY, '') FROM ZITEM AS i
        JOIN (SELECT * FROM Z_2ITEMS ORDER BY rowid) AS j ON j.Z_1ITEMS = i.Z_PK
        JOIN ZPLACE AS p ON p.Z_PK = j.Z_2PLACES GROUP BY i.Z_PK
        """

    @Test("The model's constraints are checked row by row")
    func modelConstraint() throws {
        let issues = try SeededStore.issues(
            Self.plan(), model: Self.model(), files: ["items.csv": Self.items])
        #expect(
            issues.map(\.reason) == [.object(.duplicateKey(entity: "Item", attribute: "name"))])
        #expect(issues.first?.location.line == 4)
        #expect(issues.first?.value == "Tea")
    }

    @Test(
        "A load may leave out required values only to complete the objects of another load",
        arguments: [
            ("merge", "t1,8.5\n", ["t1|Alien|8.5", "t2|Brazil|NULL"], nil),
            ("merge", "t2,7\nt3,8\n", [], "3 noSuchTarget t3"), ("skip", "t1,8.5\n", [], "5 title"),
            ("error", "t1,8.5\n", [], "5 title"),
        ])
    func completed(policy: String, ratings: String, rows: [String], issue: String?) throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Film",
                ownProperties: [
                    .attribute("code"), .attribute("title", isOptional: false),
                    .attribute("rating", .double),
                ], uniquenessConstraints: [["code"]])
        ])
        func plan(_ titles: String) -> String {
            """
            sources: { titles: { csv: titles.csv }, ratings: { csv: ratings.csv } }
            entities:
              Film:
                -\(titles)
                - from: ratings
                  unique: code
                  conflict: \(policy)
                  attributes: { code: code, rating: rating }
            """
        }
        let files = [
            "titles.csv": "code,title\nt1,Alien\nt2,Brazil\n", "ratings.csv": "code,rating\n" + ratings,
        ]
        let titles = " { from: titles, attributes: { code: code, title: title } }"
        let issues = try SeededStore.issues(plan(titles), model: model, files: files)
        #expect(
            issues.map { issue in
                let line = issue.location.line.map(String.init) ?? ""
                switch issue.reason {
                case .object(.noSuchTarget(entity: "Film", key: let key)):
                    return "\(line) noSuchTarget \(key)"
                case .model(.missingRequiredProperty): return "\(line) \(issue.property ?? "")"
                default: return "\(issue)"
                }
            } == [issue].compactMap(\.self))
        guard issue == nil else { return }
        let store = try SeededStore(plan(titles), model: model, files: files)
        #expect(try store.rows("SELECT ZCODE, ZTITLE, ZRATING FROM ZFILM ORDER BY 1") == rows)
    }

    @Test("A load does not complete its own objects")
    func completedAlone() throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Film",
                ownProperties: [.attribute("code"), .attribute("title", isOptional: false)],
                uniquenessConstraints: [["code"]])
        ])
        let plan = """
            sources: { s: { csv: s.csv } }
            entities:
              Film: { from: s, unique: code, conflict: merge, attributes: { code: code } }
            """
        let issues = try SeededStore.issues(plan, model: model, files: ["s.csv": "code\nt1\n"])
        #expect(issues.map(\.reason) == [.model(.missingRequiredProperty)])
    }

    @Test(
        "A conflict is resolved according to the plan",
        arguments: [
            ("skip", ["Tea|1|NULL|7|g|1", "Milk|2|cold|7|l|1"], ["Tea|AB", "Milk|A"], 2, 0, 1),
            ("merge", ["Tea|1|green|7|g|1", "Milk|2|cold|7|l|1"], ["Tea|ABC", "Milk|A"], 2, 1, 0),
            ("replace", ["Tea|3|green|7|kg|1", "Milk|2|cold|7|l|1"], ["Tea|BC", "Milk|A"], 2, 1, 0),
        ])
    func policies(
        policy: String, rows: [String], places: [String], written: Int, merged: Int, skipped: Int
    ) throws {
        let store = try SeededStore(
            Self.plan("unique: name\n    conflict: \(policy)"), model: Self.model(),
            files: ["items.csv": Self.items])
        #expect(try store.rows(Self.all) == rows)
        #expect(try store.rows(Self.places) == places)
        let row = try #require(store.report.rows.first)
        #expect([row.read, row.written, row.merged, row.skipped] == [3, written, merged, skipped])
    }

    @Test("A replaced key becomes free, and the new one is used")
    func replacedKey() throws {
        let store = try SeededStore(
            Self.plan("unique: name\n    conflict: replace"), model: Self.model(),
            files: ["items.csv": "name,code,note,unit,places\na,1,,,\na,2,,,\nb,1,,,\n"])
        #expect(try store.rows("SELECT ZNAME, ZCODE FROM ZITEM") == ["a|2", "b|1"])
        let issues = try SeededStore.issues(
            Self.plan("unique: name\n    conflict: replace"), model: Self.model(),
            files: ["items.csv": "name,code,note,unit,places\na,1,,,\na,2,,,\nb,2,,,\n"])
        #expect(issues.map(\.reason) == [.object(.duplicateKey(entity: "Item", attribute: "code"))])
    }

    @Test("A row that matches two objects is invalid")
    func ambiguous() throws {
        let issues = try SeededStore.issues(
            Self.plan("conflict: merge"), model: Self.model(),
            files: ["items.csv": "name,code,note,unit,places\na,1,,,\nb,2,,,\na,2,,,\n"])
        #expect(issues.map(\.reason) == [.object(.ambiguousKey(entity: "Item"))])
        #expect(issues.first?.location.line == 4)
    }

    private static func compound() throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Row",
                ownProperties: [
                    .attribute("k"), .attribute("a", .integer32), .attribute("b", .integer32),
                ], uniquenessConstraints: [["k"], ["a", "b"]])
        ])
    }

    /// A constraint with a missing value does not apply until a merge completes it.
    @Test(
        "A merge's or replacement's resulting compound value must be unique",
        arguments: [
            // The plan's options, the rows, the stored values, the line of the invalid row.
            ("conflict: merge", "x,1,\ny,1,5\nx,2,6\n", ["x|1|6", "y|1|5"], nil),
            ("conflict: merge", "x,1,\ny,1,5\nx,2,5\n", [], 4),
            ("conflict: merge", "x,1,\ny,2,5\nx,,5\n", ["x|1|5", "y|2|5"], nil),
            ("conflict: merge", "x,,\ny,1,5\nx,2,\nx,,5\nz,1,6\n", ["x|2|5", "y|1|5", "z|1|6"], nil),
            ("unique: k\n    conflict: merge", "x,3,\ny,1,5\nx,1,5\n", ["x|3|5", "y|1|5"], nil),
            ("unique: k\n    conflict: replace", "x,1,\ny,1,5\nx,1,5\n", [], 4),
            (
                "unique: k\n    conflict: replace", "x,1,5\ny,1,6\nx,1,\nz,1,5\n",
                ["x|1|NULL", "y|1|6", "z|1|5"], nil
            ),
        ] as [(String, String, [String], Int?)])
    func compoundConstraint(options: String, rows: String, expected: [String], line: Int?) throws {
        let plan = """
            sources: { rows: { csv: rows.csv } }
            entities:
              Row:
                from: rows
                \(options)
                attributes: { k: k, a: a, b: b }
            """
        let files = ["rows.csv": "k,a,b\n" + rows]
        guard let line else {
            let store = try SeededStore(plan, model: Self.compound(), files: files)
            #expect(try store.rows("SELECT ZK, ZA, ZB FROM ZROW ORDER BY Z_PK") == expected)
            return
        }
        let issues = try SeededStore.issues(plan, model: Self.compound(), files: files)
        #expect(issues.map(\.reason) == [.object(.duplicateKey(entity: "Row", attribute: "a, b"))])
        #expect(issues.first?.location.line == line)
    }

    @Test("A replacement of a part of a compound constraint keeps the other part")
    func partOfCompound() throws {
        let plan = """
            sources: { rows: { csv: rows.csv }, more: { csv: more.csv } }
            entities:
              Row:
                - { from: rows, attributes: { k: k, a: a, b: b } }
                - { from: more, unique: k, conflict: replace, attributes: { k: k, a: a } }
            """
        let rows = "k,a,b\nx,1,5\ny,2,5\n"
        let store = try SeededStore(
            plan, model: Self.compound(), files: ["rows.csv": rows, "more.csv": "k,a\nx,3\n"])
        #expect(try store.rows("SELECT ZK, ZA, ZB FROM ZROW ORDER BY Z_PK") == ["x|3|5", "y|2|5"])
        let issues = try SeededStore.issues(
            plan, model: Self.compound(), files: ["rows.csv": rows, "more.csv": "k,a\nx,2\n"])
        #expect(issues.map(\.reason) == [.object(.duplicateKey(entity: "Row", attribute: "a, b"))])
    }

    @Test("A merge keeps one-to-one partners and gives one to an object without, on both sides")
    func mergedOneToOne() throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Desk",
                ownProperties: [.attribute("code"), .toOne("person", "Person", inverse: "desk")]),
            EntityDescription(
                name: "Person",
                ownProperties: [.attribute("name"), .toOne("desk", "Desk", inverse: "person")]),
        ])
        let plan = """
            sources: { rows: { csv: rows.csv } }
            entities:
              Person:
                from: rows
                unique: name
                conflict: merge
                attributes: { name: name }
                relationships: { desk: { find: code, column: desk } }
            """
        let store = try SeededStore(
            plan, model: model, files: ["rows.csv": "name,desk\nAnn,A\nBob,\nAnn,B\nBob,B\nAnn,\n"])
        #expect(try store.rows("SELECT ZNAME, ZDESK FROM ZPERSON ORDER BY Z_PK") == ["Ann|1", "Bob|2"])
        #expect(try store.rows("SELECT ZCODE, ZPERSON FROM ZDESK ORDER BY Z_PK") == ["A|1", "B|2"])
        let issues = try SeededStore.issues(
            plan, model: model, files: ["rows.csv": "name,desk\nAnn,A\nBob,\nBob,A\n"])
        #expect(issues.map(\.reason) == [.object(.oneToOneTaken(inverse: "person"))])
        #expect(issues.first?.location.line == 4)
    }

    @Test(
        "Case and diacritics can be ignored",
        arguments: [
            ("[case]", "Öl|ÖL|ol", ["Öl", "ol"]), ("[diacritics]", "Öl|Ol|ol", ["Öl", "ol"]),
            ("[case, diacritics]", "Öl|ÖL|ol", ["Öl"]), ("case", "abc|ABC|Abd", ["abc", "Abd"]),
        ])
    func folding(words: String, names: String, expected: [String]) throws {
        let rows = names.split(separator: "|").map { "\($0),,,,\n" }.joined()
        let store = try SeededStore(
            Self.plan("unique: name\n    conflict: skip\n    ignoring: \(words)"),
            model: Self.model(), files: ["items.csv": "name,code,note,unit,places\n" + rows])
        #expect(try store.rows("SELECT ZNAME FROM ZITEM ORDER BY Z_PK") == expected)
    }

    @Test("Objects are found by several attributes, and created with all of them")
    func composite() throws {
        let plan = """
            sources:
              items: { csv: items.csv }
              places: { csv: places.csv }
            entities:
              Shop: { from: places, attributes: { city: city, street: street } }
              Item:
                from: items
                attributes: { name: name }
                relationships:
                  unit: { find: name, column: unit, ignoring: case }
            links:
              - from: items
                relationship: Item.places
                source: { find: name, column: name }
                target: { find: [Place.city, street], columns: [city, street], missing: create }
            """
        let store = try SeededStore(
            plan, model: Self.model(),
            files: [
                "places.csv": "city,street\nA,bc\n",
                "items.csv": "name,unit,city,street\nx,KG,A,bc\ny,kg,Ab,c\nz,g,Ab,c\n",
            ])
        #expect(
            try store.rows("SELECT ZCITY, ZSTREET, Z_ENT FROM ZPLACE") == ["A|bc|3", "Ab|c|2"])
        #expect(try store.rows("SELECT ZNAME FROM ZUNIT") == ["KG", "g"])
        #expect(
            try store.rows("SELECT Z_2PLACES FROM Z_2ITEMS ORDER BY Z_1ITEMS") == ["1", "2", "2"])
        // A place without a street is also a place if something names it. The first such place is used.
        var files = [
            "places.csv": "city,street\nB,\nB,\n",
            "items.csv": "name,unit,city,street\nx,,A,\ny,,A,\nz,,B,\n",
        ]
        let partly = try SeededStore(plan, model: Self.model(), files: files)
        #expect(
            try partly.rows("SELECT Z_PK, ZCITY, ZSTREET FROM ZPLACE")
                == ["1|B|NULL", "2|B|NULL", "3|A|NULL"])
        #expect(
            try partly.rows("SELECT Z_2PLACES FROM Z_2ITEMS ORDER BY Z_1ITEMS") == ["3", "3", "1"])
        files["items.csv"] = "name,unit,city,street\nx,,,\n"
        // An empty key names no place, so there is no link.
        let none = try SeededStore(plan, model: Self.model(), files: files)
        #expect(try none.rows("SELECT count(*) FROM ZPLACE") == ["2"])
        #expect(try none.rows("SELECT count(*) FROM Z_2ITEMS") == ["0"])
        files["items.csv"] = "name,unit,city,street\n"
        #expect(try SeededStore.issues(plan, model: Self.model(), files: files).isEmpty)
    }

    @Test("A conflict policy without anything unique is refused")
    func withoutUnique() throws {
        let issues = try SeededStore.issues(
            """
            sources: { units: { csv: units.csv } }
            entities:
              Unit: { from: units, conflict: skip, attributes: { name: name } }
            """, model: Self.model(), files: ["units.csv": "name\n"])
        #expect(
            issues.map(\.reason) == [
                .model(
                    .relationshipKind(
                        "`conflict` needs `unique:`, because the model has no uniqueness constraint"))
            ])
    }

    @Test("A tree can refer to its own rows in any order")
    func tree() throws {
        let model = try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Category",
                ownProperties: [
                    .attribute("name"), .toOne("parent", "Category", inverse: "children"),
                    .toMany("children", "Category", inverse: "parent", isOrdered: true),
                ])
        ])
        let store = try SeededStore(
            """
            sources: { rows: { csv: rows.csv } }
            entities:
              Category:
                from: rows
                attributes: { name: name }
                relationships: { parent: { find: name, column: parent, missing: error } }
            """, model: model,
            files: ["rows.csv": "name,parent\nleaf,twig\ntwig,root\nroot,\nbud,twig\nself,self\n"])
        #expect(
            try store.rows(
                "SELECT ZNAME, ZPARENT, Z_FOK_PARENT FROM ZCATEGORY ORDER BY Z_PK") == [
                    "leaf|2|2048", "twig|3|2048", "root|NULL|NULL", "bud|2|3072", "self|5|2048",
                ])
    }

    @Test("A discriminator chooses the subentity")
    func discriminator() throws {
        let plan = """
            sources: { places: { csv: places.csv } }
            entities:
              Place:
                from: places
                key: city
                discriminator: { column: kind, entities: { shop: Shop, "": Place } }
                attributes: { city: city, brand: brand }
            """
        let store = try SeededStore(
            plan, model: Self.model(),
            files: ["places.csv": "kind,city,brand\nshop,A,X\n,B,\nshop,C,\n"])
        #expect(
            try store.rows("SELECT Z_PK, Z_ENT, ZCITY, ZBRAND FROM ZPLACE")
                == ["1|3|A|X", "2|2|B|NULL", "3|3|C|NULL"])
        #expect(store.report.rows.map(\.written) == [2, 1])
        #expect(store.report.rows.map(\.read) == [3, 0])
        let issues = try SeededStore.issues(
            plan, model: Self.model(),
            files: ["places.csv": "kind,city,brand\nstall,A,X\n,B,Y\n"])
        #expect(
            issues.map(\.reason) == [
                .object(.unknownDiscriminator(known: ["shop", ""])),
                .object(.noSuchProperty(entity: "Place")),
            ])
        #expect(issues.map(\.location.column) == [1, 4])
    }

    @Test(
        "A discriminator only chooses concrete entities of the family",
        arguments: [
            ("{ shop: Unit }", SeedIssue.Reason.model(.relationshipKind("Unit is not a subentity of Place"))),
            ("{ shop: Shp }", .plan(.unknownName("Shp", kind: .entity, nearest: "Shop"))),
        ])
    func discriminatorErrors(entities: String, reason: SeedIssue.Reason) throws {
        let issues = try SeededStore.issues(
            """
            sources: { places: { csv: places.csv } }
            entities:
              Place:
                from: places
                discriminator: { column: kind, entities: \(entities) }
                attributes: { city: city }
            """, model: Self.model(), files: ["places.csv": "kind,city\n"])
        #expect(issues.map(\.reason) == [reason])
    }
}
