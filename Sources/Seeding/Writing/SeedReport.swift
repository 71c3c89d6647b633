import Sources

/// What a build did, entity by entity.
package struct SeedReport: Equatable, Sendable {
    /// One load, the objects that a relationship created, or one junction source.
    package struct Row: Equatable, Sendable {
        package let entity: String
        /// The name of the source, or the relationship that looked for the objects.
        package let source: String
        /// Rows read.
        package let read: Int
        /// Objects inserted, or objects linked by a junction source.
        package let written: Int
        /// Objects found instead of created.
        package let found: Int
        /// Rows that went into an object that was there.
        package let merged: Int
        /// Rows left out because the object was there, or of a junction source because an end is empty.
        package let skipped: Int
        /// Rows refused.
        package let rejected: Int
        /// Rows that the source's `where:` leaves out; they count as read, too.
        package let filtered: Int
        /// Rows of empty cells, which are blank lines and do not count as read.
        package let blank: Int
        /// How long it took; nil for what happened within another row's time.
        package let duration: Duration?

        init(
            entity: String, source: String, read: Int = 0, written: Int = 0, found: Int = 0,
            merged: Int = 0, skipped: Int = 0, rejected: Int = 0, filtered: Int = 0,
            blank: Int = 0, duration: Duration? = nil
        ) {
            self.entity = entity
            self.source = source
            self.read = read
            self.written = written
            self.found = found
            self.merged = merged
            self.skipped = skipped
            self.rejected = rejected
            self.filtered = filtered
            self.blank = blank
            self.duration = duration
        }
    }

    /// The rows in the order in which the work was done.
    package internal(set) var rows: [Row] = []
    /// What could not be checked or done, and does not stop a build.
    package internal(set) var warnings: [SeedIssue] = []
    /// The issues of the rows that were left out; at most the first ten thousand.
    package internal(set) var issues: [SeedIssue] = []
    /// How many issues there were.
    package internal(set) var issueCount = 0
    /// Whether no row became an object, or went into one.
    package var isEmpty: Bool { rows.allSatisfy { $0.written == 0 && $0.merged == 0 } }
    /// Where the time went; of rows only where that was asked for.
    package internal(set) var timings = BuildTimings()
}
