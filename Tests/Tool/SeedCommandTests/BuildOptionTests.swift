import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Options of zseed build")
struct BuildOptionTests {
    /// Creates a project with two valid rows and two invalid ones.
    private static func project(_ top: String = "", source: String = "{ csv: a.csv }") throws
        -> TestFolder
    {
        let folder = try TestFolder()
        try folder.write("name,qty\nTea,1\nRum,x\nGin,y\nOat,2\n", as: "a.csv")
        try folder.write(
            """
            reference: \(Corpus.packageRoot)/data/GroceryDude.xcdatamodeld
            output: out.sqlite
            metadata: { seeded: true, version: 3 }
            \(top)
            sources: { a: \(source) }
            entities: { Item: { from: a, attributes: { name: name, quantity: qty } } }
            """, as: "plan.yml")
        return folder
    }

    private static let issues = [3: "x", 4: "y"].sorted { $0.key < $1.key }.map { line, value in
        "a.csv:\(line):5: SEVERITY: Item.quantity: '\(value)' (column `qty`) is not a number\n"
    }

    private static func told(_ severity: String, atMost count: Int = 2) -> String {
        issues.prefix(count).joined().replacing("SEVERITY", with: severity)
    }

    private static func names(_ path: String) throws -> [String?] {
        try Connection(path: path, mode: .readOnly)
            .rows("SELECT ZNAME FROM ZITEM ORDER BY Z_PK") { $0.text(at: 0) }
    }

    @Test("--dry-run reports everything that a build would and writes nothing")
    func dryRun() throws {
        let bad = try Self.project()
        let failed = try Zseed.run("build", "plan.yml", "--dry-run", in: bad.path)
        #expect(failed.errors == Self.told("error"))
        #expect(failed.status == 1)
        let folder = try Self.project("onError: skip")
        let result = try Zseed.run("build", "plan.yml", "--dry-run", in: folder.path)
        #expect(result.errors == Self.told("warning"))
        #expect(result.status == 0)
        #expect(result.output.contains(/out\.sqlite: not written, \d+ checks passed/))
        #expect(try files(in: folder.path) == ["a.csv", "plan.yml"])
        // Existing files are kept, including reject files of an earlier build.
        try Zseed.run("build", "plan.yml", "-q", in: folder.path).expect(Self.told("warning"))
        let before = try bytes(of: folder.path + "/out.sqlite")
        let rejects = try bytes(of: folder.path + "/out.sqlite.rejects/a.csv")
        try folder.write("name,qty\nNew,1\n", as: "a.csv")
        try Zseed.run("build", "plan.yml", "-q", "--dry-run", in: folder.path).expectSuccess()
        #expect(try bytes(of: folder.path + "/out.sqlite") == before)
        #expect(try bytes(of: folder.path + "/out.sqlite.rejects/a.csv") == rejects)
    }

