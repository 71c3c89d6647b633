import Files
import SQLite
import Sources
import StoreFormat
import StoreMaking

/// What all parts of one build share.
final class BuildContext {
    /// The store that is being filled.
    let connection: Connection
    let registry: KeyRegistry
    let keys: PrimaryKeys
    let issues: IssueLimit
    let orderKeys: OrderKeyRegistry
    let versions: VersionCounters
    /// What to do about rows at fault, and where they go.
    let rejects: RejectFiles?
    /// The source whose rows are being read.
    var source: (any RecordSource)?
    /// The databases that SQL text has made.
    let scripts: ScriptDatabases
    /// The queue for the rows of the load that is being prepared; nil where they are inserted at
    /// once.
    var queue: RowQueue?
    /// Measures where the time of rows goes.
    let clock: RowClock
    private let directTables: Set<String>
    private var pendingKeys: [PendingKeys.Name: PendingKeys] = [:]

    private let progress: (@Sendable (SeedProgress) -> Void)?
    /// In bytes.
    private let memoryLimit: Int?
    /// The bits of a row's number that are 0 where there is something to tell or to look at.
    private let quietBits: Int

    /// - Parameter directTables: the tables whose rows are inserted at once.
    init(
        connection: Connection, registry: KeyRegistry, keys: PrimaryKeys, issues: IssueLimit,
        rejects: RejectFiles?, directTables: Set<String> = [],
        scripts: ScriptDatabases = .init(), clock: RowClock = RowClock(isEnabled: false),
        progress: (@Sendable (SeedProgress) -> Void)? = nil, memoryLimit: Int? = nil
    ) {
        self.memoryLimit = memoryLimit
        quietBits = memoryLimit == nil ? SeedProgress.interval - 1 : 7
        self.progress = progress
        self.connection = connection
        self.registry = registry
        self.keys = keys
        self.issues = issues
        self.rejects = rejects
        self.directTables = directTables
        self.scripts = scripts
        self.clock = clock
        orderKeys = OrderKeyRegistry(connection: connection)
        versions = VersionCounters(keys: keys)
    }

    /// Whether rows of an entity may wait in a queue: whether SQLite cannot refuse them.
    func mayQueue(_ entity: EntityLayout) -> Bool { !directTables.contains(entity.table) }

    /// The keys of objects whose relationships are resolved later, shared by all rows that name the destinations in
    /// one way.
    func pendingKeys(_ name: PendingKeys.Name) -> PendingKeys {
        if let known = pendingKeys[name] { return known }
        let keys = PendingKeys()
        pendingKeys[name] = keys
        return keys
    }

    /// Tells how far the build is now and then, and looks at the memory, where that is limited,
    /// every few rows: one may hold megabytes.
    ///
    /// - Throws: ``SeedFailure`` where more memory is in use than may be.
    @inline(__always)
    func tell(rows: Int, of source: any RecordSource, subject: @autoclosure () -> String) throws {
        guard rows & quietBits == 0 else { return }
        if memoryLimit != nil {
            try checkMemory(at: source.location(ofColumn: nil))
            guard rows & (SeedProgress.interval - 1) == 0 else { return }
        }
        progress?(
            SeedProgress(subject: subject(), rows: rows, fraction: source.fractionRead))
    }

    /// - Throws: ``SeedFailure`` where more memory is in use than may be.
    private func checkMemory(at location: @autoclosure () -> SeedIssue.Location) throws {
        guard let memoryLimit, MemoryUse.peak > memoryLimit else { return }
        throw SeedFailure([SeedIssue(.output(.memoryLimit(memoryLimit)), at: location())])
    }

    /// Notes a row at fault that has no effect.
    ///
    /// - Throws: ``SeedFailure`` once there are too many.
    func reject(_ found: [SeedIssue], of source: any RecordSource, named name: String) throws {
        for issue in found { issues.add(issue) }
        try rejects?.add(source, named: name, issues: found)
        try issues.throwIfFull()
    }
}
