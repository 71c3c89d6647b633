import Merging
import Messages
import ObjectModel
import Verification

/// Formats the result of a merge for people and for programs.
struct MergeRenderer {
    let store: String
    let new: String
    let base: String?
    /// Whether the merge had no old edition, so that the user's changes are unknown.
    let isTwoWay: Bool
    let output: String
    let rules: [String: String]

    // MARK: For people

    /// Returns one line for each conflict.
    func lines(_ report: MergeReport) -> [String] {
        report.conflicts.map { "conflict  \(Self.line($0))" }
            + report.metadata.sorted { $0.key.precedesInBinaryOrder($1.key) }.map { key, value in
                "metadata  \(IssueRenderer.printable(key)): \(value.map(Self.shown) ?? "removed")"
            }
    }

    /// Returns the numbers of added, updated and removed objects.
    func summary(_ report: MergeReport) -> String {
        guard !report.isMergedAlready else { return "nothing to do, \(store) has this edition already" }
        func total(_ key: KeyPath<MergeReport.Count, Int>) -> Int {
            report.counts.values.reduce(0) { $0 + $1[keyPath: key] }
        }
        let facts = [
            (total(\.added), "added"), (total(\.updated), "updated"), (total(\.removed), "removed"),
        ].filter { $0.0 > 0 }.map { "\(Count.text($0.0, "object")) \($0.1)" }
        let conflicts =
            report.conflicts.isEmpty ? [] : [Count.text(report.conflicts.count, "conflict")]
        let all = (facts.isEmpty ? ["nothing to change"] : facts) + conflicts
        return "merged, " + all.joined(separator: ", ")
    }

    /// Returns a note about uncertain matches.
    func note(_ report: MergeReport) -> String? {
        guard isTwoWay else {
            guard report.unsearchable.isEmpty else {
                let names = report.unsearchable.keys.sortedInBinaryOrder().joined(separator: ", ")
                let count = report.unsearchable.values.reduce(0, +)
                return
                    "\(Count.text(count, "object")) of \(names) cannot be found, because nothing identifies "
                    + "them and the store does not record the old edition: see --from and --base, or "
                    + "`zseed diff --key`"
            }
            return Self.note(likely: report.likely)
        }
        let guessed = report.counts.filter { $0.value.added > 0 }.keys.sortedInBinaryOrder()
            .filter { !["key", "uniqueness"].contains(rules[$0]) }
        guard !guessed.isEmpty else { return nil }
        return
            "objects of \(guessed.joined(separator: ", ")) are matched only by their names and values: see --base "
            + "and --key"
    }

    /// Returns a note about the number of objects that were matched only by similarity, by entity; nil for none.
    static func note(likely: [String: Int]) -> String? {
        guard !likely.isEmpty else { return nil }
        let names = likely.keys.sortedInBinaryOrder().joined(separator: ", ")
        let count = likely.values.reduce(0, +)
        return
            "\(Count.text(count, "object")) of \(names) matched only by similarity between the editions: see --key, "
            + "and `unique:` in plans"
    }

    /// Returns the object that a new object requires, by name; nil if it is not given.
    private static func needed(_ conflict: EditionConflict) -> String? {
        conflict.seed.map { seed in (conflict.property.map { "as \($0) " } ?? "") + shown(seed) }
    }

    /// Returns a value for a line. Only the beginning of a long text is shown; JSON has the whole text.
    private static func shown(_ text: String) -> String { ValueWords.plain(beginning(of: text)) }

    private static func beginning(of text: String) -> String {
        // The limit is in scalars, because a character may have any number of them and a text may be as long as a file.
        let end = text.unicodeScalars.index(
            text.startIndex, offsetBy: 200, limitedBy: text.endIndex)
        guard let end, end < text.endIndex else { return text }
        return String(text.unicodeScalars[..<end]) + "…"
    }

