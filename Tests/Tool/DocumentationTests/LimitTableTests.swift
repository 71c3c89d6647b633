import Files
import Foundation
import TestSupport
import Testing

@Suite("docs/reference/limits.md")
struct LimitTableTests {
    private static let path = Corpus.packageRoot + "/docs/reference/limits.md"

    /// The expected page; `ZSEED_WRITE_DOCS=1 swift test --filter LimitTableTests` writes it.
    @Test("The page's table equals the program's")
    func table() throws {
        let page = try String(contentsOfFile: Self.path, encoding: .utf8)
        let begin = try #require(page.range(of: "| what | at most | then |\n|---|---|---|\n"))
        let end = try #require(page.range(of: "\n\n", range: begin.upperBound..<page.endIndex))
        let rows = Limits.all.map { "| \($0.name) | \($0.amount) | \($0.exitCode) |" }
        // Limits that are not numbers of the program.
        let others = [
            "| memory for reading rows | the value of `build --memory MB`, otherwise no limit | 3 |"
        ]
        let table = (rows + others).joined(separator: "\n")
        if ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] != nil {
            let written = page.replacingCharacters(in: begin.upperBound..<end.lowerBound, with: table)
            try written.write(toFile: Self.path, atomically: true, encoding: .utf8)
        } else {
            #expect(page[begin.upperBound..<end.lowerBound] == table)
        }
    }

    @Test("Every limit is in the list of all limits")
    func all() throws {
        let source = try String(
            contentsOfFile: Corpus.packageRoot + "/Sources/Base/Files/Limits.swift", encoding: .utf8)
        #expect(source.matches(of: /(?m)^    package static let \w+ = Limit\(/).count == Limits.all.count)
        #expect(Set(Limits.all.map(\.name)).count == Limits.all.count)
    }

    @Test("Amounts are formatted for people")
    func amounts() {
        #expect(Limits.planBytes.amount == "16 MB")
        #expect(Limits.sharedTexts.amount == "8 GB")
        #expect(Limits.viewSteps.amount == "5,000,000,000 steps")
        #expect(Limits.unfolding.amount == "250 times its size in the archive")
    }

    /// These rooms are above the files in the order of rooms, so they repeat the numbers.
    @Test(
        "Rooms that cannot import the table repeat its numbers",
        arguments: [
            (
                "Model/SwiftSource/Lexing/SwiftLexer.swift", "static let bytes = 8 << 20",
                Limits.swiftFileBytes,
                8 << 20
            ),
            ("Model/SwiftSource/Lexing/SwiftLexer.swift", "static let depth = 100", Limits.swiftLevels, 100),
            ("Base/Images/ThumbnailForm.swift", "mostPixels = 1 << 27", Limits.imagePixels, 1 << 27),
        ])
    func others(file: String, line: String, limit: Limit, number: Int) throws {
        let source = try String(contentsOfFile: Corpus.packageRoot + "/Sources/" + file, encoding: .utf8)
        #expect(source.contains(line + "\n"))
        #expect(limit.most == number)
    }
}
