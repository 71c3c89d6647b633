import CommandSupport
import Foundation
import TestSupport
import Testing

/// The benchmarks with tiny inputs: they run to their end and write their outputs. No test checks their speed.
@Suite("Benchmarks", .enabled(if: BenchmarkTools.arePresent, "Python or a C compiler is missing"))
struct BenchmarkTests {
    @Test("Every benchmark and contender runs and is listed in the results")
    func tiny() throws {
        let folder = try TestFolder()
        let results = folder.path + "/results.md"
        let result = try run(
            "python3",
            [
                "Benchmarks/run.py", "--zseed", Zseed.path, "--work", folder.path,
                "--results", results, "--sizes", "200,300", "--rounds", "1",
            ], in: Corpus.packageRoot)
        #expect(result.errors == "")
        #expect(result.status == 0)
        let text = String(decoding: try bytes(of: results), as: UTF8.self)
        #expect(text.contains("| 300-row legacy SQLite, same mapping | pure SQL in one process |"))
        #expect(text.contains("| 300 rows of random texts and dates, an index each, built and verified |"))
        for contender in ["zseed", "C", "Python", "verify"] {
            #expect(text.contains("\n| \(contender) | "), "\(contender)")
        }
        #expect(!text.contains("not run"))
    }

    @Test("--timings reports every phase, as text and as JSON")
    func timings() throws {
        let folder = try TestFolder()
        let plan = Corpus.packageRoot + "/data/seed.yml"
        let text = try Zseed.run(
            "build", plan, "-o", "text.sqlite", "--timings", in: folder.path)
        #expect(text.status == 0)
        let json = try Zseed.run(
            "build", plan, "-o", "json.sqlite", "--timings", "--no-verify", "--json",
            in: folder.path)
        let report = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let timings = (report as? [String: Any])?["timings"] as? [String: Double]
        for phase in ["prepare", "read", "convert", "unique", "insert", "index", "verify", "sync"] {
            #expect(text.output.contains("\n\(phase)"), "\(phase)")
            #expect(timings?[phase] ?? -1 >= 0, "\(phase)")
        }
        #expect(timings?["verify"] == 0)
        let plain = try Zseed.run("build", plan, "-o", "plain.sqlite", "--json", in: folder.path)
        #expect(!plain.output.contains("timings"))
        #expect(
            try bytes(of: folder.path + "/text.sqlite")
                == bytes(of: folder.path + "/json.sqlite"))
    }
}

/// The tools that the benchmarks need in addition to zseed.
enum BenchmarkTools {
    static var arePresent: Bool {
        ["python3", "cc"].allSatisfy { name in
            (try? run("sh", ["-c", "command -v \(name)"]))?.status == 0
        }
    }
}
