import ObjectModel

/// What of a store is copied, and how.
package struct CopyChoice: Sendable {
    /// Which objects come with the chosen ones.
    package enum Follow: String, Sendable, CaseIterable {
        /// What the chosen objects consist of and refer to: the members of their to-many relationships,
        /// and in turn those of these; and whatever any of them refers to.
        case deep
        /// Everything that any relationship leads to, to and fro.
        case all
        /// What objects cannot be without.
        case required
        /// Nothing.
        case none
    }

    /// What becomes of an object of which the target has one with the same unique values.
    package enum Conflicts: String, Sendable, CaseIterable {
        /// The target's object stays as it is, and stands for the copied one.
        case keep
        /// The target's object gets the copied one's values.
        case update
        /// Nothing is copied.
        case error
    }

    /// A condition on the objects of an entity.
    package struct Condition: Sendable {
        /// The entity, with its subentities.
        package let entity: String
        /// What has to hold.
        package let predicate: Predicate

        /// Takes the parts of a condition.
        package init(entity: String, predicate: Predicate) {
            self.entity = entity
            self.predicate = predicate
        }
    }

    /// The chosen entities, with their subentities; those with conditions are chosen, too.
    package var entities: [String] = []
    /// What chosen objects have to fulfil.
    package var conditions: [Condition] = []
    /// What comes with them.
    package var follow: Follow = .deep
    /// What becomes of objects that the target has already.
    package var conflicts: Conflicts = .keep
    /// What is made unrecognizable.
    package var masks: [Mask] = []
    /// What the hashes of masks depend on besides the values.
    package var maskKey: [UInt8] = []

    /// Chooses all objects.
    package init() {}

    /// Whether all objects are copied as they are.
    package var isEverything: Bool { entities.isEmpty && conditions.isEmpty && masks.isEmpty }
}
