import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@Suite("To-many relationships")
struct ToManyTests {
    /// 1 Author, 2 Baker, 3 Recipe, 4 Shelf, 5 Step, 6 Tag.
    static func kitchen(ordered: Bool = false) throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Author",
                ownProperties: [
                    .attribute("name"), .toMany("friends", "Author", inverse: "friends"),
                    .toMany("idols", "Author", inverse: "fans"),
                    .toMany("fans", "Author", inverse: "idols"),
                ]),
            EntityDescription(name: "Baker"),
            EntityDescription(
                name: "Recipe",
                ownProperties: [
                    .attribute("title"),
                    .toMany("tags", "Tag", inverse: "recipes", isOrdered: ordered),
                    .toMany("steps", "Step", inverse: "recipe", isOrdered: true),
                ]),
            EntityDescription(
                name: "Shelf",
                ownProperties: [.attribute("name"), .toMany("loose", "Recipe")]),
            EntityDescription(
                name: "Step",
                ownProperties: [
                    .attribute("text"), .attribute("rank", .integer32),
                    .toOne("recipe", "Recipe", inverse: "steps"),
                ]),
            EntityDescription(
                name: "Tag",
                ownProperties: [
                    .attribute("name"),
                    .toMany("recipes", "Recipe", inverse: "tags", isOrdered: ordered),
                ]),
        ])
    }

    static let recipes = "title,tags\nSoup,hot|veg\nSalad, veg | cold |veg\nTea,\n"
    static let recipePlan = """
        sources:
          recipes: { csv: recipes.csv }
        entities:
          Recipe:
            from: recipes
            attributes: { title: title }
            relationships:
              tags: { find: Tag.name, column: tags }
        """

    @Test("A list cell fills a many-to-many relationship, with each object once")
    func listCell() throws {
        let store = try SeededStore(
            Self.recipePlan, model: Self.kitchen(), files: ["recipes.csv": Self.recipes])
        #expect(try store.rows("SELECT Z_PK, ZNAME FROM ZTAG") == ["1|hot", "2|veg", "3|cold"])
        #expect(
            try store.rows(
                """
                SELECT r.ZTITLE, t.ZNAME FROM Z_3TAGS AS j JOIN ZRECIPE AS r
                ON r.Z_PK = j.Z_3RECIPES JOIN ZTAG AS t ON t.Z_PK = j.Z_6TAGS ORDER BY j.rowid
                """) == ["Soup|hot", "Soup|veg", "Salad|veg", "Salad|cold"])
        #expect(store.report.rows.map(\.written) == [3, 3])
        #expect(store.report.rows[1].found == 2)
    }

    @Test("Both sides of an ordered many-to-many relationship get order keys")
    func orderedManyToMany() throws {
        let store = try SeededStore(
            Self.recipePlan, model: Self.kitchen(ordered: true),
            files: ["recipes.csv": Self.recipes])
        #expect(
            try store.rows(
                """
                SELECT Z_3RECIPES, Z_6TAGS, Z_FOK_3RECIPES, Z_FOK_6TAGS FROM Z_3TAGS ORDER BY rowid
                """
            )
                == ["1|1|2048|2048", "1|2|2048|3072", "2|2|3072|2048", "2|3|2048|3072"])
    }

    @Test("A list on the to-many side sets the to-one of its objects, in order")
    func oneToMany() throws {
        let store = try SeededStore(
            """
            sources:
              recipes: { csv: recipes.csv }
            entities:
              Recipe:
                from: recipes
                attributes: { title: title }
                relationships:
                  steps: { find: Step.text, column: steps, separator: " > " }
            """, model: Self.kitchen(),
            files: ["recipes.csv": "title,steps\nSoup,chop > boil\nTea,heat > pour > wait\n"])
        #expect(
            try store.rows("SELECT ZTEXT, ZRECIPE, Z_FOK_RECIPE FROM ZSTEP ORDER BY Z_PK") == [
                "chop|1|2048", "boil|1|3072", "heat|2|2048", "pour|2|3072", "wait|2|4096",
            ])
    }

    @Test("An object in the lists of two owners is refused if it can have only one")
    func takenObject() throws {
        let issues = try SeededStore.issues(
            """
            sources:
              recipes: { csv: recipes.csv }
            entities:
              Recipe:
                from: recipes
                attributes: { title: title }
                relationships:
                  steps: { find: Step.text, column: steps }
            """, model: Self.kitchen(),
            files: ["recipes.csv": "title,steps\nSoup,boil\nTea,boil\n"])
        #expect(issues.map(\.reason) == [.object(.oneToManyTaken(relationship: "steps"))])
        #expect(issues.first?.location.line == 3)
        #expect(issues.first?.location.column == 5)
    }

    @Test("A to-many without an inverse is stored in its destination's table")
    func withoutInverse() throws {
        let store = try SeededStore(
            """
            sources:
              shelves: { csv: shelves.csv }
              recipes: { csv: recipes.csv }
            entities:
              Shelf:
                from: shelves
                attributes: { name: name }
                relationships:
                  loose: { find: title, column: recipes, missing: error }
              Recipe:
                from: recipes
                attributes: { title: title }
            """, model: Self.kitchen(),
            files: [
                "shelves.csv": "name,recipes\nTop,Tea|Soup\nLow,\n",
                "recipes.csv": "title\nSoup\nTea\nPie\n",
            ])
        #expect(try store.rows("SELECT Z4LOOSE FROM ZRECIPE ORDER BY Z_PK") == ["1", "1", "NULL"])
    }

    @Test("A relationship that is its own inverse is stored in both directions")
    func reflexive() throws {
        let store = try SeededStore(
            """
            sources:
              authors: { csv: authors.csv }
            entities:
              Author:
                from: authors
                attributes: { name: name }
                relationships:
                  friends: { find: name, column: friends, missing: error }
                  idols: { find: name, column: idols, missing: error }
            """, model: Self.kitchen(),
            files: ["authors.csv": "name,friends,idols\nAnn,Bob,Cem\nBob,Ann|Cem|Bob,\nCem,,Ann\n"])
        #expect(
            try store.rows("SELECT * FROM Z_1FRIENDS ORDER BY 1, 2")
                == ["1|2", "2|1", "2|2", "2|3", "3|2"])
        #expect(
            try store.rows(
                "SELECT Z_1FANS, Z_1IDOLS FROM Z_1IDOLS ORDER BY 1, 2") == ["1|3", "3|1"])
    }

    static let junctionFiles = [
        "recipes.csv": "id,title\nr1,Soup\nr2,Tea\n",
        "tags.csv": "name\nhot\nveg\ncold\n",
        "links.csv": "recipe,tag,rank\nr1,veg,2\nr1,hot,1\nr2,hot,\nr1,veg,9\n",
        "ranked.csv": "recipe,tag,rank\nr1,veg,20\nr1,hot,1.5\nr2,hot,1\nr1,cold,3\n",
    ]

    static func junctionPlan(_ file: String, order: String = "") -> String {
        """
        sources:
          recipes: { csv: recipes.csv }
          tags: { csv: tags.csv }
          links: { csv: \(file) }
        entities:
          Recipe: { from: recipes, key: id, attributes: { title: title } }
          Tag: { from: tags, attributes: { name: name } }
        links:
          - from: links
            relationship: Recipe.tags
            source: { keyOf: Recipe, column: recipe }
            target: { find: name, column: tag }\(order)
        """
    }

    @Test("A join-table source links objects row by row")
    func junction() throws {
        let store = try SeededStore(
            Self.junctionPlan("links.csv"), model: Self.kitchen(ordered: true),
            files: Self.junctionFiles)
        #expect(
            try store.rows(
                "SELECT Z_3RECIPES, Z_6TAGS, Z_FOK_6TAGS FROM Z_3TAGS ORDER BY rowid")
                == ["1|2|2048", "1|1|3072", "2|1|2048"])
        let linked = try #require(store.report.rows.first { $0.entity == "Recipe.tags" })
        #expect(linked.read == 4)
    }

    @Test("A column of positions becomes order keys, whatever its numbers")
    func orderColumn() throws {
        let store = try SeededStore(
            Self.junctionPlan("ranked.csv", order: "\n    order: rank"),
            model: Self.kitchen(ordered: true), files: Self.junctionFiles)
        #expect(
            try store.rows(
                """
                SELECT Z_3RECIPES, Z_6TAGS, Z_FOK_6TAGS, typeof(Z_FOK_6TAGS) FROM Z_3TAGS
                ORDER BY 1, 3
                """)
                == ["1|1|2048|integer", "1|3|3072|integer", "1|2|4096|integer", "2|1|2048|integer"])
    }

    @Test("A to-one to an owner with an ordered list can have a column of positions")
    func toOneOrderColumn() throws {
        let store = try SeededStore(
            """
            sources:
              recipes: { csv: recipes.csv }
              steps: { csv: steps.csv }
            entities:
              Recipe: { from: recipes, attributes: { title: title } }
              Step:
                from: steps
                attributes: { text: text }
                relationships:
                  recipe: { find: title, column: recipe, missing: error, order: rank }
            """, model: Self.kitchen(),
            files: [
                "recipes.csv": "title\nSoup\nTea\n",
                "steps.csv": "text,recipe,rank\nboil,Soup,7\nheat,Tea,1\nchop,Soup,3\nwait,,\n",
            ])
        #expect(
            try store.rows("SELECT ZTEXT, ZRECIPE, Z_FOK_RECIPE FROM ZSTEP ORDER BY Z_PK")
                == ["boil|1|3072", "heat|2|2048", "chop|1|2048", "wait|NULL|NULL"])
    }

    @Test("Two sources of one entity share positions of an ordered list")
    func twoSources() throws {
        let store = try SeededStore(
            """
            sources:
              a: { csv: a.csv }
              b: { csv: b.csv }
            entities:
              Step:
                - { from: a, attributes: { text: t }, relationships: { recipe: { find: title, column: r } } }
                - { from: b, attributes: { text: t }, relationships: { recipe: { find: title, column: r } } }
            """, model: Self.kitchen(), files: ["a.csv": "t,r\n1,X\n", "b.csv": "t,r\n2,X\n"])
        #expect(try store.rows("SELECT Z_FOK_RECIPE FROM ZSTEP") == ["2048", "3072"])
    }

    @Test(
        "A row of a join table without a link is invalid",
        arguments: [
            ("nobody,hot", SeedIssue.Reason.object(.noSuchTarget(entity: "Recipe", key: "nobody")), 1),
            ("r1,nothing", .object(.noSuchTarget(entity: "Tag", key: "nothing")), 4),
        ])
    func junctionErrors(row: String, reason: SeedIssue.Reason, column: Int) throws {
        var files = Self.junctionFiles
        files["links.csv"] = "recipe,tag\n\(row)\n"
        let issues = try SeededStore.issues(
            Self.junctionPlan("links.csv"), model: Self.kitchen(), files: files)
        #expect(issues.map(\.reason) == [reason])
        #expect(issues.first?.location.line == 2)
        #expect(issues.first?.location.column == column)
    }

    @Test(
        "A plan that misuses a relationship is refused",
        arguments: [
            (
                "tags: { find: Tag.name, column: tags, order: tags }",
                "a list has its own order: `order:` belongs to a junction source"
            ),
            (
                "tags: { find: [Tag.name, recipes], columns: [tags, title] }",
                "a list cell can identify objects only by one attribute"
            ),
            ("tags: { find: Step.text, column: tags }", "`tags` leads to Tag, not to Step"),
        ])
    func misuse(mapping: String, words: String) throws {
        let issues = try SeededStore.issues(
            """
            sources: { recipes: { csv: recipes.csv } }
            entities:
              Recipe:
                from: recipes
                relationships:
                  \(mapping)
            """, model: Self.kitchen(), files: ["recipes.csv": Self.recipes])
        #expect(issues.map(\.reason).contains(.model(.relationshipKind(words))))
    }

    @Test(
        "An ordered list in an app's store keeps its columns",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func corpus() throws {
        let entry = try Corpus.entry("contentful")
        let reference = try ReferenceStore(path: entry.store)
        var candidates: [(EntityLayout, ToManyStorage)] = []
        for entity in reference.layout.entities where !entity.isAbstract {
            for storage in entity.toManys {
                if case .joinTable(_, _, _, let order) = storage.storage, order != nil {
                    candidates.append((entity, storage))
                }
            }
        }
        let (entity, storage) = try #require(candidates.first)
        let destination = try #require(
            reference.layout.entity(named: storage.destinationName))
        func text(_ entity: EntityLayout) -> String? {
            entity.attributes.first { $0.attribute.type == .string }?.path
        }
        let own = try #require(text(entity))
        let other = try #require(text(destination))
        func required(_ entity: EntityLayout, _ key: String) -> String {
            entity.attributes.filter {
                !$0.attribute.isOptional && $0.path != key && $0.attribute.defaultValue == nil
            }.map { attribute in
                let value = attribute.attribute.type == .date ? "2020-01-01T00:00:00Z" : "1"
                return ", \(attribute.path): { value: \"\(value)\" }"
            }.joined()
        }
        let store = try SeededStore(
            """
            sources: { rows: { csv: rows.csv }, others: { csv: others.csv } }
            entities:
              \(destination.name):
                from: others
                attributes: { \(other): name\(required(destination, other)) }
              \(entity.name):
                from: rows
                attributes: { \(own): name\(required(entity, own)) }
                relationships:
                  \(storage.relationship.name): { find: \(other), column: list, missing: error }
            """, reference: entry.store,
            files: ["rows.csv": "name,list\nx,b|a\n", "others.csv": "name\na\nb\n"])
        guard
            case .joinTable(let join, let ownColumn, let otherColumn, let order?) = storage.storage
        else { return }
        #expect(
            try store.rows(
                "SELECT \(ownColumn), \(otherColumn), \(order) FROM \(join.name) ORDER BY 3")
                == ["1|2|2048", "1|1|3072"])
    }
}
