import Foundation
import SQLite
import TestSupport
import Testing
import Verification

@testable import Seeding

@Suite("The Failed Banks store, rebuilt", .enabled(if: Corpus.isPresent, Corpus.absence))
struct FailedBanksTests {
    private static let database = """
          banks: { sqlite: BANKS/banklist.sqlite3, table: failed_banks }
        """
    private static let csv = """
          banks: { csv: BANKS/banklist.csv }
        """

    /// Returns the plan. The sources differ in the names of columns and in the format of dates.
    private static func plan(
        sources: String, key: String, names: [String], zip: String, dates: [String], format: String,
        isDetailsFirst: Bool
    ) throws -> String {
        let details = """
              FailedBankDetails:
                from: banks
                attributes:
                  zip: "\(zip)"
                  closeDate: { column: \(dates[0]), date: \(format) }
                  updatedDate: { column: \(dates[1]), date: \(format) }
                relationships:
                  info: { keyOf: FailedBankInfo, column: "\(key)", inverse: details }
            """
        let info = """
              FailedBankInfo:
                from: banks
                key: "\(key)"
                attributes: { name: \(names[0]), city: \(names[1]), state: \(names[2]) }
            """
        return """
            reference: BANKS/store.sqlite
            output: out.sqlite
            timeZone: UTC
            sources:
            \(sources)
            entities:
            \(isDetailsFirst ? details + "\n" + info : info + "\n" + details)
            """.replacingOccurrences(of: "BANKS", with: try Corpus.entry("failed-banks").folder)
    }

    private func expectEqual(_ plan: String, model: String? = nil) throws {
        let folder = try TestFolder()
        let path = try folder.write(
            plan + "\n" + (model.map { "model: \($0)\n" } ?? ""), as: "plan.yml")
        let reference = try Corpus.entry("failed-banks").store
        let before = try Data(contentsOf: URL(fileURLWithPath: reference))
        let seedPlan = try PlanReader.read(path: path)
        let finished = try SeedBuilder(plan: seedPlan).build()
        let results = try StoreVerifier().verify(
            path: finished.temporaryPath, modelPath: model, declared: seedPlan.declaredRelationships
        )
        #expect(results.filter { !$0.isPassed } == [])
        try finished.place()
        let tables = ["ZFAILEDBANKDETAILS", "ZFAILEDBANKINFO"]
        let built = try content(of: folder.path + "/out.sqlite", tables: tables)
        let original = try content(of: reference, tables: tables)
        #expect(built.count == 466)
        for (one, other) in zip(built, original) { #expect(one == other) }
        let store = try Connection(path: folder.path + "/out.sqlite", mode: .readOnly)
        #expect(
            try store.rows("SELECT Z_MAX FROM Z_PRIMARYKEY") { $0.integer(at: 0) } == [233, 233])
        #expect(try Data(contentsOf: URL(fileURLWithPath: reference)) == before)
        try FormatLint.expectSound(folder.path + "/out.sqlite")
    }

    private static func databasePlan(isDetailsFirst: Bool) throws -> String {
        try plan(
            sources: database, key: "id", names: ["name", "city", "state"], zip: "zip",
            dates: ["close_date", "updated_date"], format: "yyyy-MM-dd HH:mm:ss",
            isDetailsFirst: isDetailsFirst)
    }

    private static func csvPlan(isDetailsFirst: Bool) throws -> String {
        try plan(
            sources: csv, key: "CERT #", names: ["Bank Name", "City", "State"], zip: "CERT #",
            dates: ["Closing Date", "Updated Date"], format: "d-MMM-yy",
            isDetailsFirst: isDetailsFirst)
    }

    @Test("It is built from the legacy database, in any order of the plan", arguments: [true, false])
    func legacyDatabase(isDetailsFirst: Bool) throws {
        try expectEqual(Self.databasePlan(isDetailsFirst: isDetailsFirst))
    }

    @Test(
        "It is built from the spreadsheet, with dates such as 26-Mar-10 and a key",
        arguments: [true, false])
    func spreadsheet(isDetailsFirst: Bool) throws {
        try expectEqual(Self.csvPlan(isDetailsFirst: isDetailsFirst))
    }

    @Test("With the app's model, `inverse:` is redundant")
    func model() throws {
        try expectEqual(
            Self.csvPlan(isDetailsFirst: true), model: Corpus.entry("failed-banks").modelXML)
    }
}
