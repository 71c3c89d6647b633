import ObjectModel
import SQLite
import StoreFormat

/// The lines of one load of a drafted plan.
struct LoadDraft {
    private let draft: EntityDraft
    private let links: LinkDrafts
    private let reference: ReferenceStore

    init(_ draft: EntityDraft, links: LinkDrafts, reference: ReferenceStore) {
        self.draft = draft
        self.links = links
        self.reference = reference
    }

    var lines: [DraftLine] {
        var lines = [
            DraftLine(
                text: "    from: \(YAMLText.scalar(draft.sample.name))", comment: entityDoubt)
        ]
        if let key = draft.keyColumn {
            lines.append(DraftLine(text: "    key: \(YAMLText.scalar(key))"))
        }
        let attributes = draft.matches.compactMap(attribute)
        if !attributes.isEmpty { lines.append(DraftLine(text: "    attributes:")) }
        lines += attributes
        let relationships = draft.matches.compactMap(relationship)
        if !relationships.isEmpty { lines.append(DraftLine(text: "    relationships:")) }
        lines += relationships
        let unused = draft.unmatchedColumns.filter { $0 != draft.keyColumn }
        if !unused.isEmpty {
            lines.append(
                DraftLine(
                    text: "    ", comment: "unsure: no property fits " + Self.list(unused)))
        }
        let missing = draft.missingProperties { Self.standard($0) }
        if !missing.isEmpty {
            lines.append(
                DraftLine(
                    text: "    ",
                    comment: "unsure: not optional, and without a column: " + Self.list(missing)))
        }
        return lines
    }

    private static func standard(_ attribute: AttributeColumn) -> Value? {
        attribute.attribute.defaultValue.flatMap { Value($0, of: attribute.attribute) }
    }

    private static func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }

    private var entityDoubt: String? {
        NameMatch.score(draft.sample.name, draft.entity.name) < NameMatch.lowest
            ? "unsure: is this \(draft.entity.name)?" : nil
    }

    // MARK: Attributes

    private func attribute(_ match: EntityDraft.Match) -> DraftLine? {
        guard case .attribute(let attribute, let guess) = match.property else { return nil }
        let column = draft.sample.columns[match.column]
        var doubts = guess.doubts
        if match.score < NameMatch.sure, guess.unreadable == 0 {
            doubts.insert("is `\(column)` this?", at: 0)
        }
        var options = guess.options
        let empty = draft.sample.rows.count - guess.count
        if !attribute.attribute.isOptional, empty > 0 {
            if Self.standard(attribute) == nil {
                doubts.append("\(empty) sampled cells are empty, but it is not optional")
            }
        }
        if reference.model.isInferred,
            let type = Self.type(draft.sample.values(ofColumn: match.column)),
            attribute.attribute.type == .integer64
        {
            options.append(("type", type))
        }
        let all = [("column", YAMLText.scalar(column))] + options.map { ($0.key, $0.value) }
        let value =
            options.isEmpty
            ? YAMLText.scalar(column)
            : "{ " + all.map { "\($0.0): \($0.1)" }.joined(separator: ", ") + " }"
        return DraftLine(
            text: "      \(YAMLText.scalar(attribute.path)): \(value)",
            comment: Self.unsure(doubts))
    }

    /// The type of a column in a reference without a model, which knows integers only.
    private static func type(_ cells: [Value]) -> String? {
        let words = cells.compactMap { cell -> String? in
            if case .text(let text) = cell { text.lowercased() } else { nil }
        }
        guard !words.isEmpty, words.count == cells.count else { return nil }
        let known = BooleanParser.trueWords + BooleanParser.falseWords
        let isNumeric = words.allSatisfy { $0 == "0" || $0 == "1" }
        return words.allSatisfy(known.contains) && !isNumeric ? "Boolean" : nil
    }

    static func unsure(_ doubts: [String]) -> String? {
        doubts.isEmpty ? nil : "unsure: " + doubts.joined(separator: "; ")
    }

    // MARK: Relationships

    private func relationship(_ match: EntityDraft.Match) -> DraftLine? {
        let name = match.property.name
        let column = draft.sample.columns[match.column]
        let destinationName: String
        var options = ""
        switch match.property {
        case .attribute: return nil
        case .toOne(let toOne): destinationName = toOne.destinationName
        case .toMany(let toMany):
            destinationName = toMany.destinationName
            let separator = Self.separator(draft.sample.values(ofColumn: match.column))
            options = ", separator: \(YAMLText.quoted(separator))"
        }
        guard
            let target = links.target(of: column, relationship: name, destination: destinationName)
        else {
            return DraftLine(
                text: "      ",
                comment: "unsure: `\(name)` leads to \(destinationName), which no attribute names: "
                    + "set it from `\(column)`")
        }
        var doubts = target.doubts
        if match.score < NameMatch.sure { doubts.insert("is `\(column)` this?", at: 0) }
        let value = "{ \(target.text), column: \(YAMLText.scalar(column))\(options) }"
        return DraftLine(
            text: "      \(YAMLText.scalar(name)): \(value)", comment: Self.unsure(doubts))
    }

    /// What most cells have between their parts.
    private static func separator(_ cells: [Value]) -> String {
        let texts = cells.compactMap { cell -> String? in
            if case .text(let text) = cell { text } else { nil }
        }
        let candidates = ["|", ";", ","]
        let counts = candidates.map { candidate in texts.count { $0.contains(candidate) } }
        guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else {
            return "|"
        }
        return candidates[index]
    }
}
