import Foundation

nonisolated extension SeedMerge {
    /// A relationship of an entity.
    public final class Relationship: Sendable {
        /// The minimum and maximum number of members of a to-many relationship. A maximum of 0 means any number.
        public struct Bounds: Sendable {
            let least: Int
            let most: Int

            /// Creates bounds; nil if neither is set.
            public init?(least: Int, most: Int) {
                guard least > 0 || most > 0 else { return nil }
                (self.least, self.most) = (least, most)
            }
        }

        /// The properties of the inverse relationship that merges use.
        public struct Inverse: Sendable {
            let name: String
            let isToMany: Bool
            let isOrdered: Bool
            let cascades: Bool
            let bounds: Bounds?
        }

        /// The name.
        public let name: String
        /// The destination entity.
        public let destination: String
        /// Whether it is a to-many relationship.
        public let isToMany: Bool
        /// Whether its members have an order.
        public let isOrdered: Bool
        /// Whether an object must have a destination.
        public let isRequired: Bool
        /// Whether its destinations are deleted with the object (the delete rule *cascade*).
        public let cascades: Bool
        /// The bounds of its number of members; nil for none.
        public let bounds: Bounds?
        /// The name of the inverse.
        let inverseName: String?
        /// The inverse, which the ``Schema`` sets once all entities are known.
        public nonisolated(unsafe) fileprivate(set) var inverse: Inverse?

        /// Creates a relationship. The ``Schema`` finds its inverse by name.
        public init(
            name: String, destination: String, isToMany: Bool, isOrdered: Bool, isRequired: Bool,
            cascades: Bool, inverseName: String?, bounds: Bounds?
        ) {
            self.name = name
            self.destination = destination
            self.isToMany = isToMany
            self.isOrdered = isOrdered
            self.isRequired = isRequired
            self.cascades = cascades
            self.bounds = isToMany ? bounds : nil
            self.inverseName = inverseName
        }

        /// Whether members refer to their owner by a to-one relationship.
        public var isInverseOfToOne: Bool { isToMany && inverse?.isToMany == false }
        /// Whether members have no relationship to their owner. Each member has at most one owner.
        public var isOneWay: Bool { isToMany && inverse == nil }
        /// Whether both sides are to-many.
        public var isManyToMany: Bool { isToMany && inverse?.isToMany == true }
        /// Whether changes record its members. The members of the inverse of a to-one relationship follow from that, so
        /// only their order is recorded.
        public var isRecorded: Bool { isToMany && (!isInverseOfToOne || isOrdered) }
        /// Whether an object cannot exist without its destination: it is required, or deletes the object with itself.
        var isNeeded: Bool { !isToMany && (isRequired || inverse?.cascades == true) }

        /// Returns the number of members beyond the maximum. The result is negative if members are missing. An optional
        /// relationship may be empty.
        func excess(of count: Int) -> Int {
            guard let bounds else { return 0 }
            if bounds.most > 0, count > bounds.most { return count - bounds.most }
            return count < bounds.least && (count > 0 || isRequired) ? count - bounds.least : 0
        }
    }

    /// A uniqueness constraint, and the entity that declares it.
    public struct Constraint: Hashable, Sendable {
        let entity: String
        let names: [String]
    }

    /// An entity of the model.
    public final class Entity: Sendable {
        /// Its name.
        public let name: String
        /// The entity's name and those of the entities that it inherits from, the root entity last.
        public let line: [String]
        /// The paths of the attributes that can be set. A dot separates the elements of structures; an enumeration is
        /// one value.
        public let attributes: [String]
        /// The to-one relationships, sorted by name.
        public let toOnes: [Relationship]
        /// The to-many relationships, sorted by name.
        public let toManys: [Relationship]
        /// The uniqueness constraints, its own first.
        let constraints: [Constraint]
        /// The attributes whose values name an object.
        let namingAttributes: [String]
        /// The types of attributes, derived ones included.
        public let types: [String: String]
        /// The paths in a context of attributes that have another name in the file, such as raw values of enumerations.
        public let places: [String: String]
        /// The enumerations without raw values. Their value is the name of the case.
        public let choices: Set<String>
        /// The cases of enumerations without raw values, if they are known.
        let cases: [String: Set<String>]
        private let settable: Set<String>
        private let relationships: [String: Relationship]

        /// Creates an entity.
        public init(
            line: [String], attributes: [String], types: [String: String], places: [String: String] = [:],
            choices: Set<String> = [], cases: [String: Set<String>] = [:], relationships: [Relationship],
            constraints: [(entity: String, names: [String])], namingAttributes: [String] = []
        ) {
            name = line.first ?? ""
            self.line = line
            self.attributes = attributes
            self.types = types
            self.places = places
            self.choices = choices
            self.cases = cases
            self.namingAttributes = namingAttributes
            self.constraints = constraints.map { Constraint(entity: $0.entity, names: $0.names) }
            toOnes = relationships.filter { !$0.isToMany }
            toManys = relationships.filter { $0.isToMany }
            settable = Set(attributes)
            self.relationships = Swift.Dictionary(
                relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The root entity.
        public var root: String { line.last ?? name }
        /// Returns whether this is the given entity or inherits from it.
        public func isKind(of other: String) -> Bool { line.contains(other) }
        /// Returns whether a path is that of an attribute that can be set.
        public func hasValue(_ path: String) -> Bool { settable.contains(path) }
        /// Returns a relationship.
        public func relationship(_ name: String) -> Relationship? { relationships[name] }
        /// Returns a to-one relationship; nil if the name is that of a to-many one.
        public func toOne(_ name: String) -> Relationship? {
            relationships[name].flatMap { $0.isToMany ? nil : $0 }
        }
        /// Returns a to-many relationship; nil if the name is that of a to-one one.
        public func toMany(_ name: String) -> Relationship? {
            relationships[name].flatMap { $0.isToMany ? $0 : nil }
        }
        var allRelationships: [Relationship] { toOnes + toManys }
    }

    /// The parts of the model that merges use.
    public final class Schema: Sendable {
        /// The entities.
        public let entities: [Entity]
        /// The names of the root entities, in binary order: the objects of each share a table and primary keys.
        public let roots: [String]
        private let entitiesByName: [String: Entity]
        private let families: [String: Int]

        /// Creates a schema.
        public init(_ entities: [Entity]) {
            self.entities = entities
            let byName = Swift.Dictionary(
                entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            entitiesByName = byName
            roots = Set(entities.map { $0.root }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let numbers = Swift.Dictionary(
                roots.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            families = byName.compactMapValues { numbers[$0.root] }
            for relationship in entities.flatMap({ $0.allRelationships }) {
                guard let name = relationship.inverseName,
                    let inverse = byName[relationship.destination]?.relationship(name)
                else { continue }
                relationship.inverse = .init(
                    name: name, isToMany: inverse.isToMany, isOrdered: inverse.isOrdered,
                    cascades: inverse.cascades, bounds: inverse.bounds)
            }
        }

        /// Returns the entity with a name.
        public func entity(_ name: String) -> Entity? { entitiesByName[name] }
        /// The root entity of each entity.
        var rootsByEntity: [String: String] { entitiesByName.mapValues { $0.root } }
        /// Returns the index in ``roots`` of an entity's root entity.
        public func family(_ name: String) -> Int? { families[name] }

        /// Returns whether objects can form trees or circles by a to-one relationship: it leads to the same family, and
        /// several objects may have the same destination.
        public func canFormCircles(_ toOne: Relationship, of entity: String) -> Bool {
            toOne.inverse?.isToMany != false && family(toOne.destination) == family(entity)
        }
    }
}

nonisolated extension SeedMerge.Schema {
    /// Reads the table that `zseed codegen` writes. It has one line for each entity, attribute, relationship and
    /// constraint, with percent-encoded words.
    public convenience init(table: Swift.String) {
        var entities: [SeedMerge.Entity] = []
        var words: [[Swift.String]] = []
        func finish() {
            guard let first = words.first else { return }
            let attributes = words.filter { ["attribute", "choice", "derived"].contains($0[0]) }
            func dictionary(_ place: Swift.Int) -> [Swift.String: Swift.String] {
                Swift.Dictionary(
                    attributes.filter { $0.count > place }.map { ($0[1], $0[place]) },
                    uniquingKeysWith: { first, _ in first })
            }
            entities.append(
                SeedMerge.Entity(
                    line: Swift.Array(first.dropFirst()),
                    attributes: attributes.filter { $0[0] != "derived" }.map { $0[1] },
                    types: dictionary(2), places: dictionary(3),
                    choices: Swift.Set(attributes.filter { $0[0] == "choice" }.map { $0[1] }),
                    relationships: words.filter { $0[0] == "link" }.map { SeedMerge.Relationship(words: $0) },
                    constraints: words.filter { $0[0] == "unique" }
                        .map { ($0[1], Swift.Array($0.dropFirst(2))) },
                    namingAttributes: words.filter { $0[0] == "name" }.map { $0[1] }))
        }
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: " ").map { Swift.String($0).removingPercentEncoding ?? "" }
            if parts[0] == "entity" {
                finish()
                words = []
            }
            words.append(parts)
        }
        finish()
        self.init(entities)
    }
}

nonisolated extension SeedMerge.Relationship {
    fileprivate convenience init(words: [Swift.String]) {
        self.init(
            name: words[1], destination: words[2], isToMany: words[3] != "one", isOrdered: words[3] == "list",
            isRequired: words[4] == "required", cascades: words[5] == "cascade",
            inverseName: words[6] == "-" ? nil : words[6],
            bounds: words.count < 9
                ? nil : Bounds(least: Swift.Int(words[7]) ?? 0, most: Swift.Int(words[8]) ?? 0))
    }
}
