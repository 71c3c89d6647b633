import CommandSupport
import SQLite
import TestSupport
import Testing

@Suite("zseed verify")
struct VerifyTests {
    private func verify(after sql: String) throws -> ProcessResult {
        let shop = try Shop()
        try shop.build().expectSuccess()
        if !sql.isEmpty {
            try Connection(path: shop.output, mode: .readWrite).execute(sql)
        }
        return try Zseed.run("verify", "out.sqlite", in: shop.path)
    }

    @Test("A valid store prints every check, and the exit code is 0")
    func sound() throws {
        let result = try verify(after: "")
        #expect(result.status == 0)
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == Zseed.checkCount + 3)
        #expect(lines.prefix(Zseed.checkCount).allSatisfy { $0.hasPrefix("ok    ") })
        #expect(
            lines.dropFirst(Zseed.checkCount) == ["", "out.sqlite: \(Zseed.checkCount) checks passed", ""])
    }

    @Test("--sql or an environment variable prints the object layer's statements")
    func statements() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        let shown = try Zseed.run("verify", "out.sqlite", "--sql", in: shop.path)
        #expect(shown.status == 0)
        #expect(shown.errors.contains("sql: SELECT"))
        let asked = try Zseed.run(
            "verify", "out.sqlite", in: shop.path, environment: ["ZSEED_SQL_DEBUG": "1"])
        #expect(asked.errors.contains("sql: SELECT"))
        #expect(asked.output == shown.output)
    }

    @Test(
        "A damaged store prints the check and the object, and the exit code is 1",
        arguments: [
            (
                "UPDATE ZITEM SET ZUNIT = 77 WHERE Z_PK = 2", "to-one targets",
                "Item p2 .unit → Unit p77 does not exist"
            ),
            ("UPDATE ZITEM SET Z_ENT = 6 WHERE Z_PK = 3", "Z_ENT", "Item p3: Z_ENT is 6, Unit"),
            (
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Item'", "Z_MAX",
                "Item: Z_MAX is 1, but there is p3"
            ),
            ("UPDATE ZITEM SET Z_OPT = NULL WHERE Z_PK = 3", "Z_OPT", "Item p3: Z_OPT is NULL"),
            (
                "UPDATE ZITEM SET ZADDED = 'May' WHERE Z_PK = 3", "storage classes",
                "Item p3 .added: text 'May' is not a valid Date value"
            ),
            (
                "UPDATE ZLABEL SET ZITEM = NULL WHERE Z_PK = 1", "one-to-one agreement",
                "Item p2 .label → Label p1 does not lead back: .item is NULL"
            ),
        ])
    func damaged(sql: String, check: String, finding: String) throws {
        let result = try verify(after: sql)
        #expect(result.status == 1)
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n").map(String.init)
        let failed = lines.filter { $0.hasPrefix("FAIL  ") }
        #expect(failed.count == 1)
        #expect(failed.first?.hasPrefix("FAIL  \(check) ") == true)
        #expect(lines.contains("        \(finding)"))
        #expect(lines.last?.hasPrefix("out.sqlite: 1 of \(Zseed.checkCount) checks failed") == true)
    }

    @Test("A page of random bytes in a table fails the integrity check")
    func noise() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        var data = try bytes(of: shop.output)
        let connection = try Connection(path: shop.output, mode: .readOnly)
        let root = try #require(
            try connection.integer("SELECT rootpage FROM sqlite_master WHERE name = 'ZITEM'"))
        let start = (Int(root) - 1) * 4096
        for index in start..<(start + 4096) { data[index] = UInt8(truncatingIfNeeded: index &* 31) }
        try shop.folder.write(data, as: "out.sqlite")
        for options in [[], ["--full-integrity"]] {
            let result = try Zseed.run(["verify", "out.sqlite"] + options, in: shop.path)
            #expect(result.status == 1)
            #expect(result.output.contains("FAIL  SQLite integrity"))
        }
    }

    @Test("A build that fails a check does not place its store")
    func buildVerifies() throws {
        let shop = try Shop()
        try shop.folder.write("the old output", as: "out.sqlite")
        // A reference with a requirement that its rows cannot meet: a damaged Z_PRIMARYKEY.
        try Connection(path: shop.path + "/reference.sqlite", mode: .readWrite)
            .execute("UPDATE Z_METADATA SET Z_VERSION = 2")
        let result = try shop.build()
        #expect(result.status == 1)
        #expect(
            result.errors == "out.sqlite: error: check 'metadata' failed: Z_VERSION is 2, not 1\n")
        #expect(try String(decoding: bytes(of: shop.output), as: UTF8.self) == "the old output")
        #expect(try files(in: shop.path).count == 5)
    }
}
