import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("Compressed files")
struct GzipTests {
    private static func compressed(_ text: String) throws -> [UInt8] {
        let folder = try TestFolder()
        let path = try folder.write(text, as: "a")
        let result = try run("gzip", ["-n", path])
        #expect(result.status == 0, "\(result.errors)")
        return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".gz")))
    }

    private static func outcome(_ bytes: [UInt8]) throws -> SourceOutcome {
        try SourceOutcome.of(bytes, as: "no-suffix") { try CSVSource(path: $0) }
    }

    private static let long = "a,b\n" + (0..<50_000).map { "\($0),x\($0 * 7)\n" }.joined()

    @Test("A gzip file is recognized by its first bytes, whatever its name")
    func content() throws {
        #expect(try Self.outcome(Self.compressed("a,b\n1,2\n")).rows == ["1 | 2"])
        let outcome = try SourceOutcome.of(Self.compressed(Self.long)) {
            try CSVSource(path: $0)
        }
        #expect(outcome.rows.prefix(2) == ["0 | x0", "1 | x7"])
        #expect(outcome.rows.count == 10_000)
    }

    @Test("Several members are concatenated")
    func members() throws {
        let bytes = try Self.compressed("a,b\n1,2\n") + Self.compressed("3,4\n")
        #expect(try Self.outcome(bytes).rows == ["1 | 2", "3 | 4"])
    }

    @Test("An empty member is an empty file")
    func empty() throws {
        #expect(
            try Self.outcome(Self.compressed("")).rows == ["1 \(SeedIssue.Reason.table(.missingHeader))"])
    }

    @Test("Compressed files can have other encodings and formats")
    func layers() throws {
        let text = try Self.compressed("[{\"a\": 1}]")
        #expect(try SourceOutcome.of(text) { try JSONSource(path: $0) }.rows == ["1"])
    }

    @Test("A truncated file is an error, and its last row is not read")
    func truncated() throws {
        let whole = try Self.compressed("a,b\n1,2\n3,4\n")
        let issue = " \(SeedIssue.Reason.file(.truncatedGzip))"
        for count in 2..<whole.count {
            let outcome = try Self.outcome(Array(whole.prefix(count)))
            #expect(outcome.rows.last == issue, "\(count) bytes")
            #expect(outcome.rows.dropLast().allSatisfy { ["1 | 2", "3 | 4"].contains($0) })
        }
    }

    @Test("A damaged file is an error")
    func damaged() throws {
        var bytes = try Self.compressed("a,b\n1,2\n")
        bytes[bytes.count - 6] ^= 0xFF  // the checksum
        let last = try #require(try Self.outcome(bytes).rows.last)
        #expect(last == " \(SeedIssue.Reason.file(.damagedGzip("incorrect data check")))")
        let garbage = try Self.compressed("a,b\n1,2\n") + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        let behind = try #require(try Self.outcome(garbage).rows.last)
        #expect(behind == " \(SeedIssue.Reason.file(.damagedGzip("incorrect header check")))")
    }
}
