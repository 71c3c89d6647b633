/// How far the making of a store is, told now and then while rows are read, indexes are built and checks made.
package struct SeedProgress: Equatable, Sendable {
    /// The entity whose rows are read, the relationship that a junction source fills, or what is done else.
    package let subject: String
    /// The rows of the source that were read; nil where no rows are.
    package let rows: Int?
    /// How much of the source, or of the work, that is, from 0 to 1; nil where nobody knows.
    package let fraction: Double?

    /// Every how many rows of a source a build tells how far it is.
    package static let interval = 1 << 14

    /// Creates a progress.
    package init(subject: String, rows: Int? = nil, fraction: Double?) {
        self.subject = subject
        self.rows = rows
        self.fraction = fraction
    }
}
