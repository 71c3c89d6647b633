/// The choice of a model in a file, a folder of versions or source code.
package struct ModelChoice: Equatable, Sendable {
    /// The version of an `.xcdatamodeld` or `.momd`, or the versioned schema of sources.
    package var version: String?
    /// The versioned schema of sources.
    package var schema: String?
    /// The names of models in sources, with or without the names of the types around them. The destinations of their
    /// relationships are included automatically.
    package var models: [String]
    /// A store that the app created. It settles what the sources leave open.
    package var store: String?
    /// Whether pairs of relationships that the sources leave open are inverses of one another; nil if the user did not
    /// specify it.
    package var infersOpenInverses: Bool?

    /// The target of a project or package; nil for the only application, or the only one with models.
    package var target: String?

    /// The targets that have the same model, of which ``target`` is the first; empty if the user named a target.
    package var equalTargets: [String] = []

    /// Whether to read the `@Model` classes of a target that also has model files.
    package var takesClasses = false

    /// Creates a choice.
    package init(
        version: String? = nil, schema: String? = nil, models: [String] = [], store: String? = nil,
        infersOpenInverses: Bool? = nil, target: String? = nil
    ) {
        self.target = target
        self.version = version
        self.schema = schema
        self.models = models
        self.store = store
        self.infersOpenInverses = infersOpenInverses
    }

    /// The current version, or the one that the source declares as current.
    package static let current = ModelChoice()

    /// Whether the choice has options that only apply to source code, apart from the target.
    package var isOfSource: Bool {
        schema != nil || !models.isEmpty || store != nil || infersOpenInverses != nil || takesClasses
    }
}
