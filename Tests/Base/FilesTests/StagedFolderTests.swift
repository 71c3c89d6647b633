import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("A folder that appears completely or not at all")
struct StagedFolderTests {
    private func files(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test("The folder does not exist before it is placed, and leaves nothing if it is not placed")
    func wholeOrNot() throws {
        let folder = try TestFolder()
        var output: StagedOutput? = try StagedOutput(.folder, path: folder.path + "/a/out")
        let place = try #require(output?.temporaryPath)
        #expect(FileManager.default.createFile(atPath: place + "/file", contents: Data()))
        #expect(try files(folder.path + "/a") == [(place as NSString).lastPathComponent])
        output = nil
        #expect(try files(folder.path) == [])
        output = try StagedOutput(.folder, path: folder.path + "/a/out")
        try output?.place()
        output = nil
        #expect(try files(folder.path + "/a") == ["out"])
    }

    @Test("An empty folder is replaced, but not one with a file")
    func occupied() throws {
        let folder = try TestFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/empty", withIntermediateDirectories: false)
        try StagedOutput(.folder, path: folder.path + "/empty").place()
        try folder.write("mine", as: "full/file")
        let issue = #expect(throws: OutputError.self) {
            try StagedOutput(.folder, path: folder.path + "/full")
        }
        #expect(issue?.problem == .folderNotEmpty)
        let other = #expect(throws: OutputError.self) {
            try StagedOutput(.folder, path: folder.path + "/full/file")
        }
        #expect(other?.problem == .isFile)
        #expect(try files(folder.path) == ["empty", "full"])
    }

    @Test("A file that appears in between is kept")
    func race() throws {
        let folder = try TestFolder()
        let output = try StagedOutput(.folder, path: folder.path + "/out")
        try folder.write("mine", as: "out/file")
        let issue = #expect(throws: OutputError.self) { try output.place() }
        #expect(issue?.problem == .folderNotEmpty)
        #expect(try files(folder.path + "/out") == ["file"])
    }
}
