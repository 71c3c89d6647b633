import Sources
import ObjectModel
import Seeding
import StoreFormat

extension LinkDrafts {
    // MARK: Targets

    func keyTarget(
        _ option: Option, _ key: String, _ cells: CellSet, _ name: String
    ) -> Target {
        let entities = Set(option.holders.map(\.draft.entity.name))
        let entity = entities.count == 1 ? entities.first ?? name : name
        var target = Target(text: "keyOf: \(YAMLText.scalar(entity))")
        target.add(option, cells)
        if option.missing > 0, !option.isSampled {
            let sources = option.holders.map { "`\($0.draft.survey.name)`" }
            target.doubts.append(
                "\(option.missing) of \(cells.count) values are no `\(key)` of "
                    + sources.joined(separator: ", ") + Self.such(cells, option)
                    + (cells.isIgnoringCase(in: option.cells)
                        ? "; those are in another case: `case: lower` or `upper` changes it"
                        : "; `missing: null` leaves them out"))
            target.stops = true
        }
        return target
    }

    func findTarget(
        _ option: Option, _ attribute: AttributeColumn, _ cells: CellSet, _ name: String
    ) -> Target {
        let entities = Set(option.holders.map(\.draft.entity.name))
        let entity = entities.count == 1 ? entities.first ?? name : name
        var target = Target(text: "find: \(YAMLText.scalar(entity + "." + attribute.path))")
        target.isProven = option.missing == 0 && cells.count > 2
        target.add(option, cells)
        let lacking = needs(ofNew: entity, besides: attribute.path)
        let sources = option.holders.map { "`\($0.draft.survey.name)`" }.joined(separator: ", ")
        if !option.cells.allSatisfy(\.isDistinct) {
            target.doubts.append("several objects have the same `\(attribute.path)`")
        }
        if target.ignoreCase(option, cells) {
            target.text? += ", missing: error"
            return target
        }
        if let lacking {
            target.text? += ", missing: error"
            guard option.missing > 0, !option.isSampled else { return target }
            target.doubts.append(
                "\(option.missing) of \(cells.count) values do not occur in \(sources)"
                    + Self.such(cells, option) + "; \(lacking)")
            target.stops = true
        } else if attribute.isNoName || option.missing * 4 <= cells.count || option.isSampled {
            // The source gives the objects whole: what it lacks is a slip, and would be an object of a key.
            target.text? += ", missing: error"
            guard option.missing > 0, !option.isSampled else { return target }
            target.doubts.append(
                "\(option.missing) of \(cells.count) values do not occur in \(sources)"
                    + Self.such(cells, option) + "; `missing: create` makes objects of them")
            target.stops = true
        } else if option.missing > 0 {
            target.notes.append(
                "makes objects of \(entity) for \(option.missing) of \(cells.count) values, "
                    + "which \(sources) lacks" + Self.such(cells, option))
        }
        return target
    }

    static func such(_ cells: CellSet, _ option: Option) -> String {
        cells.example(missingIn: option.cells).map { ", such as '\($0.prefix(30))'" } ?? ""
    }

    /// A destination of which no source has objects: they are made from the column's values.
    func creating(
        _ name: String, column: String, relationship: String, rest: String, isKey: Bool
    ) -> Target {
        guard let entity = reference.layout.entity(named: name) else { return Target() }
        let attributes = entity.attributes.filter {
            $0.attribute.type == .string && !$0.attribute.isDerived
        }
        let unique = Self.uniqueAttributes(of: entity, in: reference)
        let named = entity.attributes.first {
            NameMatch.score(rest, $0.path) >= NameMatch.named && !$0.attribute.isDerived
        }
        if isKey, named == nil, unique.count != 1 {
            return Target(
                text: nil,
                doubts: [
                    (relationship.isEmpty ? "\(name): " : "`\(relationship)` leads to \(name), of which ")
                        + "no source has objects with the keys of `\(column)`"
                ])
        }
        let own = attributes.filter { !isInherited($0, by: entity) }
        let usual = attributes.first { ["name", "title"].contains($0.path.lowercased()) }
        var doubts: [String] = []
        let path: String
        if unique.count == 1, entity.attribute(unique[0]) != nil {
            path = unique[0]
        } else if let attribute = named ?? (own.count == 1 ? own.first : nil) ?? usual
            ?? attributes.first
        {
            path = attribute.path
            doubts.append("is `\(path)` what names objects of \(name)?")
        } else {
            return Target(
                text: nil,
                doubts: [
                    "`\(relationship)` leads to \(name), which no attribute names: "
                        + "set it from `\(column)`"
                ])
        }
        if let lacking = needs(ofNew: name, besides: path) {
            return Target(
                text: nil,
                doubts: ["`\(relationship)` leads to \(name), of which no source has objects; \(lacking)"])
        }
        return Target(
            text: "find: \(YAMLText.scalar(name + "." + path))", doubts: doubts,
            notes: ["makes the objects of \(name), which no source has"])
    }

    /// Why no object can be made from one attribute; nil where it can.
    func needs(ofNew name: String, besides path: String) -> String? {
        guard let entity = reference.layout.entity(named: name) else { return nil }
        if entity.isAbstract { return "\(name) is abstract" }
        let needed = entity.requiredProperties(reference.sourceValues).filter { $0 != path }
        guard !needed.isEmpty else { return nil }
        return "a new \(name) needs " + needed.map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension AttributeColumn {
    /// Whether an object with nothing but this attribute would have no name.
    fileprivate var isNoName: Bool { !["name", "title"].contains(path.lowercased()) }
}

extension LinkDrafts.Target {
    /// Compares as people do, where that finds what is missing otherwise.
    fileprivate mutating func ignoreCase(_ option: LinkDrafts.Option, _ cells: CellSet) -> Bool {
        guard option.missing > 0, cells.isIgnoringCase(in: option.cells) else { return false }
        text? += ", ignoring: case"
        notes.append("some values are in another case than those of the source")
        return true
    }

    /// Says that words name no object.
    mutating func add(nullWords words: [String]) {
        guard !words.isEmpty else { return }
        nullWords = words
        guard !words.allSatisfy(NullWords.isSure) else { return }
        doubts.append(NullWords.doubt(words))
    }

    /// Says what is not known of objects in rows that nobody looked at.
    fileprivate mutating func add(_ option: LinkDrafts.Option, _ cells: CellSet) {
        guard option.isSampled else { return }
        let sources = option.holders.map { "`\($0.draft.survey.name)`" }.joined(separator: ", ")
        if option.missing > 0 {
            doubts.append("none of \(cells.count) values occurs in the first rows of \(sources)")
        } else {
            notes.append("some values occur in the first rows of \(sources)")
        }
    }
}
