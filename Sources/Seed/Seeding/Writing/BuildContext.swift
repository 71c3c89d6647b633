import Files
import Inputs
import SQLite
import StoreFormat

/// The objects that all parts of one build share.
final class BuildContext {
    /// The connection to the store that is being filled.
    let connection: Connection
    let registry: KeyRegistry
    let keys: PrimaryKeys
    let issues: IssueLimit
    let orderKeys: OrderKeyRegistry
    let versions: VersionCounters
    /// The reject files; nil if invalid rows are not written to files.
    let rejects: RejectFiles?
    /// The source whose rows are being read.
    var source: (any RecordSource)?
    /// The databases that SQL text has created.
    let scripts: ScriptDatabases
    /// The queue for the rows of the load that is being prepared; nil if the rows are inserted at once.
    var queue: RowQueue?
    /// Measures the time that rows take.
    let clock: RowClock
    private let directTables: Set<String>
    private var pendingKeys: [PendingKeys.Name: PendingKeys] = [:]

    private let progress: (@Sendable (SeedProgress) -> Void)?
    /// The memory limit in bytes.
    private let memoryLimit: Int?
    /// A mask for the number of a row. The build reports its progress and checks the memory at rows where the masked
    /// bits are 0.
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

    /// Returns whether rows of an entity may wait in a queue, because SQLite cannot refuse them.
    func mayQueue(_ entity: EntityLayout) -> Bool { !directTables.contains(entity.table) }

    /// Returns the keys of objects whose relationships are resolved later. All rows that name the destinations in the
    /// same way share them.
    func pendingKeys(_ name: PendingKeys.Name) -> PendingKeys {
        if let known = pendingKeys[name] { return known }
        let keys = PendingKeys()
        pendingKeys[name] = keys
        return keys
    }

    /// Reports the progress of the build from time to time. If the memory is limited, also checks it every few rows,
    /// since a single row may contain megabytes.
    ///
    /// - Throws: ``SeedFailure`` if the build uses more memory than the limit.
    @inline(__always)
    func reportProgress(rows: Int, of source: any RecordSource, subject: @autoclosure () -> String) throws {
        guard rows & quietBits == 0 else { return }
        if memoryLimit != nil {
            try checkMemory(at: source.location(ofColumn: nil))
            guard rows & (SeedProgress.interval - 1) == 0 else { return }
        }
        progress?(
            SeedProgress(subject: subject(), rows: rows, fraction: source.fractionRead))
    }

    /// - Throws: ``SeedFailure`` if the build uses more memory than the limit.
    private func checkMemory(at location: @autoclosure () -> SeedIssue.Location) throws {
        guard let memoryLimit, MemoryUse.peak > memoryLimit else { return }
        throw SeedFailure([SeedIssue(.output(.memoryLimit(memoryLimit)), at: location())])
    }

    /// Records an invalid row, which is not written to the store.
    ///
    /// - Throws: ``SeedFailure`` once there are too many issues.
    func reject(_ found: [SeedIssue], of source: any RecordSource, named name: String) throws {
        for issue in found { issues.add(issue) }
        try rejects?.add(source, named: name, issues: found)
        try issues.throwIfFull()
    }
}
