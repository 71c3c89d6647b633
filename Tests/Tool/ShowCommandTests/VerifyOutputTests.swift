import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@testable import ObjectModel

@Suite("zseed verify: choosing checks, and results for programs")
struct VerifyOutputTests {
    /// Creates a shop with a dangling reference.
    private func damagedShop(_ sql: String = Self.damage) throws -> Shop {
        let shop = try Shop.built()
        try Connection(path: shop.output, mode: .readWrite).execute(sql)
        return shop
    }

    private static let damage = "UPDATE ZITEM SET ZUNIT = 77 WHERE Z_PK = 2"
    private static let few = ["--check", "Z_OPT", "--check", "to-one targets"]

    private func verify(_ shop: Shop, _ arguments: [String]) throws -> ProcessResult {
        try TestSupport.run(Zseed.path, ["verify", "out.sqlite"] + arguments, in: shop.path)
    }

    // MARK: Choosing

    @Test("--check runs only the chosen checks, by name or identifier")
    func chosen() throws {
        let result = try verify(
            damagedShop(), ["--check", "z_opt", "--check", "Uniqueness constraints"])
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("ok    Z_OPT "))
        #expect(lines[1].hasPrefix("ok    uniqueness constraints "))
        #expect(lines[2] == "out.sqlite: 2 checks passed")
    }

    @Test("--skip leaves out checks")
    func skipped() throws {
        let result = try verify(
            damagedShop(), ["--skip", "to-one-targets", "--skip", "object-walk"])
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("out.sqlite: \(Zseed.checkCount - 2) checks passed\n"))
    }

    @Test("An unknown check is a command-line error that lists all checks")
    func unknown() throws {
        let result = try verify(damagedShop(), ["--check", "rows"])
        #expect(result.status == 2)
        #expect(result.errors.contains("there is no check 'rows'; there are sqlite-integrity, "))
        let none = try verify(damagedShop(), ["--check", "Z_OPT", "--skip", "Z_OPT"])
        #expect(none.status == 2)
        #expect(none.errors.contains("--skip excludes all checks"))
    }

    @Test("Warnings are printed, but only --strict makes them fail")
    func warnings() throws {
        let shop = try damagedShop("DROP INDEX ZITEM_ZUNIT_INDEX")
        let result = try verify(shop, [])
        #expect(result.status == 0)
        #expect(result.output.contains("\nwarn  schema "))
        #expect(
            result.output.contains(
                """
                        warning: Item .unit: ZITEM has no index on ZUNIT: looking up the inverse \
                is slow

                """
            ))
        #expect(result.output.hasSuffix("out.sqlite: \(Zseed.checkCount) checks passed, 1 warning\n"))
        let strict = try verify(shop, ["--strict"])
        #expect(strict.status == 1)
        #expect(strict.output.contains("\nFAIL  schema "))
        #expect(strict.output.hasSuffix("out.sqlite: 1 of \(Zseed.checkCount) checks failed\n"))
    }

    #if !canImport(CoreData)
        @Test("Without Core Data, --through coredata reports that it needs an Apple platform")
        func throughCoreData() throws {
            let result = try verify(damagedShop(), ["--through", "coredata"])
            #expect(result.status == 2)
            #expect(result.output == "")
            #expect(
                result.errors.contains(
                    "--through coredata needs an Apple platform: this zseed has no Core Data"))
        }
    #endif

    // MARK: JSON

    @Test("--json prints only the results")
    func json() throws {
        let result = try verify(damagedShop(), Self.few + ["--json"])
        #expect(result.status == 1)
        #expect(result.errors == "")
        #expect(
            result.output == """
                {
                  "checks" : [
                    {
                      "documentation" : "docs/reference/checks.md#z_opt",
                      "errors" : 0,
                      "examined" : 10,
                      "findings" : [

                      ],
                      "identifier" : "z_opt",
                      "name" : "Z_OPT",
                      "purpose" : "every row has a version counter of at least 1",
                      "status" : "passed",
                      "warnings" : 0
                    },
                    {
                      "documentation" : "docs/reference/checks.md#to-one-targets",
                      "errors" : 1,
                      "examined" : 9,
                      "findings" : [
                        {
                          "entity" : "Item",
                          "primaryKey" : 2,
                          "property" : "unit",
                          "severity" : "error",
                          "target" : "Unit p77",
                          "text" : "Item p2 .unit → Unit p77 does not exist"
                        }
                      ],
                      "identifier" : "to-one-targets",
                      "name" : "to-one targets",
                      "purpose" : "every to-one relationship leads to an existing object of the right entity",
                      "status" : "failed",
                      "warnings" : 0
                    }
                  ],
                  "isPassed" : false,
                  "store" : "out.sqlite"
                }

                """)
    }

    @Test("With --model, the JSON has whether the app opens the store")
    func jsonModel() throws {
        let shop = try damagedShop()
        let same = try verify(shop, Self.few + ["--json", "--model", "reference.sqlite"])
        #expect(same.output.contains("\"willOpen\" : true"))
        #expect(same.output.contains("\"name\" : \"app model\""))
        try TestStore.create(
            at: shop.path + "/other.sqlite", model: "<entity name=\"Other\"/>")
        let other = try verify(shop, ["--check", "Z_OPT", "--json", "--model", "other.sqlite"])
        #expect(other.status == 1)
        #expect(other.output.contains("\"willOpen\" : false"))
    }

    // MARK: JUnit

    @Test("--junit writes one test case for each check")
    func junit() throws {
        let shop = try damagedShop()
        let result = try verify(shop, Self.few + ["--junit", "results.xml"])
        #expect(result.status == 1)
        #expect(result.output.contains("FAIL  to-one targets"))
        let text = String(decoding: try bytes(of: shop.path + "/results.xml"), as: UTF8.self)
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="2" failures="1" errors="0">
                  <testsuite name="zseed verify out.sqlite" tests="2" failures="1" errors="0" skipped="0">
                    <testcase classname="zseed.verify" name="Z_OPT"/>
                    <testcase classname="zseed.verify" name="to-one targets">
                      <failure type="to-one-targets" message="1 wrong of 9 examined: every to-one relationship leads to an existing object of the right entity">Item p2 .unit → Unit p77 does not exist
                See https://github.com/zseed/zseed/blob/main/docs/reference/checks.md#to-one-targets</failure>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test("The JUnit file is well-formed, whatever a damaged store contains")
    func junitEscaping() throws {
        let shop = try damagedShop(
            "UPDATE ZITEM SET ZADDED = '<&\"' || char(1) || char(10) || ']]>' WHERE Z_PK = 2")
        let result = try verify(shop, ["--junit", "results.xml"])
        #expect(result.status == 1)
        let data = try Data(contentsOf: URL(fileURLWithPath: shop.path + "/results.xml"))
        #expect(try XMLTreeElement.root(of: Array(data)).name == "testsuites")
        #expect(
            String(decoding: data, as: UTF8.self).contains("'&lt;&amp;&quot;\u{FFFD}&#10;]]&gt;'"))
    }

    // MARK: Files that are not stores

    @Test(
        "A file that is not a store is reported on standard error and in the results",
        arguments: [
            ("not.sqlite", "this is text", "is not an SQLite database"),
            ("empty.sqlite", "", "is empty: not a Core Data store"),
        ])
    func unreadable(name: String, content: String, words: String) throws {
        let folder = try TestFolder()
        try folder.write(content, as: name)
        let result = try Zseed.run(
            "verify", name, "--json", "--junit", "r.xml", in: folder.path)
        #expect(result.status == 1)
        #expect(result.errors == "\(name): error: \(words)\n")
        #expect(result.output.contains("\"name\" : \"store file\""))
        #expect(result.output.contains("\"text\" : \"\(words)\""))
        let xml = String(decoding: try bytes(of: folder.path + "/r.xml"), as: UTF8.self)
        #expect(xml.contains("<failure type=\"store-file\""))
    }

    @Test("A truncated store has exit code 1, and a missing one 2")
    func truncatedAndMissing() throws {
        let shop = try damagedShop("")
        let data = try bytes(of: shop.output)
        try shop.folder.write(Data(data.prefix(data.count - 4096)), as: "out.sqlite")
        let truncated = try verify(shop, ["--json"])
        #expect(truncated.status == 1)
        #expect(truncated.errors.hasPrefix("out.sqlite: error: is truncated: its header declares "))
        let missing = try Zseed.run("verify", "no.sqlite", "--junit", "r.xml", in: shop.path)
        #expect(missing.status == 2)
        #expect(missing.errors == "no.sqlite: error: no such file\n")
        let xml = String(decoding: try bytes(of: shop.path + "/r.xml"), as: UTF8.self)
        #expect(xml.contains("<failure type=\"store-file\""))
        #expect(xml.contains(">no such file\n"))
    }

    @Test("Results are written for a missing store or model, too")
    func missing() throws {
        let shop = try damagedShop("")
        for arguments in [["no.sqlite"], ["out.sqlite", "--model", "no.xcdatamodel"]] {
            let result = try TestSupport.run(
                Zseed.path,
                ["verify"] + arguments + ["--junit", "r.xml", "--json"],
                in: shop.path)
            #expect(result.status == 2)
            #expect(result.errors == "\(arguments.last ?? ""): error: no such file\n")
            #expect(result.output.contains("\"isPassed\" : false"))
            let rule = arguments.count == 1 ? "store-file" : "app-model"
            let text = String(decoding: try bytes(of: shop.path + "/r.xml"), as: UTF8.self)
            #expect(text.contains("\"\(rule)\""))
            #expect(text.contains("no such file"))
            try FileManager.default.removeItem(atPath: shop.path + "/r.xml")
        }
    }

    @Test("All differences from an app's model are one result")
    func oneResult() throws {
        let shop = try damagedShop("")
        try TestStore.create(
            at: shop.path + "/other.sqlite", model: "<entity name=\"Other\"/>")
        _ = try verify(
            shop, ["--check", "Z_OPT", "--junit", "r.xml", "--model", "other.sqlite"])
        let text = String(decoding: try bytes(of: shop.path + "/r.xml"), as: UTF8.self)
        #expect(text.components(separatedBy: "<failure").count == 2)
        #expect(text.contains(">will not open: "))
        #expect(text.contains("&#10;  entity Other is missing from "))
    }

    @Test("A -wal that belongs to another store is named")
    func foreignLog() throws {
        let shop = try damagedShop("")
        let other = try Connection(path: shop.path + "/other.sqlite", mode: .create)
        try other.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
        try shop.folder.write(bytes(of: shop.path + "/other.sqlite-wal"), as: "out.sqlite-wal")
        let result = try verify(shop, [])
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("out.sqlite-wal: note: SQLite reads this file as a part"))
        #expect(result.errors.contains("\nout.sqlite: error: is "))
        withExtendedLifetime(other) {}
    }

    @Test("Results for a missing folder are a command-line error")
    func unwritable() throws {
        let result = try verify(damagedShop(""), ["--junit", "no-folder/r.xml"])
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("no-folder/r.xml: error: "))
    }
}
