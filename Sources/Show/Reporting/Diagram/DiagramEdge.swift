import ObjectModel

/// A line in a diagram, between two entities: a relationship with its inverse, or an entity and its superentity.
struct DiagramEdge {
    /// The numbers of the two entities, and the relationship at each end.
    let from: Int
    let to: Int
    let relationship: String?
    let inverse: String?
    let isInheritance: Bool
    /// The number of objects at each end: `1`, `0..1`, `*`.
    let fromCount: String
    let toCount: String
    /// The entity on the left. For a one-to-many relationship, it is the one.
    let left: Int
    var right: Int { left == from ? to : from }

    /// Returns the lines of a model, with each pair of relationships only once.
    ///
    /// - Parameter inherited: for each entity, the names of properties that its superentity has.
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
