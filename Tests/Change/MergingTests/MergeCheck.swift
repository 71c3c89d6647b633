import Merging
import ObjectModel

/// A check of one merge against the rules in docs/guides/merging.md, object by object, without the merge's own code.
struct MergeCheck {
    let base: World
    let new: World
    let user: World
    private(set) var merged: World
    let report: MergeReport
    let preference: MergeChoice.Preference
    /// Whether objects are matched by their marks, not tags by their names.
    let isKeyed: Bool
    var problems: [String] = []
    /// The marks in the merged store of tags of the new edition.
    private var same: [String: String] = [:]

    init(
        base: World, new: World, user: World, merged: World, report: MergeReport,
        preference: MergeChoice.Preference, isKeyed: Bool
    ) {
        self.base = base
        self.new = new
        self.user = user
        self.merged = merged
        self.report = report
        self.preference = preference
        self.isKeyed = isKeyed
    }

    mutating func run() {
        for (mark, object) in new.objects where base.objects[mark] == nil {
            if user.objects[mark] != nil { same[mark] = mark }
            guard !isKeyed, object.entity == "Tag", let name = object.values["name"] else { continue }
            let found = user.objects.first { $0.value.entity == "Tag" && $0.value.values["name"] == name }
            // If the user gave the name to a tag of the old edition, that is another tag, and the new one is left out.
            guard let found, base.objects[found.key] == nil else { continue }
            // Two added tags with the same name are one object. If the seed is preferred, it has the seed's mark.
            if merged.objects[mark]?.primaryKey == found.value.primaryKey { merged.rename(mark, found.key) }
            if merged.objects[mark] == nil { same[mark] = found.key }
        }
        for (mark, object) in user.objects.sorted(by: { $0.key < $1.key }) {
            checkUsers(mark, object)
        }
        for (mark, object) in new.objects.sorted(by: { $0.key < $1.key }) { checkSeeds(mark, object) }
        for mark in merged.objects.keys where user.objects[mark] == nil && new.objects[mark] == nil {
            problems.append("\(mark) came from nowhere")
        }
        for (mark, object) in merged.objects where object.entity == "Folder" {
            for list in ["items", "pinned"] { checkOrder(mark, list) }
        }
        checkConflicts()
    }

    /// Returns whether a conflict of an object and a property was reported.
    private func isReported(_ kind: EditionConflict.Kind, _ entity: String, _ key: Int64, _ property: String?)
        -> Bool
    {
        report.conflicts.contains {
            $0.kind == kind && $0.entity == entity && $0.primaryKey == key && $0.property == property
        }
    }

    private func present(_ mark: String) -> String? {
        let mark = same[mark] ?? mark
        return merged.objects[mark] == nil ? nil : mark
    }

    // MARK: Objects that the user has

    private mutating func checkUsers(_ mark: String, _ object: World.Object) {
        guard let now = merged.objects[mark] else {
            checkRemoved(mark, object)
            return
        }
        if now.primaryKey != object.primaryKey { problems.append("\(mark): another primary key") }
        if now.entity != object.entity { problems.append("\(mark): another entity") }
        let before = base.objects[mark]
        // Both sides added the object: it is one object, and keeps the user's values.
        let twin = same.first { $0.value == mark }.flatMap { new.objects[$0.key] }
        let after = before == nil ? nil : new.objects[mark]
        for key in Set(object.values.keys).union(now.values.keys).union(after?.values.keys ?? [:].keys) {
            let (was, users, seeds, is_) = (
                before?.values[key], object.values[key], after?.values[key], now.values[key]
            )
            if key == "name", object.entity == "Tag", is_ == users,
                !isKeyed || isReported(.notUnique, "Tag", object.primaryKey, "name")
            {
                continue
            }
            if after != nil {
                let expected = decided(was, users, seeds)
                if let twin, preference == .seed, is_ == twin.values[key] { continue }
                if is_ != expected, is_ != users || twin == nil {
                    problems.append(
                        "\(mark).\(key): \(was as Any) \(users as Any) \(seeds as Any) -> \(is_ as Any)")
                }
            } else if is_ != users {
                let filled = twin != nil && (users == nil || preference == .seed) && is_ == twin?.values[key]
                if !filled { problems.append("\(mark).\(key): \(users as Any) became \(is_ as Any)") }
            }
        }
        for key in ["item", "folder", "parent", "label"] where object.entity != "Tag" {
            checkDestination(mark, key, before, object, after, twin, now)
        }
        for key in ["tags", "related", "pinned", "labels"] {
            checkMembers(mark, key, before, object, after ?? twin, now)
        }
        if before != nil, after == nil, before == object, now == object {
            checkReferenced(mark, now)
        }
    }

