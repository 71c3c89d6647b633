import ObjectModel
import StoreFormat

/// How the relationships of a drafted plan find their objects.
struct LinkDrafts {
    /// The columns that become `key:`, by the name of the source.
    private(set) var keyColumns: [String: String] = [:]
    private let reference: ReferenceStore
    private let drafts: [EntityDraft]

    /// The words for a destination, without the column.
    struct Target {
        let text: String
        let doubts: [String]
    }

    init(reference: ReferenceStore, drafts: [EntityDraft]) {
        self.reference = reference
        self.drafts = drafts
        for draft in drafts {
            for match in draft.matches {
                guard case .toOne(let toOne) = match.property,
                    let source = keyed(
                        by: draft.sample.columns[match.column],
                        relationship: toOne.relationship.name, destination: toOne.destinationName)
                else { continue }
                keyColumns[source.draft.sample.name] = source.column
            }
        }
    }

    /// How a column names the objects of a destination; nil where nothing can be guessed.
    func target(of column: String, relationship: String, destination name: String) -> Target? {
        if keyed(by: column, relationship: relationship, destination: name) != nil {
            return Target(text: "keyOf: \(YAMLText.scalar(name))", doubts: [])
        }
        guard let entity = reference.layout.entity(named: name), !entity.isAbstract else {
            return nil
        }
        let unique = uniqueAttributes(of: entity)
        if let only = unique.first, unique.count == 1 { return find(entity, only, doubts: []) }
        let rest = Self.rest(of: column, without: relationship)
        let texts = entity.attributes.filter {
            $0.attribute.type == .string && !$0.attribute.isDerived
        }
        let named = texts.first { NameMatch.score(rest, $0.path) >= NameMatch.sure }
        let own = texts.filter { !isInherited($0, by: entity) }
        let usual = texts.first { ["name", "title"].contains($0.path.lowercased()) }
        guard let attribute = named ?? (own.count == 1 ? own.first : nil) ?? usual ?? texts.first
        else { return nil }
        return find(
            entity, attribute.path,
            doubts: ["is `\(attribute.path)` what names objects of \(name)?"])
    }

    private func find(_ entity: EntityLayout, _ attribute: String, doubts: [String]) -> Target {
        Target(
            text: "find: \(YAMLText.scalar(entity.name + "." + attribute))", doubts: doubts)
    }

    /// `purchase_id` where another source of purchases has a column `id` or `purchase_id`.
    private func keyed(
        by column: String, relationship: String, destination: String
    ) -> (draft: EntityDraft, column: String)? {
        let words = NameMatch.words(column)
        let rest = Self.rest(of: column, without: relationship)
        guard let last = words.last, ["id", "key", "no", "number", "pk", "uuid"].contains(last)
        else {
            return nil
        }
        for draft in drafts where draft.entity.name == destination {
            let own = draft.sample.columns.first { candidate in
                let name = NameMatch.words(candidate).joined(separator: "_")
                return name == rest || name == words.joined(separator: "_")
            }
            if let own { return (draft, own) }
        }
        return nil
    }

    /// The words of a column behind those of the relationship: `name` of `item_name`.
    private static func rest(of column: String, without relationship: String) -> String {
        let words = NameMatch.words(column)
        let prefix = NameMatch.words(relationship)
        guard words.starts(with: prefix) else { return words.last ?? "" }
        return words.dropFirst(prefix.count).joined(separator: "_")
    }

    private func uniqueAttributes(of layout: EntityLayout) -> [String] {
        var names: Set<String> = []
        var entity = reference.model.entity(named: layout.name)
        while let current = entity {
            names.formUnion(current.uniquenessConstraints.filter { $0.count == 1 }.flatMap(\.self))
            entity = reference.model.superentity(of: current)
        }
        return names.sorted()
    }

    private func isInherited(_ attribute: AttributeColumn, by layout: EntityLayout) -> Bool {
        reference.model.entity(named: layout.name)
            .flatMap { reference.model.superentity(of: $0) }
            .flatMap { reference.layout.entity(named: $0.name) }?
            .attribute(attribute.path) != nil
    }
}
