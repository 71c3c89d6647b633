import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed build --json of a failed build")
struct BuildReportTests {
    /// One kind of failure: an edit of the small project, and the expected document.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let old: String
        let new: String
        /// The errors, without their messages.
        let errors: [[String: String]]
        let exitCode: Int32

        init(
            _ id: String, _ file: String, _ old: String, _ new: String,
            _ errors: [[String: String]], exitCode: Int32
        ) {
            testDescription = id
            self.file = file
            self.old = old
            self.new = new
            self.errors = errors
            self.exitCode = exitCode
        }
    }

    private static let keys = [
        "checks", "errors", "exitCode", "isBuilt", "isCutShort", "isDryRun", "issueCount",
        "issues", "output", "rejectFiles", "rows", "warnings",
    ]

    private static let cases: [Case] = [
        Case(
            "no YAML", "plan.yml", "sources:", "sources: [",
            [["path": "plan.yml", "line": "4", "column": "10", "reason": "malformedPlan"]],
            exitCode: 2),
        Case(
            "an unknown key", "plan.yml", "timeZone:", "timezone:",
            [["path": "plan.yml", "line": "3", "column": "1", "reason": "unknownKey"]],
            exitCode: 2),
        Case(
            "no output", "plan.yml", "output: out.sqlite\n", "",
            [["path": "plan.yml", "line": "1", "reason": "missingKey"]], exitCode: 2),
        Case(
            "an unknown column", "plan.yml", "column: qty", "column: qyt",
            [["path": "plan.yml", "line": "18", "column": "27", "reason": "unknownName"]],
            exitCode: 2),
        Case(
            "a property left out", "plan.yml", "      name: name\n", "",
            [
                [
                    "path": "plan.yml", "line": "13", "column": "3", "entity": "Item",
                    "property": "name", "reason": "missingRequiredProperty",
                ]
            ], exitCode: 2),
        Case(
            "the output is the reference", "plan.yml", "output: out", "output: ./reference",
            [["path": "plan.yml", "line": "2", "column": "9", "reason": "outputIsInput"]],
            exitCode: 2),
        Case(
            "a value at fault", "items.csv", "Apples,3", "Apples,many",
            [
                [
                    "path": "items.csv", "line": "2", "column": "10", "entity": "Item",
                    "property": "quantity", "sourceColumn": "qty", "value": "many",
                    "reason": "notA",
                ]
            ], exitCode: 1),
        Case(
            "two values at fault", "items.csv", "Apples,3,10", "Apples,40000,1.5",
            [
                [
                    "path": "items.csv", "line": "2", "column": "10", "entity": "Item",
                    "property": "quantity", "sourceColumn": "qty", "value": "40000",
                    "reason": "outOfRange",
                ],
                [
                    "path": "items.csv", "line": "2", "column": "16", "entity": "Item",
                    "property": "stock", "sourceColumn": "stock", "value": "1.5",
                    "reason": "fractionInInteger",
                ],
            ], exitCode: 1),
        Case(
            "no such object", "labels.csv", "red,2", "red,9",
            [
                [
                    "path": "labels.csv", "line": "2", "column": "5", "entity": "Label",
                    "property": "item", "sourceColumn": "item", "value": "9",
                    "reason": "noSuchTarget",
                ]
            ], exitCode: 1),
        Case(
            "no such source file", "plan.yml", "items.csv", "none.csv",
            [["path": "none.csv", "reason": "fileNotFound"]], exitCode: 2),
        Case(
            "no such reference", "plan.yml", "reference.sqlite", "none.sqlite",
            [["path": "none.sqlite", "reason": "missing"]], exitCode: 2),
        Case(
            "a reference that is no store", "plan.yml", "reference.sqlite", "items.csv",
            [["path": "items.csv", "reason": "notSQLite"]], exitCode: 1),
    ]

    @Test(
        "The document has the errors of standard error with their parts", arguments: cases)
    func errors(_ given: Case) throws {
        let shop = try Shop()
        try shop.edit(given.file, given.old, given.new)
        let plain = try shop.build()
        let result = try Zseed.run("build", "plan.yml", "--json", in: shop.path)
        #expect(result.status == given.exitCode)
        #expect(result.errors == plain.errors)
        #expect(plain.output == "")
        let report = try document(result)
        let isPlanUnread = report["output"] == nil
        #expect(report.keys.sorted() == Self.keys.filter { $0 != "output" || !isPlanUnread })
        #expect(report["exitCode"] as? Int == Int(given.exitCode))
        #expect(report["isBuilt"] as? Bool == false)
        #expect(report["isCutShort"] as? Bool == false)
        #expect((report["rows"] as? [Any])?.count == 0)
        let errors = try #require(report["errors"] as? [[String: Any]])
        let parts = errors.map { error in
            error.filter { $0.key != "message" }.mapValues { "\($0)" }
        }
        #expect(parts == given.errors)
        let lines = errors.map { error in
            let place = ["path", "line", "column"].compactMap { error[$0].map { "\($0)" } }
            return place.joined(separator: ":") + ": error: \(error["message"] ?? "-")\n"
        }
        #expect(lines.joined() == result.errors)
    }

    @Test("The document names the output, from the plan or the command line")
    func output() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "Apples,3", "Apples,many")
        let known = try Zseed.run("build", "plan.yml", "--json", in: shop.path)
        #expect(try document(known)["output"] as? String == "out.sqlite")
        try shop.edit("plan.yml", "sources:", "sources: [")
        let unknown = try Zseed.run("build", "plan.yml", "--json", in: shop.path)
        #expect(try document(unknown)["output"] == nil)
        let given = try Zseed.run("build", "plan.yml", "--json", "-o", "x.sqlite", in: shop.path)
        #expect(try document(given)["output"] as? String == "x.sqlite")
    }

    @Test("The limit of errors truncates the list")
    func limit() throws {
        let shop = try Shop()
        try shop.edit("items.csv", "Apples,3", "Apples,many")
        try shop.edit("items.csv", "fraîche,2", "fraîche,few")
        let result = try Zseed.run(
            "build", "plan.yml", "--json", "--max-errors", "1", in: shop.path)
        #expect(result.errors.hasSuffix("\nstopped after 1 error; nothing was written\n"))
        let report = try document(result)
        #expect(report["isCutShort"] as? Bool == true)
        #expect((report["errors"] as? [Any])?.count == 1)
    }

    @Test("A failed check is an error, and the document still has the rows' counts")
    func failedCheck() throws {
        let shop = try Shop()
        try Connection(path: shop.path + "/reference.sqlite", mode: .readWrite)
            .execute("UPDATE Z_METADATA SET Z_VERSION = 2")
        let result = try Zseed.run("build", "plan.yml", "--json", in: shop.path)
        #expect(result.status == 1)
        let report = try document(result)
        #expect(report["exitCode"] as? Int == 1)
        #expect(report["isBuilt"] as? Bool == false)
        #expect(report["checks"] as? Int ?? 0 == Zseed.checkCount)
        #expect((report["rows"] as? [[String: Any]])?.first?["written"] as? Int == 3)
        var error = try #require((report["errors"] as? [[String: Any]])?.first)
        #expect(error.removeValue(forKey: "path") as? String == "out.sqlite")
        #expect(
            error as NSDictionary == [
                "reason": "failedCheck", "check": "metadata",
                "message": "check 'metadata' failed: Z_VERSION is 2, not 1",
            ])
    }

    @Test("A build that is not needed succeeds without building")
    func nothingToDo() throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "timeZone: UTC", "timeZone: UTC\nmetadata: { seeded: true }")
        let arguments = ["build", "plan.yml", "--json", "--if-needed"]
        let first = try document(run(Zseed.path, arguments, in: shop.path))
        #expect(first["isBuilt"] as? Bool == true)
        #expect(first["exitCode"] as? Int == 0)
        let second = try document(run(Zseed.path, arguments, in: shop.path))
        #expect(second["isBuilt"] as? Bool == false)
        #expect(second["exitCode"] as? Int == 0)
        #expect((second["rows"] as? [Any])?.count == 0)
        #expect(second["output"] as? String == "out.sqlite")
    }

    @Test("docs/guides/build-report.md shows the real output")
    func page() throws {
        try DocumentedPage("docs/guides/build-report.md").expectOutput(
            models: ["data/GroceryDude.xcdatamodeld"])
    }

    private func document(_ result: ProcessResult) throws -> [String: Any] {
        try #require(
            JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }
}
