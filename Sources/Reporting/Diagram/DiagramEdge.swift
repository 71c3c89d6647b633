import ObjectModel

/// A line of a diagram: a relationship with its inverse, or an entity and what it inherits from.
struct DiagramEdge {
    /// The numbers of the two entities, and the relationship at either end.
    let from: Int
    let to: Int
    let relationship: String?
    let inverse: String?
    let isInheritance: Bool
    /// How many objects there are at either end: `1`, `0..1`, `*`.
    let fromCount: String
    let toCount: String
    /// What stands on the left: where many lead to one, the one.
    let left: Int
    var right: Int { left == from ? to : from }

    /// The lines of a model, each pair of relationships once.
    ///
    /// - Parameter inherited: the names of properties that the superentity of each has.
    static func all(of entities: [EntityDescription], without inherited: [Set<String>]) -> [DiagramEdge] {
        let numbers = Dictionary(keepingFirst: entities.enumerated().map { ($1.name, $0) })
        var edges: [DiagramEdge] = []
        var done: Set<String> = []
        for (number, entity) in entities.enumerated() {
            if let parent = entity.superentityName.flatMap({ numbers[$0] }) {
                edges.append(
                    DiagramEdge(
                        from: number, to: parent, relationship: nil, inverse: nil, isInheritance: true,
                        fromCount: "",
                        toCount: "", left: parent))
            }
            for name in entity.relationships.map(\.name).sortedInBinaryOrder() {
                guard let relationship = entity.relationships.first(where: { $0.name == name }),
                    let target = relationship.destinationEntityName.flatMap({ numbers[$0] }),
                    !inherited[number].contains(name), !done.contains("\(number).\(name)")
                else { continue }
                let inverse = entities[target].relationships.first {
                    $0.name == relationship.inverseRelationshipName
                }
                if let inverse { done.insert("\(target).\(inverse.name)") }
                let isManyToOne = !relationship.isToMany && (inverse?.isToMany ?? true)
                edges.append(
                    DiagramEdge(
                        from: number, to: target, relationship: name, inverse: inverse?.name,
                        isInheritance: false,
                        fromCount: inverse.map(count) ?? "", toCount: count(relationship),
                        left: isManyToOne
                            ? target
                            : relationship.isToMany && inverse?.isToMany == false
                                ? number : min(number, target)))
            }
        }
        return edges
    }

    private static func count(_ relationship: RelationshipDescription) -> String {
        relationship.isToMany ? "∗" : relationship.isOptional ? "0..1" : "1"
    }
}
