import Foundation
import TestSupport
import Testing

@testable import Seeding

@Suite("A folder that appears whole or not at all")
struct OutputFolderTests {
    private func files(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test("It is not there before it is placed, and nothing is left where it never is")
    func wholeOrNot() throws {
        let folder = try TestFolder()
        var output: OutputFolder? = try OutputFolder(path: folder.path + "/a/out")
        let private_ = try #require(output?.temporaryPath)
        #expect(FileManager.default.createFile(atPath: private_ + "/file", contents: Data()))
        #expect(try files(folder.path + "/a") == [(private_ as NSString).lastPathComponent])
        output = nil
        #expect(try files(folder.path + "/a") == [])
        output = try OutputFolder(path: folder.path + "/a/out")
        try output?.place()
        output = nil
        #expect(try files(folder.path + "/a") == ["out"])
    }

    @Test("An empty folder gives way, one with a file does not")
    func occupied() throws {
        let folder = try TestFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/empty", withIntermediateDirectories: false)
        try OutputFolder(path: folder.path + "/empty").place()
        try folder.write("mine", as: "full/file")
        let issue = #expect(throws: SeedIssue.self) {
            try OutputFolder(path: folder.path + "/full")
        }
        #expect(issue?.reason == .folderNotEmpty)
        #expect(issue?.fault == .plan)
        let other = #expect(throws: SeedIssue.self) {
            try OutputFolder(path: folder.path + "/full/file")
        }
        #expect(other?.reason == .isFile)
        #expect(try files(folder.path) == ["empty", "full"])
    }

    @Test("A file that came in between stays")
    func race() throws {
        let folder = try TestFolder()
        let output = try OutputFolder(path: folder.path + "/out")
        try folder.write("mine", as: "out/file")
        let issue = #expect(throws: SeedIssue.self) { try output.place() }
        #expect(issue?.reason == .folderNotEmpty)
        #expect(try files(folder.path + "/out") == ["file"])
    }
}
