import Inputs
import ObjectModel
import Seeding
import StoreFormat

// Matches columns whose names are no evidence, by cells that fit only one of the remaining properties.
extension EntityDraft {
    /// Matches the remaining columns with the remaining properties if there is only one way to do so.
    ///
    /// Links, UUIDs and dates are recognizable by their values alone. For other cells, one of these must be
    /// true: most matched names are in another language than the model's, the column's name is a first letter
    /// such as `R` for `red`, or the entity requires the property.
    ///
    /// - Parameters:
    ///   - values: the default values in source code.
    ///   - keys: the attributes that identify objects.
    ///   - names: the properties that another input of the same objects fills.
    mutating func matchRemaining(values: SourceValues, keys: Set<String>, besides names: Set<String>) {
        let missing = missingProperties(values).filter { !names.contains($0) }
        var rest = Remainder(self, missing: Set(missing), besides: names)
        if let pair = rest.takeKey(keys) { add(Self.match(pair.attribute, pair.column, survey)) }
        while let pair = rest.takePair() { add(Self.match(pair.attribute, pair.column, survey)) }
        let open = Set(matches.map(\.property.name))
        let codes = missing.filter {
            !open.contains($0) && (keys.contains($0) || NameMatch.isCodeName($0, of: entity.name))
        }
        for name in codes {
            guard let pair = rest.takeCode(name) else { continue }
            add(Self.match(pair.attribute, pair.column, survey))
        }
        if matches.count * 2 >= entity.attributes.count {
            while let pair = rest.takeNumber(of: self) {
                add(Self.match(pair.attribute, pair.column, survey))
            }
        }
        let toOnes = openToOnes.filter { !names.contains($0.relationship.name) }
        guard let column = rest.onlyText, toOnes.count == 1 else { return }
        add(Match(column: column, property: .toOne(toOnes[0]), score: NameMatch.lowest))
    }

    /// Fills attributes from records around the rows, such as the date of exchange rates.
    ///
    /// - Parameters:
    ///   - values: the default values in source code.
    ///   - isInside: whether the records around are objects. Their values then fill only required attributes.
    mutating func matchAround(_ values: SourceValues, isInside: Bool) {
        let required = Set(missingProperties(values))
        let matched = Set(matches.map(\.property.name))
        let open = entity.attributes.filter { attribute in
            !attribute.attribute.isDerived && !matched.contains(attribute.path)
                && (required.contains(attribute.path) || !isInside)
        }
        for attribute in open {
            let isRequired = required.contains(attribute.path)
            let candidates = survey.columns.indices.dropFirst(survey.ownCount).filter { index in
                CellKind(survey.surveys[index], named: "")?.fits(attribute.attribute.type) == true
                    && survey.surveys[index].filled == survey.rowCount
                    && !matches.contains { $0.column == index }
            }
            let scored = candidates.compactMap { index -> (index: Int, height: Int, score: Int)? in
                guard let column = ParentColumn(survey.columns[index]) else { return nil }
                // An attribute of an XML element also has its plain name.
                if case .value(let name) = column.content, name.first == "@" { return nil }
                return switch column.content {
                case .value(let name): (index, column.height, NameMatch.score(name, attribute.path))
                case .key: (index, column.height, 0)
                case .position: nil
                }
            }.sorted { $0.height < $1.height }
            let named = scored.max { $0.score < $1.score }
            // Without a name that fits, the only date, link or key of the nearest record.
            let nearest = scored.filter { place in
                let kind = CellKind(survey.surveys[place.index], named: "")
                return place.height == scored[0].height
                    && (kind?.isUnambiguous == true
                        || ParentColumn(survey.columns[place.index])?.content == .key)
            }
            let isNamed = named.map { $0.score >= (isRequired ? NameMatch.named : NameMatch.sure) } == true
            let best = isNamed ? named : isRequired && nearest.count == 1 ? nearest[0] : nil
            if let best { add(Self.match(attribute, best.index, survey)) }
        }
        // The keys of an object group the lists in it, such as `fruit` and `bread` those of items.
        let keys = survey.columns.indices.dropFirst(survey.ownCount).filter { index in
            ParentColumn(survey.columns[index])?.content == .key && survey.surveys[index].cells.count > 1
                && !matches.contains { $0.column == index }
        }
        if !isInside, keys.count == 1, openToOnes.count == 1 {
            add(Match(column: keys[0], property: .toOne(openToOnes[0]), score: NameMatch.lowest))
        }
    }

