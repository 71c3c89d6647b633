import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("What a command reads")
struct InputFilesTests {
    @Test(
        "Nothing is written where SQLite would take it for a part of a database, whichever way leads there",
        arguments: ["real/a.sqlite", "folder/a.sqlite", "link.sqlite", "real/none.sqlite", "none/a.sqlite"],
        ["", "-wal", "-shm", "-journal"])
    func companions(database: String, suffix: String) throws {
        let folder = try TestFolder()
        try folder.write("x", as: "real/a.sqlite")
        try folder.write("x", as: "real/a.sqlite-shm")
        for (name, target) in [("folder", "real"), ("link.sqlite", "real/a.sqlite")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        var inputs = InputFiles()
        inputs.addDatabase(folder.path + "/" + database)
        let path = folder.path + "/" + database + suffix
        #expect(inputs.conflict(with: path) != nil)
        #expect(inputs.conflict(with: FilePath(path).resolved.text) != nil)
        if FileStatus(path: path) == nil {
            // Many file systems would take that for the same.
            #expect(inputs.conflict(with: FilePath(path).resolved.text.uppercased()) != nil)
        }
        let whole = FilePath(folder.path + "/" + database).resolved.text
        #expect(inputs.conflict(with: whole + suffix) != nil)
        #expect(inputs.conflict(with: whole + suffix + "x") == nil)
        #expect(inputs.conflict(with: folder.path + "/real/b.sqlite" + suffix) == nil)
    }
}
