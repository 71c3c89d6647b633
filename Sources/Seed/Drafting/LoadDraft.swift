import ObjectModel
import Seeding
import StoreFormat

/// The lines of one load of a drafted plan.
struct LoadDraft {
    private let draft: EntityDraft
    private let reference: ReferenceStore
    /// The columns that loads of other entities use from the same input.
    private let satelliteColumns: Set<String>

    init(_ draft: EntityDraft, reference: ReferenceStore, satelliteColumns: Set<String> = []) {
        self.draft = draft
        self.reference = reference
        self.satelliteColumns = satelliteColumns
    }

    /// Returns the lines of the load.
    ///
    /// - Parameter targets: the targets of relationships, by column.
    func lines(_ targets: [Int: LinkDrafts.Target]) -> [DraftLine] {
        var lines = [
            DraftLine(
                text: "    from: \(YAMLText.scalar(draft.survey.name))", doubts: entityDoubts,
                subject: .init(entity: draft.entity.name, property: nil))
        ]
        if let kinds = draft.kinds {
            let entities = kinds.entities.map {
                "\(YAMLText.scalar($0.value)): \(YAMLText.scalar($0.entity.name))"
            }.joined(separator: ", ")
            let column = YAMLText.scalar(draft.survey.columns[kinds.column])
            let text = "    discriminator: { column: \(column), entities: { \(entities) } }"
            // A build stops at a row with another value.
            let doubts =
                draft.survey.isCut ? ["only the first rows were read for the values of \(column)"] : []
            lines.append(DraftLine(text: text, doubts: doubts))
        }
        if let key = draft.keyColumn {
            lines.append(DraftLine(text: "    key: \(YAMLText.scalar(key))"))
        }
        lines += shared
        let attributes = draft.matches.compactMap(attribute)
        if !attributes.isEmpty { lines.append(DraftLine(text: "    attributes:")) }
        lines += attributes
        let relationships = draft.matches.compactMap { relationship($0, targets[$0.column]) }
        if relationships.contains(where: { $0.subject != nil }) {
            lines.append(DraftLine(text: "    relationships:"))
        }
        lines += relationships
        let isOrdered = draft.matches.contains { !order($0).isEmpty }
        let place = isOrdered ? draft.orderColumn.map { draft.survey.columns[$0] } : nil
        let unused =
            draft.sharesRows
            ? []
            : draft.unmatchedColumns.filter {
                $0 != draft.keyColumn && $0 != place && !satelliteColumns.contains($0)
            }
        if !unused.isEmpty {
            lines.append(DraftLine(text: "    ", doubts: ["no property fits " + Self.list(unused)]))
        }
        let missing = draft.missingProperties(reference.sourceValues)
        if !missing.isEmpty {
            let words = "required, but no column fits: " + Self.list(missing)
            lines.append(DraftLine(text: "    ", doubts: [words]))
        }
        return lines.map { line in
            var line = line
            line.source = draft.survey.name
            return line
        }
    }

    /// The lines that merge several records into one object.
    private var shared: [DraftLine] {
        let names = draft.sharedNames
        guard !names.isEmpty else { return [] }
        let constraints = reference.model.constraints(ofEntity: draft.entity.name)
        let isKnown = constraints.contains { Set($0) == Set(names) }
        let words = "records with the same \(Self.list(names)) become one object"
        let value =
            names.count == 1
            ? YAMLText.scalar(names[0])
            : "[" + names.map { YAMLText.scalar($0) }.joined(separator: ", ") + "]"
        let unique = DraftLine(text: "    unique: \(value)", doubts: [words])
        if let completed = draft.completed {
            let objects = "objects of `\(completed.source)` with the same \(Self.list(names))"
            var doubts = ["do the rows complete the \(objects)?"]
            if completed.missing > 0 {
                doubts.append("\(completed.missing) of \(completed.count) rows have no such object")
            }
            let conflict = DraftLine(
                text: "    conflict: replace", doubts: doubts, isExplained: completed.missing > 0)
            return isKnown ? [conflict] : [DraftLine(text: unique.text), conflict]
        }
        return (isKnown ? [] : [unique])
            + [DraftLine(text: "    conflict: merge", notes: isKnown ? [words] : [])]
    }

