import Foundation
import ObjectModel

/// The part of `SeedStore.swift` that brings the changes of a new edition into a store in which a user has
/// worked: what `zseed diff --changes` wrote, applied to a context as docs/merging.md says.
///
/// How objects are compared is the same text for all frameworks; how a framework reads and changes one is that
/// of `SeedChangesCode+….swift`.
struct SeedChangesCode {
    let generator: CodeGenerator

    init(_ generator: CodeGenerator) { self.generator = generator }

    /// The parts, in their order.
    var parts: [String] {
        let context =
            generator.flavor == .objectLayer
            ? "ObjectLayer.ManagedObjectContext" : "CoreData.NSManagedObjectContext"
        return [
            Self.interface.replacing("CONTEXT", with: context), Self.file,
            Self.merging, Self.objects, Self.standIns, Self.applying, Self.circles, Self.counts, Self.lists,
            Self.dropping,
            Self.keys,
            model, adapter,
        ]
    }

    private var adapter: String {
        switch generator.flavor {
        case .objectLayer: Self.objectLayer
        case .coreData: Self.coreData
        case .swiftData: Self.coreData + "\n\n" + swiftDataEntrance
        }
    }

    // MARK: What the model says

    /// The attributes, with their types, as lines of the table: those that can be set, and derived ones, which may tell
    /// objects apart; of structures the elements, each enumeration as one value. Of one with raw values the place is told, too, where a context has them.
    private func attributes(of entity: EntityDescription) -> [[String]] {
        var lines: [[String]] = []
        var open = entity.attributes.filter { !$0.isTransient }
            .map { (path: $0.name, attribute: $0) }
        while let (path, attribute) = open.popLast() {
            switch attribute.enumeration {
            case .raw(let element)?:
                lines.append(["attribute", path, "\(element.type)", path + "." + element.name])
            case .plain?: lines.append(["choice", path, "string"])
            case nil where attribute.isComposite:
                open += attribute.elements.map { (path: path + "." + $0.name, attribute: $0) }
            case nil:
                lines.append([attribute.isDerived ? "derived" : "attribute", path, "\(attribute.type)"])
            }
        }
        return lines.sortedInBinaryOrder { $0[1] }
    }

    /// What the code has to know of the model: a table, a line for each thing.
    private var model: String {
        var lines: [String] = []
        for entity in generator.model.entities.sortedInBinaryOrder(by: { $0.name }) {
            let line = generator.model.lineage(of: entity)
            lines.append(Self.words(["entity"] + line.map(\.name)))
            lines += attributes(of: entity).map(Self.words)
            let relationships = entity.relationships.filter { !$0.isTransient }
            for relationship in relationships.sortedInBinaryOrder(by: { $0.name }) {
                let destination = relationship.destinationEntityName ?? "-"
                let inverse = relationship.inverseRelationshipName.flatMap {
                    generator.model.entity(named: destination)?.relationship(named: $0)
                }
                var words = [
                    "link", relationship.name, destination,
                    relationship.isToMany ? relationship.isOrdered ? "list" : "many" : "one",
                    relationship.isOptional ? "optional" : "required",
                    relationship.deleteRule == .cascade ? "cascade" : "-", inverse?.name ?? "-",
                    inverse?.isToMany == true ? "many" : "one",
                ]
                if relationship.isToMany, relationship.minCount > 0 || relationship.maxCount > 0 {
                    words += [String(relationship.minCount), String(relationship.maxCount)]
                }
                lines.append(Self.words(words))
            }
            for ancestor in line {
                for names in ancestor.uniquenessConstraints
                where names.allSatisfy({
                    entity.attribute(named: $0) != nil || entity.relationship(named: $0)?.isToMany == false
                }) {
                    lines.append(Self.words(["unique", ancestor.name] + names))
                }
            }
        }
        return Self.table.replacing("TABLE", with: lines.joined(separator: "\n        "))
    }

    /// Words on a line, with nothing in them that parts words or ends a literal.
    private static func words(_ words: [String]) -> String {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "._-"))
        return words.map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0 }
            .joined(separator: " ")
    }

    private static let table = #"""
        nonisolated extension SeedStore.Merge {
            /// A relationship of the model.
            fileprivate struct Link {
                let name: Swift.String
                let destination: Swift.String
                let isToMany: Swift.Bool
                let isOrdered: Swift.Bool
                let isRequired: Swift.Bool
                let cascades: Swift.Bool
                let inverse: Swift.String?
                let inverseIsToMany: Swift.Bool
                /// The least and the greatest number of members, 0 for any; nil where both are.
                let bounds: (least: Swift.Int, most: Swift.Int)?

                init(_ words: [Swift.String]) {
                    name = words[1]
                    destination = words[2]
                    isToMany = words[3] != "one"
                    isOrdered = words[3] == "list"
                    isRequired = words[4] == "required"
                    cascades = words[5] == "cascade"
                    inverse = words[6] == "-" ? nil : words[6]
                    inverseIsToMany = words[7] == "many"
                    bounds = words.count < 10 ? nil : (Swift.Int(words[8]) ?? 0, Swift.Int(words[9]) ?? 0)
                }

                /// How many of so many members are beyond the most; negative where members are missing.
                func excess(of count: Swift.Int) -> Swift.Int {
                    guard let bounds else { return 0 }
                    if bounds.most > 0, count > bounds.most { return count - bounds.most }
                    // An optional one may have none.
                    return count < bounds.least && (count > 0 || isRequired) ? count - bounds.least : 0
                }
            }

            /// An entity of the model.
            fileprivate struct Entity {
                /// Its name, and those of all that it inherits from.
                let line: [Swift.String]
                var attributes: [Swift.String] = []
                var types: [Swift.String: Swift.String] = [:]
                /// Where attributes are that are called otherwise in the file: raw values of enumerations.
                var places: [Swift.String: Swift.String] = [:]
                /// Enumerations without raw values: each is the name of its case.
                var choices: Swift.Set<Swift.String> = []
                var links: [Link] = []
                /// The constraints, each with the entity that declares it.
                var unique: [(entity: Swift.String, names: [Swift.String])] = []
            }

            /// The entities by their names.
            fileprivate static let entities: [Swift.String: Entity] = entities(of: model)

            fileprivate static func entities(of model: Swift.String) -> [Swift.String: Entity] {
                var entities: [Swift.String: Entity] = [:]
                var current = ""
                for line in model.split(separator: "\n") {
                    let words = line.split(separator: " ").map { Swift.String($0).removingPercentEncoding ?? "" }
                    switch words[0] {
                    case "entity":
                        current = words[1]
                        entities[current] = Entity(line: Swift.Array(words.dropFirst()))
                    case "attribute", "choice", "derived":
                        if words[0] != "derived" { entities[current]?.attributes.append(words[1]) }
                        entities[current]?.types[words[1]] = words[2]
                        if words.count > 3 { entities[current]?.places[words[1]] = words[3] }
                        if words[0] == "choice" { entities[current]?.choices.insert(words[1]) }
                    case "link": entities[current]?.links.append(Link(words))
                    default: entities[current]?.unique.append((words[1], Swift.Array(words.dropFirst(2))))
                    }
                }
                return entities
            }

            private static let model = """
                TABLE
                """
        }
        """#
}
