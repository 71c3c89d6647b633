import ObjectModel
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

/// Uniqueness constraints that contain a to-one relationship.
@Suite("Uniqueness with a to-one relationship")
struct LinkedUniquenessTests {
    /// 1 Category, 2 Language, 3 Text, 4 Use.
    private static func model(isConstrained: Bool = true) throws -> ManagedObjectModel {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Category",
                ownProperties: [
                    .attribute("name"), .attribute("rank", .integer16),
                    .toOne("parent", "Category", inverse: "children"),
                    .toMany("children", "Category", inverse: "parent"),
                ], uniquenessConstraints: [["name", "parent"]]),
            EntityDescription(
                name: "Language",
                ownProperties: [.attribute("code"), .toMany("texts", "Text", inverse: "language")],
                uniquenessConstraints: [["code"]]),
            EntityDescription(
                name: "Text",
                ownProperties: [
                    .attribute("a"), .attribute("text"),
                    .toOne("language", "Language", inverse: "texts"),
                    .toMany("uses", "Use", inverse: "text"),
                ], uniquenessConstraints: isConstrained ? [["a", "language"]] : []),
            EntityDescription(
                name: "Use",
                ownProperties: [.attribute("n", .integer16), .toOne("text", "Text", inverse: "uses")]),
        ])
    }

    private static func texts(_ options: String = "", further: String = "") -> String {
        """
        sources: { texts: { csv: texts.csv }, uses: { csv: uses.csv } }
        entities:
          Text:
            from: texts
            \(options)
            attributes: { a: a, text: text }
            relationships: { language: { find: Language.code, column: lang } }
        \(further)
        """
    }

    private static let texts = "a,lang,text\nhi,en,Hello\nhi,de,Hallo\nhi,,None\nhi,,None\nhi,en,Hi\n"
    private static let allTexts = """
        SELECT t.ZA, t.ZTEXT, l.ZCODE FROM ZTEXT AS t LEFT JOIN ZLANGUAGE AS l ON l.Z_PK = t.ZLANGUAGE
        ORDER BY t.Z_PK
        """
    private static let allCategories = """
        SELECT c.ZNAME, c.ZRANK, p.ZNAME FROM ZCATEGORY AS c LEFT JOIN ZCATEGORY AS p ON p.Z_PK = c.ZPARENT
        ORDER BY c.Z_PK
        """

    /// The issues as `line after the line of the first row: reason`.
    private static func errors(
        _ plan: String, _ files: [String: String], isConstrained: Bool = true
    ) throws -> [String] {
        try SeededStore.issues(plan, model: model(isConstrained: isConstrained), files: files).map { issue in
            var earlier = ""
            if case .earlierRow(let location)? = issue.hint { earlier = " after \(location.line ?? 0)" }
            return "\(issue.location.line ?? 0)\(earlier): \(issue.caseText)"
        }
    }

    private static func taken(_ entity: String, _ attribute: String) -> String {
        "duplicateKey(entity: \"\(entity)\", attribute: \"\(attribute)\")"
    }

    @Test(
        "Equal rows are reported with both places, or become one object according to `conflict:`",
        arguments: [true, false])
    func conflicts(isConstrained: Bool) throws {
        let unique = isConstrained ? "" : "unique: [a, language]"
        let files = ["texts.csv": Self.texts, "uses.csv": ""]
        let errors = try Self.errors(Self.texts(unique), files, isConstrained: isConstrained)
        #expect(errors == ["6 after 2: \(Self.taken("Text", "a, language"))"])
        for (policy, text) in [("skip", "Hello"), ("merge", "Hello"), ("replace", "Hi")] {
            let store = try SeededStore(
                Self.texts("conflict: \(policy)\n    \(unique)"),
                model: Self.model(isConstrained: isConstrained), files: files)
            #expect(
                try store.rows(Self.allTexts)
                    == ["hi|\(text)|en", "hi|Hallo|de", "hi|None|NULL", "hi|None|NULL"], "\(policy)")
        }
    }

    @Test(
        "`find:` identifies objects by a destination's attribute, and creates missing ones")
    func find() throws {
        func plan(_ find: String, _ options: String) -> String {
            Self.texts(
                "conflict: skip",
                further: """
                      Use:
                        from: uses
                        attributes: { n: n }
                        relationships: { text: { find: \(find), columns: [a, lang]\(options) } }
                    """)
        }
        func uses(_ find: String = "[Text.a, language.code]", _ options: String = "") throws -> [String] {
            let store = try SeededStore(
                plan(find, options), model: Self.model(),
                files: [
                    "texts.csv": Self.texts,
                    "uses.csv": "n,a,lang\n1,hi,de\n2,hi,en\n3,bye,de\n4,bye,de\n5,,\n",
                ])
            return try store.rows(
                """
                SELECT u.ZN, t.ZA, t.ZTEXT, l.ZCODE FROM ZUSE AS u LEFT JOIN ZTEXT AS t ON t.Z_PK = u.ZTEXT
                LEFT JOIN ZLANGUAGE AS l ON l.Z_PK = t.ZLANGUAGE ORDER BY u.Z_PK
                """)
        }
        let created = [
            "1|hi|Hallo|de", "2|hi|Hello|en", "3|bye|NULL|de", "4|bye|NULL|de", "5|NULL|NULL|NULL",
        ]
        #expect(try uses() == created)
        #expect(try uses("[Text.a, Text.language]") == created)
        #expect(
            try uses("[Text.a, language.code]", ", missing: null")[2...]
                == ["3|NULL|NULL|NULL", "4|NULL|NULL|NULL", "5|NULL|NULL|NULL"])
        let missing = try Self.errors(
            plan("[Text.a, language.code]", ""),
            ["texts.csv": Self.texts, "uses.csv": "n,a,lang\n1,hi,fr\n"])
        #expect(missing == ["2: noSuchTarget(entity: \"Language\", key: \"fr\")"])
        let unnamed = try Self.errors(
            plan("[Text.a, Text.uses]", ""), ["texts.csv": Self.texts, "uses.csv": "n,a,lang\n1,hi,fr\n"])
        #expect(unnamed.count == 1)
    }

    @Test("A to-many relationship cannot identify objects")
    func toMany() throws {
        let issues = try SeededStore.issues(
            Self.texts("unique: [a, uses]"), model: Self.model(), files: ["texts.csv": Self.texts])
        #expect(
            issues.map(\.caseText) == [
                "relationshipKind(\"`uses` is a to-many relationship, which cannot identify objects\")"
            ])
    }

    private static func tree(_ conflict: String, _ parent: String = "keyOf: Category") -> String {
        """
        sources: { rows: { csv: rows.csv } }
        entities:
          Category:
            from: rows
            key: id
            conflict: \(conflict)
            attributes: { name: name, rank: rank }
            relationships: { parent: { \(parent), column: parent } }
        """
    }

    @Test("Trees with parents in later rows satisfy their constraints")
    func tree() throws {
        let rows = "id,name,parent,rank\n1,b,3,1\n2,c,1,\n3,a,,3\n4,b,3,2\n5,b,,\n6,c,1,7\n"
        let errors = try Self.errors(Self.tree("error"), ["rows.csv": rows])
        #expect(
            errors == [
                "5 after 2: \(Self.taken("Category", "name, parent"))",
                "7 after 3: \(Self.taken("Category", "name, parent"))",
            ])
        for (policy, found) in [
            ("skip", ["b|1|a", "c|NULL|b"]), ("merge", ["b|1|a", "c|7|b"]), ("replace", ["b|2|a", "c|7|b"]),
        ] {
            let store = try SeededStore(Self.tree(policy), model: Self.model(), files: ["rows.csv": rows])
            #expect(try store.rows(Self.allCategories) == found + ["a|3|NULL", "b|NULL|NULL"], "\(policy)")
        }
    }

    @Test("Two names of one parent are detected at the end")
    func twoNames() throws {
        let rows = "id,name,parent,rank\n1,r,,1\n2,b,1,1\n3,b,1,2\n4,k,2,\n5,k,3,\n"
        let errors = try Self.errors(Self.tree("merge"), ["rows.csv": rows])
        #expect(errors == ["6 after 5: \(Self.taken("Category", "name, parent"))"])
    }

    @Test("A replaced row vacates its key, and another row can have it")
    func movedKeys() throws {
        let rows = "id,name,parent,rank\nr,r,,1\na,x,r,2\na,y,r,3\nb,x,r,4\n"
        let plan = Self.tree("replace", "find: name").replacing("key: id", with: "unique: rank")
        let store = try SeededStore(
            plan, model: Self.model(), files: ["rows.csv": rows.replacing(",3\n", with: ",2\n")])
        #expect(try store.rows(Self.allCategories) == ["r|1|NULL", "y|2|r", "x|4|r"])
    }

    @Test("Appended rows match those of the reference")
    func appended() throws {
        let plan = Self.tree("error", "find: rank").replacing("key: id", with: "ignoring: case")
        let first = try SeededStore(
            plan, model: Self.model(), files: ["rows.csv": "name,parent,rank\nr,,1\nb,1,2\n"])
        let more = ["rows.csv": "name,parent,rank\nB,1,3\nb,3,4\n"]
        let issues = try SeededStore.issues("rows: keep\n" + plan, reference: first.path, files: more)
        #expect(issues.map(\.caseText) == [Self.taken("Category", "name, parent")])
        #expect(issues.first?.location.line == 2)
        let replaced = try SeededStore(
            "rows: keep\n" + plan.replacing("error", with: "replace"), reference: first.path, files: more)
        #expect(try replaced.rows(Self.allCategories) == ["r|1|NULL", "B|3|r", "b|4|B"])
    }

    @Test("Members that get an owner from a list or a join table satisfy the constraint")
    func members() throws {
        func plan(_ lists: String, _ links: String) -> String {
            """
            sources: { texts: { csv: texts.csv }, langs: { csv: langs.csv }, links: { csv: links.csv } }
            entities:
              Text: { from: texts, key: k, attributes: { a: a } }
              Language: { from: langs, attributes: { code: code }\(lists) }
            \(links)
            """
        }
        let lists = plan(", relationships: { texts: { keyOf: Text, column: texts } }", "")
        let links = plan(
            "",
            """
            links:
            - { from: links, relationship: Language.texts, source: { find: code, column: code }, target: { keyOf: Text, column: k } }
            """)
        var files = [
            "texts.csv": "k,a\n1,hi\n2,bye\n3,hi\n4,hi\n", "langs.csv": "code,texts\nen,1|2\nde,3|4\n",
            "links.csv": "code,k\nen,1\nde,3\nen,2\nde,4\n",
        ]
        #expect(try Self.errors(lists, files) == ["3: \(Self.taken("Text", "a, language"))"])
        #expect(try Self.errors(links, files) == ["5 after 3: \(Self.taken("Text", "a, language"))"])
        files["langs.csv"] = "code,texts\nen,1|2\nde,3\n"
        let store = try SeededStore(lists, model: Self.model(), files: files)
        #expect(try store.rows(Self.allTexts) == ["hi|NULL|en", "bye|NULL|en", "hi|NULL|de", "hi|NULL|NULL"])
    }

    @Test("Loads that depend on each other know the keys that the other completes")
    func cycle() throws {
        var model = try Self.model()
        model = try ManagedObjectModel(
            entities: model.entities.map { entity in
                guard entity.name == "Language" else { return entity }
                return EntityDescription(
                    name: "Language",
                    ownProperties: entity.ownProperties + [.toOne("title", "Text")],
                    uniquenessConstraints: entity.uniquenessConstraints)
            })
        let plan = """
            sources: { texts: { csv: texts.csv }, langs: { csv: langs.csv } }
            entities:
              Text: { from: texts, attributes: { a: a }, relationships: { language: { find: Language.code, column: lang } } }
              Language:
                from: langs
                attributes: { code: code }
                relationships: { title: { find: [Text.a, Text.language.code], columns: [a, code] } }
            """
        let store = try SeededStore(
            plan, model: model,
            files: ["texts.csv": "a,lang\nhi,en\nhi,de\n", "langs.csv": "code,a\nde,hi\nen,hi\n"])
        #expect(
            try store.rows(
                "SELECT l.ZCODE, t.ZA, t.Z_PK FROM ZLANGUAGE AS l JOIN ZTEXT AS t ON t.Z_PK = l.ZTITLE ORDER BY 1"
            )
                == ["de|hi|2", "en|hi|1"])
    }
}
