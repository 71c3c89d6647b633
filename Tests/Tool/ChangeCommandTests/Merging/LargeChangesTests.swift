import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Files of changes that are too large")
struct LargeChangesTests {
    private static func merge(_ changes: String, in shop: Shop) throws -> ProcessResult {
        try Zseed.run(
            "merge", "reference.sqlite", "--changes", changes, "-o", "out.sqlite", in: shop.folder.path)
    }

    @Test("A device, which never ends, is not a file of changes")
    func endless() throws {
        let result = try Self.merge("/dev/zero", in: Shop())
        #expect(result.status == 3)
        #expect(result.errors == "/dev/zero: error: is a device, not a file\n")
    }

    @Test("Changes beyond the limit are refused before they are read")
    func large() throws {
        let shop = try Shop()
        try shop.folder.write("", as: "c.json")
        let handle = try #require(FileHandle(forWritingAtPath: shop.folder.path + "/c.json"))
        try handle.truncate(atOffset: 64 << 20 + 1)
        try handle.close()
        let result = try Self.merge("c.json", in: shop)
        #expect(result.status == 1)
        #expect(result.errors.contains("it is larger than 64 MB"), "\(result)")
    }
}
