import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@Suite("Invalid rows")
struct RejectedRowTests {
    static let files = [
        "items.csv": #"""
        name,code,note,unit,places
        Tea,1,a,g,A
        Bad,x,b,new1,new2
        "quoted ""name""",zz,"c,d",new1,
        Tea,7,,new3,
        Rum,2,,g,B
        ragged,1

        """#
    ]

    @Test("They leave no trace in the store, and are written to a file with the reason")
    func skip() throws {
        let store = try SeededStore(
            "onError: skip\n" + UniquenessTests.plan(), model: UniquenessTests.model(),
            files: Self.files)
        #expect(try store.rows("SELECT Z_PK, ZNAME FROM ZITEM ORDER BY Z_PK") == ["1|Tea", "2|Rum"])
        // Objects that only invalid rows refer to are not created.
        #expect(try store.rows("SELECT ZNAME FROM ZUNIT") == ["g"])
        #expect(try store.rows("SELECT ZCITY FROM ZPLACE") == ["A", "B"])
        #expect(store.report.rows.first?.rejected == 4)
        #expect(store.report.issueCount == 4)
        let path = store.folder.path + "/out.sqlite.rejects/items.csv"
        #expect(store.rejectPaths == [path])
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "name,code,note,unit,places,reason")
        #expect(lines[1].hasPrefix("Bad,x,b,new1,new2,"))
        #expect(lines[2].hasPrefix("\"quoted \"\"name\"\"\",zz,\"c,d\",new1,,"))
        #expect(lines[3].hasPrefix("Tea,7,,new3,,"))
        #expect(lines[4].hasPrefix("ragged,1,,,,"))
        #expect(lines.count == 6)
    }

    @Test("A build without invalid rows removes earlier reject files")
    func removal() throws {
        let plan = "onError: skip\n" + UniquenessTests.plan()
        let bad = try SeededStore(plan, model: UniquenessTests.model(), files: Self.files)
        let good = try SeededStore(
            plan, model: UniquenessTests.model(),
            files: ["items.csv": "name,code,note,unit,places\nTea,1,,,\n"], in: bad.folder)
        #expect(good.rejectPaths.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: good.folder.path + "/out.sqlite.rejects"))
    }

    @Test("Too many of them stop the build")
    func maximum() throws {
        for (limit, isStopped) in [(3, true), (4, false)] {
            let plan = "onError: skip\nmaxErrors: \(limit)\n" + UniquenessTests.plan()
            do {
                let store = try SeededStore(
                    plan, model: UniquenessTests.model(), files: Self.files)
                #expect(!isStopped)
                #expect(store.report.issueCount == 4)
            } catch let failure as SeedFailure {
                #expect(isStopped)
                #expect(failure.isCutShort)
            }
        }
    }

    @Test("An unresolved link stays empty, and a required one stops the build")
    func deferred() throws {
        func plan(_ isOptional: Bool) throws -> ManagedObjectModel {
            try ManagedObjectModel(entities: [
                EntityDescription(
                    name: "Node",
                    ownProperties: [
                        .attribute("name"),
                        .toOne("next", "Node", inverse: "last", isOptional: isOptional),
                        .toOne("last", "Node", inverse: "next"),
                    ])
            ])
        }
        let text = """
            onError: skip
            sources: { nodes: { csv: nodes.csv } }
            entities:
              Node:
                from: nodes
                attributes: { name: name }
                relationships: { next: { find: name, column: next, missing: error } }
            """
        let files = ["nodes.csv": "name,next\na,b\nb,c\nd,a\n"]
        let store = try SeededStore(text, model: plan(true), files: files)
        #expect(
            try store.rows("SELECT ZNAME, ZNEXT, ZLAST FROM ZNODE")
                == ["a|2|3", "b|NULL|1", "d|1|NULL"])
        #expect(store.report.issues.map(\.reason) == [.object(.noSuchTarget(entity: "Node", key: "c"))])
        let issues = try SeededStore.issues(text, model: plan(false), files: files)
        #expect(issues.map(\.reason) == [.object(.noSuchTarget(entity: "Node", key: "c"))])
        #expect(issues.first?.location.line == 3)
    }

    @Test("A thousand invalid rows among many are all reported, and no valid one is lost")
    func many() throws {
        var text = "name,code,note,unit,places\n"
        var good = 0
        for number in 0..<20_000 {
            switch number % 20 {
            case 7: text += "n\(number),x\(number),,,\n"
            case 13: text += "n\(number),\(Int64.max),,u,p\n"
            default:
                good += 1
                text += "n\(number),\(number),,g,A|B\n"
            }
        }
        let store = try SeededStore(
            "onError: skip\n" + UniquenessTests.plan(), model: UniquenessTests.model(),
            files: ["items.csv": text])
        #expect(store.report.issueCount == 2_000)
        #expect(store.report.issues.count == 2_000)
        #expect(try store.rows("SELECT count(*) FROM ZITEM") == ["\(good)"])
        let rejects = try String(contentsOfFile: store.rejectPaths[0], encoding: .utf8)
        #expect(rejects.split(separator: "\n").count == 2_001)
        #expect(try store.rows("SELECT count(*) FROM ZUNIT") == ["1"])
    }

    // MARK: Counts

    static func counted(_ minimum: Int, _ maximum: Int, isOptional: Bool) throws
        -> ManagedObjectModel
    {
        try ManagedObjectModel(entities: [
            EntityDescription(
                name: "Recipe",
                ownProperties: [
                    .attribute("title"),
                    .toMany(
                        "tags", "Tag", inverse: "recipes", isOptional: isOptional,
                        minCount: minimum, maxCount: maximum),
                ]),
            EntityDescription(
                name: "Tag",
                ownProperties: [.attribute("name"), .toMany("recipes", "Recipe", inverse: "tags")]),
        ])
    }

    @Test(
        "The number of objects in a to-many relationship is checked",
        arguments: [
            (2, 0, true, "a,x|y\nb,\n", [] as [Int]), (2, 0, true, "a,x\nb,\n", [1]),
            (1, 0, false, "a,x|y\nb,\n", [0]), (0, 0, false, "a,x\nb,\n", []),
            (0, 2, true, "a,x|y|x\nb,\n", []),
            (3, 0, false, "a,x|y|z\nb,x\n", [1]),
        ])
    func counts(
        minimum: Int, maximum: Int, isOptional: Bool, rows: String, found: [Int]
    ) throws {
        let issues = try SeededStore.issues(
            ToManyTests.recipePlan,
            model: Self.counted(minimum, maximum, isOptional: isOptional),
            files: ["recipes.csv": "title,tags\n" + rows])
        #expect(
            issues.map(\.reason)
                == found.map {
                    .object(.relationshipCount(found: $0, minimum: minimum, maximum: maximum))
                })
    }

    @Test("An empty required to-many without a minimum count is no warning")
    func emptyRelationship() throws {
        let seeded = try SeededStore(
            ToManyTests.recipePlan, model: Self.counted(0, 0, isOptional: false),
            files: ["recipes.csv": "title,tags\na,x\nb,\nc,\n"])
        #expect(seeded.report.warnings.isEmpty)
    }

    @Test("Primary keys of existing objects are not reused, up to the highest")
    func oldCounts() throws {
        let plan = ToManyTests.recipePlan
        let base = try SeededStore(
            plan, model: Self.counted(2, 0, isOptional: false),
            files: ["recipes.csv": "title,tags\na,x|y\n"])
        do {
            let store = try Connection(path: base.path, mode: .readWrite)
            let join = try store.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z\\_1%' ESCAPE '\\'"
            ) { $0.text(at: 0) ?? "" }
            try store.execute("DELETE FROM \(try #require(join.first))")
        }
        let issues = try SeededStore.issues(
            "rows: keep\n" + plan, reference: base.path,
            files: ["recipes.csv": "title,tags\nb,x|y\nc,x\n"])
        #expect(issues.map(\.value) == ["p3"])
    }

    @Test("An invalid element is reported once, even if a list repeats it")
    func repeatedElement() throws {
        let plan = ToManyTests.recipePlan.replacing(
            "column: tags }", with: "column: tags, missing: error }")
        let issues = try SeededStore.issues(
            plan, model: Self.counted(0, 0, isOptional: true),
            files: ["recipes.csv": "title,tags\na,x|y|x\n"])
        #expect(
            issues.map(\.reason)
                == ["x", "y"].map { .object(.noSuchTarget(entity: "Tag", key: $0)) })
    }

    @Test("A list that is too long is reported at its cell")
    func tooLong() throws {
        let issues = try SeededStore.issues(
            ToManyTests.recipePlan, model: Self.counted(0, 2, isOptional: true),
            files: ["recipes.csv": "title,tags\na,x|y|z\n"])
        #expect(
            issues.map(\.reason) == [.object(.relationshipCount(found: 3, minimum: 0, maximum: 2))])
        #expect(issues.first?.location.column == 3)
    }
}
