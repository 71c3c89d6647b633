/// A cache of names that are already split into words. Every column of every input is compared with every
/// property of every entity, and the same names recur.
final class KnownNames {
    private var names: [String: NameMatch.Name] = [:]

    subscript(_ text: String) -> NameMatch.Name {
        if let known = names[text] { return known }
        var name = NameMatch.Name(text)
        name.number = UInt32(truncatingIfNeeded: names.count + 1)
        names[text] = name
        return name
    }

    private var scores: [UInt64: Int16] = [:]
    /// About 20 MB.
    private static let mostScores = 1_000_000

    /// Returns the score of two names. It is cached, because the same columns and properties recur in many
    /// tables and entities.
    func score(_ one: NameMatch.Name, _ other: NameMatch.Name) -> Int {
        let key = UInt64(one.number) << 32 | UInt64(other.number)
        if let known = scores[key] { return Int(known) }
        let score = NameMatch.score(one, other)
        if one.number > 0, other.number > 0, scores.count < Self.mostScores {
            scores[key] = Int16(clamping: score)
        }
        return score
    }
}

/// The names of all columns of an input.
struct Siblings {
    let names: Set<String>
    /// The names of the labels that columns of links may have.
    fileprivate let labels: Set<String>
    /// The numbers of columns that begin with each word of a few letters.
    private let shortWords: [String: Int]

    init(_ columns: some Sequence<String>) {
        names = Set(columns)
        labels = Set(names.map { NameMatch.label(of: $0) })
        let words = names.compactMap { name -> String? in
            let short = name.prefix { $0 != "_" }.lowercased()
            return short.count < name.count && (2...4).contains(short.count) ? short : nil
        }
        shortWords = Dictionary(grouping: words) { $0 }.mapValues(\.count)
    }

    /// Returns the abbreviation with which a name and others begin, such as `pl` of `pl_name` and `pl_radius`, or nil.
    func shortPrefix(_ words: [String]) -> String? {
        words.count > 1 ? words.first.flatMap { shortWords[$0, default: 0] > 1 ? $0 : nil } : nil
    }
}

/// The forms of a column's name that may match a property, if the input is taken for an entity.
///
/// The name may begin with that of the entity, as in `item_name`, or show that it holds keys, as in
/// `unit_id`. In a Core Data store it begins with `Z`.
struct ColumnForms {
    private let own: NameMatch.Name
    /// The words of the column's name.
    var words: [String] { own.words }
    /// Other forms, each with the number subtracted from its score.
    private var others: [(name: NameMatch.Name, less: Int)] = []
    /// The name without the word that marks keys, or nil if the column does not refer to others.
    private let referred: NameMatch.Name?
    private let known: KnownNames
    private let text: String

