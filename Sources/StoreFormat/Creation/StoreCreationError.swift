/// Why no store can be created from a model.
package enum StoreCreationError: Error, Equatable, Sendable {
    /// The model was guessed from tables: its version hashes would not be those of the app's model.
    case inferredModel
    /// The model asks for what no store shows the text of, and the app would work wrongly
    /// without it.
    case unsupported([SchemaProblem])
    /// The framework version is not a positive number of at most 32 bits.
    case badFramework(Int)
    /// The UUID is not upper-case hexadecimal with hyphens.
    case badUUID(String)
}
