/// One thing that is wrong, and where.
package struct Finding: Equatable, Sendable {
    /// The entity.
    package let entity: String?
    /// The primary key, `Z_PK`, of the object.
    package let primaryKey: Int64?
    /// The attribute or relationship.
    package let property: String?
    /// Where the relationship leads to, such as `Unit p9`.
    package let target: String?
    /// What kind of thing is wrong, where a check finds several: a name that stays the same.
    package let code: String?
    /// What is wrong, in words that follow the subject.
    package let words: String
    /// Whether an app stops at the store, whatever it does with it: it asks for a table or column that is missing.
    package var stopsApp = false

    /// Creates a finding.
    package init(
        entity: String? = nil, primaryKey: Int64? = nil, property: String? = nil,
        target: String? = nil, code: String? = nil, _ words: String
    ) {
        self.entity = entity
        self.primaryKey = primaryKey
        self.property = property
        self.target = target
        self.code = code
        self.words = words
    }

    /// The same as one that an app stops at.
    var stoppingApp: Finding {
        var finding = self
        finding.stopsApp = true
        return finding
    }

    /// One line, such as `Item p42 .unit → Unit p9 does not exist` or `Item p3: Z_OPT is 0`.
    package var line: String {
        let parts = [entity, primaryKey.map { "p\($0)" }, property.map { ".\($0)" }]
        let subject = parts.compactMap(\.self).joined(separator: " ")
        let message = target.map { "\($0) \(words)" } ?? words
        guard !subject.isEmpty else { return message }
        return subject + (target == nil ? ": " : " → ") + message
    }
}
