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
        guard let names = PersonNames(entity), survey.surveys[index].holdsNames else { return nil }
        let (family, given) = (names.family.path, names.given.path)
        let values = [1, 2].map { part in
            "{ column: \(YAMLText.scalar(survey.columns[index])), split: \(PersonNames.split(part)) }"
        }
        let sources = drafts(of: name)
        var target = Target(
            text: "find: [\(YAMLText.scalar(name + "." + family)), \(YAMLText.scalar(given))]")
        target.columns = "[\(values.joined(separator: ", "))]"
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

    /// What a plan says for one of the two.
    static func split(_ part: Int) -> String { "{ separator: \", \", part: \(part) }" }
}

extension ColumnSurvey {
    /// Whether all texts are a family name and given names, `Friedrich, Caspar David`.
    var holdsNames: Bool {
        count > 0
            && examples.allSatisfy { value in
                guard case .text(let text) = value else { return false }
                let parts = text.trimmed.split(separator: ", ", omittingEmptySubsequences: false)
                return parts.count == 2 && parts.allSatisfy { !String($0).trimmed.isEmpty }
                    && !text.contains { $0.isNumber }
            }
    }
}
