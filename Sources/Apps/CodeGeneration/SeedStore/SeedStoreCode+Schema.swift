import Foundation
import ObjectModel

/// The parts of the model that merges use.
extension SeedStoreCode {
    /// Returns the table's lines for attributes and their types. Derived attributes are included, because they may
    /// identify objects. A structure has a line for each element, and an enumeration one line; with raw values, also
    /// its path in a context.
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

    /// The declaration of the model's schema for merges. It contains a table with one line for each entity, attribute,
    /// relationship and constraint.
    var schema: String {
        let lines = table.map { "        " + $0 }.joined(separator: "\n")
        return """
                /// The model, as merges need it.
                public static let schema = SeedMerge.Schema(
                    table: \"\"\"
            \(lines)
                    \"\"\")
            """
    }

    /// The lines of the table.
    private var table: [String] {
        var lines: [String] = []
        for entity in generator.model.entities.sortedInBinaryOrder(by: { $0.name }) {
            let line = generator.model.lineage(of: entity)
            lines.append(Self.words(["entity"] + line.map(\.name)))
            lines += attributes(of: entity).map(Self.words)
            lines += entity.namingAttributes(in: generator.model).map { Self.words(["name", $0.name]) }
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
        return lines
    }

    /// Returns words on one line, percent-encoded so that they contain no separators or quotes.
    private static func words(_ words: [String]) -> String {
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "._-"))
        return words.map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0 }
            .joined(separator: " ")
    }
}