    /// Whether most names that differ from the model's are words of another language, such as `Preis`, or in
    /// another script.
    fileprivate var isForeign: Bool {
        func isOfOtherScript(_ text: String) -> Bool {
            text.unicodeScalars.contains { $0.value >= 0x370 && $0.properties.isAlphabetic }
        }
        let own = survey.ownIndices.map { survey.columns[$0] }
        if own.count(where: isOfOtherScript) * 2 > own.count,
            !entity.attributes.contains(where: { isOfOtherScript($0.path) })
        {
            return true
        }
        let names = matches.map { match in
            (NameMatch.Name(NameMatch.withoutUnit(survey.columns[match.column])), match.property.name)
        }.filter { $0.singulars != NameMatch.words($1).map(Plurals.singular) }.map(\.0)
        let foreign = names.count { $0.words.contains(where: HeaderWords.isForeign) }
        return foreign > 0 && foreign * 2 >= names.count
    }
}

extension ColumnSurvey {
    /// Whether texts have spaces, so that they are no keys.
    fileprivate var hasSpaces: Bool {
        examples.contains { value in
            if case .text(let text) = value { text.trimmed.contains(" ") } else { false }
        }
    }
}

/// The kind of value that all cells of a column have.
private enum CellKind {
    case date, boolean, whole, fraction, code, uuid, link, text

    init?(_ survey: ColumnSurvey, named name: String) {
        guard survey.count > 0 else { return nil }
        // Seconds since 1970.
        let isStamp = ["time", "date"].contains(where: name.lowercased().contains)
        if isStamp, survey.numbers.forms[0].lowest > 1e8, CellKind.fits(.date, survey) {
            self = .date
            return
        }
        let counted = survey.numbers.withUnits.max { $0.fits < $1.fits }
        if let counted, counted.fits == survey.count {
            self =
                counted.fractions > 0 ? .fraction : survey.numbers.hasLeadingZeros ? .code : .whole
        } else if survey.texts < survey.count {
            return nil
        } else if CellKind.fits(.uuid, survey) {
            self = .uuid
        } else if CellKind.isLink(survey) {
            self = .link
        } else if let words = survey.words.counts, EntityDraft.booleans(Set(words.keys)) != nil {
            self = .boolean
        } else if CellKind.fits(.date, survey) {
            self = .date
        } else {
            self = .text
        }
    }

    private static func isLink(_ survey: ColumnSurvey) -> Bool {
        survey.examples.allSatisfy { value in
            guard case .text(let text) = value, let colon = text.firstIndex(of: ":") else { return false }
            return text[colon...].hasPrefix("://") && text[..<colon].allSatisfy(\.isLetter)
        }
    }

    private static func fits(_ type: AttributeType, _ survey: ColumnSurvey) -> Bool {
        let value = AttributeDescription(PropertyTraits(name: "value"), type: type)
        let guess = ValueGuess(value, path: "value", survey, rowCount: survey.count)
        return guess.count == survey.count && guess.unreadable == 0
    }

    /// Returns whether an attribute of a type can hold such values.
    func fits(_ type: AttributeType) -> Bool {
        switch self {
        case .date: type == .date
        case .boolean: type == .boolean
        case .whole: [.integer16, .integer32, .integer64, .double, .float, .decimal].contains(type)
        case .fraction: [.double, .float, .decimal].contains(type)
        case .uuid: type == .uuid
        case .link: type == .uri
        case .code, .text: type == .string
        }
    }

    /// Whether the values are recognizable whatever the language of the column's name.
    var isUnambiguous: Bool { [.date, .uuid, .link].contains(self) }

    var isNumber: Bool { self == .whole || self == .fraction }
}

/// The columns of an input and the attributes of its entity that no name matched.
private struct Remainder {
    typealias Pair = (attribute: AttributeColumn, column: Int)

    private struct Column {
        let index: Int
        let name: String
        let kind: CellKind
    }

