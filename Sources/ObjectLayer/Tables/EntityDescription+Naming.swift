import ObjectModel

extension EntityDescription {
    /// The attributes that tell people which object is which, the best one first: of each object
    /// the first that has a value counts.
    ///
    /// They are texts: those that a uniqueness constraint of their own keeps unique, then those
    /// called `name`, `title`, `label`, `identifier` or `key`, then those whose names end in these
    /// words, and at last the only other text, where there is one only. Of equally good ones the
    /// first in binary order of their names.
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
