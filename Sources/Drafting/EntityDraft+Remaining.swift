import ObjectModel
import Seeding
import Sources
import StoreFormat

// Columns whose names say nothing, and whose cells fit one property alone of those that are left.
extension EntityDraft {
    /// What the cells of a column can hardly be but.
    private enum Kind {
        case date, boolean, whole, fraction, code, uuid, link, text

        init?(_ survey: ColumnSurvey, named name: String) {
            guard survey.count > 0 else { return nil }
            // Seconds since 1970.
            let isStamp = ["time", "date"].contains(where: name.lowercased().contains)
            if isStamp, survey.numbers.forms[0].lowest > 1e8, Kind.fits(.date, survey) {
                self = .date
                return
            }
            let counted = survey.numbers.withUnits.max { $0.fits < $1.fits }
            if let counted, counted.fits == survey.count {
                self =
                    counted.fractions > 0 ? .fraction : survey.numbers.hasLeadingZeros ? .code : .whole
            } else if survey.texts < survey.count {
                return nil
            } else if Kind.fits(.uuid, survey) {
                self = .uuid
            } else if Kind.isLink(survey) {
                self = .link
            } else if let words = survey.words.counts, EntityDraft.booleans(Set(words.keys)) != nil {
                self = .boolean
            } else if Kind.fits(.date, survey) {
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

        /// Whether an attribute of a type holds such.
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

        /// Whether nothing else looks like it, in whatever language the column's name is.
        var isTelling: Bool { [.date, .uuid, .link].contains(self) }
    }

    /// Matches what is left on both sides, where there is one way to do so.
    ///
    /// Links, UUIDs and dates tell themselves. Of others their names have to be in another language than the
    /// model's, as far as others were found by what they mean; or be a first letter, `R` for `red`; or there
    /// could be no object without.
    ///
    /// - Parameters:
    ///   - values: what source code says of defaults.
    ///   - isOnly: whether no other source has objects of the entity.
    mutating func matchRemaining(values: SourceValues, isOnly: Bool) {
        let matched = Set(matches.map(\.property.name))
        var attributes = entity.attributes.filter { attribute in
            !matched.contains(attribute.path) && !attribute.attribute.isDerived
        }
        guard !attributes.isEmpty || !openToOnes.isEmpty else { return }
        let missing = isOnly ? Set(missingProperties(values)) : []
        let isForeign = self.isForeign
        let taken = joinedColumns.union(matches.map(\.column)).union(lists.values.flatMap(\.columns))
        let place = orderColumn
        // What has a known name that nothing fits may mean the same.
        var (hasOtherText, hasOtherNumber) = (false, false)
        var columns: [(index: Int, kind: Kind)] = survey.ownIndices.compactMap { index in
            let name = survey.columns[index]
            guard !taken.contains(index), !name.isEmpty, survey.table?.references[name.lowercased()] == nil,
                index != place, let kind = Kind(survey.surveys[index], named: name)
            else { return nil }
            let words = NameMatch.Name(NameMatch.withoutUnit(name))
            // What is a number or text of another kind by its name is not this.
            let isOther = words.isKnown && !["name", "title"].contains(words.plainWords.joined())
            let isKey = NameMatch.referred(by: name) != nil || LinkDrafts.isOwnKey(name, of: self)
            // Without it there can be no object, and there is no other text.
            let isNeeded = kind == .text && missing.count == 1
            if isNeeded, !isKey { return (index, kind) }
            if isOther, !isKey, kind == .text { hasOtherText = true }
            if isOther, !isKey, kind == .whole || kind == .fraction { hasOtherNumber = true }
            guard kind.isTelling || !isOther && !isKey && !survey.surveys[index].holdsObjects else {
                return nil
            }
            return (index, kind)
        }
        // What the records stand under tells them apart.
        if let index = survey.columns.firstIndex(of: ParentColumn.key),
            let kind = Kind(survey.surveys[index], named: "")
        {
            let open = attributes.filter { attribute in
                kind.fits(attribute.attribute.type) || attribute.attribute.type == .string && kind == .whole
            }
            let needed = open.filter { missing.contains($0.path) }
            let named = open.filter {
                ["id", "key", "code", "number"].contains(NameMatch.words($0.path).last)
            }
            if let attribute = needed.count == 1 ? needed.first : named.count == 1 ? named.first : nil {
                add(Self.match(attribute, index, survey))
                attributes.removeAll { $0.path == attribute.path }
            }
        }
        let isNamed =
            NameMatch.entityScore(survey.table?.name ?? survey.name, entity.name) >= NameMatch.sure
        let hasOwnText = columns.contains { survey.columns[$0.index] == "." }
        func options(_ column: (index: Int, kind: Kind)) -> [AttributeColumn] {
            let name = survey.columns[column.index].lowercased()
            // `1호선`, where the model has no number left.
            let isText =
                [.whole, .fraction].contains(column.kind)
                && !survey.surveys[column.index].numbers.units.isEmpty
                && !attributes.contains { Kind.whole.fits($0.attribute.type) }
                && !columns.contains { $0.kind == .text }
            let kind = isText ? .text : column.kind
            let fitting = attributes.filter { attribute in
                guard kind.fits(attribute.attribute.type) else { return false }
                if name.count == 1, name.utf8.count == 1, name.first?.isLetter == true {
                    return attribute.path.hasPrefix(name)
                }
                if hasOtherNumber, kind == .whole || kind == .fraction { return false }
                // Of an element its text is meant.
                if hasOwnText || hasOtherText, kind == .text, name != "." { return false }
                let isOwn = kind == .text && isNamed || name == "."
                return column.kind.isTelling || isForeign || isOwn || missing.contains(attribute.path)
            }
            let required = fitting.filter { missing.contains($0.path) }
            return required.count == 1 ? required : fitting
        }
        var isChanged = true
        while isChanged {
            isChanged = false
            for (place, column) in columns.enumerated() {
                let fitting = options(column)
                guard let attribute = fitting.first, fitting.count == 1 else { continue }
                let isOnly = !columns.enumerated().contains { other, rival in
                    let rivals = options(rival)
                    return other != place && rivals.count == 1 && rivals[0].path == attribute.path
                }
                guard isOnly else { continue }
                add(Self.match(attribute, column.index, survey))
                attributes.removeAll { $0.path == attribute.path }
                columns.remove(at: place)
                isChanged = true
                break
            }
        }
        guard isForeign else { return }
        let texts = columns.filter { $0.kind == .text }
        let toOnes = openToOnes
        guard texts.count == 1, !hasOtherText, toOnes.count == 1,
            !attributes.contains(where: { $0.attribute.type == .string })
        else { return }
        add(Match(column: texts[0].index, property: .toOne(toOnes[0]), score: NameMatch.lowest))
    }

    /// Whether most names that are not the model's own are words of another language, `Preis`, or script.
    private var isForeign: Bool {
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
        }.filter { $0.singulars != NameMatch.words($1).map(NameMatch.singular) }.map(\.0)
        let foreign = names.count { $0.words.contains(where: HeaderWords.isForeign) }
        return foreign > 0 && foreign * 2 >= names.count
    }
}
