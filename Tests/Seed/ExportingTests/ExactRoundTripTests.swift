import Foundation
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Exporting
@testable import Seeding

@Suite("Exact export and build, for every store")
struct ExactRoundTripTests {
    @Test("Every row and value of every table is restored", arguments: Corpus.ends)
    func roundTrip(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let before = try Data(contentsOf: URL(fileURLWithPath: entry.store))
        let path = try rebuild(entry.store, in: folder)
        let original = try Connection.reading(path: entry.store)
        let rebuilt = try Connection.reading(path: path)
        let expected = try TableContent.all(of: original)
        let found = try TableContent.all(of: rebuilt)
        let isEqual = expected == found
        #expect(expected.map(\.name) == found.map(\.name))
        for (one, other) in zip(expected, found) {
            #expect(one == other, "\(entry.name) \(one.name)")
        }
        #expect(try TableContent.schema(of: original) == TableContent.schema(of: rebuilt))
        #expect(try rebuilt.text("PRAGMA integrity_check") == "ok")
        #expect(try Data(contentsOf: URL(fileURLWithPath: entry.store)) == before)
        let rows = expected.reduce(0) { $0 + $1.rows.count }
        // Prints one line of the suite's table.
        let columns = [
            entry.name.padding(toLength: 22, withPad: " ", startingAt: 0),
            String(repeating: " ", count: max(0, 4 - "\(expected.count)".count))
                + "\(expected.count)",
            String(repeating: " ", count: max(0, 7 - "\(rows)".count)) + "\(rows)",
            isEqual ? "yes" : "NO",
        ]
        print("round trip: " + columns.joined(separator: "  "))
    }

    @Test(
        "The oracle gives the rebuilt store the same verdict as the original",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        .enabled(if: FormatLint.isPresent, FormatLint.absence),
        arguments: Corpus.ends)
    func lint(_ entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let path = try rebuild(entry.store, in: folder)
        let problems = try FormatLint.problems(of: path)
            .replacingOccurrences(of: path, with: entry.store)
        #expect(try problems == FormatLint.problems(of: entry.store))
    }

    @Test(
        "The same export twice gives the same bytes, and so do two builds",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func determinism() throws {
        let entry = try Corpus.entry("coredataplus-books")
        let folders = try [TestFolder(), TestFolder()]
        let stores = try folders.map {
            try Data(contentsOf: URL(fileURLWithPath: rebuild(entry.store, in: $0)))
        }
        #expect(stores[0] == stores[1])
        let files = try FileManager.default.subpathsOfDirectory(atPath: folders[0].path + "/out")
            .sorted()
        for file in files where file.hasSuffix(".csv") {
            let contents = folders.map {
                FileManager.default.contents(atPath: $0.path + "/out/" + file)
            }
            #expect(contents[0] == contents[1])
        }
    }
}

/// Exports a store exactly, builds it again, and returns the path of the result.
func rebuild(_ store: String, in folder: TestFolder) throws -> String {
    let reference = try ReferenceStore(path: store)
    _ = try ExactExporter(reference).export(to: folder.path + "/out")
    let plan = try PlanReader.read(path: folder.path + "/out/seed.yml")
    let path = folder.path + "/rebuilt.sqlite"
    let finished = try SeedBuilder(plan: plan, output: path).build()
    try finished.place()
    return path
}
