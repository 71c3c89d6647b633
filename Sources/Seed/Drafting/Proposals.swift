import Inputs
import ObjectModel
import StoreFormat

/// A property that a column may fill, with its score and the reasons.
struct Proposal {
    let column: Int
    let property: EntityDraft.Property
    /// From ``NameMatch/lowest`` to ``NameMatch/same``.
    let score: Int
    /// The reasons for the score, for `--explain`.
    let reasons: [String]

    var match: EntityDraft.Match { .init(column: column, property: property, score: score) }
}

/// The matches that are possible between the columns of an input and the properties of an entity, judged by
/// names and then by cells.
struct Proposals {
    /// The proposals, by column and then by the property's name.
    private(set) var all: [Proposal] = []

    private let entity: EntityLayout
    private let survey: SourceSurvey
    private let arrays: Set<String>
    /// The attributes that identify objects.
    private let keys: Set<String>
    /// The attributes that identify the objects of to-one relationships, by the relationship's name.
    private let identifiers: [String: [String]]
    /// The columns with the same value in all rows.
    private let constants: Set<Int>

    /// Creates the proposals by comparing all columns with all properties.
    ///
    /// - Parameters:
    ///   - arrays: the attributes that are SwiftData arrays.
    ///   - keys: the attributes that identify objects.
    ///   - identifiers: the attributes that identify the objects of to-one relationships, by the relationship's name.
    ///   - known: a cache of names that are already split into words.
    ///   - lists: the columns that form one list, by the first of them, with the property that the list
    ///     fills.
    ///   - columns: the columns to compare, or nil for all.
    ///   - relationship: the relationship to objects of the entity. Columns may begin with its name.
    init(
        _ entity: EntityLayout, _ survey: SourceSurvey, arrays: Set<String>, keys: Set<String>,
        identifiers: [String: [String]] = [:], _ known: KnownNames,
        besides lists: [Int: (list: ColumnList, property: EntityDraft.Property)],
        only columns: Set<Int>? = nil, siblingsOf relationship: String? = nil
    ) {
        (self.entity, self.survey, self.arrays, self.keys) = (entity, survey, arrays, keys)
        self.identifiers = identifiers
        constants = Set(survey.ownIndices.filter(survey.isConstant))
        let inLists = Set(lists.values.flatMap(\.list.columns))
        for (index, list) in lists.sorted(by: { $0.key < $1.key }) {
            all.append(
                Proposal(
                    column: index, property: list.property, score: NameMatch.sure,
                    reasons: ["numbered columns"]))
        }
        let properties = Self.propertyNames(of: entity).map { property in
            // For example `student` for the flag `isStudent`.
            let words = known[property.text].words
            let isFlag =
                entity.attribute(property.text)?.attribute.type == .boolean && words.count > 1
                && ["is", "has"].contains(words[0])
            return (
                text: property.text, name: known[property.text], isAttribute: property.isAttribute,
                flag: isFlag ? known[words.dropFirst().joined(separator: "_")] : nil
            )
        }
        let same = Dictionary(grouping: properties) { $0.name.words }
        let source = survey.ownCount > 1 ? survey.table?.name ?? survey.name : nil
        let siblings = survey.siblings
        // A plan cannot say which of two columns of one name it means.
        let names = Dictionary(grouping: survey.ownIndices) { survey.columns[$0] }
        let indices = survey.ownIndices.filter {
            names[survey.columns[$0]]?.count == 1 && !inLists.contains($0) && !survey.isShell($0)
                && columns?.contains($0) ?? true
        }
        let firstWords = indices.compactMap { known[survey.columns[$0]].words.first }
        let counts = Dictionary(grouping: firstWords) { $0 }.mapValues(\.count)
        let others = [entity.name] + entity.toOnes.map(\.relationship.name)
        let common = counts.first { word, count in
            count > 3 && count * 5 > indices.count * 3 && !others.contains { known[$0].words.first == word }
        }?.key
        let open = indices.map { index in
            (
                index: index,
                forms: ColumnForms(
                    survey.columns[index], entity: entity.name, relationship: relationship, common: common,
                    source: relationship == nil ? source : "", siblings: siblings, known)
            )
        }
        // Many columns with words in common would have too many pairs, so columns with the exact name are
        // matched first.
        var settled: (columns: Set<Int>, names: Set<String>) = ([], [])
        let namesakes = Dictionary(grouping: open) { $0.forms.words }
        for (index, forms) in open
        where !forms.words.isEmpty && namesakes[forms.words]?.count == 1 && survey.surveys[index].filled > 0 {
            guard let found = same[forms.words], found.count == 1, let name = found.first?.text,
                let proposal = proposal(index, name, NameMatch.same), proposal.score == NameMatch.same
            else { continue }
            all.append(proposal)
            settled.columns.insert(index)
            settled.names.insert(name)
        }
        for (index, forms) in open where !settled.columns.contains(index) {
            for property in properties where !settled.names.contains(property.text) {
                let flag = property.flag.map { forms.score($0, isAttribute: true) - 12 } ?? 0
                let score = max(
                    forms.score(property.name, isAttribute: property.isAttribute), flag,
                    keyScore(index, property.text), nameScore(index, property.text))
                guard score >= NameMatch.lowest || mayHold(index, property.text) else { continue }
                if let proposal = proposal(index, property.text, score) { all.append(proposal) }
            }
        }
        // A column without any value gives way to another one.
        let filled = Set(
            all.filter { $0.score >= NameMatch.named && survey.surveys[$0.column].filled > 0 }.map(
                \.property.name))
        all.removeAll { proposal in
            survey.rowCount > 0 && survey.surveys[proposal.column].filled == 0
                && filled.contains(proposal.property.name)
        }
        all.sort { $0.column != $1.column ? $0.column < $1.column : $0.property.name < $1.property.name }
    }

