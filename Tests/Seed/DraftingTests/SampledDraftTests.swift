import Foundation
import Inputs
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Drafting
@testable import Seeding

@Suite("Drafts of files with more rows than the sample")
struct SampledDraftTests {
    private static let model = """
        Item name! amount:Integer_64 category>Category.items
        Category code! name items>>Item.category
        """
    /// More rows than a sample of two or three columns has.
    private static let count = SourceFinder.usualSample / 2 + 10

    private func draft(
        items: [String], categories: [String], in folder: TestFolder
    ) throws -> (text: String, summary: DraftSummary) {
        try folder.writeModel(ModelText.xml(Self.model), as: "M.xcdatamodel")
        try folder.write(items.joined(separator: "\n") + "\n", as: "items.csv")
        try folder.write(categories.joined(separator: "\n") + "\n", as: "categories.csv")
        return try PlanDrafter(
            ReferenceStore(path: folder.path + "/M.xcdatamodel"),
            sources: [folder.path + "/items.csv", folder.path + "/categories.csv"], planFolder: folder.path
        ).summarizedDraft()
    }

    private static func items(_ line: (Int) -> String) -> [String] {
        ["name,amount,category"] + (0..<count).map(line)
    }

    @Test("The draft reports the number of sampled rows, and a build reports other rows that do not fit")
    func rowsBehind() throws {
        let folder = try TestFolder()
        let rows = Self.items { "n\($0),\($0 == Self.count - 1 ? "many" : "1"),C\($0 % 3)" }
        let (text, summary) = try draft(
            items: rows, categories: ["code,name", "C0,a", "C1,b", "C2,c"], in: folder)
        #expect(summary.sources.map(\.rows) == [SourceFinder.usualSample / 3, 3])
        #expect(summary.sources.map(\.isCut) == [true, false])
        #expect(text.contains("unsure: based on the first \(SourceFinder.usualSample / 3) rows"))
        #expect(!text.contains("a build stops here"))
        let plan = try PlanReader.read(path: folder.write(text, as: "plan.yml"))
        let failure = #expect(throws: SeedFailure.self) { try SeedBuilder(plan: plan).build() }
        #expect(failure?.issues.map(\.location.line) == [Self.count + 1])
        #expect(failure?.issues.map(\.value) == ["many"])
    }

    @Test("Keys after the sampled rows do not count as missing")
    func keysBehind() throws {
        let folder = try TestFolder()
        let categories = ["code,name"] + (0..<Self.count).map { "C\($0),x\($0)" }
        // Half of the keys are in rows far after the sample.
        let rows = Self.items { "n\($0),1,C\($0 % 2 == 0 ? $0 : Self.count - $0)" }
        let (text, _) = try draft(items: rows, categories: categories, in: folder)
        #expect(text.contains("find: Category.code, missing: error"))
        #expect(text.contains("some values occur in the first rows of `categories`"))
        #expect(!text.contains("do not occur in"))
        #expect(!text.contains("a build stops here"))
        _ = try SeedBuilder(plan: try PlanReader.read(path: folder.write(text, as: "plan.yml"))).build()
    }

    @Test("A build stops at a row of a subentity that the sampled rows do not have")
    func kindsBehind() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            ModelText.xml("Animal * name!\nBird <Animal wings:Integer_16\nFish <Animal fins:Integer_16"),
            as: "M.xcdatamodel")
        let rows = ["kind,name"] + (0..<Self.count).map { $0 == Self.count - 1 ? "Fish,f" : "Bird,b\($0)" }
        try folder.write(rows.joined(separator: "\n") + "\n", as: "animals.csv")
        let text = try PlanDrafter(
            ReferenceStore(path: folder.path + "/M.xcdatamodel"), sources: [folder.path + "/animals.csv"],
            planFolder: folder.path
        ).draft()
        #expect(text.contains("discriminator: { column: kind, entities: { Bird: Bird } }"))
        #expect(text.contains("only the first rows were read for the values of kind"))
        let plan = try PlanReader.read(path: folder.write(text, as: "plan.yml"))
        let failure = #expect(throws: SeedFailure.self) { try SeedBuilder(plan: plan).build() }
        #expect(failure?.issues.map(\.value) == ["Fish"])
    }

    @Test("If the sampled rows have no value, the draft reports it")
    func noOverlap() throws {
        let folder = try TestFolder()
        let categories = ["code,name"] + (0..<Self.count).map { "C\($0),x\($0)" }
        let rows = Self.items { "n\($0),1,C\(Self.count - 1 - $0 % 5)" }
        let (text, _) = try draft(items: rows, categories: categories, in: folder)
        #expect(text.contains("none of 5 values occurs in the first rows of `categories`"))
    }

    @Test("Types of texts from only the first rows are reported")
    func detailedRows() throws {
        let folder = try TestFolder()
        let path = folder.path + "/legacy.db"
        try Connection(path: path, mode: .create).execute(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, day TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 101)
            INSERT INTO t SELECT i, '2020-01-01' FROM n;
            """)
        var finder = SourceFinder(planFolder: folder.path, detail: 200)
        #expect(
            try finder.surveys(of: path).map(\.doubts) == [
                [
                    "the types of texts are based on the first 100 rows; a build reports later rows that do not fit"
                ]
            ])
    }

    @Test("At least a hundred rows are read, however many columns there are")
    func manyColumns() throws {
        let folder = try TestFolder()
        try folder.writeModel(ModelText.xml("Item name! amount:Integer_64"), as: "M.xcdatamodel")
        let columns = (0..<700).map { "c\($0)" }.joined(separator: ",")
        let cells = (0..<700).map { _ in "1" }.joined(separator: ",")
        try folder.write(
            "name,\(columns)\n" + (0..<120).map { "n\($0),\(cells)\n" }.joined(), as: "items.csv")
        let summary = try PlanDrafter(
            ReferenceStore(path: folder.path + "/M.xcdatamodel"), sources: [folder.path + "/items.csv"],
            planFolder: folder.path
        ).summarizedDraft().summary
        #expect(summary.sources.map(\.rows) == [100])
    }
}
