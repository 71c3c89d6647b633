import ObjectModel

/// What becomes of each entity and property on the way from one model to another, as far as it can
/// be inferred from the two.
package struct InferredMapping: Sendable {
    /// The model of the store.
    package let source: ManagedObjectModel
    /// The model that it is to have.
    package let destination: ManagedObjectModel
    /// The entities of the destination, in the order of their numbers.
    package let entities: [EntityMapping]
    /// What differs; what the rows show is not among it yet.
    package let differences: [MigrationDifference]

    /// Infers a mapping.
    ///
    /// - Parameter byName: whether renaming identifiers do not count, as between two forms of the
    ///   same model.
    package init(
        from source: ManagedObjectModel, to destination: ManagedObjectModel, byName: Bool = false
    ) {
        var inference = MappingInference(source: source, destination: destination, byName: byName)
        inference.infer()
        self.source = source
        self.destination = destination
        entities = inference.entities
        differences = inference.differences
    }

    /// Takes a mapping that was made otherwise.
    package init(
        from source: ManagedObjectModel, to destination: ManagedObjectModel, entities: [EntityMapping]
    ) {
        self.source = source
        self.destination = destination
        self.entities = entities
        differences = []
    }

    /// Whether everything can be inferred.
    package var isInferred: Bool {
        !differences.contains { $0.consequence == .refusal }
    }

    /// How many entities and properties have no counterpart in the destination.
    var removalCount: Int { differences.count { $0.mayLose } }

    /// The mapping of an entity of the destination.
    func entity(to name: String) -> EntityMapping? { entities.first { $0.destination == name } }

    /// The entity of the destination that an entity of the source becomes.
    func destination(of name: String) -> String? {
        entities.first { $0.source == name }?.destination
    }
}

/// What an entity of the new model is made of.
package struct EntityMapping: Equatable, Sendable {
    /// The entity of the source; nil for a new one.
    package let source: String?
    /// The entity of the destination.
    package let destination: String
    /// Its stored attributes, inherited ones included; of a composite attribute its elements.
    package var attributes: [AttributeMapping] = []
    /// The relationships that have a source, inherited ones included: source's name by the
    /// destination's.
    package var relationships: [String: String] = [:]

    /// Begins with nothing.
    package init(source: String?, destination: String) {
        self.source = source
        self.destination = destination
    }
}

/// What an attribute of the new model is made of.
package struct AttributeMapping: Equatable, Sendable {
    /// The path in the source; nil where it has none, or none that is stored.
    package let source: String?
    /// The path in the destination.
    package let destination: String
    /// The value of objects that have none.
    package let standard: PropertyValue?
    /// The attribute of the source.
    package let sourceAttribute: AttributeDescription?
    /// The attribute of the destination.
    package let attribute: AttributeDescription

    /// Takes its parts.
    package init(
        source: String?, destination: String, standard: PropertyValue?,
        sourceAttribute: AttributeDescription?, attribute: AttributeDescription
    ) {
        self.source = source
        self.destination = destination
        self.standard = standard
        self.sourceAttribute = sourceAttribute
        self.attribute = attribute
    }
}