    private static func line(_ conflict: EditionConflict) -> String {
        let name =
            conflict.name.map { "\"\(IssueRenderer.printable(beginning(of: $0)))\"" }
            ?? "p\(conflict.primaryKey)"
        // Both sides give the next primary key to a new object.
        let new = conflict.isNew ? "new " : ""
        let subject = new + (conflict.entity.isEmpty ? "metadata \(name)" : "\(conflict.entity) \(name)")
        let property = conflict.property.map { ": \($0)" } ?? ""
        func value(_ text: String?) -> String { text.map(shown) ?? "nil" }
        let kept = conflict.kept == .user ? "the user's stays" : "the new one is taken"
        return subject
            + {
                switch conflict.kind {
                case .bothChanged, .bothAdded, .metadataChanged:
                    guard conflict.user != nil || conflict.seed != nil else {
                        return "\(property): both have it; \(kept)"
                    }
                    let (user, seed) = (value(conflict.user), value(conflict.seed))
                    return "\(property): \(user) of the user, \(seed) new; \(kept)"
                case .bothReordered: return "\(property): another order in both; \(kept)"
                case .deletedByUser:
                    let end = conflict.kept == .user ? "left out" : "comes back"
                    return ": changed, but it is not found in the store; \(end)"
                case .changedByUser:
                    return ": dropped, but the user changed \(conflict.property ?? "it"); stays"
                case .addedByUser: return ": dropped, but the user had added it, too; stays"
                case .stillReferenced: return ": dropped, but something that stays leads to it; stays"
                case .needsDeleted:
                    guard let needed = Self.needed(conflict) else {
                        return ": it needs what is not found in the store; left out"
                    }
                    let end = conflict.kept == .user ? "; left out" : ", and comes back"
                    return ": it needs \(needed), which is not found in the store\(end)"
                case .needsMissing:
                    guard let needed = Self.needed(conflict) else {
                        return ": it needs what another one has that stays, or what was left out; left out"
                    }
                    return
                        ": it needs \(needed), which another one has that stays, or which was left out; left out"
                case .membershipsDropped:
                    return
                        "\(property): \(value(conflict.user)) taken out, since the new edition dropped the object"
                case .destinationDeleted:
                    let seed = value(conflict.seed)
                    return "\(property): leads to \(seed), which is not found in the store; left as it is"
                case .destinationTaken:
                    return "\(property): \(value(conflict.seed)) has a partner that the user gave it; \(kept)"
                case .tooMany:
                    let seed = value(conflict.seed)
                    return conflict.property == nil
                        ? ": \(seed) would have more than the model allows; left out"
                        : "\(property): with \(seed) there would be more than the model allows; left as it is"
                case .tooFew:
                    guard !conflict.isNew else {
                        return "\(property): there would be fewer than the model asks for; left out"
                    }
                    if let user = conflict.user {
                        return "\(property): \(shown(user)) would have fewer than the model asks for; "
                            + "left as it is"
                    }
                    return conflict.seed == nil
                        ? ": dropped, but \(conflict.property ?? "its owner") would have fewer than the model "
                            + "asks for; stays"
                        : "\(property): as the edition has \(value(conflict.seed)) there would be fewer than the model "
                            + "asks for; left as it is"
                case .notUnique:
                    guard conflict.property == nil else {
                        return "\(property): another object has \(value(conflict.seed)); the user's stays"
                    }
                    guard let user = conflict.user else {
                        return ": another object has its unique values; left out"
                    }
                    return
                        ": \(user) has its unique values; left out, and what leads to it leads to that one where it can"
                }
            }()
    }

    // MARK: For programs

    /// A merge as JSON.
    struct Description: Encodable {
        struct Entity: Encodable {
            let entity: String
            let sameBy: String?
            let added: Int
            let updated: Int
            let removed: Int
            let found: Int
        }

        struct Conflict: Encodable {
            let kind: String
            let entity: String
            let isNew: Bool
            let name: String?
            let primaryKey: Int64
            let property: String?
            let user: String?
            let seed: String?
            let kept: String
        }

        let store: String
        let from: String
        let base: String?
        let output: String
        let isMergedAlready: Bool
        let metadata: [String: String?]
        let entities: [Entity]
        let conflicts: [Conflict]
        let warnings: [IssueDescription]
    }

    func description(_ report: MergeReport, _ results: [StoreVerifier.Result]) -> Description {
        Description(
            store: store, from: new, base: base, output: output, isMergedAlready: report.isMergedAlready,
            metadata: report.metadata,
            entities: report.counts.sorted { $0.key.precedesInBinaryOrder($1.key) }.map { name, count in
                .init(
                    entity: name, sameBy: rules[name], added: count.added, updated: count.updated,
                    removed: count.removed, found: count.found)
            },
            conflicts: report.conflicts.map { conflict in
                .init(
                    kind: conflict.kind.rawValue, entity: conflict.entity, isNew: conflict.isNew,
                    name: conflict.name,
                    primaryKey: conflict.primaryKey, property: conflict.property, user: conflict.user,
                    seed: conflict.seed, kept: conflict.kept.rawValue)
            },
            warnings: results.warnings(about: output).map(\.shown))
    }
}
