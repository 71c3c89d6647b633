import ObjectModel
import Seeding
import Sources
import StoreFormat

// Columns that other things than their names speak for.
extension EntityDraft {
    /// Family and given names that stand in one cell, `Lee, Ann`, where no other column has them.
    static func withNames(
        _ matches: [Match], of entity: EntityLayout, _ survey: SourceSurvey
    ) -> [Match] {
        guard let names = PersonNames(entity) else { return matches }
        let own = NameMatch.words(entity.name)
        let index = survey.ownIndices.first { index in
            let words = NameMatch.Name(survey.columns[index])
            let match = matches.first { $0.column == index }
            return survey.surveys[index].nameForm != nil
                && (words.plainWords.contains("name") || words.words.map(NameMatch.singular) == own)
                && match.map { $0.score < NameMatch.sure } ?? true
        }
        guard let index, let form = survey.surveys[index].nameForm else { return matches }
        let others = matches.filter { $0.column != index }
        let paths = [names.family.path, names.given.path]
        guard !others.contains(where: { paths.contains($0.property.name) }) else { return matches }
        return others
            + zip([names.family, names.given], 1...).map { attribute, part in
                var guess = ValueGuess(
                    attribute.attribute, path: attribute.path, survey.surveys[index],
                    rowCount: survey.rowCount)
                guess.options.append(form.option(part))
                if part == 1, let doubt = form.doubt { guess.doubts.append(doubt) }
                return Match(column: index, property: .attribute(attribute, guess), score: NameMatch.sure)
            }
    }

    /// Columns that are ticked for what they name, `Vegan`, `Halal`, for the relationship or array of such names.
    static func ticks(
        of entity: EntityLayout, _ survey: SourceSurvey, besides matches: [Match], _ arrays: Set<String>
    ) -> (Match, ColumnList)? {
        let taken = Set(matches.map(\.column))
        var (columns, words): ([Int], Set<String>) = ([], [])
        for index in survey.ownIndices where !taken.contains(index) {
            let own = survey.surveys[index]
            guard own.count > 0, own.nullWords.isEmpty, let counts = own.words.counts,
                Self.booleans(Set(counts.keys)) != nil
            else { continue }
            columns.append(index)
            words.formUnion(counts.keys)
        }
        guard columns.count > 1, let guess = booleans(words) else { return nil }
        let names = Set(matches.map(\.property.name))
        let open: [(name: String, other: String, property: Property)] =
            entity.toManys.filter { !names.contains($0.relationship.name) }.map {
                ($0.relationship.name, $0.destinationName, .toMany($0))
            }
            + entity.attributes.filter { attribute in
                !names.contains(attribute.path)
                    && (attribute.attribute.holdsArray || arrays.contains(attribute.path))
            }.map { attribute in
                var value = ValueGuess(
                    attribute.attribute, path: attribute.path, ColumnSurvey(), rowCount: survey.rowCount)
                if attribute.attribute.holdsArray { value.options.append(("archive", "array")) }
                value.options.append(("separator", YAMLText.quoted("|")))
                if let guess { value.options.append(("booleans", guess)) }
                return (attribute.path, attribute.path, .attribute(attribute, value))
            }
        for (name, other, property) in open {
            let stems = [name, other].map { NameMatch.words($0).map(NameMatch.singular) }
            // `Role: Coach`, `tag_vegan`.
            let prefixed = columns.filter { index in
                let words = NameMatch.words(survey.columns[index]).map(NameMatch.singular)
                return stems.contains { words.count > $0.count && words.starts(with: $0) }
            }
            let isTag = stems.joined().contains(where: tagWords.contains)
            let own = prefixed.isEmpty && isTag ? columns : prefixed
            guard own.count > 1, let first = own.first else { continue }
            let list = ColumnList(
                ticked: own, of: survey, without: prefixed.isEmpty ? 0 : stems.map(\.count).min() ?? 0,
                booleans: guess)
            return (Match(column: first, property: property, score: NameMatch.named), list)
        }
        return nil
    }

    /// What a plan says of words for true and false, nothing of the usual ones; nil where they are others.
    private static func booleans(_ words: Set<String>) -> String?? {
        var survey = ColumnSurvey()
        for word in words.sorted() { word.withUTF8Bytes { survey.add(.text($0)) } }
        let flag = AttributeDescription(PropertyTraits(name: "flag"), type: .boolean)
        let guess = ValueGuess(flag, path: "flag", survey, rowCount: words.count)
        guard guess.unreadable == 0, guess.count == words.count else { return nil }
        return .some(guess.options.first { $0.key == "booleans" }?.value)
    }

    /// Names of what people tick.
    private static let tagWords: Set<String> = [
        "tag", "label", "keyword", "allergen", "diet", "feature", "amenity", "facility", "property", "flag",
        "badge", "certificate", "option", "attribute", "trait", "merkmal", "etikett", "allergene",
        "schlagwort",
        "étiquette", "etiqueta", "etichetta",
    ]

