import Foundation
import ObjectModel

/// What a new edition does with one object, without its values.
package struct SeedChange: Sendable {
    /// What it does.
    package enum Kind: String, Sendable {
        case added
        case changed
        case removed
    }

    /// What it does.
    package let kind: Kind
    /// The object's entity.
    package let entity: String
    /// The object.
    package let object: SeedObject
    /// Its primary key in the old edition; nil for an added one.
    package let oldKey: Int64?
    /// Its primary key in the new edition; nil for a removed one.
    package let newKey: Int64?
}

/// One property of an object that an edition adds, changes or drops.
package struct ChangedProperty: Equatable, Sendable {
    /// The name, of a composite attribute's element with dots.
    package let name: String
    /// What the old edition has.
    package let old: ChangedValue
    /// What the new edition has.
    package let new: ChangedValue
    /// The members that both editions have, by their primary keys in the old one, of a relationship without order from
    /// which something goes that may have a stand-in; nil where that is not told.
    package var kept: IndexSet?
    /// Whether the other side says it but for what stands for something: it makes the object no changed one.
    package var isInverse = false

    /// The structure of which it is an element; nil for none.
    var structure: Substring? { Self.structure(of: name) }

    static func structure(of path: String) -> Substring? {
        path.firstIndex(of: ".").map { path[..<$0] }
    }
}

/// What an edition has of a property.
package enum ChangedValue: Equatable, Sendable {
    /// No value, no destination, or nothing that is told.
    case nothing
    /// The value of an attribute.
    case value(PropertyValue)
    /// The destination of a to-one relationship.
    case object(SeedObject)
    /// Members of a to-many relationship: of an ordered one all, in their order; of others those that only this
    /// edition has.
    case objects([SeedObject])
    /// A value in a file that is missing.
    case missingFile(String)

    /// The destination of a to-one relationship.
    var destination: SeedObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The members of a to-many relationship.
    var members: [SeedObject] {
        if case .objects(let objects) = self { objects } else { [] }
    }
}

/// What a new edition of a seed changes, as a merge goes through it.
package protocol SeedChangeSource: AnyObject {
    /// Where the new edition, or what it changes, comes from.
    var path: String { get }
    /// All changes, entity by entity.
    var changes: [SeedChange] { get }
    /// Whether there is an old edition: without one all of the new edition's objects are added.
    var hasBase: Bool { get }

    /// Announces the changes whose properties are asked for next.
    func prepare(_ changes: ArraySlice<SeedChange>) throws

    /// What a change does with the object's properties: of an added object all that have a value, of a removed
    /// one all that had one, otherwise those that differ; of a structure that differs all elements with a value.
    func properties(of change: SeedChange) throws -> [ChangedProperty]

    /// The value of an object's attribute, or its destination, in the new edition, or in the old one where that is all
    /// there is; nothing where it is not known.
    func value(_ name: String, of change: SeedChange) throws -> ChangedValue

    /// An object of the old edition that the new one still has, with all its values, as if it were added; nil
    /// where they are not known.
    func revival(of object: SeedObject) throws -> SeedChange?

    /// An object of an edition as if it came with it, or went with the old one, for its ``value(_:of:)``; nil for what
    /// the edition lacks.
    func present(_ object: SeedObject, inOld: Bool) throws -> SeedChange?

    /// The primary key in the user's store of an object of the old edition that no change names, where that was not looked
    /// for; 0 for what is not there, nil where it is not known.
    func keyInStore(of object: SeedObject) -> Int64?

    /// Whether objects of a family lead in a circle in the new edition, by a to-one relationship.
    func hasCircles(_ relationship: String, family: Int) throws -> Bool

    /// In which to-many relationships without an inverse the new edition has an object.
    func owners(of change: SeedChange) throws -> [(owner: SeedObject, relationship: String)]
}
