import Foundation
import TestSupport
import Testing
import Verification

@testable import zseed

@Suite("Advice for failed checks")
struct CheckAdviceTests {
    @Test("The advice is the text after *Fix* in docs/reference/checks.md")
    func advice() throws {
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/reference/checks.md", encoding: .utf8)
        var count = 0
        for section in page.components(separatedBy: "\n### ").dropFirst() {
            let name = section.prefix { $0 != "\n" }
            let found = try #require(section.firstMatch(of: /(?s)\n- \*Fix\*:? *(.*?)(?:\n- |\n#|\n\n|\n?$)/))
            let words = found.output.1.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .replacing(/\[([^\]]+)\]\([^)]*\)/) { String($0.output.1) }
            #expect(
                CheckAdvice.words(for: String(name)) == words,
                "\(name)")
            count += 1
        }
        #expect(count == CheckAdvice.all.count)
        for check in StoreVerifier.allChecks {
            #expect(CheckAdvice.words(for: check.name) != nil, "\(check.name)")
        }
    }
}
