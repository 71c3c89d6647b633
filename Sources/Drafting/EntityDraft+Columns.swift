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
            let words = NameMatch.words(survey.columns[index])
            let match = matches.first { $0.column == index }
            return survey.surveys[index].holdsNames && (words.contains("name") || words == own)
                && match.map { $0.score < NameMatch.sure } ?? true
        }
        guard let index else { return matches }
        let others = matches.filter { $0.column != index }
        let paths = [names.family.path, names.given.path]
        guard !others.contains(where: { paths.contains($0.property.name) }) else { return matches }
        return others
            + zip([names.family, names.given], 1...).map { attribute, part in
                var guess = ValueGuess(
                    attribute.attribute, path: attribute.path, survey.surveys[index],
                    rowCount: survey.rowCount)
                guess.options.append(("split", PersonNames.split(part)))
                return Match(column: index, property: .attribute(attribute, guess), score: NameMatch.sure)
            }
    }

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
