import ObjectModel
import SQLite
import StoreFormat

/// Whether CloudKit mirrors stores of a model, which it refuses at the app's launch otherwise: made on
/// request, since most apps do not ask for it. A model alone is enough.
package enum CloudKitCheck {
    /// The name of the check.
    package static let name = "CloudKit"
    /// What it looks at, in one line.
    package static let purpose = "the model is one whose stores CloudKit mirrors"

    /// The code of a store that was mirrored already; the other codes are those of ``CloudKitRule``.
    package static let mirroredCode = "mirroredByCloudKit"

    /// The code of entities with mirrored objects that the app's model does not have.
    package static let removedCode = "mirroredEntityRemoved"

    /// Looks at a model.
    ///
    /// - Parameters:
    ///   - configuration: the one whose store is mirrored, which the model has; nil for all entities.
    ///   - values: what the model's source code says of values.
    ///   - isSource: whether the model was read from source code.
    package static func outcome(
        _ model: ManagedObjectModel, configuration: String?, values: SourceValues, isSource: Bool
    ) -> CheckOutcome {
        var outcome = CheckOutcome()
        guard !model.isInferred else {
            outcome.skipped = "the store carries no model; name the app's with --model"
            return outcome
        }
        outcome.examine(Int64(model.cloudKitPlaces(inConfiguration: configuration)))
        let violations = model.cloudKitViolations(
            inConfiguration: configuration, values: values, isSource: isSource)
        for violation in violations {
            let finding = Finding(
                entity: violation.entity, property: violation.property, code: violation.rule.rawValue,
                violation.words)
            if violation.isDoubtful { outcome.warn(finding) } else { outcome.report(finding) }
        }
        return outcome
    }

    /// Looks for what CloudKit notes of objects it has mirrored: in a seed it belongs to another account.
    ///
    /// - Parameter model: the app's; nil for the store's own.
    /// - Throws: `DatabaseError` where the store cannot be read.
    package static func noteMirroring(
        _ store: ReferenceStore, for model: ManagedObjectModel?, into outcome: inout CheckOutcome
    ) throws {
        var isMirrored = false
        for table in store.inspection.tables where MirroringTable.isNamed(table.name) {
            outcome.examine(1)
            let isUsed = try store.connection.integer(
                "SELECT 1 FROM \(table.name.sqlIdentifier) LIMIT 1")
            guard isUsed != nil else { continue }
            isMirrored = true
            outcome.warn(
                Finding(
                    code: mirroredCode,
                    "\(table.name) has rows: a seed made of this store brings the records of one account "
                        + "to all others"))
        }
        guard isMirrored, let model else { return }
        for name in removedEntities(store.model, model) {
            outcome.warn(
                Finding(
                    entity: name, code: removedCode,
                    "is no entity of the app's model: where CloudKit has mirrored objects of it, the migration fails "
                        + "on devices (ANSCKRECORDMETADATA); keep the entity"))
        }
    }

    /// The entities of a store's model that another one has by no name, neither its own nor as a former one.
    private static func removedEntities(_ old: ManagedObjectModel, _ new: ManagedObjectModel) -> [String] {
        let kept = Set(new.entities.flatMap { [$0.name] + ($0.renamingIdentifier.map { [$0] } ?? []) })
        return old.entities.filter { !$0.isAbstract && !kept.contains($0.name) }.map(\.name)
            .sortedInBinaryOrder()
    }
}
