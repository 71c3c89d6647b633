import CodeGeneration
import CommandSupport
import Exporting
import Files
import Foundation
import Merging
import Messages
@testable import ObjectLayer
import ObjectModel
import Seeding
import Inputs
import StoreFormat
import TestSupport
import Testing

@testable import Copying
@testable import Migration
@testable import zseed

/// The exact text of every case of every error. `ZSEED_WRITE_DOCS=1` writes the page.
@Suite("docs/reference/messages.md")
struct MessagePageTests {
    /// The errors of an enumeration.
    struct Section {
        let title: String
        /// The name of the enumeration in ``IssueCode``; nil if its cases have no code.
        let type: String?
        /// The names of cases and their texts.
        private(set) var lines: [(name: String, words: String)] = []

        init<Sample>(
            _ title: String, _ type: String?, _ samples: [Sample], case: (Sample) -> Any = { $0 },
            _ words: (Sample) throws -> String
        ) rethrows {
            self.title = title
            self.type = type
            var seen: Set<String> = []
            for sample in samples {
                let text = try words(sample)
                let name = String("\(`case`(sample))".prefix { $0 != "(" })
                // A text that differs only in a number is left out.
                guard seen.insert(name + text.replacing(/\d+/, with: "1")).inserted else { continue }
                lines.append((name, text))
            }
        }

        var text: String {
            let shown = lines.map { line in
                let code = type.map { IssueCode.named(line.name, of: $0).rawValue } ?? line.name
                return (type == nil ? "" : code + ": ") + line.words
            }
            return "## \(title)\n\n```\n\(shown.joined(separator: "\n"))\n```\n"
        }
    }

    private static func reason(_ reason: SeedIssue.Reason) -> String {
        IssueRenderer().reason(
            SeedIssue(
                reason, at: .init(path: "seed.yml", line: 3), sourceColumn: "price", value: "12,5"))
    }

