/// What a build did, entity by entity.
public struct SeedReport: Equatable, Sendable {
    /// One load, or the objects that a relationship created.
    public struct Row: Equatable, Sendable {
        public let entity: String
        /// The name of the source, or the relationship that looked for the objects.
        public let source: String
        /// Rows read.
        public let read: Int
        /// Objects inserted.
        public let written: Int
        /// Objects found instead of created.
        public let found: Int
        /// Rows refused.
        public let rejected: Int
        /// How long it took; nil for what happened within another row's time.
        public let duration: Duration?
    }

    /// The rows in the order in which the work was done.
    public internal(set) var rows: [Row] = []
    /// What could not be checked or done, and does not stop a build.
    public internal(set) var warnings: [SeedIssue] = []
}
