import Foundation
import ObjectLayer
import ObjectModel
import Sources
import TestSupport
import Testing

@testable import zseed

/// What programs read out of `zseed build --json` to tell errors apart.
@Suite("The reasons of errors")
struct ReasonTests {
    /// The first column of the tables in the section on reasons.
    private static func documented() throws -> [String] {
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/build-report.md", encoding: .utf8)
        let heading = try #require(page.range(of: "\n## Reasons\n"))
        let section = page[heading.upperBound...]
        let end = section.range(of: "\n## ")?.lowerBound ?? section.endIndex
        return section[..<end].matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.output.1) }
    }

    @Test("Every reason is documented, and none that does not exist")
    func documentation() throws {
        let codes = Set(IssueCode.allCases.map(\.rawValue))
        let documented = try Set(Self.documented())
        #expect(codes.subtracting(documented).sorted() == [], "not in docs/build-report.md")
        #expect(documented.subtracting(codes).sorted() == [], "no error has it")
    }

    /// Every enumeration of errors that have a code, and where it is declared.
    private static let enumerations: [(type: String, path: String, declaration: String)] =
        [
            "Command", "Database", "Document", "File", "Model", "Object", "Output", "Plan", "Spreadsheet",
            "Table", "Value",
        ].map {
            ("SeedIssue.Reason.\($0)", "Sources/Issues/Reasons/Reason+\($0)", "enum \($0):")
        } + [
            ("StoreError.Problem", "StoreFormat/Inspection/StoreError", "enum Problem:"),
            ("ModelError.Problem", "ObjectModel/Model/ModelError", "enum Problem:"),
            ("StoreCreationError", "StoreFormat/Creation/StoreCreationError", "enum StoreCreationError:"),
            ("ModelArchiveError.Problem", "ObjectModel/Archive/ModelArchiveError", "enum Problem:"),
            (
                "PersistentStoreError", "ObjectLayer/Mapping/PersistentStoreError",
                "enum PersistentStoreError:"
            ),
            ("ManagedObjectError", "ObjectLayer/Mapping/ManagedObjectError", "enum ManagedObjectError:"),
            ("ModelSourceIssue.Problem", "ObjectModel/Readers/ModelSourceIssue", "enum Problem:"),
            ("CopyIssue.Kind", "Copying/Choice/CopyIssue", "enum Kind:"),
            ("MergeError.Problem", "Merging/Basics/MergeError", "enum Problem:"),
        ]

    @Test("Every case of every error has a code", arguments: enumerations)
    func cases(type: String, path: String, declaration: String) throws {
        let source = try String(
            contentsOfFile: Corpus.packageRoot + "/Sources/\(path).swift", encoding: .utf8)
        let start = try #require(source.range(of: declaration))
        let end = try #require(
            source.range(of: "\n    }\n", range: start.upperBound..<source.endIndex)
                ?? source.range(of: "\n}", range: start.upperBound..<source.endIndex))
        let body = source[start.upperBound..<end.lowerBound]
        let names = body.matches(of: /(?m)^ *case (\w+(?:, \w+)*)/)
            .flatMap { $0.output.1.split(separator: ", ").map(String.init) }
        #expect(names.count > 2)
        for name in names {
            #expect(IssueCode.named(name, of: type) != nil, "\(type).\(name)")
        }
    }

    @Test("Errors of one kind have one reason, whatever they carry")
    func payload() {
        #expect(IssueCode(SeedIssue.Reason.value(.notA(.integer))).rawValue == "notA")
        #expect(IssueCode(SeedIssue.Reason.value(.notA(.date))).rawValue == "notA")
        #expect(IssueCode(SeedIssue.Reason.table(.raggedRow(expected: 2, found: 3))).rawValue == "raggedRow")
        #expect(IssueCode(SeedIssue.Reason.file(.fileNotFound)).rawValue == "fileNotFound")
        #expect(IssueCode(SeedIssue.Reason.command(.notAllowed(["x"]))).rawValue == "commandNotAllowed")
        #expect(IssueCode(ModelSourceIssue.Problem.noModels).rawValue == "noModelClass")
        #expect(IssueCode(ModelSourceIssue.Problem.modelsElsewhere(["x"])).rawValue == "noModelClass")
        #expect(IssueCode(ModelError.Problem.noVersions).rawValue == "noVersions")
        #expect(IssueCode(ModelError.Problem.tooMany(what: "x", limit: 1)).rawValue == "tooMany")
    }
}
