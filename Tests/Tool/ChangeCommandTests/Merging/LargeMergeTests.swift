import CommandSupport
import TestSupport
import Testing

@Suite("Merges against independent models")
struct LargeMergeTests {
    @Test(
        "Benchmarks/merge.py with fewer objects follows the table of docs/guides/merging.md"
    )
    func model() throws {
        let folder = try TestFolder()
        let result = try run(
            "python3",
            [
                Corpus.packageRoot + "/Benchmarks/merge.py", Zseed.path, folder.path, "3000", "2000", "1000",
            ])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("merged 4") && result.output.contains(" 0 wrong"))
    }

    @Test("Tests/Oracles/MergeOracle/merges.py merges random models; ZSEED_ROUNDS for more", arguments: 0..<2)
    func oracle(part: Int) throws {
        let count = SeededGenerator.rounds(4)
        let result = try run(
            "python3",
            [
                Corpus.packageRoot + "/Tests/Oracles/MergeOracle/merges.py", Zseed.path, "\(part * count)",
                "\((part + 1) * count - 1)",
            ])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
