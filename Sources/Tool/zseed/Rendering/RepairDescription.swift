import Messages
import Migration

/// The result of a repair for programs: the content of `zseed repair --json`.
struct RepairDescription: Encodable {
    /// A finding of a check before the repair.
    struct Finding: Encodable {
        /// The identifier of the check, as in `zseed verify --check`.
        let check: String
        let name: String
        let entity: String?
        let property: String?
        let line: String
    }

    struct Change: Encodable {
        /// The stable name of the kind of change.
        let kind: String
        let entity: String?
        let property: String?
        let count: Int64
        let text: String
    }

    let store: String
    let output: String
    /// The findings that the repair removed.
    let findings: [Finding]
    /// The changes to objects.
    let changes: [Change]

    static func change(_ change: RepairChange) -> Change {
        let subject = [change.entity, change.property].compactMap(\.self).joined(separator: ".")
        let text = (subject.isEmpty ? "" : subject + ": ") + words(change)
        return Change(
            kind: change.kind.rawValue, entity: change.entity, property: change.property,
            count: change.count, text: IssueRenderer.printable(text))
    }

    private static func words(_ change: RepairChange) -> String {
        let objects = Count.text(change.count, "object")
        return switch change.kind {
        case .versionCounter: "\(objects) got the version counter 1"
        case .entityNumber: "\(objects) got the number of their entity"
        case .linkCleared: "\(Count.text(change.count, "link")) to missing objects set to NULL"
        case .objectDeleted: "\(objects) deleted, because a required destination is missing"
        case .linkCompleted: "\(Count.text(change.count, "inverse link")) set"
        case .disagreementCleared:
            "\(Count.text(change.count, "link")) set to NULL, because the inverse refers to another object"
        case .renumbered: "\(objects) renumbered in their order"
        case .joinRowDeleted: "\(Count.text(change.count, "row")) of the join table deleted"
        case .foreignValueLeftOut:
            "\(Count.text(change.count, "value")) left out, because the objects' entity has no such property"
        case .defaultFilled: "\(objects) got the default value"
        case .tableLeftOut:
            "the table is not in the model, and is left out with \(Count.text(change.count, "row"))"
        case .historyCleared: "\(Count.text(change.count, "row")) of the persistent history cleared"
        case .metadataRemoved: "\(Count.text(change.count, "additional row")) left out"
        case .metadataMade: "could not be read and was rebuilt; the app's own entries are lost"
        case .uuidMade: "the store got a new UUID"
        case .tableMade: "the table was rebuilt"
        case .entityRowRemoved:
            "\(Count.text(change.count, "row")) of no entity, or of a repeated one, left out"
        case .superentityMended: "\(Count.text(change.count, "row")) got the model's superentity"
        }
    }
}
