import Foundation
import TestSupport
import Testing

/// `make mutants` takes an hour. This test shows at once whether its table still fits the sources.
@Suite("The table of mutants")
struct MutantTableTests {
    private struct Mutant: CustomStringConvertible {
        let file: String
        let tests: String
        let description: String
        let old: String
        let new: String
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Corpus.packageRoot + "/" + path, encoding: .utf8)
    }

    private static func mutants() throws -> [Mutant] {
        try ("\n" + text("Tests/Harness/Mutants/mutants.txt")).components(separatedBy: "\n=== ").dropFirst()
            .map { block in
                let lines = block.components(separatedBy: "\n")
                let head = lines[0].split(separator: "|", maxSplits: 2)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                let parts = lines.dropFirst().joined(separator: "\n").components(separatedBy: "\n---\n")
                try #require(head.count == 3 && parts.count == 2, "\(lines[0])")
                return Mutant(
                    file: head[0], tests: head[1], description: head[2],
                    old: parts[0].trimmingCharacters(in: .newlines),
                    new: parts[1].trimmingCharacters(in: .newlines))
            }
    }

    @Test("Each old text occurs once in its file and differs from the new one")
    func texts() throws {
        let mutants = try Self.mutants()
        #expect(!mutants.isEmpty)
        for mutant in mutants {
            let count = try Self.text(mutant.file).components(separatedBy: mutant.old).count - 1
            #expect(count == 1, "\(mutant.file): \(mutant)")
            #expect(mutant.old != mutant.new, "\(mutant)")
        }
    }

    @Test("Each mutant names existing tests")
    func tests() throws {
        let root = Corpus.packageRoot + "/Tests"
        let names = try FileManager.default.subpathsOfDirectory(atPath: root)
        for mutant in try Self.mutants() {
            #expect(
                names.contains { $0.hasSuffix("/" + mutant.tests + ".swift") },
                "\(mutant.tests), for \(mutant)")
        }
    }
}
