import Merging
import ObjectModel

/// A check of the rules in docs/guides/merging.md for a merge without the old edition.
struct AdditionCheck {
    /// The new edition, if objects are matched by their marks; nil if the matches are unknown.
    let new: World?
    let user: World
    let merged: World
    let report: MergeReport
    let updates: Bool
    var problems: [String] = []

    private static let joined = ["pinned", "related", "tags"]
    private static let ends = ["folder", "item", "parent"]

    init(new: World?, user: World, merged: World, report: MergeReport, updates: Bool) {
        self.new = new
        self.user = user
        self.merged = merged
        self.report = report
        self.updates = updates
    }

    mutating func run() {
        for conflict in report.conflicts
        where conflict.kind == .bothChanged || conflict.kind == .deletedByUser {
            problems.append("\(conflict)")
        }
        for (mark, object) in user.objects.sorted(by: { $0.key < $1.key }) {
            guard let now = merged.objects[mark] else {
                problems.append("\(mark): the user's object is gone")
                continue
            }
            if now.primaryKey != object.primaryKey || now.entity != object.entity {
                problems.append("\(mark): another object")
            }
            check(mark, object, now, new?.objects[mark])
        }
        guard let new else { return }
        for (mark, object) in new.objects.sorted(by: { $0.key < $1.key }) where user.objects[mark] == nil {
            checkAdded(mark, object)
        }
        for mark in merged.objects.keys where user.objects[mark] == nil && new.objects[mark] == nil {
            problems.append("\(mark) came from nowhere")
        }
    }

    private func isToldOfName(_ object: World.Object) -> Bool {
        report.conflicts.contains {
            $0.kind == .notUnique && $0.entity == object.entity && $0.primaryKey == object.primaryKey
        }
    }

    private mutating func check(
        _ mark: String, _ object: World.Object, _ now: World.Object, _ seed: World.Object?
    ) {
        let takesOver = updates ? seed : nil
        for key in Set(object.values.keys).union(now.values.keys) {
            let (users, is_) = (object.values[key], now.values[key])
            if updates, new == nil { continue }
            let wanted = takesOver?.values[key] ?? users
            if is_ != wanted, !(is_ == users && isToldOfName(object)) {
                problems.append("\(mark).\(key): \(is_ as Any), not \(wanted as Any)")
            }
        }
        for key in Self.ends where object.entity != "Label" {
            let (users, is_) = (object.destinations[key], now.destinations[key])
            if updates, new == nil { continue }
            let wanted = takesOver?.destinations[key] ?? users
            if is_ != wanted, merged.objects[wanted ?? ""] != nil || !updates {
                problems.append("\(mark).\(key): \(is_ ?? "nil"), not \(wanted ?? "nil")")
            }
        }
        if !updates, let label = object.destinations["label"], now.destinations["label"] != label {
            problems.append("\(mark).label: not \(label)")
        }
        for key in Self.joined + ["labels"] {
            guard let users = object.members[key] else { continue }
            let is_ = now.members[key] ?? []
            if key != "labels" || !updates, !Set(users).isSubset(of: is_) {
                problems.append("\(mark).\(key): \(is_), without some of \(users)")
            }
            if !updates, is_.filter(users.contains) != users {
                problems.append("\(mark).\(key): \(is_), another order than \(users)")
            }
            if updates, let seed, key != "labels" {
                let missing = (seed.members[key] ?? []).filter {
                    merged.objects[$0] != nil && !is_.contains($0)
                }
                if !missing.isEmpty { problems.append("\(mark).\(key): without \(missing)") }
            }
            if !updates {
                let came = is_.filter { !users.contains($0) && user.objects[$0] != nil }
                if !came.isEmpty { problems.append("\(mark).\(key): \(came) came though nothing is updated") }
            }
        }
    }

    private mutating func checkAdded(_ mark: String, _ object: World.Object) {
        guard let now = merged.objects[mark] else {
            let isReported = report.conflicts.contains {
                [.notUnique, .needsMissing].contains($0.kind) && $0.entity == object.entity
            }
            if !isReported { problems.append("\(mark): not added") }
            return
        }
        if now.values != object.values { problems.append("\(mark): other values than the seed's") }
        for key in Self.ends where object.entity != "Label" {
            guard let destination = object.destinations[key], merged.objects[destination] != nil else {
                continue
            }
            if now.destinations[key] != destination { problems.append("\(mark).\(key): not \(destination)") }
        }
        for key in Self.joined {
            let missing = (object.members[key] ?? []).filter {
                merged.objects[$0] != nil && now.members[key]?.contains($0) != true
            }
            if !missing.isEmpty { problems.append("\(mark).\(key): without \(missing)") }
        }
    }
}
