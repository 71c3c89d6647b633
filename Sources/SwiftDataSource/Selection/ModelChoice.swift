/// Which model of a file, a folder of versions or source code is meant.
package struct ModelChoice: Equatable, Sendable {
    /// The version of an `.xcdatamodeld` or `.momd`, or the versioned schema of sources.
    package var version: String?
    /// The versioned schema of sources.
    package var schema: String?
    /// The models of sources by their names, with or without those of the types around them; what
    /// they lead to comes with them.
    package var models: [String]
    /// A store that the app made: what the sources leave open is as it is there.
    package var store: String?
    /// How to read pairs of relationships that may or may not be inverses of one another: as inverses
    /// or not; nil where that is not said.
    package var infersOpenInverses: Bool?

    /// The target of a project or package; nil for the only application, or the only one with models.
    package var target: String?

    /// The targets that have one and the same model, of which ``target`` is the first; none where it was named.
    package var equalTargets: [String] = []

    /// Whether the `@Model` classes are meant of a target that has model files as well.
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

    /// The current version, or what the source says.
    package static let current = ModelChoice()

    /// Whether it says anything that only source code can answer, apart from the target.
    package var isOfSource: Bool {
        schema != nil || !models.isEmpty || store != nil || infersOpenInverses != nil || takesClasses
    }
}
