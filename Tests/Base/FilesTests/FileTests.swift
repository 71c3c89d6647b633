import Foundation
import TestSupport
import Testing

@testable import Files

/// Tests of the file functions without Foundation.
@Suite("Files")
struct FileTests {
    @Test(
        "The first bytes of a file, however many there are",
        arguments: [0, 1, 4_096, 65_535, 65_536, 65_537, 200_000])
    func first(size: Int) throws {
        let folder = try TestFolder()
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Data(content).write(to: URL(fileURLWithPath: folder.path + "/file"))
        for count in [0, 1, 65_536, 65_537, 1 << 40] {
            let bytes = try FileBytes.first(count, of: folder.path + "/file")
            #expect(bytes == Array(content.prefix(count)), "\(count)")
        }
    }

    @Test("A pipe that is open here is read to its end, piece by piece")
    func pipe() throws {
        let pipe = Pipe()
        let writer = DispatchQueue(label: "writer")
        writer.async {
            for _ in 0..<1_000 {
                try? pipe.fileHandleForWriting.write(contentsOf: Data(repeating: 7, count: 300))
            }
            try? pipe.fileHandleForWriting.close()
        }
        // A process with many open files gets a descriptor far greater than those of a shell.
        let far = fcntl(pipe.fileHandleForReading.fileDescriptor, F_DUPFD, 700)
        try #require(far >= 700)
        defer { close(far) }
        let path = "/dev/fd/\(far)"
        #expect(try FileBytes.first(1 << 40, of: path) == Array(repeating: 7, count: 300_000))
        writer.sync {}
    }

    @Test("A named pipe and an endless device are refused with their kind")
    func noFiles() throws {
        let folder = try TestFolder()
        let path = folder.path + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        #expect(throws: FileError(path: path, action: .open, reason: "is a named pipe, not a file")) {
            try FileBytes.first(1, of: path)
        }
        #expect(throws: FileError(path: "/dev/zero", action: .open, reason: "is a device, not a file")) {
            try FileBytes.first(1, of: "/dev/zero")
        }
        #expect(try FileBytes.first(1, of: "/dev/null") == [])
    }

    @Test("Parts of a file are read and overwritten")
    func parts() throws {
        let folder = try TestFolder()
        let path = folder.path + "/file"
        try Data([0, 1, 2, 3, 4]).write(to: URL(fileURLWithPath: path))
        try FileBytes.overwrite([8, 9], at: 2, of: path)
        #expect(try FileBytes.part(3, at: 1, of: path) == [1, 8, 9])
        #expect(try FileBytes.part(10, at: 4, of: path) == [4])
        #expect(try FileBytes.part(10, at: 5, of: path) == [])
        #expect(throws: FileError.self) { try FileBytes.part(1, at: 0, of: path + "x") }
        #expect(throws: FileError.self) { try FileBytes.overwrite([1], at: 0, of: path + "x") }
        #expect(throws: FileError.self) { try FileBytes.overwrite([1], at: 0, of: folder.path) }
    }

    @Test("Unreadable files have a reason")
    func unreadable() throws {
        let folder = try TestFolder()
        let missing = #expect(throws: FileError.self) {
            try FileBytes.first(10, of: folder.path + "/missing")
        }
        #expect(missing?.action == .open)
        #expect(missing?.reason == "No such file or directory")
        let isFolder = #expect(throws: FileError.self) {
            try FileBytes.first(10, of: folder.path)
        }
        #expect(isFolder?.action == .read)
        #expect(isFolder?.reason == "Is a directory")
    }

    @Test("The status of files, folders, links and missing paths")
    func status() throws {
        let folder = try TestFolder()
        let (file, link) = (folder.path + "/file", folder.path + "/link")
        try Data(count: 12).write(to: URL(fileURLWithPath: file))
        try #require(symlink(file, link) == 0)
        let status = try #require(try FileStatus(path: file))
        #expect(status.size == 12 && status.isRegularFile && !status.isFolder)
        #expect(try FileStatus(path: link) == status)
        let ofLink = try #require(try FileStatus(path: link, followsLinks: false))
        #expect(!ofLink.isRegularFile && ofLink != status)
        #expect(try #require(try FileStatus(path: folder.path)).isFolder)
        #expect(try FileStatus(path: folder.path + "/missing") == nil)
        #expect(try FileStatus.size(of: file) == 12)
        #expect(try FileStatus.size(of: folder.path + "/missing") == 0)
        // Only a missing file gives nil. A path that cannot be examined is an error.
        #expect(try FileStatus(path: file + "/within") == nil)
        #expect(try FileIdentity(file + "/within") == nil)
        let circle = folder.path + "/circle"
        try #require(symlink("circle", circle) == 0)
        let words = "Too many levels of symbolic links"
        for look in [
            { _ = try FileStatus(path: circle) }, { _ = try FileIdentity(circle) },
            { _ = try FileStatus.size(of: circle) }, { _ = try FileIdentity.isSame(circle, file) },
        ] as [() throws -> Void] {
            #expect(throws: FileError(path: circle, action: .read, reason: words)) { try look() }
        }
        try #require(truncate(file, 13) == 0)
        #expect(try FileStatus(path: file) != status)
    }
}
