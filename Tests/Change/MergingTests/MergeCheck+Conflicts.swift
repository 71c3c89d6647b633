import Merging
import ObjectModel

extension MergeCheck {
    /// Checks that each change by both sides is reported once, and that no other change is reported as one.
    mutating func checkConflicts() {
        var reported: [String: Int] = [:]
        for conflict in report.conflicts {
            reported[
                Self.line(conflict.kind, conflict.entity, conflict.primaryKey, conflict.property), default: 0] +=
                1
        }
        func count(_ kind: EditionConflict.Kind, _ object: World.Object, _ property: String? = nil) -> Int {
            reported[Self.line(kind, object.entity, object.primaryKey, property)] ?? 0
        }
        for (mark, before) in base.objects.sorted(by: { $0.key < $1.key }) {
            let (after, users) = (new.objects[mark], user.objects[mark])
            if let after, let users {
                for key in Set(before.values.keys).union(after.values.keys).union(users.values.keys) {
                    let isConflict =
                        users.values[key] != before.values[key] && after.values[key] != before.values[key]
                        && users.values[key] != after.values[key]
                    let number = count(.bothChanged, users, key)
                    // Without keys, a tag with another name is another tag, and a name may be withheld.
                    if users.entity == "Tag", !isKeyed || count(.notUnique, users, key) == 1 { continue }
                    if number != (isConflict ? 1 : 0) {
                        problems.append("\(mark).\(key): told \(number) times that both changed it")
                    }
                }
                for key in ["folder", "parent"] where before.destinations[key] != after.destinations[key] {
                    guard users.destinations[key] != before.destinations[key],
                        users.destinations[key] != after.destinations[key]
                    else { continue }
                    let kinds: [EditionConflict.Kind] = [.bothChanged, .destinationDeleted]
                    if !kinds.contains(where: { count($0, users, key) == 1 }),
                        let target = before.destinations[key], user.objects[target] != nil
                    {
                        problems.append("\(mark).\(key): both changed it, and nothing is told")
                    }
                }
            } else if let after, isKeyed || before.entity != "Tag" {
                let number = count(.deletedByUser, before)
                if number > 1 || number == 0 && before.values != after.values {
                    problems.append("\(mark): told \(number) times that the user deleted it")
                }
            } else if let users, isKeyed || before.entity != "Tag" {
                let numbers = report.conflicts.count {
                    $0.kind == .changedByUser && $0.entity == users.entity
                        && $0.primaryKey == users.primaryKey
                }
                if numbers > 1 || numbers == 0 && before.values != users.values {
                    problems.append("\(mark): told \(numbers) times that the user changed it")
                }
            }
        }
        for conflict in report.conflicts where conflict.kind == .bothChanged && conflict.kept != preference {
            problems.append("\(conflict): kept another's")
        }
    }

    private static func line(
        _ kind: EditionConflict.Kind, _ entity: String, _ key: Int64, _ property: String?
    ) -> String {
        "\(kind) \(entity) \(key) \(property ?? "")"
    }
}
