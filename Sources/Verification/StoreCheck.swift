/// One thing that a sound store fulfils: small, named, and described in `docs/checks.md`.
public protocol StoreCheck: Sendable {
    /// A short name, such as `to-one targets`.
    var name: String { get }
    /// What it looks at, in one line.
    var purpose: String { get }

    /// Looks at a store.
    ///
    /// - Throws: `DatabaseError` where the store cannot be read.
    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws
}

/// What a check found.
public struct CheckOutcome: Equatable, Sendable {
    /// The most findings that are kept word for word.
    public static let mostExamples = 20

    /// How many things were looked at.
    public private(set) var examined: Int64 = 0
    /// How many of them are wrong.
    public private(set) var wrong: Int64 = 0
    /// The first of them.
    public private(set) var examples: [Finding] = []
    /// Why the check, or a part of it, could not be made; nil where it was.
    public var skipped: String?

    /// Creates an outcome of nothing.
    public init() {}

    /// Counts things that were looked at.
    public mutating func examine(_ count: Int64) { examined += count }

    /// Notes something wrong.
    public mutating func report(_ finding: Finding) {
        wrong += 1
        if examples.count < Self.mostExamples { examples.append(finding) }
    }
}

/// One thing that is wrong, and where.
public struct Finding: Equatable, Sendable {
    /// The entity.
    public let entity: String?
    /// The primary key, `Z_PK`, of the object.
    public let primaryKey: Int64?
    /// The attribute or relationship.
    public let property: String?
    /// What is wrong, in words that follow the place.
    public let words: String

    /// Creates a finding.
    public init(
        entity: String? = nil, primaryKey: Int64? = nil, property: String? = nil, _ words: String
    ) {
        self.entity = entity
        self.primaryKey = primaryKey
        self.property = property
        self.words = words
    }

    /// One line, such as `Item p42 .unit: Unit p9 does not exist`.
    public var line: String {
        let object = [entity, primaryKey.map { "p\($0)" }].compactMap(\.self)
        let place = (object + [property.map { ".\($0)" }].compactMap(\.self)).joined(separator: " ")
        return place.isEmpty ? words : "\(place): \(words)"
    }
}
