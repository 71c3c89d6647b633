import ObjectModel
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
              <testsuite name="\(XMLText.escapedLossily("zseed verify " + report.store))" \(counts) skipped="\(skipped)">

            """
        return head + results.map(testCase).joined() + "  </testsuite>\n</testsuites>\n"
    }

    private static func isSkipped(_ result: StoreVerifier.Result) -> Bool {
        result.isPassed && result.outcome.skipped != nil
    }

    private func testCase(_ result: StoreVerifier.Result) -> String {
        let outcome = result.outcome
        let name = XMLText.escapedLossily(result.name)
        let start = "    <testcase classname=\"zseed.verify\" name=\"\(name)\""
        var content = ""
        if !result.isPassed {
            let message =
                "\(outcome.wrong) wrong of \(outcome.examined) examined: \(result.purpose)"
            let lines =
                outcome.examples.map(\.line)
                + ["See \(VerificationReport.publishedPage(of: result.name))"]
            content +=
                "      <failure type=\"\(CheckIdentifier.text(of: result.name))\" "
                + "message=\"\(XMLText.escapedLossily(message))\">"
                + Self.content(lines) + "</failure>\n"
        } else if let reason = outcome.skipped {
            content += "      <skipped message=\"\(XMLText.escapedLossily(reason))\"/>\n"
        }
        if !outcome.warnings.isEmpty {
            let lines = outcome.warnings.map { "warning: \($0.line)" }
            content += "      <system-out>" + Self.content(lines) + "</system-out>\n"
        }
        return content.isEmpty ? start + "/>\n" : start + ">\n" + content + "    </testcase>\n"
    }

    private static func content(_ lines: [String]) -> String {
        lines.map(XMLText.escapedLossily).joined(separator: "\n")
    }
}