    // MARK: Scores

    /// Returns the score of a column of keys, such as `id`, for an attribute for keys, such as `identifier`.
    private func keyScore(_ index: Int, _ name: String) -> Int {
        guard entity.attribute(name) != nil, survey.isKey(index) || isSharedKey(index) else { return 0 }
        let isKey = keys.contains(name) || NameMatch.keyNames.contains(NameMatch.words(name).joined())
        guard isKey else { return 0 }
        let column = survey.columns[index]
        let place = NameMatch.keyRank(column, of: [entity.name, survey.table?.name ?? survey.name])
        guard NameMatch.isKeyName(name, of: entity.name) else {
            if place == nil { return 0 }
            // For example `code` for `barcode`.
            let isEnd = name.lowercased().hasSuffix(NameMatch.words(column).last ?? column)
            return isEnd ? NameMatch.named : numberScore(index, name)
        }
        return place.map { NameMatch.named + 14 - $0 } ?? 0
    }

    /// Returns whether nested records with the same key may have the same object, such as `artist.id` in the credits
    /// of several albums. Each other column of the object has at most as many values as the key.
    private func isSharedKey(_ index: Int) -> Bool {
        let column = survey.columns[index]
        let count = survey.surveys[index].cells.count
        guard let dot = column.lastIndex(of: "."), survey.surveys[index].filled == survey.rowCount else {
            return false
        }
        let siblings = survey.ownIndices.filter {
            $0 != index && survey.columns[$0].hasPrefix(column[...dot])
        }
        return !siblings.isEmpty && siblings.allSatisfy { survey.surveys[$0].cells.count <= count }
    }

    /// Returns the score of a column with the names of a to-one relationship's objects, such as `Artist Display Name`.
    private func nameScore(_ index: Int, _ name: String) -> Int {
        let words = NameMatch.words(survey.columns[index])
        guard entity.toOne(name) != nil, ["name", "title"].contains(words.last),
            words.starts(with: NameMatch.words(name))
        else { return 0 }
        return NameMatch.named + 8
    }

    /// Returns whether a column is about the object of a to-one relationship, such as `Artist URL` next to `URL`.
    private func isOfOther(_ index: Int, _ name: String) -> Bool {
        let words = NameMatch.words(survey.columns[index])
        return entity.toOnes.contains { toOne in
            let own = NameMatch.words(toOne.relationship.name).joined()
            let isPrefixed = words.indices.dropFirst().contains { words[..<$0].joined() == own }
            return isPrefixed && !NameMatch.words(name).joined().hasPrefix(own)
        }
    }

    /// Returns whether a column has numbers of other objects, such as `GenreId`, and the attribute takes words, such as
    /// `genre`.
    private func refersToOther(_ index: Int, _ name: String) -> Bool {
        let words = NameMatch.words(survey.columns[index])
        let (last, column) = (NameMatch.words(name).last ?? "", survey.surveys[index])
        return words.count > 1 && ["id", "ids", "fk"].contains(words.last)
            && !NameMatch.keyWords.contains(last)
            && entity.attribute(name)?.attribute.type == .string
            && column.count > 0 && column.numbers.forms[0].fits == column.count
    }

