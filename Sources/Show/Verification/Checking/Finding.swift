/// One problem and its place.
package struct Finding: Equatable, Sendable {
    /// The entity.
    package let entity: String?
    /// The primary key, `Z_PK`, of the object.
    package let primaryKey: Int64?
    /// The attribute or relationship.
    package let property: String?
    /// The destination of the relationship, such as `Unit p9`.
    package let target: String?
    /// A stable code for the kind of problem, if a check can find several.
    package let code: String?
    /// The problem, in words that follow the subject.
    package let words: String
    /// Whether an app cannot use the store at all, because a required table or column is missing.
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

    /// The same finding, marked as one that makes the store unusable for an app.
    var stoppingApp: Finding {
        var finding = self
        finding.stopsApp = true
        return finding
    }

    /// The finding in one line, such as `Item p42 .unit → Unit p9 does not exist` or `Item p3: Z_OPT is 0`.
    package var line: String {
        let parts = [entity, primaryKey.map { "p\($0)" }, property.map { ".\($0)" }]
        let subject = parts.compactMap(\.self).joined(separator: " ")
        let message = target.map { "\($0) \(words)" } ?? words
        guard !subject.isEmpty else { return message }
        return subject + (target == nil ? ": " : " → ") + message
    }
}
