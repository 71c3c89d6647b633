import CommandSupport
import Foundation
import TestSupport
import Testing

/// The script with which action.yml shows the effect of a pull request on a seed, tested in a new repository.
@Suite(
    "The review of a seed in a pull request",
    .enabled(if: (try? run("git", ["--version"]).status) == 0, "needs git"))
struct ReviewScriptTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.write(
            """
            <model><entity name="Recipe"><attribute name="title" attributeType="String"/>
            <attribute name="servings" optional="YES" attributeType="Integer 16"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="title"/></uniquenessConstraint>
            </uniquenessConstraints></entity></model>
            """, as: "data/App.xcdatamodel/contents")
        try folder.write(
            """
            reference: App.xcdatamodel
            output: seed.sqlite
            sources: { recipes: { csv: recipes.csv } }
            entities: { Recipe: { from: recipes, attributes: { title: title, servings: servings } } }
            """, as: "data/seed.yml")
        try folder.write("title,servings\nPea soup,4\nRisotto,2\n", as: "data/recipes.csv")
        try git("init", "-q", "-b", "main")
        try commit()
        try git("checkout", "-q", "-b", "change")
    }

    private func git(_ words: String...) throws {
        try run("git", ["-c", "user.name=a", "-c", "user.email=a@b"] + words, in: folder.path).expectSuccess()
    }

    private func commit() throws {
        try git("add", "-A")
        try git("commit", "-q", "-m", "x")
    }

    private func review(plan: String = "seed.yml", base: String = "main") throws -> ProcessResult {
        let program = try Zseed.script(in: folder)
        return try run(
            Corpus.packageRoot + "/.github/review.sh", [plan, base, folder.path + "/page.html"],
            in: folder.path + "/data", environment: ["ZSEED": program])
    }

    @Test("The review lists objects of each entity and differences from the base, and writes a page")
    func differences() throws {
        try folder.write("title,servings\nPea soup,6\nRisotto,2\nFlan,\n", as: "data/recipes.csv")
        try commit()
        // The base changes meanwhile, which is not a change of this branch.
        try git("checkout", "-q", "main")
        try folder.write("title,servings\nPea soup,4\n", as: "data/recipes.csv")
        try commit()
        try git("checkout", "-q", "change")
        let result = try review()
        result.expectSuccess()
        let text = result.output.replacing(folder.path, with: "…")
        #expect(
            text.hasPrefix(
                """
                ## `seed.yml`

                | entity | objects |
                |---|---:|
                | Recipe | 3 |

                ### Against `main`

                | object | property | old | new |
                |---|---|---|---|
                | **+** Recipe "Flan" |  |  | title Flan |
                | Recipe "Pea soup" | servings | 4 | 6 |

                """), "\(text)")
        #expect(text.contains("\nwas, now: 1 object added, 1 object changed\n"), "\(text)")
        let page = try String(contentsOfFile: folder.path + "/page.html", encoding: .utf8)
        #expect(page.contains("Flan"))
        // No files are left over in the checkout.
        #expect(try run("git", ["status", "--porcelain", "data"], in: folder.path).output.isEmpty)
        #expect(
            try run("git", ["worktree", "list"], in: folder.path).output.split(separator: "\n").count == 1)
    }

    @Test("A store that cannot be compared is shown with the reason")
    func withoutBase() throws {
        #expect(try review(base: "").output.contains("Not compared: this is no pull request."))
        #expect(
            try review(base: "origin/main").output.contains(
                "Not compared: `origin/main` is not in this checkout, which needs `fetch-depth: 0`."))
        try FileManager.default.copyItem(
            atPath: folder.path + "/data/seed.yml", toPath: folder.path + "/data/other.yml")
        #expect(try review(plan: "other.yml").output.contains("The plan is new."))
        try git("checkout", "-q", "main")
        try folder.write("title,servings\nPea soup,four\n", as: "data/recipes.csv")
        try commit()
        try git("checkout", "-q", "-b", "mended")
        try folder.write("title,servings\nPea soup,4\n", as: "data/recipes.csv")
        try commit()
        let mended = try review()
        mended.expectSuccess()
        #expect(
            mended.output.contains(
                """
                Not compared: the plan of `main` does not build.

                    recipes.csv:2:10: error: Recipe.servings: 'four' (column `servings`) is not an integer
                """), "\(mended.output)")
    }

    @Test("A plan that does not build fails the job")
    func broken() throws {
        try folder.write("title,servings\nPea soup,four\n", as: "data/recipes.csv")
        let result = try review()
        #expect(result.status == 1)
        #expect(result.errors.contains("recipes.csv:2:10: error: "), "\(result.errors)")
    }
}