    @Test("--json prints counts, issues with their parts, and files")
    func json() throws {
        let folder = try Self.project("onError: skip")
        let result = try Zseed.run("build", "plan.yml", "--json", in: folder.path)
        #expect(result.errors == Self.told("warning"))
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(
            report.keys.sorted() == [
                "checks", "errors", "exitCode", "isBuilt", "isCutShort", "isDryRun", "issueCount",
                "issues", "output", "rejectFiles", "rows", "warnings",
            ])
        #expect(report["exitCode"] as? Int == 0)
        #expect(report["isBuilt"] as? Bool == true)
        #expect((report["errors"] as? [Any])?.count == 0)
        #expect(report["checks"] as? Int ?? 0 >= 14)
        #expect(report["isDryRun"] as? Bool == false)
        #expect(report["issueCount"] as? Int == 2)
        #expect(report["output"] as? String == "out.sqlite")
        #expect(report["rejectFiles"] as? [String] == ["out.sqlite.rejects/a.csv"])
        #expect((report["warnings"] as? [Any])?.count == 0)
        let issues = try #require(report["issues"] as? [[String: Any]])
        #expect(
            issues.first as NSDictionary? == [
                "path": "a.csv", "line": 3, "column": 5, "entity": "Item", "property": "quantity",
                "sourceColumn": "qty", "value": "x", "reason": "notA",
                "message": "Item.quantity: 'x' (column `qty`) is not a number",
            ])
        var row = try #require((report["rows"] as? [[String: Any]])?.first)
        #expect(row.removeValue(forKey: "milliseconds") is Double)
        #expect(
            row as NSDictionary == [
                "entity": "Item", "source": "a", "read": 4, "written": 2, "found": 0, "merged": 0,
                "skipped": 0, "rejected": 2, "blank": 0, "filtered": 0,
            ])
        let dry = try Zseed.run("build", "plan.yml", "--json", "--dry-run", in: folder.path)
        #expect(dry.output.contains("\"isDryRun\" : true"))
        #expect(dry.output.contains("\"isBuilt\" : false"))
    }

    @Test("The JSON report has the plan's warnings")
    func jsonWarnings() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Thing"><attribute name="a" optional="YES" attributeType="Transformable"
                valueTransformerName="Colors"/></entity>
            """)
        try folder.write("c\nx\n", as: "rows.csv")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { rows: { csv: rows.csv } }
            entities: { Thing: { from: rows, attributes: { a: { column: c, archive: string } } } }
            """, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", "--json", in: folder.path)
        let report = try #require(
            JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let warning = try #require((report["warnings"] as? [[String: Any]])?.first)
        #expect(
            warning as NSDictionary == [
                "path": "plan.yml", "line": 4, "column": 73, "property": "a",
                "reason": "ownTransformer",
                "message": "the app's own transformer Colors must be able to read the archive",
            ])
    }

    @Test(
        "--max-errors takes precedence over the plan's `maxErrors`",
        arguments: [
            ("", ["--max-errors", "1"], "error", 1, true), ("maxErrors: 1", [], "error", 1, true),
            ("maxErrors: 1", ["--max-errors", "5"], "error", 2, false),
            ("onError: skip\nmaxErrors: 1", [], "error", 2, true),
            ("onError: skip\nmaxErrors: 2", [], "warning", 2, false),
            ("onError: skip\nmaxErrors: 2", ["--max-errors", "1"], "error", 2, true),
        ] as [(String, [String], String, Int, Bool)])
    func limits(
        top: String, options: [String], severity: String, count: Int, isCutShort: Bool
    ) throws {
        let folder = try Self.project(top)
        let result = try run(Zseed.path, ["build", "plan.yml", "-q"] + options, in: folder.path)
        let last = "stopped after \(count) error\(count == 1 ? "" : "s"); nothing was written\n"
        #expect(
            result.errors == Self.told(severity, atMost: count) + (isCutShort ? last : ""))
        #expect(result.status == (severity == "error" ? 1 : 0))
        #expect(try files(in: folder.path).contains("out.sqlite") == (severity == "warning"))
    }

    @Test("Rejected rows go to the plan's folder and can be built after correction")
    func rejects() throws {
        let folder = try Self.project("onError: skip\nrejects: bad/rows")
        let result = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(result.output.contains("\nbad/rows/a.csv: the omitted rows\n"))
        let text = String(decoding: try bytes(of: folder.path + "/bad/rows/a.csv"), as: UTF8.self)
        #expect(
            text == """
                name,qty,reason
                Rum,x,Item.quantity: 'x' (column `qty`) is not a number
                Gin,y,Item.quantity: 'y' (column `qty`) is not a number

                """)
        // A corrected file is appended to the built store.
        try folder.write(text.replacing(/,[xy],/, with: ",9,"), as: "fixed.csv")
        try folder.write(
            """
            reference: out.sqlite
            output: all.sqlite
            rows: keep
            sources: { a: { csv: fixed.csv } }
            entities: { Item: { from: a, attributes: { name: name, quantity: qty } } }
            """, as: "more.yml")
        try Zseed.run("build", "more.yml", "-q", in: folder.path).expectSuccess()
        #expect(try Self.names(folder.path + "/all.sqlite") == ["Tea", "Oat", "Rum", "Gin"])
    }

    @Test("Patterns, lists of files, compressed files and standard input give the same store")
    func forms() throws {
        let folder = try Self.project()
        let rows = (1...30).map { "n\($0),\($0)\n" }
        func part(_ range: Range<Int>) -> String { "name,qty\n" + rows[range].joined() }
        try folder.write(part(0..<30), as: "a.csv")
        for (name, range) in [("p-1.csv", 0..<10), ("p-2.csv", 10..<20), ("p-3.csv", 20..<30)] {
            try folder.write(part(range), as: name)
        }
        try folder.write(part(0..<30), as: "z")
        try folder.write(part(10..<20), as: "y")
        for name in ["z", "y"] {
            #expect(try run("gzip", ["-n", name], in: folder.path).status == 0)
        }
        try Zseed.run("build", "plan.yml", "-q", in: folder.path).expectSuccess()
        let expected = try bytes(of: folder.path + "/out.sqlite")
        let plan = String(decoding: try bytes(of: folder.path + "/plan.yml"), as: UTF8.self)
        for source in [
            "{ csv: \"p-*.csv\" }", "{ csv: \"p-[123].csv\" }",
            "{ csv: [p-1.csv, \"p-[23].csv\"] }",
            "{ csv: z.gz }", "{ csv: [p-1.csv, y.gz, p-3.csv] }", "{ csv: \"-\" }",
        ] {
            try folder.write(plan.replacing("{ csv: a.csv }", with: source), as: "plan.yml")
            // The input is read through a pipe, whether compressed or not.
            for input in source.contains("-\"") ? ["a.csv", "z.gz"] : ["/dev/null"] {
                try FileManager.default.removeItem(atPath: folder.path + "/out.sqlite")
                let result = try run(
                    "sh", ["-c", "cat \(input) | '\(Zseed.path)' build plan.yml -q"],
                    in: folder.path)
                result.expectSuccess()
                #expect(try bytes(of: folder.path + "/out.sqlite") == expected, "\(source)")
            }
        }
    }
}

extension ProcessResult {
    /// Expects that the process succeeded with these messages.
    fileprivate func expect(_ errors: String) {
        #expect(status == 0)
        #expect(self.errors == errors)
    }
}