    private let survey: SourceSurvey
    /// The required properties that no column fills.
    private let missing: Set<String>
    private let isForeign: Bool
    /// Whether the input has the name of the entity.
    private let isNamed: Bool
    private var columns: [Column] = []
    private var attributes: [AttributeColumn]
    /// Whether a column of texts or numbers has a known name that fits no property. It may mean the same.
    private var (hasOtherText, hasOtherNumber) = (false, false)
    /// Whether a column holds the text of an XML element itself. That text is preferred to all others.
    private var hasOwnText: Bool { columns.contains { $0.name == "." } }

    init(_ draft: EntityDraft, missing: Set<String>, besides names: Set<String>) {
        survey = draft.survey
        self.missing = missing
        isForeign = draft.isForeign
        let table = survey.table?.name ?? survey.name
        isNamed = NameMatch.entityScore(table, draft.entity.name) >= NameMatch.sure
        let matched = names.union(draft.matches.map(\.property.name))
        attributes = draft.entity.attributes.filter { attribute in
            !matched.contains(attribute.path) && !attribute.attribute.isDerived
        }
        guard !attributes.isEmpty || !draft.openToOnes.isEmpty else { return }
        let (taken, place) = (draft.takenColumns, draft.orderColumn)
        for index in survey.ownIndices where !taken.contains(index) && index != place {
            let name = survey.columns[index]
            guard !name.isEmpty, survey.table?.references[name.lowercased()] == nil,
                let kind = CellKind(survey.surveys[index], named: name)
            else { continue }
            let isKey = NameMatch.referred(by: name) != nil || LinkDrafts.isOwnKey(name, of: draft)
            add(Column(index: index, name: name, kind: kind), isKey: isKey)
        }
        // A text that is the same in all rows is only evidence if there is no other.
        let varying = columns.filter { $0.kind == .text && !survey.isConstant($0.index) }
        if !varying.isEmpty { columns.removeAll { $0.kind == .text && survey.isConstant($0.index) } }
    }

    private mutating func add(_ column: Column, isKey: Bool) {
        // The entity requires this one property.
        let isNeeded = column.kind == .text && missing.count == 1 && !isKey
        let name = NameMatch.Name(NameMatch.withoutUnit(column.name))
        // A known name means another value than the one that is missing.
        let isOther = name.isKnown && !["name", "title"].contains(name.plainWords.joined())
        if !isNeeded, !column.kind.isUnambiguous {
            if isOther, !isKey, column.kind == .text { hasOtherText = true }
            if isOther, !isKey, column.kind.isNumber { hasOtherNumber = true }
            guard !isOther, !isKey, !survey.surveys[column.index].holdsObjects else { return }
        }
        columns.append(column)
    }

    /// Returns a pair for the keys of records that a mapping holds, and the attribute that identifies the
    /// records.
    mutating func takeKey(_ keys: Set<String>) -> Pair? {
        guard let index = survey.columns.firstIndex(of: ParentColumn.key),
            let kind = CellKind(survey.surveys[index], named: "")
        else { return nil }
        let open = attributes.filter { attribute in
            kind.fits(attribute.attribute.type) || attribute.attribute.type == .string && kind == .whole
        }
        let needed = open.filter { missing.contains($0.path) }
        let named = open.filter { ["id", "key", "code", "number"].contains(NameMatch.words($0.path).last) }
        let unique = open.filter { keys.contains($0.path) }
        let found = [needed, unique, named].first { $0.count == 1 }?.first
        return found.map { take($0, index) }
    }

    /// Returns a column whose value differs in each row, for a required attribute that identifies objects.
    /// For `name` and `title` it is the first such column, otherwise the one with the shortest values,
    /// because codes are short.
    mutating func takeCode(_ name: String) -> Pair? {
        guard let attribute = attributes.first(where: { $0.path == name }) else { return nil }
        let isName = ["name", "title"].contains(name.lowercased())
        let fitting = columns.filter { column in
            survey.isKey(column.index) && (isName || !survey.surveys[column.index].hasSpaces)
                && (column.kind.fits(attribute.attribute.type)
                    || attribute.attribute.type == .string && (column.kind.isNumber || column.kind == .link))
        }
        func length(_ column: Column) -> Int {
            survey.surveys[column.index].examples.map { $0.display.count }.max() ?? 0
        }
        if isName {
            return fitting.first.map { take(attribute, $0.index) }
        }
        return fitting.min { (length($0), $0.index) < (length($1), $1.index) }
            .map { take(attribute, $0.index) }
    }

