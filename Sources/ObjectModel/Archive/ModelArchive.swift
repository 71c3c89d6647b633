/// A model written as the keyed archive that `.mom` files and model caches hold.
///
/// Laid out like the model caches that frameworks 847 to 1523 wrote: each entity holds copies of
/// the properties it inherits. Reading it back gives an equal model, what was left out excepted.
///
/// ```swift
/// let archive = try ModelArchive(of: model)
/// let content = try archive.modelCache  // for Z_MODELCACHE.Z_CONTENT
/// ```
package struct ModelArchive: Sendable {
    /// The archive: a binary property list.
    package let bytes: [UInt8]
    /// What was left out because no real archive shows how to write it: fetch request templates
    /// and fetched properties with such a predicate, validation predicates, and default values or
    /// user info of the app's own classes. None of it matters to a version hash or a schema.
    package let omissions: [ModelArchiveError]

    /// From here on the elements of a composite attribute name their entity, and SwiftData's
    /// entities no class; at 1327, the oldest with composites, it is the other way round.
    package static let elementEntityFramework = 1403

    /// Writes a model.
    ///
    /// - Parameter framework: the framework version whose form the archive takes; nil for the
    ///   one that the model's class names speak for.
    /// - Throws: ``ModelArchiveError`` for an expression that decides about the schema or a version
    ///   hash (a derived attribute, an index) and that no real archive shows how to write.
    package init(
        of model: ManagedObjectModel, framework: Int? = nil
    ) throws(ModelArchiveError) {
        var writer = ModelArchiveWriter(
            model: model,
            elementsNameEntity: framework.map { $0 >= Self.elementEntityFramework })
        bytes = try writer.write().binary
        omissions = writer.omissions
    }

    /// The archive as a store's `Z_MODELCACHE` holds it: raw DEFLATE (docs/format.md#metadata).
    ///
    /// - Throws: ``DeflateError``.
    package var modelCache: [UInt8] {
        get throws(DeflateError) { try Deflate.raw(bytes) }
    }
}
