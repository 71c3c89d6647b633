/// The reason why a fetch request cannot be run.
public enum FetchRequestError: Error, Equatable, Sendable {
    /// The model has no such entity.
    case unknownEntity(String)
    /// The model has no such fetch request template.
    case unknownTemplate(String)
    /// The entity has no property with that name.
    case unknownKeyPath(entity: String, keyPath: String)
    /// Groups have no value with that name.
    case unknownGroupValue(String, known: [String])
    /// Two columns have the same name.
    case duplicateColumn(String)
    /// The request has a condition on groups, but no groups.
    case havingWithoutGroups
    /// A variable has no value.
    case unknownVariable(String)
    /// A constant cannot be converted to the kind that it is compared with.
    case badConstant(String, kind: String)
    /// An expression, in the format language, cannot be applied to objects of a store.
    case unsupported(String)
    /// A regular expression is invalid (ICU syntax).
    case invalidRegularExpression(String)
    /// A comparison method is unknown, for example one of the app's own.
    case unknownSortSelector(String)
    /// Core Data raises an exception for these parts; see ``FetchRequest/allowsExtensions``.
    case refusedByCoreData([FetchRefusal])
    /// The order of a request does not keep the objects of a section together.
    case unsortedSections(String)
    /// A limit, offset or batch size is negative.
    case negativeCount(String)
}
