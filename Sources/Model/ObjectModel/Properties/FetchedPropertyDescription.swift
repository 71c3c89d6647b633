/// A fetched property: a weak, one-way relationship defined by a fetch request. A store contains nothing of it.
public struct FetchedPropertyDescription: Equatable, Sendable, PropertyDescribing {
    /// The traits that all kinds of properties have.
    public let traits: PropertyTraits
    /// The fetch request, which has the name of the property.
    public let fetchRequest: FetchRequestTemplate

    /// Creates a fetched property.
    public init(_ traits: PropertyTraits, fetchRequest: FetchRequestTemplate) {
        self.traits = traits
        self.fetchRequest = fetchRequest
    }
}
