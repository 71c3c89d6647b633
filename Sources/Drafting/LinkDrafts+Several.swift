import ObjectModel
import Seeding
import SQLite
import StoreFormat

/// Objects that several attributes name.
extension LinkDrafts {

    /// The objects that a column names by family and given name, `Friedrich, Caspar David`; nil where its
    /// cells or the entity's attributes are others.
    func personTarget(ofColumn index: Int, in survey: SourceSurvey, of name: String) -> Target? {
        guard let entity = reference.layout.entity(named: name), !entity.isAbstract else { return nil }
        guard let names = PersonNames(entity), let form = survey.surveys[index].nameForm else { return nil }
        let (family, given) = (names.family.path, names.given.path)
        let values = [1, 2].map { part in
            let option = form.option(part)
            return "{ column: \(YAMLText.scalar(survey.columns[index])), \(option.key): \(option.value) }"
        }
        let sources = drafts(of: name)
        var target = Target(
            text: "find: [\(YAMLText.scalar(name + "." + family)), \(YAMLText.scalar(given))]")
        target.columns = "[\(values.joined(separator: ", "))]"
        if let doubt = form.doubt { target.doubts.append(doubt) }
        let paths = Set(sources.flatMap(\.matches).map(\.property.name))
        let others = entity.requiredProperties(reference.sourceValues).filter { $0 != family && $0 != given }
        if !others.isEmpty || paths.isSuperset(of: [family, given]) {
            target.text? += ", missing: error"
        } else {
            target.notes = ["makes the objects of \(name) that no source has"]
        }
        return target
    }

    /// A target, with the other columns that name the same object: `artist first name` beside
    /// `artist last name`.
    func joined(
        _ target: Target, _ index: Int, in survey: SourceSurvey, _ relationship: String, of name: String
    ) -> Target {
        guard let text = target.text, let entity = reference.layout.entity(named: name) else { return target }
        let own = NameMatch.words(relationship)
        var (paths, columns): ([String], [Int]) = ([], [])
        let draft = drafts.first { $0.survey === survey }
        let taken = Set(draft?.matches.map(\.column) ?? [])
        for other in survey.ownIndices where other != index && !taken.contains(other) {
            let words = NameMatch.words(survey.columns[other])
            guard words.count > own.count, words.starts(with: own) else { continue }
            let rest = words.dropFirst(own.count).joined(separator: "_")
            let attribute = entity.attributes.first { attribute in
                attribute.attribute.type == .string && !attribute.attribute.isDerived
                    && !paths.contains(attribute.path) && !text.hasSuffix("." + attribute.path)
                    && NameMatch.score(rest, attribute.path) >= NameMatch.sure
            }
            guard let attribute else { continue }
            paths.append(attribute.path)
            columns.append(other)
        }
        guard !paths.isEmpty, text.hasPrefix("find: "), !text.contains(",") else { return target }
        var joined = target
        let all = [String(text.dropFirst("find: ".count))] + paths.map { YAMLText.scalar($0) }
        joined.text = "find: [\(all.joined(separator: ", "))]"
        let names = ([index] + columns).map { YAMLText.scalar(survey.columns[$0]) }
        joined.columns = "[\(names.joined(separator: ", "))]"
        joined.joinedColumns = columns
        return joined
    }
}

/// The attributes of people's names: `lastName`, `firstName`.
struct PersonNames {
    let family: AttributeColumn
    let given: AttributeColumn

    private static let families: Set<String> = [
        "last", "family", "surname", "sur", "nachname", "nom", "apellido", "apellidos", "cognome",
    ]
    private static let givens: Set<String> = ["first", "given", "forename", "vorname", "prenom", "nombre"]

    /// Nil where an entity has none of both.
    init?(_ entity: EntityLayout) {
        let texts = entity.attributes.filter { $0.attribute.type == .string && !$0.attribute.isDerived }
        func attribute(_ words: Set<String>) -> AttributeColumn? {
            texts.first { NameMatch.words($0.path).contains(where: words.contains) }
        }
        guard let family = attribute(Self.families), let given = attribute(Self.givens),
            family.path != given.path
        else { return nil }
        (self.family, self.given) = (family, given)
    }
}

/// How the cells of a column hold the names of people.
enum NameForm {
    /// `Friedrich, Caspar David`.
    case familyFirst
    /// `Caspar David Friedrich`, with one of them as an example.
    case familyLast(String)
    /// `LEE Ann`, `伊藤 健`.
    case familyInFront(String)

    /// What a plan says for the family name, 1, and the given names, 2.
    func option(_ part: Int) -> (key: String, value: String) {
        switch self {
        case .familyFirst: ("split", "{ separator: \", \", part: \(part) }")
        case .familyInFront: ("replace", "{ pattern: '^([^ ]+) +(.*)$', with: \"$\(part)\" }")
        case .familyLast:
            (
                "replace",
                "{ pattern: '^(?:(.*?) +)?((?:(?:\(Self.particles)) +)*[^ ]+) *$', with: \"$\(part == 1 ? 2 : 1)\" }"
            )
        }
    }

    /// What somebody should look at.
    var doubt: String? {
        switch self {
        case .familyFirst: nil
        case .familyLast(let name): "family names are taken to be the last words, as in '\(name.prefix(40))'"
        case .familyInFront(let name):
            "family names are taken to be the first words, as in '\(name.prefix(40))'"
        }
    }

    private static let particles =
        "(?i)van|von|der|den|de|del|della|da|dos|du|di|la|le|zu|ter|ten|af|al|el|bin|ibn"
}

extension ColumnSurvey {
    /// How its texts name people; nil where they do not.
    var nameForm: NameForm? {
        let names = examples.compactMap { value -> String? in
            if case .text(let text) = value { text.trimmed } else { nil }
        }
        guard count > 0, names.count == examples.count,
            !names.contains(where: { $0.contains(where: \.isNumber) })
        else { return nil }
        let isSplit = names.allSatisfy { name in
            let parts = name.split(separator: ", ", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !String($0).trimmed.isEmpty }
        }
        if isSplit { return .familyFirst }
        let words = names.map { $0.split(separator: " ") }
        let isSpaced = zip(names, words).allSatisfy { name, words in
            (1...5).contains(words.count) && words.allSatisfy { $0.contains(where: \.isLetter) }
                && !name.contains { ",;:/|&()[]@?!_".contains($0) } && words[0].first?.isLowercase == false
        }
        guard isSpaced, words.count(where: { $0.count > 1 }) * 2 >= names.count,
            let example = names.first(where: { $0.contains(" ") })
        else { return nil }
        let isInFront = words.allSatisfy { words in
            let (first, last) = (words[0], words[words.count - 1])
            let isLoud = first.count > 1 && first == first.uppercased() && last != last.uppercased()
            return words.count > 1
                && (isLoud || first.unicodeScalars.allSatisfy { $0.properties.isIdeographic })
        }
        return isInFront ? .familyInFront(example) : .familyLast(example)
    }
}
