import ArgumentParser
import Files
import Messages
import Migration
import ObjectModel
import Seeding
import StoreFormat
import SwiftDataSource
import Verification

/// `zseed repair`: creates a sound store from a damaged one.
struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Create a sound store from a damaged one.",
        discussion: """
            Creates a new store like `zseed create`, with the rows of a copy in which everything is repaired \
            that follows from the rest: tables, columns, indexes and triggers, hashes, entity numbers, \
            Z_MAX, references to missing objects, one-to-one relationships with a missing side, order keys. \
            Prints each change. The store itself is never changed.

            If some damage cannot be repaired, the reason is printed and nothing is written: the result \
            always passes `zseed verify --strict`. See docs/guides/repairing.md.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @Option(name: [.short, .long], help: "The path of the repaired store.")
    var output: String

    @OptionGroup
    var model: ModelOptions

    @Flag(
        name: .customLong("delete"),
        help: "Delete objects whose required relationships lead to missing objects.")
    var deletes = false

    @OptionGroup
    var printing: PrintOptions

    func validate() throws { try model.requirePath() }

    func run() throws {
        try Failures.reported(about: store) {
            guard try !ModelSubject.isModel(store) else { throw StoreError(.isModel, path: store) }
            let before = try findingsBefore()
            let finished: StoreRepair.Finished
            do {
                finished = try StoreRepair(
                    store: store, modelPath: model.path, choice: model.choice, deletes: deletes
                ).repair(to: output)
            } catch let refusal as StoreRepair.Refusal {
                throw Failure(
                    errors: refusal.differences.map {
                        IssueDescription(
                            path: store, reason: "notRepairable", entity: $0.entity,
                            property: $0.property, message: MigrationRenderer.plainLine($0))
                    }, status: .data)
            }
            let after = try findings(of: finished.migration.store.temporaryPath)
            guard after.isEmpty else {
                throw Failure(
                    errors: after.map { finding in
                        IssueDescription(
                            path: store, reason: "notRepairable", check: finding.check,
                            entity: finding.entity, property: finding.property,
                            message: "cannot be repaired: check '\(finding.name)': \(finding.line)")
                    }, status: .data)
            }
            IssueRenderer.report(finished.migration.schemaProblems, about: store)
            try finished.migration.store.place {
                try printResults(finished.changes, before)
                try Terminal.requireOutput()
            }
        }
    }

    private func printResults(_ changes: [RepairChange], _ mended: [RepairDescription.Finding]) throws {
        let description = RepairDescription(
            store: store, output: output, findings: mended,
            changes: changes.map(RepairDescription.change))
        if printing.json { return Terminal.printData(try JSONText.of(description) + "\n") }
        guard !printing.quiet else { return }
        for finding in mended { Terminal.print("repaired  \(finding.name): \(finding.line)") }
        for change in description.changes { Terminal.print("changed   \(change.text)") }
        // A store that is too damaged to be verified has changes but no findings.
        let count = mended.isEmpty && changes.isEmpty ? "nothing to repair" : "repaired"
        Terminal.print("\(output): \(count), \(Count.text(StoreVerifier.allChecks.count, "check")) passed")
    }

    /// Returns the findings of the checks for the store; empty if it is too damaged to be verified.
    private func findingsBefore() throws -> [RepairDescription.Finding] {
        do {
            return try findings(of: store)
        } catch {
            guard let failure = Failure(error, about: store), failure.status != .machine else { throw error }
            return []
        }
    }

    /// Returns the findings of the checks, including warnings.
    private func findings(of path: String) throws -> [RepairDescription.Finding] {
        let carriesModel = try !ModelSubject.open(path).model.isInferred
        let results = try StoreVerifier().verify(
            path: path, modelPath: carriesModel ? nil : model.path,
            modelChoice: carriesModel ? .current : model.choice)
        return results.flatMap { result in
            (result.outcome.examples + result.outcome.warnings).map { finding in
                RepairDescription.Finding(
                    check: CheckIdentifier.text(of: result.name), name: result.name,
                    entity: finding.entity, property: finding.property,
                    line: PrivatePath.shown(IssueRenderer.printable(finding.line)))
            }
        }
    }
}
