import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Standard output")
struct OutputTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try TestStore.create(at: folder.path + "/a.sqlite", model: Shop.model)
    }

    /// Runs a command through the shell, for its redirections.
    private func shell(_ command: String) throws -> ProcessResult {
        try TestSupport.run(
            "sh", ["-c", command], in: folder.path, environment: ["ZSEED": Zseed.path])
    }

    @Test(
        "A full disk is an error, not a trap",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
        arguments: [
            "hash a.sqlite", "inspect a.sqlite", "verify a.sqlite", "compare a.sqlite a.sqlite",
        ])
    func full(command: String) throws {
        let result = try shell("\"$ZSEED\" \(command) > /dev/full")
        #expect(result.errors.hasPrefix("standard output: error: cannot write: "), "\(result)")
        #expect(result.status == 3)
        // Neither stream can be written.
        #expect(try shell("\"$ZSEED\" \(command) > /dev/full 2> /dev/full").status == 3)
    }

    @Test("With closed streams, the output does not go into a file")
    func closed() throws {
        let before = try bytes(of: folder.path + "/a.sqlite")
        for redirection in [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"] {
            #expect(try shell("\"$ZSEED\" verify a.sqlite \(redirection)").status == 0)
            #expect(
                try shell("\"$ZSEED\" create a.sqlite -o b.sqlite \(redirection)").status == 0)
            let check = try Zseed.run("verify", "b.sqlite", in: folder.path)
            #expect(check.output.contains(" checks passed"))
        }
        #expect(try bytes(of: folder.path + "/a.sqlite") == before)
        #expect(try files(in: folder.path) == ["a.sqlite", "b.sqlite"])
    }
}
