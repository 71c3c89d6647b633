/// Why a fetch request cannot be run.
public enum FetchRequestError: Error, Equatable, Sendable {
    /// The model has no such entity.
    case unknownEntity(String)
    /// The model has no such fetch request template.
    case unknownTemplate(String)
    /// The entity has nothing of that name.
    case unknownKeyPath(entity: String, keyPath: String)
    /// Groups have no value of that name to be compared or ordered by.
    case unknownGroupValue(String, known: [String])
    /// Two columns of one name.
    case duplicateColumn(String)
    /// A condition on groups where there are none.
    case havingWithoutGroups
    /// A variable without a value.
    case unknownVariable(String)
    /// A constant that is none of the kind that it is compared with.
    case badConstant(String, kind: String)
    /// An expression that has no meaning for objects of a store, in the format language.
    case unsupported(String)
    /// A regular expression that is none (ICU syntax).
    case invalidRegularExpression(String)
    /// A comparing method that is not known, such as one of the app's own.
    case unknownSortSelector(String)
    /// What Core Data raises an exception for; see ``FetchRequest/allowsExtensions``.
    case refusedByCoreData([FetchRefusal])
    /// The order of a request does not keep the objects of a section together.
    case unsortedSections(String)
    /// A limit, offset or batch size below 0.
    case negativeCount(String)
}
