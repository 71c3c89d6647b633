import Foundation
import TestSupport
import Testing

@testable import Verification

@Suite("docs/reference/checks.md")
struct CheckDocumentationTests {
    /// Returns the text of each section by its heading.
    private static func sections() throws -> [String: String] {
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/reference/checks.md", encoding: .utf8)
        let parts = page.components(separatedBy: "\n### ").dropFirst()
        return Dictionary(
            parts.map { part in
                let lines = part.components(separatedBy: "\n")
                return (lines[0], lines.dropFirst().joined(separator: " "))
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test("The page has for every check what it examines, what the app would do, and the fix")
    func everyCheck() throws {
        let sections = try Self.sections()
        let others = ["store file", "app model", CloudKitCheck.name, CoreDataWalk.name]
        let names = StoreVerifier.allChecks.map(\.name) + others
        for name in names {
            let text = try #require(sections[name], "docs/reference/checks.md says nothing of \(name)")
            for part in ["*Looks at* ", "*The app*", "*Fix* "] {
                #expect(text.contains(part), "\(name) lacks \(part)")
            }
        }
        #expect(Set(sections.keys) == Set(names))
    }

    @Test("Each check has its own name and identifier, and a purpose of one line")
    func names() {
        let checks = StoreVerifier.allChecks
        #expect(Set(checks.map { CheckIdentifier.text(of: $0.name) }).count == checks.count)
        for check in checks {
            #expect(
                !check.purpose.isEmpty && check.purpose.count <= 80 && !check.purpose.contains("\n")
            )
        }
    }
}
