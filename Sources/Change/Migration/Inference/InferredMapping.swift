import ObjectModel

/// The mapping of each entity and property from one model to another, inferred from the two models where that is
/// possible.
package struct InferredMapping: Sendable {
    /// The model of the source store.
    package let source: ManagedObjectModel
    /// The model of the new store.
    package let destination: ManagedObjectModel
    /// The entities of the destination, in the order of their numbers.
    package let entities: [EntityMapping]
    /// The differences between the models, without those that depend on the rows.
    package let differences: [MigrationDifference]

    /// Infers a mapping.
    ///
    /// - Parameter byName: whether renaming identifiers are ignored, for example between two forms of the same model.
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

    /// Creates a mapping from given entity mappings.
    package init(
        from source: ManagedObjectModel, to destination: ManagedObjectModel, entities: [EntityMapping]
    ) {
        self.source = source
        self.destination = destination
        self.entities = entities
        differences = []
    }

    /// Whether the whole mapping could be inferred.
    package var isInferred: Bool {
        !differences.contains { $0.consequence == .refusal }
    }

    /// The number of entities and properties without a counterpart in the destination.
    var removalCount: Int { differences.count { $0.mayLose } }

    /// Returns the mapping of an entity of the destination.
    func entity(to name: String) -> EntityMapping? { entities.first { $0.destination == name } }

    /// Returns the destination entity of a source entity.
    func destination(of name: String) -> String? {
        entities.first { $0.source == name }?.destination
    }
}

/// The mapping of one entity of the new model.
package struct EntityMapping: Equatable, Sendable {
    /// The source entity; nil for a new entity.
    package let source: String?
    /// The destination entity.
    package let destination: String
    /// The stored attributes, including inherited ones. A composite attribute is represented by its elements.
    package var attributes: [AttributeMapping] = []
    /// The source's names of relationships by the destination's names, including inherited ones, for those with a
    /// source.
    package var relationships: [String: String] = [:]

    /// Creates a mapping without properties.
    package init(source: String?, destination: String) {
        self.source = source
        self.destination = destination
    }
}

/// The mapping of one attribute of the new model.
package struct AttributeMapping: Equatable, Sendable {
    /// The path in the source; nil if there is no such attribute, or if it is not stored.
    package let source: String?
    /// The path in the destination.
    package let destination: String
    /// The value for objects without one.
    package let standard: PropertyValue?
    /// The attribute of the source.
    package let sourceAttribute: AttributeDescription?
    /// The attribute of the destination.
    package let attribute: AttributeDescription

    /// Creates the mapping of an attribute.
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
