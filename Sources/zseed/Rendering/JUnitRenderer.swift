import Foundation
import Verification

/// The results of a verification in JUnit's form, which CI systems show as tests: one test case for
/// each check. Times are left out: equal stores give equal files.
struct JUnitRenderer {
    func text(_ report: VerificationReport) -> String {
        let results = report.allResults
        let failures = results.filter { !$0.isPassed }.count
        let skipped = results.filter(Self.isSkipped).count
        let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\""
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(counts)>
              <testsuite name="\(Self.escaped("zseed verify " + report.store))" \(counts) skipped="\(skipped)">

            """
        return head + results.map(testCase).joined() + "  </testsuite>\n</testsuites>\n"
    }

    private static func isSkipped(_ result: StoreVerifier.Result) -> Bool {
        result.isPassed && result.outcome.skipped != nil
    }

    private func testCase(_ result: StoreVerifier.Result) -> String {
        let outcome = result.outcome
        let start = "    <testcase classname=\"zseed.verify\" name=\"\(Self.escaped(result.name))\""
        var content = ""
        if !result.isPassed {
            let message = "\(outcome.wrong) wrong of \(outcome.examined) examined: \(result.purpose)"
            let lines = outcome.examples.map(\.line)
                + ["See \(VerificationReport.page(of: result.name))"]
            content += "      <failure type=\"\(CheckIdentifier.text(of: result.name))\" "
                + "message=\"\(Self.escaped(message))\">"
                + Self.escaped(lines.joined(separator: "\n")) + "</failure>\n"
        } else if let reason = outcome.skipped {
            content += "      <skipped message=\"\(Self.escaped(reason))\"/>\n"
        }
        if !outcome.warnings.isEmpty {
            let lines = outcome.warnings.map { "warning: \($0.line)" }
            content += "      <system-out>" + Self.escaped(lines.joined(separator: "\n"))
                + "</system-out>\n"
        }
        return content.isEmpty ? start + "/>\n" : start + ">\n" + content + "    </testcase>\n"
    }

    /// The text for XML. What XML 1.0 cannot hold at all, as names and values of a damaged store
    /// may, becomes the replacement character.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
