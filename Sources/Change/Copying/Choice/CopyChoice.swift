import ObjectModel

/// The objects of a store to copy, and how to copy them.
package struct CopyChoice: Sendable {
    /// The related objects that are copied together with the chosen ones.
    package enum Follow: String, Sendable, CaseIterable {
        /// The parts of the chosen objects and everything they refer to: the members of their to-many relationships,
        /// the members of those, and so on, plus whatever any of them refers to.
        case deep
        /// All objects that any relationship leads to, in either direction.
        case all
        /// Only objects that are required.
        case required
        /// No other objects.
        case none
    }

    /// The handling of an object when the target store has one with the same unique values.
    package enum Conflicts: String, Sendable, CaseIterable {
        /// The target's object stays as it is, and links to the copied object lead to it.
        case keep
        /// The target's object gets the values of the copied one.
        case update
        /// Nothing is copied.
        case error
    }

    /// A condition on the objects of an entity.
    package struct Condition: Sendable {
        /// The entity, including its subentities.
        package let entity: String
        /// The condition that its objects must meet.
        package let predicate: Predicate

        /// Creates a condition.
        package init(entity: String, predicate: Predicate) {
            self.entity = entity
            self.predicate = predicate
        }
    }

    /// The chosen entities, including their subentities. Entities with conditions are also chosen.
    package var entities: [String] = []
    /// The conditions that chosen objects must meet.
    package var conditions: [Condition] = []
    /// The related objects that are copied as well.
    package var follow: Follow = .deep
    /// The handling of objects that the target store already has.
    package var conflicts: Conflicts = .keep
    /// The masks for values that must not be recognizable.
    package var masks: [Mask] = []
    /// The key for the hashes of masked values.
    package var maskKey: [UInt8] = []

    /// Creates a choice of all objects.
    package init() {}

    /// Whether all objects are copied unchanged.
    package var isEverything: Bool { entities.isEmpty && conditions.isEmpty && masks.isEmpty }
}
