import ObjectModel
import SQLite
import Seeding
import StoreFormat

/// Targets that are found by several attributes.
extension LinkDrafts {

    /// Returns the target of a column with family and given names, such as `Friedrich, Caspar David`. The
    /// result is nil if the cells hold no such names or the entity has no such attributes.
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
            target.notes = ["creates the \(name) objects, which no source has"]
        }
        return target
    }

    /// Returns a target that also uses the other columns with values of the same object, such as `artist
    /// first name` and `artist last name`. It finds the object by all attributes of a uniqueness constraint,
    /// and sets the attributes that follow from them.
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
                names.compactMap { name in others.first { $0.attribute.path == name && $0.isSure } }
            } ?? others.filter { $0.isPrefixed && $0.isSure && $0.attribute.attribute.type == .string }
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
        // Values that are the same in all rows of an object.
        let columns = [index] + joined.joinedColumns
        for other in others where !joined.paths.contains(other.attribute.path) {
            guard other.guess.unreadable == 0, other.guess.template == nil,
                survey.areDetermined([other.column], by: columns)
            else { continue }
            joined.paths.insert(other.attribute.path)
            joined.joinedColumns.append(other.column)
            if !other.isSure {
                joined.doubts.append("is `\(survey.columns[other.column])` its `\(other.attribute.path)`?")
            }
            let column = YAMLText.scalar(survey.columns[other.column])
            let options = other.guess.options.map { ", \($0.key): \($0.value)" }.joined()
            joined.settings.append(
                (other.attribute.path, options.isEmpty ? column : "{ column: \(column)\(options) }"))
        }
        return joined
    }

    /// A column with another value of the object that a column refers to.
    private struct Other {
        let column: Int
        let attribute: AttributeColumn
        let guess: ValueGuess
        /// Whether the column's name begins with that of the relationship.
        let isPrefixed: Bool
        /// Whether the rest of the name leaves no doubt.
        let isSure: Bool
    }

    /// Returns the free columns whose names fit attributes of a destination, with or without the name of the
    /// relationship.
    private func others(
        _ index: Int, in survey: SourceSurvey, _ relationship: String, _ entity: EntityLayout,
        besides path: String
    ) -> [Other] {
        let draft = drafts.first { $0.survey === survey }
        let taken = drafts.filter { $0.survey === survey }
            .reduce(into: draft?.takenColumns ?? []) { $0.formUnion($1.takenColumns) }
        let free = Set(survey.ownIndices.filter { $0 != index && !taken.contains($0) })
        guard !free.isEmpty, !relationship.isEmpty else { return [] }
        // The other columns of `set`, which fills `cardSet`, begin with `set`.
        var own = NameMatch.words(relationship)
        let column = NameMatch.words(survey.columns[index])
        if column.count < own.count, own.suffix(column.count).elementsEqual(column) { own = column }
        let proposals = Proposals(
            entity, survey, arrays: [], keys: [], names, besides: [:], only: free,
            siblingsOf: own.joined(separator: "_")
        ).all.filter { $0.property.isAttribute && $0.property.name != path }
        return Assignment(proposals).chosen.compactMap { proposal in
            guard case .attribute(let attribute, let guess) = proposal.property else { return nil }
            let words = NameMatch.words(survey.columns[proposal.column])
            let isPrefixed = words.count > own.count && words.starts(with: own)
            // Without a prefix, the name is no evidence if several relationships could mean it.
            let rivals = draft?.entity.toOnes.filter { toOne in
                reference.layout.entity(named: toOne.destinationName)?.attribute(attribute.path) != nil
                    && draft?.matches.contains { $0.property.name == toOne.relationship.name } == true
            }
            let isSure = proposal.score >= NameMatch.sure
            guard isPrefixed || isSure && rivals?.count ?? 0 < 2 else { return nil }
            return Other(
                column: proposal.column, attribute: attribute, guess: guess, isPrefixed: isPrefixed,
                isSure: isSure)
        }
    }
}

/// The attributes for the names of a person: `lastName` and `firstName`.
struct PersonNames {
    let family: AttributeColumn
    let given: AttributeColumn

    private static let families: Set<String> = [
        "last", "family", "surname", "sur", "nachname", "nom", "apellido", "apellidos", "cognome",
    ]
    private static let givens: Set<String> = ["first", "given", "forename", "vorname", "prenom", "nombre"]

    /// Returns nil if the entity lacks one of the attributes.
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

/// The form in which a column holds the names of people.
enum NameForm {
    /// For example `Friedrich, Caspar David`.
    case familyFirst
    /// For example `Caspar David Friedrich`. The associated value is one of the names.
    case familyLast(String)
    /// For example `LEE Ann` or `伊藤 健`. The associated value is one of the names.
    case familyInFront(String)

    /// Returns the plan option for the family name, part 1, or the given names, part 2.
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

    /// The doubt for the user to check, or nil if the form is certain.
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
    /// The form in which the column's texts name people, or nil if they do not.
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
