/// The progress of a build, reported while rows are read, indexes are built and checks run.
package struct SeedProgress: Equatable, Sendable {
    /// The entity whose rows are read, the relationship that a junction input fills, or the name of another step.
    package let subject: String
    /// The number of input rows read, or nil for a step without rows.
    package let rows: Int?
    /// The completed part of the input or step, from 0 to 1, or nil if it is unknown.
    package let fraction: Double?

    /// The number of input rows between two progress reports.
    package static let interval = 1 << 14

    /// Creates a progress.
    package init(subject: String, rows: Int? = nil, fraction: Double?) {
        self.subject = subject
        self.rows = rows
        self.fraction = fraction
    }
}