    private func decided<Value: Equatable>(_ was: Value?, _ users: Value?, _ seeds: Value?) -> Value? {
        if users == was { return seeds }
        if seeds == was { return users }
        return preference == .user ? users : seeds
    }

    private mutating func checkDestination(
        _ mark: String, _ key: String, _ before: World.Object?, _ object: World.Object,
        _ after: World.Object?, _ twin: World.Object?,
        _ now: World.Object
    ) {
        let users = object.destinations[key]
        let is_ = now.destinations[key]
        if let twin, users == nil, let seeds = twin.destinations[key].flatMap(present), is_ == seeds {
            return
        }
        let isOneToOne = key == "label" || object.entity == "Label"
        guard let before, let after else {
            if preference == .user, users != is_ {
                // A one-to-one relationship of a dropped object changes as the seed's objects require.
                if isOneToOne, before != nil || users.map({ base.objects[$0] != nil }) ?? true { return }
                problems.append("\(mark).\(key): \(users ?? "nil") became \(is_ ?? "nil")")
            }
            return
        }
        var was = before.destinations[key]
        if let former = was, user.objects[former] == nil { was = nil }
        let seeds = after.destinations[key]
        if isOneToOne {
            if preference == .user, users != was, users != nil, is_ != users {
                problems.append("\(mark).\(key): the user's \(users ?? "nil") became \(is_ ?? "nil")")
            }
            return
        }
        let isUntouched = users == was
        let wanted: String?
        if isUntouched || (preference == .seed && seeds != before.destinations[key]) {
            guard let target = seeds else {
                wanted = seeds
                if is_ != wanted { problems.append("\(mark).\(key): still \(is_ ?? "nil")") }
                return
            }
            // An object that the user deleted cannot be a destination.
            wanted = present(target) ?? users
        } else {
            wanted = users
        }
        if is_ != wanted {
            problems.append("\(mark).\(key): \(wanted ?? "nil") expected, not \(is_ ?? "nil")")
        }
    }

    private mutating func checkMembers(
        _ mark: String, _ key: String, _ before: World.Object?, _ object: World.Object,
        _ after: World.Object?,
        _ now: World.Object
    ) {
        guard let users = object.members[key] else { return }
        let is_ = Set(now.members[key] ?? [])
        let was = Set(before?.members[key] ?? [])
        let seeds = Set((after?.members[key] ?? []).compactMap(present))
        for member in users where merged.objects[member] != nil {
            // A member with only one owner gets the owner that the seed wants.
            if key == "labels", preference == .seed { continue }
            // Only the new edition removes a link. It also does so by dropping one end, even if that end is kept for
            // the user. Other lists of kept objects do not change.
            let isLetGo =
                was.contains(member)
                && (after != nil
                    ? !seeds.contains(member)
                    : before != nil && !["labels", "pinned"].contains(key) && new.objects[member] != nil)
            if is_.contains(member) == isLetGo {
                problems.append("\(mark).\(key): \(member) is_ \(!isLetGo)")
            }
        }
        for member in seeds.subtracting(users) where !was.contains(member) && !is_.contains(member) {
            // The user gave it another owner.
            if key == "labels",
                merged.objects.values.contains(where: { $0.members[key]?.contains(member) == true })
            {
                continue
            }
            problems.append("\(mark).\(key): \(member) is missing")
        }
        for member in is_.subtracting(users) where user.objects[member] != nil && after != nil {
            if !seeds.contains(member), new.objects[member] != nil {
                problems.append("\(mark).\(key): \(member) came from nowhere")
            }
        }
    }

    // MARK: Removed objects

