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

    /// Returns the words for an object that a new object requires; nil if it is not given.
    private static func required(_ conflict: EditionConflict) -> String? {
        conflict.seed.map { seed in
            conflict.property.map { ": \($0): \(shown(seed)) is required, but " }
                ?? ": its owner \(shown(seed)) "
        }
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
        func kept(_ noun: String) -> String {
            conflict.kept == .user ? "the user's \(noun) is kept" : "the new \(noun) is taken"
        }
        return subject
            + {
                switch conflict.kind {
                case .bothChanged, .bothAdded, .metadataChanged:
                    guard conflict.user != nil || conflict.seed != nil else {
                        return "\(property): both have one; \(kept("value"))"
                    }
                    let (user, seed) = (value(conflict.user), value(conflict.seed))
                    return "\(property): the user has \(user), the new edition \(seed); \(kept("value"))"
                case .bothReordered: return "\(property): both changed the order; \(kept("order"))"
                case .deletedByUser:
                    let end = conflict.kept == .user ? "left out" : "restored"
                    return ": the new edition changed it, but it is not in the store; \(end)"
                case .changedByUser:
                    return
                        ": the new edition dropped it, but the user changed \(conflict.property ?? "it"); kept"
                case .addedByUser: return ": the new edition dropped it, but the user had added it, too; kept"
                case .stillReferenced:
                    return ": the new edition dropped it, but a kept object refers to it; kept"
                case .needsDeleted:
                    guard let required = Self.required(conflict) else {
                        return ": it requires an object that is not in the store; left out"
                    }
                    let end = conflict.kept == .user ? "left out" : "\(value(conflict.seed)) is restored"
                    return "\(required)is not in the store; \(end)"
                case .needsMissing:
                    return (Self.required(conflict) ?? ": it requires an object that ")
                        + "was left out or belongs to another object; left out"
                case .membershipsDropped:
                    return
                        "\(property): \(value(conflict.user)) removed, because the new edition dropped the object"
                case .destinationDeleted:
                    let seed = value(conflict.seed)
                    return "\(property): the new edition has \(seed), which is not in the store; "
                        + "the link is left out"
                case .destinationTaken:
                    return "\(property): the user linked \(value(conflict.seed)) to another object; "
                        + kept("link")
                case .tooMany:
                    let seed = value(conflict.seed)
                    return conflict.property == nil
                        ? ": \(seed) would have more members than the model allows; left out"
                        : "\(property): with \(seed), there would be more members than the model allows; not changed"
                case .tooFew:
                    let fewer = "fewer members than the model requires"
                    guard !conflict.isNew else { return "\(property): it would have \(fewer); left out" }
                    if let user = conflict.user {
                        return "\(property): \(shown(user)) would have \(fewer); not changed"
                    }
                    guard let seed = conflict.seed else {
                        return
                            ": the new edition dropped it, but its \(conflict.property ?? "owner") would have "
                            + "\(fewer); kept"
                    }
                    return
                        "\(property): with the new edition's \(shown(seed)), there would be \(fewer); not changed"
                case .notUnique:
                    guard conflict.property == nil else {
                        return "\(property): another object has \(value(conflict.seed)); "
                            + "the user's value is kept"
                    }
                    guard let user = conflict.user else {
                        return ": another object has its unique values; left out"
                    }
                    return
                        ": \(user) has its unique values; left out, and links to it go to that object where possible"
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