    /// Columns of one name with numbers behind it.
    static func numbered(_ survey: SourceSurvey) -> [(stem: String, columns: [Int])] {
        var lists: [(stem: String, columns: [Int])] = []
        for index in survey.ownIndices {
            let column = survey.columns[index]
            let stem = NameMatch.words(String(column.reversed().drop { $0.isNumber }.reversed()))
                .joined(separator: "_")
            guard !stem.isEmpty, column.last?.isNumber == true, !column.contains("{"), !column.contains("}")
            else { continue }
            if let known = lists.firstIndex(where: { $0.stem == stem }) {
                lists[known].columns.append(index)
            } else {
                lists.append((stem, [index]))
            }
        }
        return lists.filter { $0.columns.count > 1 }
    }

    /// The one text without a property, `RegionDescription`, for the one text that the model has open.
    static func onlyText(
        of entity: EntityLayout, _ survey: SourceSurvey, besides matches: [Match]
    ) -> [Match] {
        let open = entity.attributes.filter { attribute in
            attribute.attribute.type == .string && !attribute.attribute.isDerived
                && !matches.contains { $0.property.name == attribute.path }
        }
        let required = open.filter { !$0.attribute.isOptional && $0.standard == nil }
        let texts = survey.ownIndices.filter { index in
            let column = survey.surveys[index]
            return column.texts > 0 && column.numbers.forms[0].fits < column.count
                && NameMatch.referred(by: survey.columns[index]) == nil
                && !matches.contains { $0.column == index }
        }
        let candidates = open.count == 1 ? open : required
        guard let attribute = candidates.first, candidates.count == 1, let index = texts.first,
            texts.count == 1
        else { return [] }
        return [match(attribute, index, survey)]
    }

    /// A column that only what it holds speaks for.
    static func match(
        _ attribute: AttributeColumn, _ index: Int, _ survey: SourceSurvey
    ) -> Match {
        let guess = ValueGuess(
            attribute.attribute, path: attribute.path, survey.surveys[index], rowCount: survey.rowCount)
        return Match(column: index, property: .attribute(attribute, guess), score: NameMatch.lowest)
    }

    /// A date without a column, and a single column of dates without a property: dates cannot be
    /// taken for anything else.
    static func dates(
        of entity: EntityLayout, _ survey: SourceSurvey, besides columns: Set<Int>,
        _ names: Set<String>
    ) -> [Match] {
        let open = entity.attributes.filter {
            $0.attribute.type == .date && !$0.attribute.isDerived && !names.contains($0.path)
        }
        guard let attribute = open.first, open.count == 1 else { return [] }
        let fitting = survey.ownIndices.filter { index in
            let column = survey.surveys[index]
            // Numbers may be anything.
            return !columns.contains(index) && column.texts == column.count
                && column.numbers.forms[0].fits < column.count
        }.map { match(attribute, $0, survey) }.filter { match in
            guard case .attribute(_, let guess) = match.property else { return false }
            return guess.count > 0 && guess.unreadable == 0
        }
        return fitting.count == 1 ? fitting : []
    }

    /// The text of an element, `.`: the only text without a column, of several the required one.
    static func ownText(
        of entity: EntityLayout, _ survey: SourceSurvey, besides columns: Set<Int>,
        _ names: Set<String>
    ) -> [Match] {
        guard let index = survey.columns.prefix(survey.ownCount).firstIndex(of: "."),
            !columns.contains(index)
        else { return [] }
        let open = entity.attributes.filter {
            $0.attribute.type == .string && !$0.attribute.isDerived && !names.contains($0.path)
        }
        let required = open.filter { !$0.attribute.isOptional && $0.standard == nil }
        let candidates = open.count == 1 ? open : required
        guard let attribute = candidates.first, candidates.count == 1 else { return [] }
        return [match(attribute, index, survey)]
    }
}

/// Columns whose cells are a list together.
struct ColumnList {
    let columns: [Int]
    /// The columns as a plan joins them.
    let template: String
    /// The words by which they are ticked, as a plan has them.
    private(set) var booleans: String?
    /// What ticked columns name.
    private(set) var names: [String]?
    private(set) var doubt: String?

    /// Columns whose cells are elements.
    init(_ columns: [Int], of survey: SourceSurvey) {
        self.columns = columns
        template = columns.map { "{\(survey.columns[$0])}" }.joined(separator: "|")
    }

    /// Columns whose names are elements where they are ticked, without so many words at the beginning.
    init(ticked columns: [Int], of survey: SourceSurvey, without count: Int, booleans: String?) {
        let names = columns.map { index in
            var rest = survey.columns[index][...]
            for _ in 0..<count {
                rest = rest.drop { $0.isLetter || $0.isNumber }.drop { !$0.isLetter && !$0.isNumber }
            }
            return String(rest.last == "?" ? rest.dropLast() : rest).trimmed
        }
        self.columns = columns
        self.booleans = booleans
        self.names = names
        template = zip(columns, names).map { "{\(survey.columns[$0])?\($1)}" }.joined(separator: "|")
        doubt =
            "is it " + names.map { "'\($0)'" }.joined(separator: ", ") + " where these columns are ticked?"
    }
}
