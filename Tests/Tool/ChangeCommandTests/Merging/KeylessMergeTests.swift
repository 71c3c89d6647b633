import CommandSupport
import TestSupport
import Testing

/// Objects that no key identifies, in editions that are rebuilt. Their rows have other primary keys in each edition.
@Suite("Editions without keys")
struct KeylessMergeTests {
    private typealias XML = EntityXML

    /// Recipes with ordered steps, each with a part of its own. Neither steps nor parts have keys.
    private static let model =
        XML.entity(
            "Recipe", XML.attribute("title"),
            XML.link("steps", "Step", "recipe", isToMany: true, isOrdered: true, rule: "Cascade"),
            XML.unique("title"))
        + XML.entity(
            "Step", XML.attribute("text"), XML.link("recipe", "Recipe", "steps"),
            XML.link("part", "Part", "step"))
        + XML.entity("Part", XML.attribute("n", "Integer 16"), XML.link("step", "Step", "part"))

    /// - Parameter recipes: the recipes, each with the texts of its steps and the numbers of their parts.
    private static func build(
        _ name: String, _ recipes: [(String, [(String, Int)])], in stores: EditionStores
    ) throws {
        let steps = recipes.flatMap { title, steps in
            steps.enumerated().map { (id: "\(title)\($0)", title: title, text: $1.0, n: $1.1) }
        }
        try stores.build(
            name,
            [
                "Recipe": "title\n" + recipes.map { $0.0 + "\n" }.joined(),
                "Step": "id,recipe,text\n" + steps.map { "\($0.id),\($0.title),\($0.text)\n" }.joined(),
                "Part": "n,step\n" + steps.map { "\($0.n),\($0.id)\n" }.joined(),
            ],
            loads: [
                "Step": "key: id\n    attributes: { text: text }\n    relationships: { recipe: recipe }",
                "Part": "attributes: { n: n }\n    relationships: { step: { keyOf: Step, column: step } }",
            ])
    }

    private static let rows = """
        SELECT ZTITLE, ZTEXT, ZN FROM ZSTEP s JOIN ZRECIPE r ON r.Z_PK = ZRECIPE JOIN ZPART p ON p.ZSTEP = s.Z_PK
        ORDER BY ZTITLE, Z_FOK_RECIPE
        """

    @Test("Reordered rows are no change, and new rows before others move none of them")
    func anotherOrder() throws {
        let stores = try EditionStores(Self.model)
        let soup = ("Soup", [("stir", 1), ("boil", 2), ("stir", 2)])
        let pie = ("Pie", [("stir", 2), ("stir", 1)])
        let tea = ("Tea", [("stir", 3)])
        try Self.build("A", [soup, pie, tea], in: stores)
        try stores.copy(
            "A", as: "U", "UPDATE ZPART SET ZN = 10, Z_OPT = 2 WHERE Z_PK = (SELECT min(Z_PK) FROM ZPART)")
        for (index, recipes) in [
            [tea, soup, pie], [pie, tea, soup], [("Jam", [("stir", 1)]), soup, pie, tea],
        ]
        .enumerated() {
            try Self.build("B", recipes, in: stores)
            let diff = try stores.run("diff", "A.sqlite", "B.sqlite")
            #expect(
                diff.output
                    == (index < 2
                        ? "A.sqlite, B.sqlite: equal\n"
                        : """
                        + Part p1: n 1, step stir
                        + Recipe "Jam": steps [stir], title Jam
                        + Step "stir": recipe Jam, text stir

                        A.sqlite, B.sqlite: 3 objects added

                        """))
            for told in try stores.mergeBothWays() {
                #expect(told == [])
                #expect(
                    try stores.rows(Self.rows)
                        == (index < 2 ? [] : ["Jam,stir,1"]) + [
                            "Pie,stir,2", "Pie,stir,1", "Soup,stir,10", "Soup,boil,2", "Soup,stir,2",
                            "Tea,stir,3",
                        ])
            }
        }
    }

    @Test("A file of changes reports how many objects are matched by similarity alone")
    func told() throws {
        let stores = try EditionStores(Self.model)
        try Self.build("A", [("Soup", [("stir", 1)]), ("Tea", [("boil", 2)])], in: stores)
        try Self.build("B", [("Tea", [("boil", 2)]), ("Soup", [("stir", 3)])], in: stores)
        let diff = try stores.run("diff", "A.sqlite", "B.sqlite", "--changes", "c.json")
        #expect(diff.output == "Part p2: n 1 → 3\n\nA.sqlite, B.sqlite: 1 object changed\n")
        #expect(
            diff.errors
                == "note: 4 objects of Part, Step matched only by similarity between the editions: "
                + "see --key, and `unique:` in plans\n")
    }
}
