import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite(
    "zseed schema",
    .enabled(if: PlanValidator.isPresent, PlanValidator.absence))
struct SchemaTests {
    /// Returns the problems that editors show in plans, with the schema for the shop's model.
    private static func problems(of plans: [String], in shop: Shop) throws -> [String?] {
        let result = try Zseed.run(
            "schema", "--model", "reference.sqlite", "-o", "schema.json", in: shop.path)
        #expect(result.status == 0 && result.output + result.errors == "")
        return try PlanValidator.problems(of: plans.map { (shop.path + "/schema.json", $0) })
    }

    @Test("The schema rejects the names that a build rejects")
    func names() throws {
        let shop = try Shop()
        let shown = [
            "unknown entity", "unknown attribute", "unknown relationship", "unknown key", "leads to",
            "expected",
        ]
        let mistakes = BuildErrorTests.planMistakes.filter { mistake in
            mistake.errors.contains { error in shown.contains { error.contains(": error: \($0)") } }
                || mistake.errors.contains { error in
                    ["unknown attribute", "unknown relationship", "` leads to "].contains {
                        error.contains($0)
                    }
                }
        }
        #expect(mistakes.count >= 10)
        let plans = mistakes.map { Shop.plan.replacing($0.old, with: $0.new, maxReplacements: 1) }
        let problems = try Self.problems(of: [Shop.plan] + plans, in: shop)
        #expect(problems[0] == nil)
        for (mistake, problem) in zip(mistakes, problems.dropFirst()) {
            #expect(problem != nil, "\(mistake.id)")
        }
    }

    @Test("The schema accepts derived names, subentities and variables")
    func taken() throws {
        let shop = try Shop()
        let plans = [
            Shop.plan.replacing("rows", with: "rows") + "rows: ${ROWS}\n",
            Shop.plan.replacing("find: Room.name", with: "find: name"),
            Shop.plan.replacing("  Item:\n", with: "  ${ENTITY}:\n"),
            Shop.plan.replacing("unit: { find: Unit.name, column: unit }", with: "unit: unit"),
            Shop.plan.replacing(
                "  Label:\n",
                with: """
                      Place:
                        from: labels
                        attributes: { name: text }
                        discriminator: { column: kind, entities: { a: Room, b: Shelf } }
                      Label:

                    """),
        ]
        for problem in try Self.problems(of: plans, in: shop) { #expect(problem == nil) }
        let wrong = [
            Shop.plan.replacing("find: Room.name", with: "find: Unit.symbol"),
            Shop.plan.replacing("keyOf: Item", with: "keyOf: Unit"),
            Shop.plan.replacing("from: items", with: "from: items\n    unique: nme"),
            Shop.plan + "links: [{ from: a, relationship: Item.unit, source: a, target: b }]\n",
        ]
        for problem in try Self.problems(of: wrong, in: shop) { #expect(problem != nil) }
    }

    @Test("--write-schema writes the schema beside the draft, which refers to it")
    func drafts() throws {
        let shop = try Shop()
        let draft = ["plan", "reference.sqlite", "items.csv", "-o", "new/draft.yml", "--write-schema"]
        let result = try Zseed.run(draft, in: shop.path)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output.hasSuffix("\nnext: zseed build new/draft.yml\n"))
        #expect(try files(in: shop.path + "/new") == ["draft.schema.json", "draft.yml"])
        let plan = String(decoding: try bytes(of: shop.path + "/new/draft.yml"), as: UTF8.self)
        #expect(plan.hasPrefix("# yaml-language-server: $schema=draft.schema.json\n"))
        let written = shop.path + "/new/draft.schema.json"
        let printed = try Zseed.run("schema", "--model", "reference.sqlite", in: shop.path)
        #expect(try bytes(of: written) == Data(printed.output.utf8))
        #expect(try PlanValidator.problems(of: [(written, plan)]) == [nil])

        try FileManager.default.removeItem(atPath: shop.path + "/new/draft.yml")
        #expect(try Zseed.run(draft, in: shop.path).errors == "", "the schema is the same")
        try FileManager.default.removeItem(atPath: shop.path + "/new/draft.yml")
        try shop.folder.write("mine", as: "new/draft.schema.json")
        let kept = try Zseed.run(draft, in: shop.path)
        #expect(kept.status == 0)
        #expect(kept.errors.hasPrefix("new/draft.schema.json: warning: the file already exists"))
        #expect(try bytes(of: written) == Data("mine".utf8))

        let streamed = try Zseed.run("plan", "reference.sqlite", "items.csv", in: shop.path)
        #expect(!streamed.output.contains("yaml-language-server"), "no schema is written")
        let aimless = try Zseed.run(
            "plan", "reference.sqlite", "items.csv", "--write-schema", in: shop.path)
        #expect(aimless.status == 2)
    }

    @Test("The schema does not overwrite an input, and options of a model need one")
    func refused() throws {
        let shop = try Shop()
        let reference = try bytes(of: shop.path + "/reference.sqlite")
        let over = try Zseed.run(
            "schema", "--model", "reference.sqlite", "-o", "reference.sqlite", in: shop.path)
        #expect(over.status == 2)
        #expect(try bytes(of: shop.path + "/reference.sqlite") == reference)
        let lonely = try Zseed.run("schema", "--model-version", "2", in: shop.path)
        #expect(lonely.status == 2 && lonely.errors.contains("--model-version needs --model"))
        let missing = try Zseed.run("schema", "--model", "none.xcdatamodel", in: shop.path)
        #expect(missing.status == 2 && missing.errors.contains("none.xcdatamodel"))
    }

    @Test("The page about editors shows the real output")
    func page() throws {
        try DocumentedPage("docs/guides/editors.md").expectOutput(models: ["data/GroceryDude.xcdatamodeld"])
    }

    @Test("A column or template without a name is an error")
    func emptyColumn() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "stock: stock", "stock: { column: }")
        let result = try shop.build()
        #expect(result.errors == "plan.yml:19:16: error: expected a column\n")
        #expect(result.status == 2)
    }
}
