import ObjectModel

/// An object that a walk comes by, of our object layer or of Core Data's.
protocol WalkedObject: Hashable {
    /// The name of its entity.
    var entity: String { get }
    /// Its `Z_PK`.
    var primaryKey: Int64? { get }

    /// Loads the values.
    func fire() throws

    /// The destination of a to-one relationship.
    func destination(of relationship: String) throws -> Self?

    /// The members of a to-many relationship; nil where there are more than `limit`.
    func members(of relationship: String, upTo limit: Int) throws -> [Self]?

    /// Whether an object is a member of a to-many relationship; nil where there are more than
    /// `limit`.
    func hasMember(_ object: Self, of relationship: String, upTo limit: Int) throws -> Bool?
}

extension WalkedObject {
    func hasMember(_ object: Self, of relationship: String, upTo limit: Int) throws -> Bool? {
        try members(of: relationship, upTo: limit)?.contains(object)
    }
}

/// Fires an object's fault, and follows its relationships there and back.
struct ObjectGraphWalk {
    /// A relationship to follow. A class, because every object passes it.
    final class Step {
        /// What following needs of a relationship: its description is a large value.
        struct End {
            let name: String
            let isToMany: Bool

            init(_ relationship: RelationshipDescription) {
                name = relationship.name
                isToMany = relationship.isToMany
            }
        }

        let relationship: RelationshipDescription
        /// What is to lead back; nil where nothing does, or looking it up would take too long.
        let inverse: RelationshipDescription?
        fileprivate let there: End
        fileprivate let back: End?
        /// How many members may be looked at; each object brings some more.
        fileprivate var credit = ObjectGraphWalk.firstMembers

        init(relationship: RelationshipDescription, inverse: RelationshipDescription?) {
            self.relationship = relationship
            self.inverse = inverse
            there = End(relationship)
            back = inverse.map(End.init)
        }
    }

    /// To-many relationships with more members are not followed: the checks of rows look at them.
    static let mostMembers = 200
    /// How many members of a to-many relationship are looked at for each object on average: to load a hundred
    /// from all over a table for each of a thousand objects would take longer than to read the table.
    private static let membersPerObject = 10
    /// How many members are looked at before that counts: twice those of a table of a thousand rows.
    private static let firstMembers = 2_000

    let steps: [Step]

    /// Walks one object.
    func examine(_ object: some WalkedObject, into outcome: inout CheckOutcome) {
        outcome.examine(1)
        do {
            try object.fire()
        } catch {
            outcome.report(error, Self.finding(object, nil, "cannot be read: \(error)"))
            return
        }
        for step in steps {
            do {
                try follow(step, from: object, &outcome)
            } catch {
                outcome.report(
                    error, Self.finding(object, step, "cannot be followed: \(error)"))
            }
        }
    }

    private func follow<Object: WalkedObject>(
        _ step: Step, from object: Object, _ outcome: inout CheckOutcome
    ) throws {
        let there = step.there
        if there.isToMany {
            let members = try object.members(of: there.name, upTo: min(step.credit, Self.mostMembers)) ?? []
            step.credit += Self.membersPerObject - members.count
            for target in members { try look(at: target, reachedBy: step, from: object, &outcome) }
        } else if let target = try object.destination(of: there.name) {
            try look(at: target, reachedBy: step, from: object, &outcome)
        }
    }

    /// Fires the object that a relationship leads to, and looks whether it leads back.
    private func look<Object: WalkedObject>(
        at target: Object, reachedBy step: Step, from object: Object,
        _ outcome: inout CheckOutcome
    ) throws {
        do {
            try target.fire()
        } catch {
            outcome.report(
                error, Self.finding(object, step, target: target, "cannot be read: \(error)"))
            return
        }
        guard let back = step.back, try !Self.leads(target, by: back, to: object)
        else { return }
        outcome.report(
            Self.finding(object, step, target: target, "does not lead back by .\(back.name)"))
    }

    /// Whether a relationship leads to an object; true where it leads to too many to look.
    private static func leads<Object: WalkedObject>(
        _ target: Object, by relationship: Step.End, to object: Object
    ) throws -> Bool {
        guard relationship.isToMany else {
            return try target.destination(of: relationship.name) == object
        }
        return try target.hasMember(object, of: relationship.name, upTo: mostMembers) ?? true
    }

    private static func finding<Object: WalkedObject>(
        _ object: Object, _ step: Step?, target: Object? = nil, _ words: String
    ) -> Finding {
        Finding(
            entity: object.entity, primaryKey: object.primaryKey,
            property: step?.there.name,
            target: target.map { "\($0.entity) p\($0.primaryKey ?? 0)" }, words)
    }
}
