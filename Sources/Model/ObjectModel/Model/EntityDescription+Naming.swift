extension EntityDescription {
    /// Returns the attributes that name an object for people, best first. An object's name is the first of them that
    /// has a value.
    ///
    /// They are texts, in this order: those with a uniqueness constraint of their own; those called `name`, `title`,
    /// `label`, `identifier` or `key`; those whose names end in these words; and finally the only other text, if there
    /// is exactly one. Within a group, the order is that of the names in binary order.
    ///
    /// - Parameter model: the model of the entity, for inherited constraints.
    package func namingAttributes(in model: ManagedObjectModel) -> [AttributeDescription] {
        let texts = attributes.filter { $0.type == .string && !$0.isTransient }
        var found: [AttributeDescription] = []
        func add(_ candidates: [AttributeDescription]) {
            for text in candidates where !found.contains(where: { $0.name == text.name }) {
                found.append(text)
            }
        }
        for constraint in model.uniquenessConstraints(of: self) where constraint.count == 1 {
            add(texts.filter { $0.name == constraint[0] })
        }
        for word in Self.namingWords { add(texts.filter { $0.name.lowercased() == word }) }
        for word in Self.namingWords { add(texts.filter { $0.name.lowercased().hasSuffix(word) }) }
        let others = texts.filter { text in !found.contains { $0.name == text.name } }
        if others.count == 1 { add(others) }
        return found
    }

    private static let namingWords = ["name", "title", "label", "identifier", "key"]
}
