import Archives
import Files
import Foundation
import TestSupport
import Testing

@Suite("ZIP archives")
struct ZipArchiveTests {
    private static func archive(_ bytes: [UInt8]) throws -> ZipArchive {
        let folder = try TestFolder()
        let path = try folder.write(Data(bytes), as: "a.zip")
        return try ZipArchive(try #require(System.openInput(path)), takesOver: true)
    }

    /// Returns all bytes of a member, or throws the problem.
    private static func read(_ bytes: [UInt8], _ name: String = "a") throws -> [UInt8] {
        let archive = try archive(bytes)
        guard let member = archive.member(name) else { throw NoMember() }
        let reader = try archive.open(member)
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 10_000)
        while case let count = try buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }), count > 0 {
            result += buffer.prefix(count)
        }
        return result
    }

    private struct NoMember: Error {}

    private static func problem(_ bytes: [UInt8], _ name: String = "a") -> ArchiveError.Problem? {
        do {
            _ = try read(bytes, name)
            return nil
        } catch {
            return (error as? ArchiveError)?.problem
        }
    }

    private static let text = Array(String(repeating: "Bananas, apples and bread. ", count: 200).utf8)

    @Test("Members are read as they were packed, stored or deflated", arguments: [true, false])
    func members(isDeflated: Bool) throws {
        let zip = ZipText([
            .init("x", "other"), .init("a", Self.text, isDeflated: isDeflated), .init("empty", ""),
        ])
        #expect(try Self.read(zip.bytes) == Self.text)
        #expect(try Self.read(zip.bytes, "A") == Self.text)
        #expect(try Self.read(zip.bytes, "empty") == [])
        #expect(try Self.archive(zip.bytes).members.map(\.name) == ["x", "a", "empty"])
    }

    @Test("Two members are read at once, each from its own place")
    func atOnce() throws {
        let zip = ZipText([.init("a", Self.text, isDeflated: true), .init("b", "0123456789")])
        let archive = try Self.archive(zip.bytes)
        let readers = try ["a", "b"].map { try archive.open(try #require(archive.member($0))) }
        var byte: [UInt8] = [0]
        var found: [[UInt8]] = [[], []]
        for _ in 0..<10 {
            for (index, reader) in readers.enumerated() {
                _ = try byte.withUnsafeMutableBytes { try reader.read(into: $0) }
                found[index] += byte
            }
        }
        #expect(found == [Array(Self.text.prefix(10)), Array("0123456789".utf8)])
    }

    @Test("Names that look like paths are names")
    func names() throws {
        let names = ["../../etc/passwd", "/tmp/x", "a\\b", "ü", ""]
        let zip = ZipText(names.map { .init($0, "text") })
        #expect(try Self.archive(zip.bytes).members.map(\.name) == names)
    }

    @Test("Errors of a member are reported once it is read")
    func damage() throws {
        var member = ZipText.Member("a", Self.text, isDeflated: true)
        member.checksum = 1
        #expect(Self.problem(ZipText([member]).bytes) == .wrongChecksum)
        member.checksum = nil
        member.flags = 1
        #expect(Self.problem(ZipText([member]).bytes) == .encrypted)
        member.flags = 0
        member.method = 12
        #expect(Self.problem(ZipText([member]).bytes) == .unknownMethod(12))
        member.method = 8
        member.size = UInt32(Self.text.count + 1)
        #expect(Self.problem(ZipText([member]).bytes) == .truncatedMember)
        member.size = UInt32(Self.text.count - 1)
        #expect(Self.problem(ZipText([member]).bytes) == .wrongChecksum)
        #expect(
            Self.problem(ZipText([.init("a", ""), .init("a", "")]).bytes) == .repeatedMember)
        #expect(Self.problem(Array("not an archive".utf8)) == .noDirectory)
        #expect(Self.problem([]) == .noDirectory)
    }

    @Test("A truncated archive never gives an incomplete text")
    func truncation() {
        let whole = ZipText([.init("a", Self.text, isDeflated: true)]).bytes
        for count in 0..<whole.count {
            #expect(Self.problem(Array(whole.prefix(count))) != nil, "\(count)")
        }
    }

    @Test("A changed byte never gives another text")
    func changes() throws {
        let whole = ZipText([.init("a", Self.text, isDeflated: true)]).bytes
        for index in whole.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var bytes = whole
                bytes[index] ^= change
                guard let text = try? Self.read(bytes) else { continue }
                #expect(text == Self.text, "byte \(index)")
            }
        }
    }

    @Test("A member that expands several hundred times is refused before it is expanded")
    func bomb() {
        let zeros = [UInt8](repeating: 0x20, count: 64 << 20)
        #expect(
            Self.problem(ZipText([.init("a", zeros, isDeflated: true)]).bytes) == .unfoldsTooFar(times: 250))
        #expect(
            Self.problem(ZipText([.init("a", Array(zeros.prefix(16 << 20)), isDeflated: true)]).bytes) == nil)
    }

    @Test(
        "ZIP64 sizes are read",
        .enabled(if: (try? run("python3", ["--version"]))?.status == 0, "needs python3"))
    func zip64() throws {
        let folder = try TestFolder()
        let script = """
            import zipfile
            with zipfile.ZipFile("a.zip", "w", zipfile.ZIP_DEFLATED) as z:
                with z.open("a", "w", force_zip64=True) as f: f.write(b"some text")
            """
        #expect(try run("python3", ["-c", script], in: folder.path).status == 0)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.zip")))
        #expect(try Self.read(bytes) == Array("some text".utf8))
    }
}