    private mutating func checkRemoved(_ mark: String, _ object: World.Object) {
        guard let before = base.objects[mark] else {
            return problems.append("\(mark): the user's object is gone")
        }
        guard new.objects[mark] == nil else { return problems.append("\(mark): a seed's object is gone") }
        if before.values != object.values { problems.append("\(mark): gone though the user changed it") }
        for (key, destination) in object.destinations where before.destinations[key] != destination {
            problems.append("\(mark): gone though the user changed \(key)")
        }
        for other in merged.objects.values where other.destinations.values.contains(mark) {
            problems.append("\(mark): gone though \(other.values) leads to it")
        }
        for (other, value) in user.objects where merged.objects[other] != nil {
            if isLabelOfUser(mark, other, value) {
                problems.append("\(mark): gone though the user's \(other).labels led to it")
            }
            guard base.objects[other] == nil else { continue }
            // An object that both added follows the seed.
            if preference == .seed, same[other] == other { continue }
            for (key, destination) in value.destinations where destination == mark {
                problems.append("\(mark): gone though the user's \(other).\(key) led to it")
            }
        }
    }

    /// Returns whether the user added a label to a folder. The label itself does not record that.
    private func isLabelOfUser(_ mark: String, _ owner: String, _ value: World.Object) -> Bool {
        value.members["labels"]?.contains(mark) == true
            && base.objects[owner]?.members["labels"]?.contains(mark) != true
    }

    /// Checks that an unchanged dropped object is kept only if another object refers to it.
    private mutating func checkReferenced(_ mark: String, _ object: World.Object) {
        let isLedTo = merged.objects.contains { other, value in
            value.destinations.values.contains(mark)
                || value.members.values.contains { $0.contains(mark) } && new.objects[other] == nil
                || isLabelOfUser(mark, other, value)
        }
        // Its owner is kept, and is not in the new edition.
        let isOwned = ["folder", "item", "parent"].contains { key in
            guard let owner = object.destinations[key] else { return false }
            return new.objects[owner] == nil
        }
        guard !isOwned else { return }
        if !isLedTo { problems.append("\(mark): stays though dropped and untouched") }
    }

    // MARK: Objects of the new edition

    private mutating func checkSeeds(_ mark: String, _ object: World.Object) {
        if let former = base.objects[mark] {
            if user.objects[mark] == nil, merged.objects[mark] != nil {
                if preference == .user || former == object {
                    let isNeeded = preference == .seed
                    if !isNeeded { problems.append("\(mark): deleted by the user, and back") }
                }
            }
            return
        }
        guard let now = merged.objects[mark] else {
            let isReported = report.conflicts.contains {
                [.needsDeleted, .needsMissing, .notUnique].contains($0.kind) && $0.entity == object.entity
            }
            if same[mark] == nil, !isReported { problems.append("\(mark): not added") }
            return
        }
        if same[mark] == mark { return }
        if now.values != object.values { problems.append("\(mark): other values than the seed's") }
        if user.objects.values.contains(where: { $0.primaryKey == now.primaryKey && $0.entity == now.entity })
        {
            problems.append("\(mark): a primary key of the user's")
        }
        for (key, destination) in object.destinations where key != "label" && object.entity != "Label" {
            if let destination = present(destination), now.destinations[key] != destination {
                problems.append("\(mark).\(key): not \(destination)")
            }
        }
        for (key, members) in object.members where ["tags", "related", "pinned"].contains(key) {
            let missing = Set(members.compactMap(present)).subtracting(now.members[key] ?? [])
            if !missing.isEmpty { problems.append("\(mark).\(key): without \(missing.sorted())") }
        }
    }

    // MARK: Order

    private mutating func checkOrder(_ mark: String, _ key: String) {
        guard let now = merged.objects[mark]?.members[key] else { return }
        let was = base.objects[mark]?.members[key] ?? []
        let users = user.objects[mark]?.members[key]
        let seeds = new.objects[mark]?.members[key].map { $0.compactMap(present) }
        func common(_ one: [String], _ other: [String]) -> [String] { one.filter(other.contains) }
        let isByUser = users.map { common($0, was) != common(was, $0) } ?? false
        let isBySeed = seeds.map { common($0, was) != common(was, $0) } ?? false
        let authority: [String]
        if let users,
            base.objects[mark] == nil || new.objects[mark] == nil
                || (isByUser && !(isBySeed && preference == .seed))
        {
            let added = Set(seeds ?? []).subtracting(was)
            authority = users.filter { !added.contains($0) }
        } else {
            authority = seeds ?? []
        }
        if common(authority, now) != common(now, authority) {
            problems.append("\(mark).\(key): \(now), but \(authority) in order")
        }
    }
}
