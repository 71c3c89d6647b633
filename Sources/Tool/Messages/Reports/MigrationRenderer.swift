import Migration

/// Describes a migration.
package struct MigrationRenderer {
    package init() {}

    /// Returns all lines, with the verdict last.
    package func lines(_ report: MigrationReport) -> [String] {
        var lines = report.passage.map { LaunchRenderer.lines($0) + [""] } ?? []
        for step in report.steps where !step.differences.isEmpty {
            if report.steps.count > 1 { lines += ["To version \(step.version ?? "")", ""] }
            let parts: [(MigrationDifference.Consequence, String)] = [
                (.refusal, "Needs a mapping:"), (.loss, "Is lost:"), (.inferred, "Is inferred:"),
            ]
            for (consequence, title) in parts {
                let differences = step.differences.filter { $0.consequence == consequence }
                guard !differences.isEmpty else { continue }
                lines += [title] + differences.map { "  \(Self.line($0))" } + [""]
            }
        }
        return lines.map(IssueRenderer.printable)
    }

    /// Returns the text of a verdict.
    package static func words(_ verdict: MigrationReport.Verdict) -> String {
        switch verdict {
        case .opensAsItIs: "opens as it is"
        case .lightweight: "lightweight"
        case .needsMapping: "needs a mapping"
        case .losesData: "loses data"
        case .crashesAtLaunch: "crashes at launch"
        }
    }

    /// Returns a difference with its subject and its numbers.
    package static func line(_ difference: MigrationDifference) -> String {
        "\(subject(difference)): \(words(difference))\(numbers(difference))"
    }

    /// Returns a difference with its subject.
    package static func plainLine(_ difference: MigrationDifference) -> String {
        "\(subject(difference)): \(words(difference))"
    }

    /// Returns the subject of a difference: an entity, a property, or the store.
    private static func subject(_ difference: MigrationDifference) -> String {
        guard !difference.entity.isEmpty else { return "the store" }
        guard let property = difference.property else { return "entity \(difference.entity)" }
        return "\(difference.entity).\(property)"
    }

    /// Returns the numbers of affected objects and values.
    private static func numbers(_ difference: MigrationDifference) -> String {
        switch difference.kind {
        case .historyCleared, .mirroringLost, .mirroredEntityRemoved, .tableLost, .missingFiles, .linksLost,
            .missingRequiredTarget, .wrongTargets, .equalValues, .abstractObjects, .renumbered,
            .entityAdded, .strayRows:
            return ""
        default: break
        }
        var parts: [String] = []
        if difference.objects > 0 || difference.property == nil {
            parts.append(Count.text(difference.objects, "object"))
        }
        if difference.values > 0 { parts.append(Count.text(difference.values, noun(difference))) }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }

    private static func noun(_ difference: MigrationDifference) -> String {
        switch difference.kind {
        case .relationshipRemoved, .becameToMany, .becameOrdered, .becameUnordered, .inverseChanged,
            .becameToOne, .destinationChanged:
            "link"
        case .becameRequired, .relationshipBecameRequired, .noDefault: "missing value"
        default: "value"
        }
    }

    /// Returns the text of a difference, with the reason if it cannot be inferred.
    package static func words(_ difference: MigrationDifference) -> String {
        switch difference.kind {
        case .entityAdded: "is new"
        case .entityRemoved: "is removed"
        case .entityRenamed(let name): "was \(name)"
        case .parentChanged(let from, let to):
            "the parent entity is \(to ?? "none"), was \(from ?? "none")"
        case .becameAbstract: "is abstract now"
        case .becameConcrete: "is no longer abstract"
        case .attributeAdded(let value):
            value.map { "is new, \($0) for all objects" } ?? "is new"
        case .attributeRemoved, .relationshipRemoved: "is removed"
        case .relationshipAdded: "is new"
        case .propertyRenamed(let name): "was \(name)"
        case .becameOptional: "is optional now"
        case .becameRequired(let value): "is required now, \(value) if there is no value"
        case .relationshipBecameRequired: "is required now"
        case .becameTransient: "is transient now: its values are not stored"
        case .becamePersistent: "is no longer transient"
        case .becameToMany: "to-one → to-many"
        case .becameOrdered: "is ordered now, by primary key"
        case .becameUnordered: "is no longer ordered: the order is lost"
        case .inverseChanged(let from, let to):
            to.map { "has the inverse \($0)" } ?? "no longer has an inverse, was \(from ?? "none")"
        case .storedInside: "can no longer be stored in files"
        case .storedOutside: "can be stored in files beside the store"
        case .derivationUnknown: "is derived in a way that zseed cannot compute"
        case .typeChanged(let from, let to): "\(from) → \(to) needs a mapping"
        case .kindChanged(let from, let to): "\(from) → \(to) needs a mapping"
        case .becameToOne: "to-many → to-one needs a mapping: which of several objects is kept?"
        case .noDefault(let isNew):
            isNew
                ? "is new and required: it needs a default value, or a mapping"
                : "optional → required needs a default value, or a mapping"
        case .defaultNotStorable:
            "zseed cannot store the default value: it needs a mapping"
        case .destinationChanged(let from, let to):
            "leads to \(to), which is not the renamed \(from): it needs a mapping"
        case .casesGone(let values):
            "\(values.map { "'\($0)'" }.joined(separator: ", ")) "
                + (values.count == 1 ? "is no longer a case" : "are no longer cases")
                + ": the app cannot read such values, so they need a mapping"
        case .abstractObjects:
            "is abstract now, and the store has \(Count.text(difference.objects, "object")) of it"
        case .strayRows(let table):
            "\(Count.text(difference.objects, "row")) of \(table) without an entity of the model"
        case .missingRequiredTarget:
            "is required, and \(Count.text(difference.objects, "object")) would have no destination"
        case .wrongTargets(let name):
            "must lead to \(name), and \(Count.text(difference.objects, "link")) would lead to "
                + "objects of other entities"
        case .equalValues(let attributes):
            "\(attributes.joined(separator: ", ")) must be unique, and "
                + "\(Count.text(difference.objects, "object")) \(difference.objects == 1 ? "shares" : "share") values"
        case .linksLost: "\(Count.text(difference.values, "link")) more than a to-one relationship can keep"
        case .renumbered(let table):
            difference.objects == 1
                ? "1 object of \(table) gets another primary key: its own is already used in the table that "
                    + "the entities now share"
                : "\(difference.objects) objects of \(table) get other primary keys: "
                    + "theirs are already used in the table that the entities now share"
        case .historyCleared:
            "its persistent history is cleared: \(Count.text(difference.values, "row"))"
        case .mirroringLost:
            "CloudKit's records of its objects are not migrated: \(Count.text(difference.values, "row"))"
        case .mirroredEntityRemoved:
            "is removed, and CloudKit mirrors the store: Core Data's own migration fails "
                + "(UNIQUE constraint failed: ANSCKRECORDMETADATA…); keep the entity"
        case .tableLost(let name):
            "the table \(name) is not in the model and is not migrated: "
                + "\(Count.text(difference.values, "row"))"
        case .missingFiles(let folder):
            "\(Count.text(difference.values, "file")) of values missing from \(folder)"
        }
    }
}
