import Inputs

/// The results of a build, entity by entity.
package struct SeedReport: Equatable, Sendable {
    /// One load, the objects that a relationship created, or one junction source.
    package struct Row: Encodable, Equatable, Sendable {
        package let entity: String
        /// The name of the source, or the relationship that looked for the objects.
        package let source: String
        /// The number of rows read.
        package internal(set) var read = 0
        /// The number of objects inserted, or of objects linked by a junction source.
        package internal(set) var written = 0
        /// The number of objects found instead of created.
        package internal(set) var found = 0
        /// The number of rows applied to an existing object.
        package internal(set) var merged = 0
        /// The number of rows left out because the object existed. For a junction source, the number of rows with an
        /// empty end.
        package internal(set) var skipped = 0
        /// The number of rows refused.
        package internal(set) var rejected = 0
        /// The number of rows that the source's `where:` leaves out. They also count as read.
        package internal(set) var filtered = 0
        /// The number of blank lines and rows of empty cells. They do not count as read.
        package internal(set) var blank = 0
        /// The duration; nil for work done during another row's duration.
        package internal(set) var milliseconds: Double?
    }

    /// The rows in the order in which the work was done.
    package internal(set) var rows: [Row] = []
    /// The warnings, which do not stop a build.
    package internal(set) var warnings: [SeedIssue] = []
    /// The issues of the rows that were left out; at most the first ten thousand.
    package internal(set) var issues: [SeedIssue] = []
    /// The number of issues.
    package internal(set) var issueCount = 0
    /// Whether no row was inserted as an object or applied to one.
    package var isEmpty: Bool { rows.allSatisfy { $0.written == 0 && $0.merged == 0 } }
    /// The durations of the phases; those of rows only if the options request them.
    package internal(set) var timings = BuildTimings()
}
