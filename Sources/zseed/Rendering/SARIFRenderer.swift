import Foundation
import Verification

/// What a verification found as SARIF 2.1.0, which code scanning shows: a rule for each check, a
/// result for each example.
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
        let artifactLocation: Artifact
    }

    private struct LogicalLocation: Encodable {
        let name: String
        let fullyQualifiedName: String
    }

    func text(_ report: VerificationReport) throws -> String {
        let results = report.allResults
        let rules = results.map { result in
            let page = VerificationReport.publishedPage(of: result.name)
            return Rule(
                id: CheckIdentifier.text(of: result.name), name: result.name,
                shortDescription: Message(text: result.purpose),
                help: Message(text: "See \(page)", markdown: "[\(page)](\(page))"), helpUri: page)
        }
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
        let log = Log(runs: [Run(tool: Tool(driver: Driver(rules: rules)), results: found)])
        return try JSONText.of(log) + "\n"
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

    /// The path as a URI: relative to where the command ran, as code scanning wants it.
    private static func uri(_ path: String) -> String {
        let encoded = path.addingPercentEncoding(
            withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: ":")))
        return (path.hasPrefix("/") ? "file://" : "") + (encoded ?? path)
    }
}
