import Inputs
import ObjectModel
import Seeding
import StoreFormat

// Matches that depend on more than the names of columns.
extension EntityDraft {
    /// Returns the matches with family and given names split from one cell, such as `Lee, Ann`, if no other
    /// column has them.
    static func withNames(
        _ matches: [Match], of entity: EntityLayout, _ survey: SourceSurvey
    ) -> [Match] {
        guard let names = PersonNames(entity) else { return matches }
        let own = NameMatch.words(entity.name)
        let index = survey.ownIndices.first { index in
            let words = NameMatch.Name(survey.columns[index])
            let match = matches.first { $0.column == index }
            return survey.surveys[index].nameForm != nil
                && (words.plainWords.contains("name") || words.words.map(Plurals.singular) == own)
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

    /// Returns the matches with coordinates split from one cell, such as `48.8584, 2.2945`, if no other
    /// column has them.
    static func withCoordinates(
        _ matches: [Match], of entity: EntityLayout, _ survey: SourceSurvey
    ) -> [Match] {
        func open(_ word: String) -> AttributeColumn? {
            let found = entity.attributes.filter { attribute in
                [.double, .float, .decimal].contains(attribute.attribute.type)
                    && NameMatch.Name(attribute.path).plainWords.contains(word)
                    && !matches.contains { $0.property.name == attribute.path }
            }
            return found.count == 1 ? found[0] : nil
        }
        guard let latitude = open("latitude"), let longitude = open("longitude") else { return matches }
        let pairs = survey.ownIndices.compactMap { index in
            survey.surveys[index].coordinates(of: survey.columns[index]).map { (index, $0) }
        }
        guard pairs.count == 1, let (index, form) = pairs.first,
            !matches.contains(where: { $0.column == index && $0.score >= NameMatch.sure })
        else { return matches }
        let parts = form.isLongitudeFirst ? [longitude, latitude] : [latitude, longitude]
        return matches.filter { $0.column != index }
            + zip(parts, 1...).map { attribute, part in
                // The whole cell is no number, but its halves are. A text attribute accepts it.
                var guess = ValueGuess(
                    AttributeDescription(attribute.attribute.traits, type: .string), path: attribute.path,
                    survey.surveys[index], rowCount: survey.rowCount)
                if let wrapper = form.wrapper { guess.options.append(("replace", wrapper)) }
                let separator = YAMLText.quoted(form.separator)
                guess.options.append(("split", "{ separator: \(separator), part: \(part) }"))
                if part == 1, !form.isCertain {
                    guess.doubts.append("is `\(attribute.path)` first, as in '\(form.example)'?")
                }
                return Match(column: index, property: .attribute(attribute, guess), score: NameMatch.sure)
            }
    }

    /// Returns the matches of dates whose year, month and day are in three columns, such as `released_year`,
    /// `released_month` and `released_day`.
    static func dateParts(_ matches: [Match], _ survey: SourceSurvey) -> [(Match, ColumnList)] {
        matches.compactMap { match in
            guard case .attribute(let attribute, _) = match.property, attribute.attribute.type == .date else {
                return nil
            }
            let words = NameMatch.words(survey.columns[match.column])
            guard let place = words.lastIndex(where: { ["year", "month", "day"].contains($0) }) else {
                return nil
            }
            let parts = ["year", "month", "day"].compactMap { part in
                survey.ownIndices.first { index in
                    let column = survey.surveys[index]
                    return NameMatch.words(survey.columns[index]) == words[..<place] + [part]
                        + words[(place + 1)...]
                        && column.count > 0 && column.numbers.forms[0].fits == column.count
                }
            }
            guard parts.count == 3 else { return nil }
            var guess = ValueGuess(
                AttributeDescription(attribute.attribute.traits, type: .string), path: attribute.path,
                survey.surveys[parts[0]], rowCount: survey.rowCount)
            guess.options = [("date", "yyyy-M-d")]
            guess.needsZone = true
            let list = ColumnList(parts, of: survey, separator: "-")
            return (Match(column: parts[0], property: .attribute(attribute, guess), score: match.score), list)
        }
    }

    /// Returns the matches with ranges in one cell, such as `10–12`, split into the attributes of their ends,
    /// such as `priceMin` and `priceMax`, if no other column has them.
    static func withRanges(
        _ matches: [Match], of entity: EntityLayout, _ survey: SourceSurvey
    ) -> [Match] {
        var matches = matches
        for index in survey.ownIndices {
            let own = survey.surveys[index]
            guard let range = own.numbers.range.flatMap(NumberRange.init) else { continue }
            let column = NameMatch.Name(NameMatch.withoutUnit(survey.columns[index]))
            let taken = Set(matches.filter { $0.column != index }.map(\.property.name))
            func end(_ words: Set<String>) -> AttributeColumn? {
                let found = entity.attributes.filter { attribute in
                    let name = NameMatch.words(attribute.path)
                    let stem = NameMatch.Name(words: name.filter { !words.contains($0) })
                    return !taken.contains(attribute.path) && stem.words.count + 1 == name.count
                        && stem.hasMeaning(of: column)
                }
                return found.count == 1 ? found.first : nil
            }
            guard let lower = end(Self.lowerWords), let upper = end(Self.upperWords) else { continue }
            matches.removeAll { $0.column == index }
            for (attribute, part) in [(lower, 1), (upper, -1)] {
                var cells = ColumnSurvey()
                for value in own.examples {
                    let texts = ValueGuess.text(value).components(separatedBy: range.separator)
                    (part == 1 ? texts[0] : texts[texts.count - 1]).withUTF8Bytes { cells.add(.text($0)) }
                }
                cells.finish()
                var guess = ValueGuess(
                    attribute.attribute, path: attribute.path, cells,
                    rowCount: survey.rowCount - own.filled + cells.filled)
                guess.options.insert(
                    ("split", "{ separator: \(YAMLText.quoted(range.separator)), part: \(part) }"), at: 0)
                if part == 1 { guess.doubts.append("ranges give both ends, other numbers are both of them") }
                matches.append(
                    Match(column: index, property: .attribute(attribute, guess), score: NameMatch.sure))
            }
        }
        return matches
    }

    private static let lowerWords: Set<String> = [
        "min", "minimum", "lowest", "low", "lower", "from", "start", "begin", "first", "least",
    ]
    private static let upperWords: Set<String> = [
        "max", "maximum", "highest", "high", "upper", "to", "end", "last", "most", "until",
    ]

    /// Returns the columns that are ticked for a property of their name, such as `Vegan` and `Halal`, as a
    /// list for the relationship or array of such names.
    static func ticks(
        of entity: EntityLayout, _ survey: SourceSurvey, besides matches: [Match], _ arrays: Set<String>
    ) -> (Match, ColumnList)? {
        let names = Set(matches.map(\.property.name))
        let toManys = entity.toManys.filter { !names.contains($0.relationship.name) }
        let arrays = entity.attributes.filter { attribute in
            !names.contains(attribute.path)
                && (attribute.attribute.holdsArray || arrays.contains(attribute.path))
        }
        // Few entities have one, and reading the cells of many columns is slow.
        guard !toManys.isEmpty || !arrays.isEmpty else { return nil }
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
        let open: [(name: String, other: String, property: Property)] =
            toManys.map { ($0.relationship.name, $0.destinationName, .toMany($0)) }
            + arrays.map { ($0.path, $0.path, list($0, survey, booleans: guess)) }
        for (name, other, property) in open {
            let stems = [name, other].map { NameMatch.words($0).map(Plurals.singular) }
            // For example `Role: Coach` or `tag_vegan`.
            let prefixed = columns.filter { index in
                let words = NameMatch.words(survey.columns[index]).map(Plurals.singular)
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

    /// Returns an array attribute that is filled from the cells of several columns.
    static func list(
        _ attribute: AttributeColumn, _ survey: SourceSurvey, booleans: String? = nil
    ) -> Property {
        var value = ValueGuess(
            attribute.attribute, path: attribute.path, ColumnSurvey(), rowCount: survey.rowCount)
        if attribute.attribute.holdsArray { value.options.append(("archive", "array")) }
        value.options.append(("separator", YAMLText.quoted("|")))
        if let booleans { value.options.append(("booleans", booleans)) }
        return .attribute(attribute, value)
    }

    /// Returns the value of `booleans` for these words: `.some(nil)` if they are the usual words, or nil if
    /// they are not Booleans.
    static func booleans(_ words: Set<String>) -> String?? {
        var survey = ColumnSurvey()
        for word in words.sorted() { word.withUTF8Bytes { survey.add(.text($0)) } }
        let flag = AttributeDescription(PropertyTraits(name: "flag"), type: .boolean)
        let guess = ValueGuess(flag, path: "flag", survey, rowCount: words.count)
        guard guess.unreadable == 0, guess.count == words.count else { return nil }
        return .some(guess.options.first { $0.key == "booleans" }?.value)
    }

    /// Words for lists whose elements are ticked.
    private static let tagWords: Set<String> = [
        "tag", "label", "keyword", "allergen", "diet", "feature", "amenity", "facility", "property", "flag",
        "badge", "certificate", "option", "attribute", "trait", "merkmal", "etikett", "allergene",
        "schlagwort",
        "étiquette", "etiqueta", "etichetta",
    ]

    /// Returns the columns that have the same name followed by a number.
    static func numbered(_ survey: SourceSurvey) -> [(stem: String, columns: [Int])] {
        var lists: [(stem: String, columns: [Int])] = []
        for index in survey.ownIndices {
            let column = survey.columns[index]
            guard column.last?.isNumber == true, !column.contains("{"), !column.contains("}") else {
                continue
            }
            let stem = NameMatch.words(String(column.reversed().drop { $0.isNumber }.reversed()))
                .joined(separator: "_")
            guard !stem.isEmpty else { continue }
            if let known = lists.firstIndex(where: { $0.stem == stem }) {
                lists[known].columns.append(index)
            } else {
                lists.append((stem, [index]))
            }
        }
        return lists.filter { $0.columns.count > 1 }
    }

    /// Returns a match that only the cells of the column support.
    static func match(
        _ attribute: AttributeColumn, _ index: Int, _ survey: SourceSurvey, score: Int = NameMatch.lowest
    ) -> Match {
        let guess = ValueGuess(
            attribute.attribute, path: attribute.path, survey.surveys[index], rowCount: survey.rowCount)
        return Match(column: index, property: .attribute(attribute, guess), score: score)
    }
}

extension ColumnSurvey {
    /// The form of the coordinates of places in a column.
    fileprivate struct Coordinates {
        let separator: String
        let isLongitudeFirst: Bool
        /// Whether the order is certain.
        let isCertain: Bool
        let example: String
        /// The plan's `replace` that removes the text around the numbers, or nil if there is none.
        let wrapper: String?
    }

    /// Returns how the cells write two numbers of coordinates, such as `48.8584, 2.2945` or `Point(2.2945 48.8584)`,
    /// or nil if they hold anything else.
    fileprivate func coordinates(of column: String) -> Coordinates? {
        guard count > 0, texts == count else { return nil }
        let wrapped = examples.map { value -> (name: String, inner: String)? in
            guard case .text(let text) = value, let start = text.firstIndex(of: "("), text.last == ")" else {
                return nil
            }
            return (text[..<start].lowercased().trimmed, String(text[start...].dropFirst().dropLast()))
        }
        let names = Set(wrapped.map { $0?.name })
        let isPoint = names == ["point"]
        let isWrapped = isPoint || names == [""]
        // GeoJSON, KML and the well-known text of points write the longitude first.
        let isKnown =
            isPoint
            || [["geometry", "coordinates"], ["point", "coordinates"]]
                .contains(NameMatch.words(column).suffix(2))
        for separator in [", ", ",", "; ", ";", "|", " "] {
            let pairs = zip(examples, wrapped).map { value, wrapped -> (Double, Double)? in
                guard case .text(let whole) = value else { return nil }
                let text = isWrapped ? wrapped?.inner ?? "" : whole
                let halves = text.trimmed.split(separator: separator, omittingEmptySubsequences: false)
                guard halves.count == 2 || isKnown && halves.count == 3, let one = Double(halves[0]),
                    let other = Double(halves[1]),
                    abs(one) <= 180, abs(other) <= 180
                else { return nil }
                return (one, other)
            }
            let found = pairs.compactMap(\.self)
            guard found.count == pairs.count, found.contains(where: { $0.0 != $0.0.rounded() }) else {
                continue
            }
            let isFirst = isKnown || found.contains { abs($0.0) > 90 }
            guard !isFirst || found.allSatisfy({ abs($0.1) <= 90 }) else { return nil }
            let isCertain = isKnown || isFirst || found.contains { abs($0.1) > 90 }
            return Coordinates(
                separator: separator, isLongitudeFirst: isFirst, isCertain: isCertain,
                example: ValueGuess.text(examples[0]),
                wrapper: isWrapped ? #"{ pattern: '^[^(]*\((.*)\)$', with: "$1" }"# : nil)
        }
        return nil
    }
}

/// Columns whose cells form one list.
struct ColumnList {
    let columns: [Int]
    /// The template that joins the columns in a plan.
    let template: String
    /// The plan's `booleans` value for ticked columns.
    private(set) var booleans: String?
    /// The elements of ticked columns.
    private(set) var names: [String]?
    private(set) var doubt: String?

    /// Creates a list whose elements are the cells.
    init(_ columns: [Int], of survey: SourceSurvey, separator: String = "|") {
        self.columns = columns
        template = columns.map { "{\(survey.columns[$0])}" }.joined(separator: separator)
    }

    /// Creates a list whose elements are the names of the ticked columns, without the first `count` words of
    /// each name.
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