    private static func sections() throws -> [Section] {
        typealias Samples = ErrorSamples
        let entry = try #require(Corpus.all.first { $0.name == "atlas" })
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        let context = try ManagedObjectContext(coordinator)
        let entity = try #require(coordinator.managedObjectModel.entities.first)
        let object = try #require(context.fetch(FetchRequest(entityName: entity.name)).first)
        let query = QueryErrorRenderer(subject: "query", text: "TEXT", model: coordinator.managedObjectModel)
        return [
            .init("Plans", "SeedIssue.Reason.Plan", Samples.planReasons) { reason(.plan($0)) },
            .init("Plans and their model", "SeedIssue.Reason.Model", Samples.modelReasons) {
                reason(.model($0))
            },
            .init("Files", "SeedIssue.Reason.File", Samples.fileReasons) { reason(.file($0)) },
            .init("Rows of fields", "SeedIssue.Reason.Table", Samples.tableReasons) { reason(.table($0)) },
            .init("Spreadsheets", "SeedIssue.Reason.Spreadsheet", Samples.spreadsheetReasons) {
                reason(.spreadsheet($0))
            },
            .init("Programs as sources", "SeedIssue.Reason.Command", Samples.commandReasons) {
                reason(.command($0))
            },
            .init("Documents of records", "SeedIssue.Reason.Document", Samples.documentReasons) {
                reason(.document($0))
            },
            .init("Databases and stores as sources", "SeedIssue.Reason.Database", Samples.databaseReasons) {
                reason(.database($0))
            },
            .init("Values", "SeedIssue.Reason.Value", Samples.valueReasons) { reason(.value($0)) },
            .init("Objects and relationships", "SeedIssue.Reason.Object", Samples.objectReasons) {
                reason(.object($0))
            },
            .init("Outputs of a build", "SeedIssue.Reason.Output", Samples.outputReasons) {
                reason(.output($0))
            },
            .init("Hints after a message", nil, Samples.hints) { IssueRenderer.help($0) },
            .init("Stores", "StoreError.Problem", Samples.storeProblems) { IssueRenderer.words($0) },
            .init("Models", "ModelError.Problem", Samples.modelProblems) { IssueRenderer.words($0) },
            .init("Warnings about models", nil, Samples.modelWarnings) { IssueRenderer.words($0) },
            .init("Models in Swift source", "ModelSourceIssue.Problem", Samples.sourceProblems) {
                ModelSourceRenderer.words($0)
            },
            .init("Model caches", "ModelArchiveError.Problem", Samples.archiveProblems) {
                IssueRenderer.words(ModelArchiveError($0, usedBy: "Item.name"))
            },
            .init("Stores that cannot be made", "StoreCreationError", Samples.creations) {
                IssueRenderer.words($0)
            },
            .init("Unverified parts of a model", nil, Samples.schemaProblems) {
                IssueRenderer.words($0)
            },
            .init("Differences of a store from its model", nil, Samples.layoutProblems) {
                LayoutProblemText.describe($0)
            },
            .init("The object layer", "PersistentStoreError", Samples.openings) { IssueRenderer.words($0) },
            .init("Objects", "ManagedObjectError", Samples.objects(object.objectID)) {
                IssueRenderer.words($0)
            },
            .init("Queries", nil, Samples.requests) { query.message($0).words },
            .init("The format language", nil, Samples.formats) {
                PredicateFormatError($0, format: "TEXT", utf8Offset: 0).description
            },
            .init("Outputs of other commands", nil, Samples.outputs) { problem in
                Failure(OutputError(problem, path: "seed.sqlite"), about: "")?.errors.first?.message ?? ""
            },
            .init("Warnings about files", nil, Samples.remarks) { IssueDescription($0).message },
            .init("Migrations", nil, Samples.differences) {
                MigrationRenderer.plainLine(
                    MigrationDifference($0, entity: "Item", property: "name", objects: 1, values: 2))
            },
            .init("Migration plans", "LaunchIssue.Kind", Samples.launchIssues, case: \.kind) {
                LaunchRenderer.words($0)
            },
            .init("git", "GitError", Samples.git) { GuardRenderer.words($0) },
            .init("Copies", "CopyIssue.Kind", Samples.copies) {
                CopyRenderer.description(
                    CopyIssue($0, entity: "Item", property: "name", count: 2, example: 7), path: "seed.sqlite"
                ).message
            },
            .init("Merges", "MergeError.Problem", Samples.merges) {
                IssueRenderer.words(MergeError($0, path: "user.sqlite"))
            },
            .init("Reasons for a build", nil, Samples.needs) { NeedRenderer.words($0) },
            .init("Parts that an export leaves out", nil, Samples.omissions) { ExportRenderer.words($0) },
            .init("Generated code", nil, Samples.codeErrors) { CodeRenderer.words($0) },
            .init("Limits of generated code", nil, Samples.codeNotes) { CodeRenderer.words($0) },
            .init("Pinned versions", nil, Samples.pinChanges) { CodeRenderer.words($0) },
        ]
    }

    private static func page(_ sections: [Section]) -> String {
        """
        # Messages

        All errors and warnings. Many begin with their [reason](../guides/build-report.md#reasons), the code in JSON. Words in \
        capitals stand for changing text. A test compares this page with the program.


        """ + sections.map(\.text).joined(separator: "\n")
    }

    @Test("The page has the exact text of every error")
    func upToDate() throws {
        let path = Corpus.packageRoot + "/docs/reference/messages.md"
        let page = Self.page(try Self.sections())
        if ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] != nil {
            try Data(page.utf8).write(to: URL(fileURLWithPath: path))
        }
        let committed = try String(contentsOfFile: path, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(committed.filter { !lines.contains($0) } == [], "no error has these words")
        #expect(lines.filter { !committed.contains($0) } == [], "not in docs/reference/messages.md")
        #expect(committed == lines)
    }

    @Test("The page has every case of every error with a code", arguments: ReasonTests.enumerations)
    func complete(enumeration: ReasonTests.Enumeration) throws {
        let section = try #require(Self.sections().first { $0.type == enumeration.type })
        let missing = Set(try enumeration.cases()).subtracting(section.lines.map(\.name))
        #expect(missing.sorted() == [], "\(enumeration.type)")
    }
}
