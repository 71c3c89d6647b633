import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Private files")
struct PrivatePathTests {
    private static let mark = ".zseed-\(ProcessInfo.processInfo.processIdentifier)"

    @Test(
        "Private files are reported by the names that the user gave",
        arguments: [
            ("/a/.out.sqlite\(mark)", "/a/out.sqlite"),
            (".out.sqlite\(mark)", "out.sqlite"),
            ("/a/.out.sqlite\(mark)-external/2E30: no space", "/a/out.sqlite: no space"),
            ("cannot open ./.o\(mark) and /b/.p\(mark)", "cannot open ./o and /b/p"),
            ("/a/out.sqlite", "/a/out.sqlite"),
            ("/a/.out.sqlite.zseed-1", "/a/.out.sqlite.zseed-1"),
        ])
    func shown(_ text: String, _ expected: String) {
        #expect(PrivatePath.shown(text) == expected)
    }

    @Test("A private name that is too long is reported by the user's name")
    func longName() throws {
        let folder = try TestFolder()
        let name = String(repeating: "n", count: 240)
        let output = try StagedOutput(.file, path: folder.path + "/" + name)
        #expect(!output.temporaryPath.contains(name))
        #expect(PrivatePath.shown("\(output.temporaryPath): no space") == "\(output.path): no space")
    }

    @Test("A temporary folder that a killed process left is removed; one in use is not")
    func leftovers() throws {
        let folder = try TestFolder()
        let manager = FileManager.default
        let private700: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        func make(_ name: String, _ attributes: [FileAttributeKey: Any]) throws {
            try manager.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: false,
                attributes: attributes)
        }
        let left = "zseed-" + UUID().uuidString
        let used = "zseed-" + UUID().uuidString
        try make(left, private700)
        try folder.write("x", as: left + "/inside")
        try make(used, private700)
        let descriptor = open(folder.path + "/" + used, O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        try make("zseed-mine", private700)
        try make("zseed-" + UUID().uuidString + "-x", private700)
        TemporaryFolder.removeLeftovers(in: folder.path)
        let names = try manager.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains(left))
        #expect(names.contains(used))
        #expect(names.count == 3)
    }
}
