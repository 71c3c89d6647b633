import Foundation
import Verification

/// The results of a verification or a build as SARIF 2.1.0 for code scanning: a rule for each check or reason, and a
/// result for each example or issue.
///
/// See <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
struct SARIFRenderer {
    private struct Log: Encodable {
        let schema = "https://json.schemastore.org/sarif-2.1.0.json"
        let version = "2.1.0"
        let runs: [Run]

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case version, runs
        }
    }

    private struct Run: Encodable {
        let tool: Tool
        let results: [Result]
        let columnKind = "unicodeCodePoints"
    }

    private struct Tool: Encodable {
        let driver: Driver
    }

    private struct Driver: Encodable {
        let name = "zseed"
        let version = ProgramVersions.zseed
        let rules: [Rule]
    }

    private struct Rule: Encodable {
        let id: String
        let name: String
        let shortDescription: Message
        let help: Message
        let helpUri: String
    }

    private struct Message: Encodable {
        let text: String
        var markdown: String?
    }

    private struct Result: Encodable {
        let ruleId: String
        let ruleIndex: Int
        let level: String
        let message: Message
        let locations: [Location]
    }

    private struct Location: Encodable {
        let physicalLocation: PhysicalLocation
        let logicalLocations: [LogicalLocation]?
    }

    private struct PhysicalLocation: Encodable {
        struct Artifact: Encodable {
            let uri: String
        }
        struct Region: Encodable {
            let startLine: Int
            let startColumn: Int?
        }
        let artifactLocation: Artifact
        var region: Region?
    }

    private struct LogicalLocation: Encodable {
        let name: String
        let fullyQualifiedName: String
    }

    private func rule(_ id: String, name: String, _ words: String, page: String) -> Rule {
        Rule(
            id: id, name: name, shortDescription: Message(text: words),
            help: Message(text: "See \(page)", markdown: "[\(page)](\(page))"), helpUri: page)
    }

    private func rule(_ result: StoreVerifier.Result) -> Rule {
        rule(
            CheckIdentifier.text(of: result.name), name: result.name, result.purpose,
            page: VerificationReport.publishedPage(of: result.name))
    }

    private func text(_ rules: [Rule], _ results: [Result]) throws -> String {
        let log = Log(runs: [Run(tool: Tool(driver: Driver(rules: rules)), results: results)])
        return try JSONText.of(log) + "\n"
    }

    func text(_ build: BuildResults) throws -> String {
        var rules: [Rule] = []
        let results = build.entries.map { entry in
            let issue = entry.issue
            let id = issue.check ?? issue.reason.rawValue
            let index =
                rules.firstIndex { $0.id == id }
                ?? {
                    let check = build.checks.first { CheckIdentifier.text(of: $0.name) == id }
                    rules.append(
                        check.map { rule($0) }
                            ?? rule(id, name: id, id, page: BuildResults.reasonPage))
                    return rules.count - 1
                }()
            return Result(
                ruleId: id, ruleIndex: index, level: entry.severity.rawValue,
                message: Message(text: issue.message), locations: [location(issue)])
        }
        return try text(rules, results)
    }

    private func location(_ issue: IssueDescription) -> Location {
        let names = [issue.entity, issue.property].compactMap(\.self)
        return Location(
            physicalLocation: PhysicalLocation(
                artifactLocation: .init(uri: Self.uri(issue.path)),
                region: issue.line.map { .init(startLine: $0, startColumn: issue.column) }),
            logicalLocations: names.last.map {
                [LogicalLocation(name: $0, fullyQualifiedName: names.joined(separator: "/"))]
            })
    }

    func text(_ report: VerificationReport) throws -> String {
        let results = report.allResults
        let rules = results.map(rule)
        let found = results.enumerated().flatMap { index, result in
            func entry(_ finding: Finding, _ level: String) -> Result {
                Result(
                    ruleId: rules[index].id, ruleIndex: index, level: level,
                    message: Message(text: finding.line),
                    locations: [location(finding, in: report.store)])
            }
            return result.outcome.examples.map { entry($0, "error") }
                + result.outcome.warnings.map { entry($0, "warning") }
                + result.outcome.notes.map { entry($0, "note") }
        }
        return try text(rules, found)
    }

    private func location(_ finding: Finding, in store: String) -> Location {
        let object = [finding.entity, finding.primaryKey.map { "p\($0)" }, finding.property]
            .compactMap(\.self)
        let logical = object.last.map {
            [LogicalLocation(name: $0, fullyQualifiedName: object.joined(separator: "/"))]
        }
        return Location(
            physicalLocation: PhysicalLocation(artifactLocation: .init(uri: Self.uri(store))),
            logicalLocations: logical)
    }

    /// Returns the path as a URI, relative to the working folder, as code scanning requires.
    private static func uri(_ path: String) -> String {
        let encoded = path.addingPercentEncoding(
            withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: ":")))
        return (path.hasPrefix("/") ? "file://" : "") + (encoded ?? path)
    }
}
