import ObjectModel

/// A diagram of a model, as text for Mermaid or Graphviz.
struct ModelDiagram {
    enum Format: String, CaseIterable {
        case mermaid, dot
    }

    let model: ManagedObjectModel

    func text(_ format: Format) -> String {
        switch format {
        case .mermaid: (["classDiagram"] + mermaidLines).joined(separator: "\n")
        case .dot: (["digraph Model {"] + dotLines + ["}"]).joined(separator: "\n")
        }
    }

    // MARK: Mermaid

    private var mermaidLines: [String] {
        model.entities.flatMap { entity -> [String] in
            let name = Self.identifier(entity.name)
            let stereotype = entity.isAbstract ? ["    <<abstract>>"] : []
            let attributes = entity.ownAttributes.map {
                "    \(Self.identifier($0.type.xcodeName)) \(Self.identifier($0.name))"
            }
            let parent =
                entity.superentityName.map { ["  \(Self.identifier($0)) <|-- \(name)"] } ?? []
            let body = stereotype + attributes
            let declaration =
                body.isEmpty
                ? ["  class \(name)"] : ["  class \(name) {"] + body + ["  }"]
            return declaration + parent
        }
            + relationshipPairs.map { pair in
                let far = Self.multiplicity(pair.relationship)
                let near = pair.inverse.map(Self.multiplicity).map { "\"\($0)\" " } ?? ""
                let name = Self.identifier(pair.relationship.name)
                return "  \(Self.identifier(pair.entity)) \(near)--> \"\(far)\" "
                    + "\(Self.identifier(pair.destination)) : \(name)"
            }
    }

    /// Returns a plain identifier for a name, because other characters would break Mermaid's syntax.
    private static func identifier(_ name: String) -> String {
        String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    private static func multiplicity(_ relationship: RelationshipDescription) -> String {
        if relationship.isToMany { return "*" }
        return relationship.isOptional ? "0..1" : "1"
    }

    // MARK: Graphviz

    private var dotLines: [String] {
        ["  node [shape=record fontname=Helvetica];", "  edge [fontname=Helvetica fontsize=10];"]
            + model.entities.flatMap { entity -> [String] in
                let attributes = entity.ownAttributes.map {
                    Self.escaped("\($0.name): \($0.type.xcodeName)") + "\\l"
                }
                let title = Self.escaped(entity.name) + (entity.isAbstract ? " (abstract)" : "")
                let node =
                    "  \(Self.quoted(entity.name)) "
                    + "[label=\"{\(title)|\(attributes.joined())}\"];"
                let parent =
                    entity.superentityName.map {
                        ["  \(Self.quoted(entity.name)) -> \(Self.quoted($0)) [arrowhead=empty];"]
                    } ?? []
                return [node] + parent
            }
            + relationshipPairs.map { pair in
                "  \(Self.quoted(pair.entity)) -> \(Self.quoted(pair.destination)) "
                    + "[label=\(Self.quoted(pair.relationship.name)) "
                    + "headlabel=\"\(Self.multiplicity(pair.relationship))\"];"
            }
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "\"\\{}|<>".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    // MARK: Relationships

    private struct Pair {
        let entity: String
        let destination: String
        let relationship: RelationshipDescription
        let inverse: RelationshipDescription?
    }

    /// Each relationship once; for a pair of inverses, the first one by entity number and name.
    private var relationshipPairs: [Pair] {
        var seen: Set<[String]> = []
        return model.entities.flatMap { entity in
            entity.ownRelationships.compactMap { relationship -> Pair? in
                guard let destination = relationship.destinationEntityName else { return nil }
                let inverse = model.inverse(of: relationship, in: entity)
                guard !seen.contains([entity.name, relationship.name]) else { return nil }
                seen.insert([entity.name, relationship.name])
                if let inverse { seen.insert([destination, inverse.name]) }
                return Pair(
                    entity: entity.name, destination: destination, relationship: relationship,
                    inverse: inverse)
            }
        }
    }
}