    /// Returns the only number attribute and the only column of such numbers that are left, such as `season` and
    /// `year`. Two known names mean different values, unless the entity requires one.
    mutating func takeNumber(of draft: EntityDraft) -> Pair? {
        let (taken, place) = (draft.takenColumns, draft.orderColumn)
        let open = survey.ownIndices.filter { index in
            let name = survey.columns[index]
            return !taken.contains(index) && index != place && !survey.isConstant(index)
                && NameMatch.referred(by: name) == nil && !LinkDrafts.isOwnKey(name, of: draft)
                && survey.elements[index] == nil && survey.table?.references[name.lowercased()] == nil
        }
        for types in [[AttributeType.integer16, .integer32, .integer64], [.double, .float, .decimal]] {
            let found = attributes.filter { types.contains($0.attribute.type) }
            let columns = open.filter { index in
                guard let kind = CellKind(survey.surveys[index], named: survey.columns[index]) else {
                    return false
                }
                return kind == .whole || kind == .fraction && types[0] != .integer16
            }
            guard found.count == 1, columns.count == 1, let attribute = found.first else { continue }
            let names = [attribute.path, NameMatch.withoutUnit(survey.columns[columns[0]])].map {
                NameMatch.Name($0).isKnown
            }
            guard missing.contains(attribute.path) || !names.allSatisfy(\.self) else { continue }
            return take(attribute, columns[0])
        }
        return nil
    }

    /// Returns a column that fits only one attribute, if no other column fits only the same attribute.
    mutating func takePair() -> Pair? {
        for column in columns {
            let fitting = options(column)
            guard let attribute = fitting.first, fitting.count == 1 else { continue }
            let hasRival = columns.contains { rival in
                // The time of a change, such as `updated`, is no date of the object itself.
                let isOther =
                    rival.index != column.index && !(isStamp(rival) && !isStamp(column))
                    && !(isOwnLink(column) && !isOwnLink(rival))
                let rivals = isOther ? options(rival) : []
                return rivals.count == 1 && rivals[0].path == attribute.path
            }
            if !hasRival { return take(attribute, column.index) }
        }
        return nil
    }

    private func isStamp(_ column: Column) -> Bool {
        let words = NameMatch.words(column.name)
        return column.kind == .date && words.contains(where: JunctionDraft.stampWords.contains)
    }

    /// Returns whether each row has another link or UUID, which then belongs to the object itself.
    private func isOwnLink(_ column: Column) -> Bool {
        [.link, .uuid].contains(column.kind) && survey.isKey(column.index)
    }

    private mutating func take(_ attribute: AttributeColumn, _ index: Int) -> Pair {
        attributes.removeAll { $0.path == attribute.path }
        columns.removeAll { $0.index == index }
        return (attribute, index)
    }

    /// The only text column of an input in another language, if no text attribute remains for it.
    var onlyText: Int? {
        let texts = columns.filter { $0.kind == .text }
        let isOpen = attributes.contains { $0.attribute.type == .string }
        return isForeign && texts.count == 1 && !hasOtherText && !isOpen ? texts[0].index : nil
    }

    private func options(_ column: Column) -> [AttributeColumn] {
        let name = column.name.lowercased()
        // For example `1호선`, if no number attribute remains in the model.
        let isText =
            column.kind.isNumber && !survey.surveys[column.index].numbers.units.isEmpty
            && !attributes.contains { CellKind.whole.fits($0.attribute.type) }
            && !columns.contains { $0.kind == .text }
        let kind = isText ? .text : column.kind
        let fitting = attributes.filter { attribute in
            guard kind.fits(attribute.attribute.type) else { return false }
            if name.count == 1, name.utf8.count == 1, name.first?.isLetter == true {
                return attribute.path.hasPrefix(name)
            }
            if hasOtherNumber, kind.isNumber { return false }
            if NameMatch.words(attribute.path).last.map(NameMatch.keyWords.contains) == true,
                survey.surveys[column.index].hasSpaces
            {
                return false
            }
            if hasOwnText || hasOtherText, kind == .text, name != "." { return false }
            let isOwn = kind == .text && isNamed || name == "."
            return column.kind.isUnambiguous || isForeign || isOwn || missing.contains(attribute.path)
        }
        let required = fitting.filter { missing.contains($0.path) }
        return required.count == 1 ? required : fitting
    }
}
