import ObjectModel
import SQLite
import StoreFormat

/// Checks whether CloudKit can mirror stores of a model. If not, CloudKit refuses them when the app launches. The check
/// runs only on request, because most apps do not need it. A model without a store is enough.
package enum CloudKitCheck {
    /// The name of the check.
    package static let name = "CloudKit"
    /// A description of the check in one line.
    package static let purpose = "CloudKit can mirror stores of the model"

    /// The code for a store that was already mirrored. All other codes are those of ``CloudKitRule``.
    package static let mirroredCode = "mirroredByCloudKit"

    /// The code for entities with mirrored objects that the app's model lacks.
    package static let removedCode = "mirroredEntityRemoved"

    /// Checks a model.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the model whose store is mirrored; nil for all entities.
    ///   - values: the rules for values in the model's source code.
    ///   - isSource: whether the model was read from source code.
    package static func outcome(
        _ model: ManagedObjectModel, configuration: String?, values: SourceValues, isSource: Bool
    ) -> CheckOutcome {
        var outcome = CheckOutcome()
        guard !model.isInferred else {
            outcome.skipped = "the store contains no model; add the app's with --model"
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

    /// Checks for CloudKit's records of mirrored objects. In a seed they belong to another account.
    ///
    /// - Parameter model: the app's model; nil for the store's own.
    /// - Throws: `DatabaseError` if the store cannot be read.
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
                    "\(table.name) has rows: a seed made from this store would give one account's records "
                        + "to all others"))
        }
        guard isMirrored, let model else { return }
        for name in removedEntities(store.model, model) {
            outcome.warn(
                Finding(
                    entity: name, code: removedCode,
                    "is not an entity of the app's model: if CloudKit has mirrored its objects, the "
                        + "migration fails on devices (ANSCKRECORDMETADATA); keep the entity"))
        }
    }

    /// Returns the entities of a store's model that are missing in another one, under their current and their former
    /// names.
    private static func removedEntities(_ old: ManagedObjectModel, _ new: ManagedObjectModel) -> [String] {
        let kept = Set(new.entities.flatMap { [$0.name] + ($0.renamingIdentifier.map { [$0] } ?? []) })
        return old.entities.filter { !$0.isAbstract && !kept.contains($0.name) }.map(\.name)
            .sortedInBinaryOrder()
    }
}
