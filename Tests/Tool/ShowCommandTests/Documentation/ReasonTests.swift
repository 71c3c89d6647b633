import Foundation
import Inputs
import Messages
import ObjectLayer
import ObjectModel
import TestSupport
import Testing

/// The codes in `zseed build --json` with which programs distinguish errors.
@Suite("Codes of errors")
struct ReasonTests {
    /// Returns the first column of the tables in the section on reasons.
    private static func documented() throws -> [String] {
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/guides/build-report.md", encoding: .utf8)
        let heading = try #require(page.range(of: "\n## Reasons\n"))
        let section = page[heading.upperBound...]
        let end = section.range(of: "\n## ")?.lowerBound ?? section.endIndex
        return section[..<end].matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.output.1) }
    }

    @Test("Every error has a documented code, and no other code is documented")
    func documentation() throws {
        var codes: Set<String> = []
        for enumeration in Self.enumerations {
            let names = try enumeration.cases()
            #expect(names.count > 2, "\(enumeration.type)")
            codes.formUnion(names.map { IssueCode.named($0, of: enumeration.type).rawValue })
        }
        // Codes that belong to no enumeration, where they are reported.
        let folder = Corpus.packageRoot + "/Sources/Tool"
        for case let name as String in try #require(FileManager.default.enumerator(atPath: folder))
        where name.hasSuffix(".swift") {
            let source = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            codes.formUnion(
                source.matches(of: /reason: (?:IssueCode = )?"(\w+)"/).map { String($0.output.1) })
        }
        let documented = try Set(Self.documented())
        #expect(codes.subtracting(documented).sorted() == [], "not in docs/guides/build-report.md")
        #expect(documented.subtracting(codes).sorted() == [], "no error has it")
    }

    /// An enumeration of errors with codes.
    struct Enumeration: CustomTestStringConvertible {
        let type: String
        /// The file that declares it.
        let file: String
        let declaration: String
        var testDescription: String { type }

        /// Returns the names of its cases in the source code.
        func cases() throws -> [String] {
            let root = Corpus.packageRoot + "/Sources"
            let path = FileManager.default.enumerator(atPath: root)?.lazy.compactMap { $0 as? String }
                .first { $0.hasSuffix("/\(file).swift") }
            let source = try String(contentsOfFile: root + "/" + #require(path), encoding: .utf8)
            let start = try #require(source.range(of: declaration))
            let end = try #require(
                source.range(of: "\n    }\n", range: start.upperBound..<source.endIndex)
                    ?? source.range(of: "\n}", range: start.upperBound..<source.endIndex))
            return source[start.upperBound..<end.lowerBound].matches(of: /(?m)^ *case (\w+(?:, \w+)*)/)
                .flatMap { $0.output.1.split(separator: ", ").map(String.init) }
        }
    }

    static let enumerations: [Enumeration] =
        [
            "Command", "Database", "Document", "File", "Model", "Object", "Output", "Plan", "Spreadsheet",
            "Table", "Value",
        ].map {
            .init(type: "SeedIssue.Reason.\($0)", file: "Reason+\($0)", declaration: "enum \($0):")
        } + [
            .init(type: "StoreError.Problem", file: "StoreError", declaration: "enum Problem:"),
            .init(type: "ModelError.Problem", file: "ModelError", declaration: "enum Problem:"),
            .init(
                type: "StoreCreationError", file: "StoreCreationError",
                declaration: "enum StoreCreationError:"),
            .init(type: "ModelArchiveError.Problem", file: "ModelArchiveError", declaration: "enum Problem:"),
            .init(
                type: "PersistentStoreError", file: "PersistentStoreError",
                declaration: "enum PersistentStoreError:"),
            .init(
                type: "ManagedObjectError", file: "ManagedObjectError",
                declaration: "enum ManagedObjectError:"),
            .init(type: "ModelSourceIssue.Problem", file: "ModelSourceIssue", declaration: "enum Problem:"),
            .init(type: "LaunchIssue.Kind", file: "LaunchIssue", declaration: "enum Kind:"),
            .init(type: "CopyIssue.Kind", file: "CopyIssue", declaration: "enum Kind:"),
            .init(type: "MergeError.Problem", file: "MergeError", declaration: "enum Problem:"),
            .init(type: "GitError", file: "GitError", declaration: "enum GitError:"),
        ]

    @Test(
        "The kinds in migrate --json and guard --json keep their names",
        arguments: [
            (
                "MigrationDifference",
                """
                entityAdded entityRemoved entityRenamed parentChanged becameAbstract becameConcrete attributeAdded \
                attributeRemoved relationshipAdded relationshipRemoved propertyRenamed becameOptional becameRequired \
                becameRequired becameTransient becamePersistent becameToMany becameOrdered becameUnordered \
                inverseChanged storedInside storedOutside derivationUnknown typeChanged kindChanged becameToOne \
                noDefault defaultNotStorable destinationChanged casesGone abstractObjects strayRows \
                missingRequiredTarget wrongTargets equalValues linksLost renumbered historyCleared mirroringLost \
                mirroredEntityRemoved tableLost missingFiles
                """
            ),
            (
                "GuardIssue",
                """
                edited edited touched removed notCurrent wentBack sameAs needsMapping losesData crashesAtLaunch plan \
                unreadableSchema
                """
            ),
        ])
    func kinds(file: String, names: String) throws {
        let kind = Enumeration(type: "\(file).Kind", file: file, declaration: "enum Kind:")
        let codes = try kind.cases().map { IssueCode.named($0, of: kind.type).rawValue }
        #expect(codes.joined(separator: " ") == names)
    }

    @Test("The code of an error does not depend on its values")
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
