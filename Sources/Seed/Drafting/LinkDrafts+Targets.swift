import Inputs
import ObjectModel
import Seeding
import StoreFormat

extension LinkDrafts {
    // MARK: Targets

    /// Returns the target for objects that several rows of the same input share.
    func satelliteTarget(_ satellite: EntityDraft) -> Target {
        let keys = satellite.sharedNames.compactMap { name in
            satellite.matches.first { $0.property.name == name }.map { (name, $0.column) }
        }
        let names = [satellite.entity.name + "." + (keys.first?.0 ?? "")] + keys.dropFirst().map(\.0)
        let paths = names.map { YAMLText.scalar($0) }
        var target = Target(
            text:
                "find: \(paths.count == 1 ? paths[0] : "[\(paths.joined(separator: ", "))]"), missing: error")
        if keys.count > 1 {
            let columns = keys.map { YAMLText.scalar(satellite.survey.columns[$0.1]) }
            target.columns = "[\(columns.joined(separator: ", "))]"
            target.joinedColumns = keys.dropFirst().map(\.1)
        }
        target.isProven = true
        return target
    }

    func keyTarget(
        _ option: Option, _ key: String, _ cells: CellSet, _ name: String
    ) -> Target {
        let entities = Set(option.holders.map(\.draft.entity.name))
        let entity = entities.count == 1 ? entities.first ?? name : name
        var target = Target(text: "keyOf: \(YAMLText.scalar(entity))")
        target.add(option, cells)
        if option.missing > 0, !option.isSampled, cells.isIgnoringCase(in: option.cells),
            let attribute = keyText(of: option)
        {
            target.text = "find: \(YAMLText.scalar(entity + "." + attribute)), ignoring: case, missing: error"
            target.notes.append("some values are in another case than those of the source")
            return target
        }
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

    /// Returns the text attribute that all key columns fill, or nil if there is none.
    private func keyText(of option: Option) -> String? {
        let names = option.holders.map { holder -> String? in
            let match = holder.draft.matches.first { $0.column == holder.column }
            guard case .attribute(let attribute, let guess)? = match?.property,
                attribute.attribute.type == .string, guess.options.isEmpty, guess.template == nil
            else { return nil }
            return attribute.path
        }
        let found = Set(names)
        return found.count == 1 ? found.first ?? nil : nil
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
            // The input lists the objects completely. A value that it lacks is a mistake, and would create an
            // object that has only a key.
            target.text? += ", missing: error"
            guard option.missing > 0, !option.isSampled else { return target }
            target.doubts.append(
                "\(option.missing) of \(cells.count) values do not occur in \(sources)"
                    + Self.such(cells, option) + "; `missing: create` creates them")
            target.stops = true
        } else if option.missing > 0 {
            target.notes.append(
                "creates \(entity) objects for \(option.missing) of \(cells.count) values, "
                    + "which \(sources) lacks" + Self.such(cells, option))
        }
        return target
    }

    static func such(_ cells: CellSet, _ option: Option) -> String {
        cells.example(missingIn: option.cells).map { ", such as '\($0.prefix(30))'" } ?? ""
    }

    /// Returns the target for a destination without an input. Its objects are created from the column's
    /// values.
    func creating(
        _ name: String, column: String, relationship: String, isKey: Bool
    ) -> Target {
        guard let entity = reference.layout.entity(named: name) else { return Target() }
        let naming = naming(of: entity, column: column, relationship: relationship)
        if isKey, naming.isGuess || naming.path == nil {
            return Target(
                text: nil,
                doubts: [
                    (relationship.isEmpty ? "\(name): " : "`\(relationship)` leads to \(name), of which ")
                        + "no source has objects with the keys of `\(column)`"
                ])
        }
        guard let path = naming.path else {
            return Target(
                text: nil,
                doubts: [
                    "`\(relationship)` leads to \(name), which no attribute names: "
                        + "set it from `\(column)`"
                ])
        }
        return Target(
            text: "find: \(YAMLText.scalar(name + "." + path))", paths: [path],
            doubts: naming.isCertain ? [] : ["does `\(path)` identify \(name) objects?"],
            notes: ["creates the \(name) objects, which no source has"])
    }

    /// Returns the attribute by which a column identifies objects of an entity, or nil if there is none.
    func namingAttribute(of entity: EntityLayout, column: String, relationship: String) -> String? {
        naming(of: entity, column: column, relationship: relationship).path
    }

    /// Returns the attribute by which a column identifies objects of an entity, whether the model makes it
    /// certain, and whether neither the model nor a name supports it.
    private func naming(
        of entity: EntityLayout, column: String, relationship: String
    ) -> (path: String?, isCertain: Bool, isGuess: Bool) {
        let attributes = entity.attributes.filter {
            $0.attribute.type == .string && !$0.attribute.isDerived
        }
        let unique = Self.uniqueAttributes(of: entity, in: reference)
        if unique.count == 1, entity.attribute(unique[0]) != nil { return (unique[0], true, false) }
        let rest = Self.rest(of: column, without: relationship)
        let named = entity.attributes.first {
            NameMatch.score(rest, $0.path) >= NameMatch.named && !$0.attribute.isDerived
        }
        let own = attributes.filter { !isInherited($0, by: entity) }
        let usual = attributes.first { ["name", "title"].contains($0.path.lowercased()) }
        let constraint = reference.model.constraints(ofEntity: entity.name).first { $0.count > 1 } ?? []
        if !constraint.isEmpty, let first = usual ?? named, constraint.contains(first.path) {
            return (first.path, true, false)
        }
        let found = named ?? (own.count == 1 ? own.first : nil) ?? usual ?? attributes.first
        return (found?.path, false, named == nil)
    }

    /// Returns why no object can be created from one attribute, or nil if one can.
    func needs(ofNew name: String, besides path: String) -> String? { needs(ofNew: name, besides: [path]) }

    func needs(ofNew name: String, besides paths: Set<String>) -> String? {
        guard let entity = reference.layout.entity(named: name) else { return nil }
        if entity.isAbstract { return "\(name) is abstract" }
        let needed = entity.requiredProperties(reference.sourceValues).filter { !paths.contains($0) }
        guard !needed.isEmpty else { return nil }
        return "a new \(name) needs " + needed.map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension AttributeColumn {
    /// Whether an object that has only this attribute would have no name.
    fileprivate var isNoName: Bool { !["name", "title"].contains(path.lowercased()) }
}

extension LinkDrafts.Target {
    /// Ignores case if that finds all missing values. Returns whether it does.
    fileprivate mutating func ignoreCase(_ option: LinkDrafts.Option, _ cells: CellSet) -> Bool {
        guard option.missing > 0, cells.isIgnoringCase(in: option.cells) else { return false }
        text? += ", ignoring: case"
        notes.append("some values are in another case than those of the source")
        return true
    }

    /// Adds words that mean no object, with a doubt if they are not certain.
    mutating func add(nullWords words: [String]) {
        guard !words.isEmpty else { return }
        nullWords = words
        guard !words.allSatisfy(NullWords.isSure) else { return }
        doubts.append(NullWords.doubt(words))
    }

    /// Adds a doubt or a note if the rows that hold the objects were only sampled.
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
