import ObjectModel

/// An object in a walk, of the object layer or of Core Data.
protocol WalkedObject: Hashable {
    /// The name of the object's entity.
    var entity: String { get }
    /// The `Z_PK` of the object.
    var primaryKey: Int64? { get }

    /// Loads the values.
    func fire() throws

    /// Returns the destination of a to-one relationship.
    func destination(of relationship: String) throws -> Self?

    /// Returns the members of a to-many relationship; nil if there are more than `limit`.
    func members(of relationship: String, upTo limit: Int) throws -> [Self]?

    /// Returns whether an object is a member of a to-many relationship; nil if there are more than `limit` members.
    func hasMember(_ object: Self, of relationship: String, upTo limit: Int) throws -> Bool?
}

extension WalkedObject {
    func hasMember(_ object: Self, of relationship: String, upTo limit: Int) throws -> Bool? {
        try members(of: relationship, upTo: limit)?.contains(object)
    }
}

/// Fires an object's fault, and follows its relationships in both directions.
struct ObjectGraphWalk {
    /// A relationship to follow. It is a class because all objects share its state.
    final class Step {
        /// The parts of a relationship that are needed to follow it. Its description is a large value.
        struct End {
            let name: String
            let isToMany: Bool

            init(_ relationship: RelationshipDescription) {
                name = relationship.name
                isToMany = relationship.isToMany
            }
        }

        let relationship: RelationshipDescription
        /// The inverse to check; nil if there is none, or if looking it up would take too long.
        let inverse: RelationshipDescription?
        fileprivate let there: End
        fileprivate let back: End?
        /// The number of members that may still be examined. Each object adds to it.
        fileprivate var credit = ObjectGraphWalk.firstMembers

        init(relationship: RelationshipDescription, inverse: RelationshipDescription?) {
            self.relationship = relationship
            self.inverse = inverse
            there = End(relationship)
            back = inverse.map(End.init)
        }
    }

    /// The maximum number of members. Larger relationships are not followed; the row checks examine them.
    static let mostMembers = 200
    /// The average number of members per object that are examined in a to-many relationship. Loading a hundred members
    /// from all over a table for each of a thousand objects would take longer than reading the table.
    private static let membersPerObject = 10
    /// The number of members that are examined before that limit applies: twice those of a table of a thousand rows.
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

    /// Fires the destination of a relationship, and checks that its inverse leads back.
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

    /// Returns whether a relationship has an object as a destination. Returns true if it has too many members to
    /// examine.
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
