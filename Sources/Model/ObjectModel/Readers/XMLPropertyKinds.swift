/// The kinds of the properties in a model's XML, including inherited properties.
struct XMLPropertyKinds {
    /// The element name of each property, by entity.
    private let kinds: [String: [String: String]]
    private let parents: [String: String]

    init(_ root: XMLTreeElement) {
        var kinds: [String: [String: String]] = [:]
        var parents: [String: String] = [:]
        for entity in root.children(named: "entity") {
            guard let name = entity.value("name") else { continue }
            parents[name] = entity.value("parentEntity")
            kinds[name] = Dictionary(
                keepingFirst: entity.children.compactMap { child in
                    child.value("name").map { ($0, child.name) }
                })
        }
        self.kinds = kinds
        self.parents = parents
    }

    /// Returns whether an entity has an attribute with a name.
    func isAttribute(_ property: String, of entity: String) -> Bool {
        kind(of: property, in: entity) == "attribute"
    }

    /// Returns whether an entity has a relationship with a name.
    func isRelationship(_ property: String, of entity: String) -> Bool {
        kind(of: property, in: entity) == "relationship"
    }

    private func kind(of property: String, in entity: String) -> String? {
        var current: String? = entity
        // Circular inheritance is only detected later.
        for _ in 0..<Inheritance.depthLimit {
            guard let name = current else { return nil }
            if let kind = kinds[name]?[property] { return kind }
            current = parents[name]
        }
        return nil
    }
}