    private static func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }

    private var entityDoubts: [String] {
        let name = draft.survey.table?.name ?? draft.survey.name
        let isNamed = draft.sharesRows || NameMatch.entityScore(name, draft.entity.name) >= NameMatch.lowest
        return (isNamed ? [] : ["is this \(draft.entity.name)?"]) + draft.doubts
    }

    // MARK: Attributes

    private func attribute(_ match: EntityDraft.Match) -> DraftLine? {
        guard case .attribute(let attribute, let guess) = match.property else { return nil }
        let column = draft.survey.columns[match.column]
        var doubts = guess.doubts
        let list = draft.lists[match.column]
        if let doubt = list?.doubt {
            doubts.insert(doubt, at: 0)
        } else if match.score < NameMatch.sure, guess.unreadable == 0 {
            doubts.insert("is `\(column)` the right column?", at: 0)
        }
        var options = guess.options
        var stops = guess.unreadable > 0
        let hasStandard = options.contains { $0.key == "default" } || attribute.standard != nil
        let isPartial = draft.kinds?.partialNames.contains(attribute.path) == true
        if !attribute.attribute.isOptional, guess.empty > 0, !hasStandard, !isPartial {
            doubts.append(
                "\(guess.empty) of \(draft.survey.rowCount) cells are empty, but it is not optional")
            stops = true
        }
        if attribute.attribute.type == .string, draft.survey.holdsLists(match.column) {
            doubts.append("the elements of its lists are joined with '|'")
        }
        let unique = LinkDrafts.uniqueAttributes(of: draft.entity, in: reference)
        if unique.contains(attribute.path), !draft.sharedNames.contains(attribute.path),
            !draft.survey.cells(ofColumn: match.column).isDistinct
        {
            doubts.append("must be unique, but some values occur twice")
        }
        if reference.model.isInferred, let type = Self.type(guess.survey),
            attribute.attribute.type == .integer64
        {
            options.append(("type", type))
        }
        var line = DraftLine(
            text: "      \(YAMLText.scalar(attribute.path)): "
                + Self.value(column, options, template: list?.template ?? guess.template(of: column)),
            doubts: doubts, notes: guess.notes,
            subject: .init(entity: draft.entity.name, property: attribute.path),
            isExplained: stops)
        line.samples = draft.survey.samples(ofColumn: match.column)
        if !doubts.isEmpty { line.choices = choices(attribute, besides: match.column, options) }
        return line
    }

    /// Returns other columns for an attribute, and the choice to treat possible null words as no value.
    private func choices(
        _ attribute: AttributeColumn, besides column: Int, _ options: [(key: String, value: String)]
    ) -> [DraftChoice] {
        let name = YAMLText.scalar(attribute.path)
        let others = draft.proposals.filter { $0.property.name == attribute.path && $0.column != column }
            .sorted { $0.score > $1.score }.prefix(4)
        var choices = others.compactMap { proposal -> DraftChoice? in
            guard case .attribute(_, let guess) = proposal.property else { return nil }
            let other = draft.survey.columns[proposal.column]
            let value = Self.value(other, guess.options, template: guess.template(of: other))
            return DraftChoice(label: "`\(other)`", text: "      \(name): \(value)")
        }
        let words = draft.survey.surveys[column].possibleNullWords
        if attribute.attribute.type == .string, attribute.attribute.isOptional, !words.isEmpty {
            let all = options.filter { $0.key != "null" } + [("null", ValueGuess.list(words))]
            let value = Self.value(draft.survey.columns[column], all, template: nil)
            choices.insert(
                DraftChoice(
                    label: words.map { "'\($0)'" }.joined(separator: ", ") + " mean no value",
                    text: "      \(name): \(value)"), at: 0)
        }
        return choices
    }

    private static func value(
        _ column: String, _ options: [(key: String, value: String)],
        template: String?
    ) -> String {
        var all = options.map { "\($0.key): \($0.value)" }
        if let template, !column.contains("{"), !column.contains("}") {
            all.insert("template: \(YAMLText.quoted(template))", at: 0)
        } else {
            guard !options.isEmpty else { return YAMLText.scalar(column) }
            all.insert("column: \(YAMLText.scalar(column))", at: 0)
        }
        return "{ " + all.joined(separator: ", ") + " }"
    }

    /// Returns the type for a plan, if the reference store has no model. Such a store shows only that values
    /// are integers.
    private static func type(_ survey: ColumnSurvey) -> String? {
        guard survey.texts > 0, survey.texts == survey.count, let counts = survey.words.counts
        else { return nil }
        let words = counts.keys.map { $0.lowercased() }
        let known = BooleanParser.trueWords + BooleanParser.falseWords
        let isNumeric = words.allSatisfy { $0 == "0" || $0 == "1" }
        return words.allSatisfy(known.contains) && !isNumeric ? "Boolean" : nil
    }

    // MARK: Relationships

    /// Returns the text between the elements of a column's lists, or nil for a to-one relationship.
    static func separator(of match: EntityDraft.Match, in survey: SourceSurvey) -> String? {
        guard case .toMany = match.property else { return nil }
        if survey.isAround(match.column) {
            // Each record has one enclosing object. The separator must not occur in its name.
            let signs = survey.surveys[match.column].separators
            return signs.first { $0.count == 0 }?.sign ?? "\u{1F}"
        }
        return survey.surveys[match.column].separator ?? "|"
    }

    /// Returns the option for the column with the place in an ordered inverse, such as `position` or
    /// `stop_sequence`.
    private func order(_ match: EntityDraft.Match) -> String {
        guard case .toOne(let toOne) = match.property, toOne.orderColumn != nil,
            let column = draft.orderColumn
        else { return "" }
        return ", order: " + YAMLText.scalar(draft.survey.columns[column])
    }

    private func relationship(
        _ match: EntityDraft.Match, _ target: LinkDrafts.Target?
    ) -> DraftLine? {
        guard !match.property.isAttribute, let target else { return nil }
        let name = match.property.name
        let column = draft.survey.columns[match.column]
        guard let text = target.text else {
            return DraftLine(text: "    ", doubts: target.doubts, notes: target.notes)
        }
        var doubts = target.doubts
        let list = draft.lists[match.column]
        if let doubt = list?.doubt {
            doubts.insert(doubt, at: 0)
        } else if match.score < NameMatch.sure, !target.isProven {
            doubts.insert("is `\(column)` the right column?", at: 0)
        }
        let template = list.map {
            "template: " + YAMLText.quoted($0.template) + ($0.booleans.map { ", booleans: \($0)" } ?? "")
        }
        if case .toMany = match.property, template == nil, !draft.survey.hasLists(match.column),
            !draft.survey.isAround(match.column)
        {
            doubts.append("no cell holds several values: which separator would they have?")
        }
        let signs = draft.survey.surveys[match.column].separators
        if case .toMany = match.property, template == nil,
            let chosen = Self.separator(of: match, in: draft.survey),
            let other = signs.first(where: {
                $0.count > 0 && $0.sign != chosen && [",", ";", "/"].contains($0.sign)
            })
        {
            doubts.append("'\(other.sign)' also occurs in \(other.count) of the cells")
        }
        let separator = template == nil ? Self.separator(of: match, in: draft.survey) : "|"
        let options = separator.map {
            ", separator: \(YAMLText.quoted($0))"
        }
        let nulls = target.nullWords.isEmpty ? "" : ", null: \(ValueGuess.list(target.nullWords))"
        let columns =
            template ?? target.columns.map { "columns: \($0)" } ?? "column: \(YAMLText.scalar(column))"
        let settings =
            target.settings.isEmpty
            ? ""
            : ", set: { "
                + target.settings.map { "\(YAMLText.scalar($0.path)): \($0.value)" }.joined(separator: ", ")
                + " }"
        let value = "{ \(text), \(columns)\(nulls)\(options ?? "")\(settings)\(order(match)) }"
        var line = DraftLine(
            text: "      \(YAMLText.scalar(name)): \(value)",
            doubts: doubts, notes: target.notes,
            subject: .init(entity: draft.entity.name, property: name), isExplained: target.stops)
        line.samples = draft.survey.samples(ofColumn: match.column)
        return line
    }
}
