import ObjectModel
import Verification

/// The results of a verification or a build in JUnit's format, which CI systems show as tests. There is one test case
/// for each check, and for each file of a build. Times are left out, so that equal input gives equal files.
struct JUnitRenderer {
    func text(_ report: VerificationReport) -> String {
        let results = report.allResults
        return suite(
            "zseed verify " + report.store, results.map { testCase($0, of: "zseed.verify") },
            failures: results.filter { !$0.isPassed }.count,
            skipped: results.filter(Self.isSkipped).count)
    }

    func text(_ build: BuildResults) -> String {
        let files = build.files
        let failed = files.filter { path in
            build.entries(about: path).contains { $0.severity == .error }
        }
        return suite(
            "zseed build " + build.plan,
            files.map { fileCase($0, build) }
                + build.checks.map { testCase($0, of: "zseed.build.checks") },
            failures: failed.count + build.checks.filter { !$0.isPassed }.count,
            skipped: build.checks.filter(Self.isSkipped).count)
    }

    private func suite(_ name: String, _ cases: [String], failures: Int, skipped: Int) -> String {
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\""
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites \(counts)>
              <testsuite name="\(XMLText.escapedLossily(name))" \(counts) skipped="\(skipped)">

            """ + cases.joined() + "  </testsuite>\n</testsuites>\n"
    }

    /// Returns the test case of a file that a build reads or writes. It passes if there is no error about the file.
    private func fileCase(_ path: String, _ build: BuildResults) -> String {
        let entries = build.entries(about: path)
        let errors = entries.filter { $0.severity == .error }
        let others = entries.filter { $0.severity != .error }
        var content = ""
        if let first = errors.first {
            content +=
                "      <failure type=\"\(first.issue.reason.rawValue)\" "
                + "message=\"\(XMLText.escapedLossily(first.issue.message))\">"
                + Self.content(errors.map { $0.issue.text() }) + "</failure>\n"
        }
        if !others.isEmpty {
            let lines = others.map { $0.issue.text($0.severity.rawValue) }
            content += "      <system-out>" + Self.content(lines) + "</system-out>\n"
        }
        return testCase(path, of: "zseed.build", content)
    }

    private func testCase(_ name: String, of suite: String, _ content: String) -> String {
        let start =
            "    <testcase classname=\"\(suite)\" name=\"\(XMLText.escapedLossily(name))\""
        return content.isEmpty ? start + "/>\n" : start + ">\n" + content + "    </testcase>\n"
    }

    private static func isSkipped(_ result: StoreVerifier.Result) -> Bool {
        result.isPassed && result.outcome.skipped != nil
    }

    private func testCase(_ result: StoreVerifier.Result, of suite: String) -> String {
        let outcome = result.outcome
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
        return testCase(result.name, of: suite, content)
    }

    private static func content(_ lines: [String]) -> String {
        lines.map(XMLText.escapedLossily).joined(separator: "\n")
    }
}
