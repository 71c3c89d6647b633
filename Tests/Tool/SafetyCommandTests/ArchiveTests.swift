import CommandSupport
import Foundation
import TestSupport
import Testing

/// `make dist` without the release build: `make archive` with the program that the tests run.
@Suite("The archive of a release")
struct ArchiveTests {
    private static func make(of program: String, in folder: TestFolder) throws -> String {
        let result = try run(
            "make", ["-s", "archive", "PROGRAM=\(program)", "DIST=\(folder.path)/dist"],
            in: Corpus.packageRoot)
        result.expectSuccess()
        return result.output.trimmingCharacters(in: .newlines)
    }

    @Test("The archive has the program, its licence and the versions, with the same bytes each time")
    func archive() throws {
        let folder = try TestFolder()
        let program = try Zseed.script(in: folder)
        let path = try Self.make(of: program, in: folder)
        let version = try Zseed.run("--version", in: folder.path).output
            .trimmingCharacters(in: .newlines)
        let name = String((path as NSString).lastPathComponent.dropLast(".tar.gz".count))
        #expect(name.hasPrefix("zseed-\(version)-"))
        let content = try bytes(of: path)
        #expect(try Self.make(of: program, in: folder) == path)
        #expect(try bytes(of: path) == content)

        try run("tar", ["-xzf", path], in: folder.path).expectSuccess()
        let unpacked = folder.path + "/" + name
        #expect(
            try files(in: unpacked) == [
                "CHANGELOG.md", "LICENSE", "README.md", "VERSIONS", "completions", "man", "zseed",
            ])
        #expect(try files(in: unpacked + "/completions") == ["_zseed", "zseed.bash", "zseed.fish"])
        #expect(try files(in: unpacked + "/man").contains("zseed.build.1"))
        #expect(
            try String(contentsOfFile: unpacked + "/VERSIONS", encoding: .utf8)
                == Zseed.run("--version", "--verbose", in: folder.path).output)
        #expect(try bytes(of: unpacked + "/zseed") == bytes(of: program))
        let sums = try String(contentsOfFile: folder.path + "/dist/SHA256SUMS", encoding: .utf8)
        #expect(sums.hasSuffix("  \(name).tar.gz\n"))
        #expect(try files(in: folder.path + "/dist") == ["SHA256SUMS", name + ".tar.gz"])
    }
}