    /// Returns whether a column begins with an abbreviation of a to-one relationship, such as `st_mass` for the `star` of a
    /// planet.
    private func beginsLikeOther(_ index: Int) -> Bool {
        let words = NameMatch.words(survey.columns[index])
        guard let short = survey.siblings.shortPrefix(words) else { return false }
        func begins(_ name: String) -> Bool { NameMatch.words(name).joined().hasPrefix(short) }
        return !begins(entity.name) && entity.toOnes.contains { begins($0.relationship.name) }
            && !entity.attributes.contains { begins($0.path) }
    }

    /// Returns the score of a column of numbers that are keys for a required and unique integer, such as `number`.
    private func numberScore(_ index: Int, _ name: String) -> Int {
        guard keys.contains(name), let attribute = entity.attribute(name)?.attribute, !attribute.isOptional,
            [.integer16, .integer32, .integer64].contains(attribute.type),
            survey.surveys[index].numbers.forms[0].fits == survey.surveys[index].count
        else { return 0 }
        return NameMatch.lowest
    }

    /// Returns whether the cells alone show that a column may fill an attribute, such as single characters
    /// for `character`.
    private func mayHold(_ index: Int, _ name: String) -> Bool {
        guard let attribute = entity.attribute(name), attribute.attribute.type == .string else {
            return false
        }
        return survey.surveys[index].holdsSigns
            && NameMatch.words(name).contains { NameMatch.signWords.contains($0) }
            || holdsCodes(index, name)
    }

    /// Returns whether all cells are codes of the length that an attribute's name ends with, such as `alpha3`.
    private func holdsCodes(_ index: Int, _ name: String) -> Bool {
        guard let length = name.last?.wholeNumberValue, let count = survey.surveys[index].codeLength else {
            return false
        }
        let words = NameMatch.words(name.filter { !$0.isNumber })
        return count == length && survey.isKey(index)
            && words.contains { ["alpha", "iso", "code"].contains($0) }
    }

    private func proposal(_ index: Int, _ name: String, _ nameScore: Int) -> Proposal? {
        guard let property = property(name, index), !isSingle(property, index, nameScore),
            !(property.isAttribute && (beginsLikeOther(index) || refersToOther(index, name)))
        else { return nil }
        var score = nameScore
        var reasons = ["names \(nameScore)"]
        let column = survey.surveys[index]
        if case .attribute(let attribute, let guess) = property {
            if guess.unreadable > 0 {
                // An unreadable column is rejected, unless its name fits. An object can be without an optional value.
                let isNamed = score >= (attribute.attribute.isOptional ? NameMatch.sure : NameMatch.named)
                if guess.unreadable == guess.count, !isNamed { return nil }
                score -= 20
                reasons.append("\(guess.unreadable) of \(guess.count) cells cannot be read -20")
                if isNamed { score = max(score, NameMatch.lowest) }
            }
            // An object cannot be without the value.
            if !attribute.attribute.isOptional, nameScore < NameMatch.same, guess.empty > 0 {
                score -= 20
                reasons.append("\(guess.empty) cells are empty, but it is not optional -20")
                if nameScore >= NameMatch.named { score = max(score, NameMatch.lowest) }
            }
            if attribute.attribute.type == .string, column.holdsSigns {
                if ["name", "title"].contains(name.lowercased()), score < NameMatch.same {
                    score -= 30
                    reasons.append("cells are signs, and no names -30")
                } else if mayHold(index, name) {
                    score = max(score, NameMatch.named)
                    reasons.append("cells are single signs \(NameMatch.named)")
                }
            } else if attribute.attribute.type == .string, holdsCodes(index, name) {
                let isNumbered = survey.columns[index].last == name.last
                score = max(score, isNumbered ? NameMatch.named : NameMatch.lowest)
                reasons.append("cells are codes of this length \(score)")
            }
            // Two objects would have the same key.
            let isRepeated = column.filled > 0 && !column.cells.isDistinct && !isSharedKey(index)
            if keys.contains(name), nameScore < NameMatch.sure, isRepeated { return nil }
            // A value that is the same in all rows is no evidence.
            if constants.contains(index), nameScore < NameMatch.sure, attribute.attribute.isOptional {
                return nil
            }
        } else if constants.contains(index) && nameScore < NameMatch.named && property.isOptional
            || column.holdsRecords
        {
            return nil
        }
        if case .toOne = property,
            let rest = identifiers[name]?.first(where: { identifier in
                NameMatch.words(survey.columns[index]) == NameMatch.words(name) + NameMatch.words(identifier)
            })
        {
            score += 1
            reasons.append("identifies its objects by `\(rest)` +1")
        }
        if survey.columns.contains(NameMatch.label(of: survey.columns[index])), !property.isLink {
            score -= 30
            reasons.append("another column has its label -30")
        }
        if nameScore < NameMatch.sure, score >= NameMatch.lowest {
            // Between similar names, the cells decide.
            var less = constants.contains(index) || column.filled == 0 ? 6 : 0
            if case .attribute(let attribute, _) = property {
                if attribute.attribute.type == .string, column.count > 0,
                    column.numbers.forms[0].fits == column.count
                {
                    less += 2
                }
                if isOfOther(index, name) { less += 6 }
            }
            if less > 0 { reasons.append("cells -\(less)") }
            score = max(score - less, NameMatch.lowest)
        }
        guard score >= NameMatch.lowest else { return nil }
        return Proposal(column: index, property: property, score: score, reasons: reasons)
    }

