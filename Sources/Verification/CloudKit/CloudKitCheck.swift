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
    /// - Throws: `DatabaseError` where the store cannot be read.
    package static func noteMirroring(
        _ store: ReferenceStore, into outcome: inout CheckOutcome
    ) throws {
        for table in store.inspection.tables where MirroringTable.isNamed(table.name) {
            outcome.examine(1)
            let isUsed = try store.connection.integer(
                "SELECT 1 FROM \(table.name.sqlIdentifier) LIMIT 1")
            guard isUsed != nil else { continue }
            outcome.warn(
                Finding(
                    code: mirroredCode,
                    "\(table.name) has rows: a seed made of this store brings the records of one account "
                        + "to all others"))
        }
    }
}
