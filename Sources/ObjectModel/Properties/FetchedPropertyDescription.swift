/// A fetched property: a weak, one-way relationship given by a fetch request. A store holds
/// nothing of it.
public struct FetchedPropertyDescription: Equatable, Sendable, PropertyDescribing {
    /// What all kinds of properties have in common.
    public let traits: PropertyTraits
    /// What it fetches; its name is that of the property.
    public let fetchRequest: FetchRequestTemplate

    /// Creates a fetched property.
    public init(_ traits: PropertyTraits, fetchRequest: FetchRequestTemplate) {
        self.traits = traits
        self.fetchRequest = fetchRequest
    }
}