    /// Creates the forms of a column.
    ///
    /// - Parameters:
    ///   - source: the name of the table or file, if it has more columns.
    ///   - relationship: the name of the relationship to the entity. Columns may also begin with it.
    ///   - common: the word with which most columns begin, or nil.
    ///   - siblings: all columns of the input.
    init(
        _ column: String, entity: String, relationship: String? = nil, common: String? = nil, source: String?,
        siblings: Siblings, _ known: KnownNames
    ) {
        self.known = known
        let whole = column
        let column = NameMatch.withoutUnit(column)
        own = known[column]
        text = column
        referred = NameMatch.referred(by: own.words).map { known[$0] }
        let prefixes = [entity, relationship].compactMap { $0.map { known[$0].words.joined() } }
        // For example `sub-region-code` of a Subregion.
        func addWithoutPrefix(_ name: NameMatch.Name) {
            for count in name.words.indices.dropFirst()
            where prefixes.contains(name.words.prefix(count).joined()) {
                others.append((known[name.words.dropFirst(count).joined(separator: "_")], 4))
            }
        }
        addWithoutPrefix(own)
        if own.words.count > 1, own.words.first == common {
            others.append((known[own.words.dropFirst().joined(separator: "_")], 4))
        }
        if let short = siblings.shortPrefix(own.words),
            prefixes.contains(where: { $0.hasPrefix(short) })
        {
            others.append((known[own.words.dropFirst().joined(separator: "_")], 4))
        }
        if let (stem, words) = NameMatch.placed(whole, among: siblings.names) {
            for word in words {
                others.append((known[stem + "_" + word], 12))
                others.append((known[word + "_" + stem], 12))
            }
        }
        // In `properties.mag`, the enclosing keys are weaker evidence than the value's own key.
        if let dot = column.lastIndex(of: "."), column.last != "." {
            let last = String(column[dot...].dropFirst())
            others.append((known[last], 4))
            // The value among the forms of one, such as `name.common` and `title.rendered`.
            if Self.valueKeys.contains(last.lowercased()) {
                others.append((known[String(column[..<dot])], 4))
                addWithoutPrefix(known[String(column[..<dot])])
            }
        }
        // The label of a link in another column, such as `countryLabel` next to `country`.
        if siblings.labels.contains(whole) {
            let stem = own.words.filter { $0 != "label" && $0 != "value" }
            others.append((known[stem.joined(separator: "_")], 2))
        }
        // For example `number_of_moons` for `moonCount`.
        for start in [["number", "of"], ["num"], ["no", "of"], ["count", "of"], ["n"]]
        where own.words.count > start.count && own.words.starts(with: start) {
            let rest = own.words.dropFirst(start.count).map(Plurals.singular)
            others.append((known[rest.joined(separator: "_") + "_count"], 6))
        }
        if whole.hasSuffix("?") { others += Self.answers(to: own.words).map { (known[$0], 8) } }
        // For example `ShippedDate` for `shippedOn`.
        if own.words.count > 1, let last = own.words.last, Self.dateWords.contains(last) {
            let stem = own.words.dropLast().joined(separator: "_")
            others += Self.dateWords.filter { $0 != last }.map { (known[stem + "_" + $0], 4) }
        }
        // For example `Running Time min`.
        if own.words.count > 1, let last = own.words.last, Self.units[last] != nil {
            others.append((known[own.words.dropLast().joined(separator: "_")], 4))
        }
        // In a table of titles, `originalTitle` is the original name.
        if own.words.count > 1, let last = own.words.last, known[entity].words == [last], last != "name" {
            others.append((known[own.words.dropLast().joined(separator: "_") + "_name"], 8))
        }
        // The order of coordinates in GeoJSON.
        if own.words.count > 1, let place = own.words.last.flatMap({ Int($0) }) {
            let list = own.words.dropLast()
            let names: [[String]] =
                list.last == "coordinates"
                ? [["longitude"], ["latitude"], ["altitude", "elevation", "depth", "height"]]
                : Self.latitudesFirst.contains { list.suffix($0.count).elementsEqual($0) }
                    ? [["latitude"], ["longitude"]] : []
            if names.indices.contains(place) { others += names[place].map { (known[$0], 8) } }
        }
        // In a table of cities, the column `city` is the name.
        let source = source ?? entity
        let alternatives = own.words.split(separator: "or").map { known[$0.joined(separator: "_")] }
        if alternatives.contains(where: { NameMatch.areSame($0, known[entity]) })
            || NameMatch.areSame(own, known[source])
            || NameMatch.names(column, source)
        {
            others += [(known["name"], 8), (known["title"], 10), (known["text"], 12)]
        }
        // For example `Custom field (Story Points)` and `Temps (min)`.
        if let inner = NameMatch.inBrackets(whole) {
            if let unit = Self.units[inner.lowercased()] { others.append((known[unit], 10)) }
            let words = known[inner].words
            if words.count > 1 || words.first?.count ?? 0 > 4 { others.append((known[inner], 6)) }
        }
        // For example `E-mail 1 - Value` next to `E-mail 1 - Label`.
        if own.words.count > 1, own.words.last == "value" {
            let stem = own.words.dropLast().filter { !$0.allSatisfy(\.isNumber) }
            others.append((known[stem.joined(separator: "_")], 4))
        }
        // For example `Produktname` in a table of products.
        if own.words.count == 1, own.words[0].hasSuffix("name"), own.words[0].count > 7 {
            let (stem, table) = (own.words[0].dropLast(4), known[source].words.joined())
            let count = zip(stem, table).prefix { $0 == $1 }.count
            if count > 3, stem.count - count < 3, table.count - count < 3 {
                others.append((known["name"], 8))
            }
        }
        // For example `Baumnummer`.
        if own.words.count == 1, let word = HeaderWords.ending(of: own.words[0]) {
            others.append((known[word], 12))
        }
        // For example `DE` for `german`, and `title_fr` for `titleFrench`.
        if let last = own.words.last, let language = HeaderWords.languages[last] {
            others.append((known[(own.words.dropLast() + [language]).joined(separator: "_")], 6))
        }
        if column.first == "Z", column == column.uppercased() {
            others.append((known[String(column.dropFirst())], 2))
        }
        // `tags/tag` means the list, whatever its element is called.
        if let slash = column.lastIndex(of: "/") {
            let outer = known[String(column[..<slash])]
            let inner = known[String(column[slash...].dropFirst())]
            if outer.words.map(Plurals.singular) == inner.words.map(Plurals.singular) {
                others.append((outer, 2))
            }
        }
    }

    /// Returns names for the answers to a question, such as `guest_count` for `How many guests will you bring?`, as in the
    /// answers to forms.
    private static func answers(to question: [String]) -> [String] {
        let words = question.filter { !fillers.contains($0) }
        if question.starts(with: ["how", "old"]) { return ["age"] }
        guard let first = words.first else { return [] }
        if question.starts(with: ["how", "many"]) { return [Plurals.singular(first) + "_count"] }
        let text = words.joined(separator: "_")
        return question.first == "when" ? [text + "_on", text + "_at", text + "_date"] : [text]
    }

    private static let fillers: Set<String> = [
        "what", "which", "who", "where", "when", "how", "many", "is", "are", "was", "were", "do", "does",
        "did", "have",
        "has", "will", "would", "can", "you", "your", "the", "a", "an", "any", "to", "of", "for", "please",
    ]

    /// The key of the value itself in an object with several forms of it.
    private static let valueKeys: Set<String> = [
        "common", "value", "rendered", "text", "#text", "default", "display", "en", "eng", "english", "main",
    ]

    /// The words that end names of dates.
    private static let dateWords = ["date", "on", "at"]

    /// Names of lists with a latitude before the longitude.
    private static let latitudesFirst = [
        ["latlng"], ["latlon"], ["lat", "lng"], ["lat", "lon"], ["lat", "long"],
    ]

    private static let units = [
        "min": "minutes", "sec": "seconds", "s": "seconds", "h": "hours", "kcal": "calories",
        "km": "kilometers",
    ]

    /// Returns how well the column fits a property.
    func score(_ property: NameMatch.Name, isAttribute: Bool) -> Int {
        var score = known.score(own, property)
        for (name, less) in others { score = max(score, known.score(name, property) - less) }
        if score < NameMatch.named {
            score = max(score, NameMatch.acronymScore(text, property))
            for (name, less) in [(own, 2)] + others {
                score = max(score, NameMatch.acronymScore(name.words.joined(), property) - less)
                guard let long = NameMatch.withoutInitials(name, for: property) else { continue }
                score = max(score, NameMatch.score(long, property) - less)
            }
        }
        if !isAttribute, let referred { score = max(score, known.score(referred, property) - 2) }
        return score
    }
}
