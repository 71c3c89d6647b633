import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Inputs of a command")
struct InputFilesTests {
    @Test(
        "No output is placed where SQLite would treat it as a part of an input database",
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
        let inputs = InputFiles()
        try inputs.addDatabase(folder.path + "/" + database)
        let path = folder.path + "/" + database + suffix
        #expect(try inputs.conflict(with: path) != nil)
        #expect(try inputs.conflict(with: FilePath(path).resolved.text) != nil)
        if try FileStatus(path: path) == nil {
            // Many file systems treat this as the same path.
            #expect(try inputs.conflict(with: FilePath(path).resolved.text.uppercased()) != nil)
        }
        let whole = try FilePath(folder.path + "/" + database).resolved.text
        #expect(try inputs.conflict(with: whole + suffix) != nil)
        #expect(try inputs.conflict(with: whole + suffix + "x") == nil)
        #expect(try inputs.conflict(with: folder.path + "/real/b.sqlite" + suffix) == nil)
    }
}
