/// One thing that is wrong, and where.
public struct Finding: Equatable, Sendable {
    /// The entity.
    public let entity: String?
    /// The primary key, `Z_PK`, of the object.
    public let primaryKey: Int64?
    /// The attribute or relationship.
    public let property: String?
    /// Where the relationship leads to, such as `Unit p9`.
    public let target: String?
    /// What is wrong, in words that follow the place.
    public let words: String

    /// Creates a finding.
    public init(
        entity: String? = nil, primaryKey: Int64? = nil, property: String? = nil,
        target: String? = nil, _ words: String
    ) {
        self.entity = entity
        self.primaryKey = primaryKey
        self.property = property
        self.target = target
        self.words = words
    }

    /// One line, such as `Item p42 .unit → Unit p9 does not exist` or `Item p3: Z_OPT is 0`.
    public var line: String {
        let parts = [entity, primaryKey.map { "p\($0)" }, property.map { ".\($0)" }]
        let place = parts.compactMap(\.self).joined(separator: " ")
        let message = target.map { "\($0) \(words)" } ?? words
        guard !place.isEmpty else { return message }
        return place + (target == nil ? ": " : " → ") + message
    }
}
