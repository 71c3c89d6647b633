/// The reason that a store cannot be created from a model.
package enum StoreCreationError: Error, Equatable, Sendable {
    /// The model was inferred from tables, so its version hashes would not be those of the app's model.
    case inferredModel
    /// The model needs objects whose text no store shows, and the app would not work correctly without them.
    case unsupported([SchemaProblem])
    /// The framework version is not a positive number of at most 32 bits.
    case badFramework(Int)
    /// The UUID is not upper-case hexadecimal with hyphens.
    case badUUID(String)
}
