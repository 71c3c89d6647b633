import ObjectModel
import StoreFormat

/// The side of each one-to-one relationship that a file contains. A build writes the inverse by itself, since a store
/// contains both (docs/internals/format.md#columns).
package struct OneToOneSides {
    let layout: StoreLayout
    let model: ManagedObjectModel

    /// - Parameters:
    ///   - layout: the places of relationships in a store.
    ///   - model: the store's model.
    package init(layout: StoreLayout, model: ManagedObjectModel) {
        self.layout = layout
        self.model = model
    }

    /// Returns whether the files of an entity have the column of a to-one relationship.
    ///
    /// A side that is not optional is always written. If both are optional, it is the side of the entity with the
    /// lower number, and within one entity that with the first name.
    package func isWritten(_ toOne: ToOneColumn, by entity: EntityLayout) -> Bool {
        guard let inverse = toOne.inverse, !inverse.isToMany,
            let destination = layout.entity(named: toOne.destinationName)
        else { return true }
        guard toOne.relationship.isOptional else { return true }
        guard inverse.isOptional else { return false }
        let own = (
            declaringNumber(of: toOne.relationship.name, in: entity), toOne.relationship.name
        )
        let other = (declaringNumber(of: inverse.name, in: destination), inverse.name)
        return own <= other
    }

    /// Returns the number of the topmost entity that has the relationship.
    private func declaringNumber(of relationship: String, in entity: EntityLayout) -> Int {
        var current = model.entity(named: entity.name)
        var number = entity.number
        while let parent = current.flatMap({ model.superentity(of: $0) }),
            let layout = layout.entity(named: parent.name), layout.toOne(relationship) != nil
        {
            (current, number) = (parent, layout.number)
        }
        return number
    }
}
