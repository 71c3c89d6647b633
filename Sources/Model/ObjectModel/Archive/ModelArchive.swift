/// A model as the keyed archive in `.mom` files and model caches.
///
/// It has the layout of the model caches that frameworks 847 to 1523 wrote: each entity contains copies of its
/// inherited properties. Reading it gives an equal model, except for omissions.
///
/// ```swift
/// let archive = try ModelArchive(of: model)
/// let content = try archive.modelCache  // for Z_MODELCACHE.Z_CONTENT
/// ```
package struct ModelArchive: Sendable {
    /// The archive: a binary property list.
    package let bytes: [UInt8]
    /// The parts that were left out because no real archive shows their form. They are fetch request templates and
    /// fetched properties with such a predicate, validation predicates, and default values or user info of the app's
    /// own classes. None of them affects a version hash or a schema.
    package let omissions: [ModelArchiveError]

    /// The first framework in which the elements of a composite attribute name their entity, and SwiftData's entities
    /// have no class. At 1327, the oldest with composites, both are the other way round.
    package static let elementEntityFramework = 1403

    /// Writes a model.
    ///
    /// - Parameter framework: the framework version whose form the archive has; nil to infer it from the model's
    ///   class names.
    /// - Throws: ``ModelArchiveError`` for an expression of a derived attribute or an index, which affects the schema
    ///   or a version hash, if no real archive shows its form.
    package init(
        of model: ManagedObjectModel, framework: Int? = nil
    ) throws(ModelArchiveError) {
        var writer = ModelArchiveWriter(
            model: model,
            elementsNameEntity: framework.map { $0 >= Self.elementEntityFramework })
        bytes = try writer.write().binary
        omissions = writer.omissions
    }

    /// The archive as in a store's `Z_MODELCACHE`: raw DEFLATE (docs/internals/format.md#metadata).
    ///
    /// - Throws: ``DeflateError``.
    package var modelCache: [UInt8] {
        get throws(DeflateError) { try Deflate.raw(bytes) }
    }
}
