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

    /// A target, with the other columns that name the same object, `artist first name` beside `artist last name`, or
    /// say more of it: all attributes of a uniqueness constraint, and those that follow from them.
    func joined(
        _ target: Target, _ index: Int, in survey: SourceSurvey, _ relationship: String, of name: String
    ) -> Target {
        guard let text = target.text, let entity = reference.layout.entity(named: name),
            text.hasPrefix("find: "), !text.contains(","), let first = target.paths.first
        else { return target }
        let constraints = reference.model.constraints(ofEntity: name)
        let others = others(index, in: survey, relationship, entity, besides: first)
        let constraint = constraints.first { $0.contains(first) }
        let keys =
            constraint.map { names in
                names.compactMap { name in others.first { $0.attribute.path == name } }
            } ?? others.filter { $0.isPrefixed && $0.attribute.attribute.type == .string }
        var joined = target
        joined.paths.formUnion(keys.map(\.attribute.path))
        joined.joinedColumns = keys.map(\.column)
        if !keys.isEmpty {
            let all =
                [String(text.dropFirst("find: ".count))] + keys.map { YAMLText.scalar($0.attribute.path) }
            joined.text = "find: [\(all.joined(separator: ", "))]"
            let names = ([index] + keys.map(\.column)).map { YAMLText.scalar(survey.columns[$0]) }
            joined.columns = "[\(names.joined(separator: ", "))]"
        }
        let lacking = (constraint ?? []).filter { !joined.paths.contains($0) }
        if !lacking.isEmpty {
            joined.doubts.append(
                "\(name) is unique by \((constraint ?? []).map { "`\($0)`" }.joined(separator: ", ")), and no column has "
                    + lacking.map { "`\($0)`" }.joined(separator: ", ")
                    + ": objects of one `\(first)` become one")
        }
        // Values that are the same for each of these objects.
        let columns = [index] + joined.joinedColumns
        for other in others where !joined.paths.contains(other.attribute.path) {
            guard other.guess.unreadable == 0, other.guess.template == nil,
                survey.isDetermined(other.column, by: columns)
            else { continue }
            joined.paths.insert(other.attribute.path)
            joined.joinedColumns.append(other.column)
            let column = YAMLText.scalar(survey.columns[other.column])
            let options = other.guess.options.map { ", \($0.key): \($0.value)" }.joined()
            joined.settings.append(
                (other.attribute.path, options.isEmpty ? column : "{ column: \(column)\(options) }"))
        }
        return joined
    }

    /// A column with further values of the objects that another column names.
    private struct Other {
        let column: Int
        let attribute: AttributeColumn
        let guess: ValueGuess
        /// Whether the column's name begins with that of the relationship.
        let isPrefixed: Bool
    }

    /// The free columns whose names fit attributes of a destination, with the name of the relationship or without.
    private func others(
        _ index: Int, in survey: SourceSurvey, _ relationship: String, _ entity: EntityLayout,
        besides path: String
    ) -> [Other] {
        let draft = drafts.first { $0.survey === survey }
        let taken = drafts.filter { $0.survey === survey }
            .reduce(into: draft?.takenColumns ?? []) { $0.formUnion($1.takenColumns) }
        let free = Set(survey.ownIndices.filter { $0 != index && !taken.contains($0) })
        guard !free.isEmpty, !relationship.isEmpty else { return [] }
        let proposals = Proposals(
            entity, survey, arrays: [], keys: [], names, besides: [:], only: free, siblingsOf: relationship
        ).all.filter { $0.property.isAttribute && $0.property.name != path && $0.score >= NameMatch.sure }
        let own = NameMatch.words(relationship)
        return Assignment(proposals).chosen.compactMap { proposal in
            guard case .attribute(let attribute, let guess) = proposal.property else { return nil }
            let words = NameMatch.words(survey.columns[proposal.column])
            let isPrefixed = words.count > own.count && words.starts(with: own)
            // A name alone shows little where several relationships may mean it.
            let rivals = draft?.entity.toOnes.filter { toOne in
                reference.layout.entity(named: toOne.destinationName)?.attribute(attribute.path) != nil
                    && draft?.matches.contains { $0.property.name == toOne.relationship.name } == true
            }
            guard isPrefixed || rivals?.count ?? 0 < 2 else { return nil }
            return Other(column: proposal.column, attribute: attribute, guess: guess, isPrefixed: isPrefixed)
        }
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