    /// Returns whether the property takes a list but the column refers to one object per row. For example,
    /// `ReportsTo` does not hold an employee's `reports`.
    private func isSingle(_ property: EntityDraft.Property, _ index: Int, _ score: Int) -> Bool {
        switch property {
        case .toMany: break
        case .attribute(let attribute, _)
        where attribute.attribute.holdsArray || arrays.contains(attribute.path):
            break
        default: return false
        }
        if survey.table?.references[survey.columns[index].lowercased()] != nil { return true }
        return score < NameMatch.sure && !survey.hasLists(index)
    }

    private static func propertyNames(of entity: EntityLayout) -> [(text: String, isAttribute: Bool)] {
        let enumerations = entity.composites.filter { $0.plainCases != nil }
        let cases = Set(enumerations.flatMap(\.columns).map(\.path))
        return entity.attributes.filter { !$0.attribute.isDerived && !cases.contains($0.path) }
            .map { ($0.path, true) }
            + entity.composites.filter { entity.attribute($0.path) == nil }.map { ($0.path, true) }
            + entity.toOnes.map { ($0.relationship.name, false) }
            + entity.toManys.map { ($0.relationship.name, false) }
    }

    /// Returns a property with the values of the column as it would read them.
    private func property(_ name: String, _ index: Int) -> EntityDraft.Property? {
        if let composite = entity.composite(name), let first = composite.columns.first,
            entity.attribute(name) == nil
        {
            guard composite.plainCases != nil || survey.surveys[index].holdsObjects else { return nil }
            let attribute = AttributeColumn(
                path: name, column: first.column, sqlType: AttributeType.string.sqlType,
                attribute: AttributeDescription(composite.attribute.traits, type: .string))
            return .attribute(
                attribute,
                ValueGuess(
                    attribute.attribute, path: attribute.path, survey.surveys[index],
                    rowCount: survey.rowCount))
        }
        if let attribute = entity.attribute(name) {
            return .attribute(
                attribute,
                ValueGuess(
                    attribute.attribute, path: attribute.path, survey.surveys[index],
                    rowCount: survey.rowCount,
                    isList: arrays.contains(name),
                    isReferenceDate: survey.referenceDates.contains(survey.columns[index]),
                    isDayFirst: survey.isDayFirst, hasDecimalComma: survey.hasDecimalComma))
        }
        return entity.toOne(name).map { .toOne($0) } ?? entity.toMany(name).map { .toMany($0) }
    }
}

extension SourceSurvey {
    /// Returns whether all rows have the same value in a column.
    func isConstant(_ index: Int) -> Bool {
        rowCount > 2 && surveys[index].filled == rowCount && surveys[index].cells.count == 1
    }

    /// Returns whether a column is an XML element with child elements and no text, such as `<tags/>` if other
    /// records have `<tags><tag>sea</tag></tags>`.
    func isShell(_ index: Int) -> Bool { surveys[index].filled == 0 && shells.contains(columns[index][...]) }
}

extension EntityDraft.Property {
    /// Whether its values are links.
    fileprivate var isLink: Bool {
        if case .attribute(let attribute, _) = self { attribute.attribute.type == .uri } else { false }
    }

    /// Whether an object can exist without a value of the property.
    var isOptional: Bool {
        switch self {
        case .attribute(let attribute, _): attribute.attribute.isOptional
        case .toOne(let toOne): toOne.relationship.isOptional
        case .toMany(let toMany): toMany.relationship.isOptional
        }
    }
}
