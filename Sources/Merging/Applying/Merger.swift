import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// Applies what a new edition changes to a store in which a user has worked, through the object layer, in
/// batches. docs/merging.md says what happens in each case.
final class Merger {
    /// So many objects are saved at once: memory and what a save reads of long lists stay in bounds.
    static let batch = 4_000

    let source: any SeedChangeSource
    let choice: MergeChoice
    let connection: Connection
    let coordinator: PersistentStoreCoordinator
    let context: ManagedObjectContext
    let layout: StoreLayout
    let families: ObjectFamilies
    /// The primary keys of the seed's objects in the user's store.
    var targets: [SeedObject: Int64]
    var report = MergeReport()

    /// The index of the change of each object that both editions have.
    private(set) var changed: [SeedObject: Int] = [:]
    /// What the new edition drops.
    private(set) var dropped: Set<SeedObject> = []
    /// What is dropped and nobody touched.
    var removable: Set<SeedObject> = []
    /// What is to be inserted and is not yet.
    var open: Set<SeedObject> = []
    /// The user's own objects that an edition has, too: they are there, whatever the new edition drops. By family.
    var own: [Int: Set<Int64>] = [:]
    /// What was inserted and is not saved yet.
    var unsaved: [SeedObject: ManagedObject] = [:]
    /// What was inserted.
    var inserted: Set<SeedObject> = []
    /// What of the edition does not come, as is told.
    var leftOut: Set<SeedObject> = []
    /// What comes back since the edition changed it, and what a new object needs of what the user deleted.
    var back: (changed: [SeedChange], needed: [(by: SeedChange, property: String?, object: SeedObject)]) = (
        [], []
    )
    /// The objects of the user's store that are counted as updated.
    var updated: Set<ManagedObjectID> = []
    /// What is a member of an object, or has it as one, instead of what is not in the store.
    var stoodFor: [ManagedObjectID: [String: Set<ManagedObjectID>]] = [:]
    /// Inserted objects, with the relationships that lead to objects which come later.
    var waiting: [(change: SeedChange, names: Set<String>)] = []
    /// Ends of one-to-one relationships that have no partner any more since it got another one.
    var freed: Set<End> = []
    /// Values that were taken away for a moment, so that others can take them: those that the edition changes.
    var released: [SeedObject: Set<String>] = [:]
    /// The same of those that it leaves as they are, to be given back.
    var lent: [SeedObject: [String: ChangedValue]] = [:]
    /// What of the edition cannot be, as an earlier attempt showed.
    let holds: MergeHolds
    /// Who took the partner of an object, by the object and its relationship.
    var takers: [Former: MergeHolds.Link] = [:]
    /// The relationships that lead to objects of the same family since this merge, by their column and the primary key.
    var led: [String: [Int64: MergeHolds.Link]] = [:]
    /// What came to relationships whose number of members the model bounds, and went from them, in this order.
    var moves: [Move] = []
    /// The members that neither come nor go, or are not in the store, as far as that is told.
    var toldMembers: Set<MergeHolds.Membership> = []
    /// The objects that got the unique values of dropped ones.
    var successors: [SeedObject: SeedObject] = [:]
    /// Who has the unique values of what is not in the store, by whether these are the old edition's, as far as it was
    /// asked.
    var holders: [Bool: [SeedObject: Holder?]] = [:]
    /// The uniqueness constraints of entities, as far as they were asked for.
    var constraints: [String: [Constraint]] = [:]
    /// Who had unique values before the merge changed them.
    var formerHolders: [Constraint: FormerHolders] = [:]
    /// Whether all destinations are known that were asked for to find who has unique values.
    var settled = true
    /// What owns each new object of the edition by a to-many relationship, see ``Owner``.
    private(set) var owners: [SeedObject: [Owner]] = [:]
    /// What comes into lists without order in the stead of what is not in the store: once all that goes has left them.
    var standIns: [(member: SeedObject, owner: SeedChange, toMany: ToManyStorage, isInverse: Bool)] = []
    /// Values that cannot be taken over, since another object has them.
    var withheld: [SeedObject: Set<String>] = [:]

    /// The changes of each object.
    private(set) lazy var changeOf = Dictionary(
        source.changes.map { ($0.object, $0) }, uniquingKeysWith: { first, _ in first })
    /// The changes of objects that the user's store had, by what they are there: what both added keeps its values.
    private(set) lazy var changeOfUsers = Dictionary(
        source.changes.compactMap { change in
            change.kind == .added && (source.hasBase || !choice.updates)
                ? nil
                : targets[change.object].map {
                    (SeedObject(isNew: false, family: change.object.family, primaryKey: $0), change)
                }
        }, uniquingKeysWith: { first, _ in first })

    /// The statements that look for rows of join tables, by their text.
    var membershipStatements: [String: Statement] = [:]

    init(
        _ source: any SeedChangeSource, into coordinator: PersistentStoreCoordinator,
        over connection: Connection,
        targets: [SeedObject: Int64], choice: MergeChoice, holds: MergeHolds = MergeHolds()
    ) throws {
        self.holds = holds
        self.source = source
        self.choice = choice
        self.connection = connection
        self.coordinator = coordinator
        self.targets = targets
        layout = coordinator.layout
        families = ObjectFamilies(layout)
        context = try ManagedObjectContext(coordinator, over: connection)
        context.name = "merge"
        context.transactionAuthor = "zseed"
    }

    /// Merges everything.
    ///
    /// - Returns: what was done.
    func run() throws -> MergeReport {
        for (index, change) in source.changes.enumerated() {
            switch change.kind {
            case .added:
                guard source.hasBase, let key = targets[change.object] else { break }
                own[change.object.family, default: []].insert(key)
            case .changed: changed[change.object] = index
            case .removed: dropped.insert(change.object)
            }
            if change.kind != .removed, targets[change.object] != nil, holds.objects[change.object] != nil {
                withheld[change.object] = Set(constraints(of: change.entity).flatMap(\.names))
            }
        }
        owners = try ownersOfNew()
        let lacking = try lackingRequired()
        try examineDropped()
        let additions = try additions()
        try insert(additions)
        try connectWaiting()
        try tellWhatComesBack()
        try rejoin(additions)
        try applyChanges()
        try joinStandIns()
        try arrangeLists(additions)
        try removeDropped()
        // A dropped object that stays may stand for what the edition has in its place.
        try joinStandIns(isEnd: true)
        try partFromWhatStays()
        try checkNeeds(of: additions, besides: lacking)
        report.sortConflicts()
        return report
    }

    /// Whether the store has all that the new edition has, as it has it, without an old one.
    func hasEdition() throws -> Bool {
        for start in stride(from: 0, to: source.changes.count, by: Self.batch) {
            let batch = source.changes[start..<min(start + Self.batch, source.changes.count)]
            try source.prepare(batch)
            for change in batch { guard try has(change) else { return false } }
            context.reset()
        }
        return true
    }

    private func has(_ change: SeedChange) throws -> Bool {
        guard let entity = entity(change.entity), case .object(let object) = try state(of: change.object)
        else {
            return false
        }
        let values = Dictionary(
            try source.properties(of: change).map { ($0.name, $0.new) },
            uniquingKeysWith: { first, _ in first })
        for path in entity.valuePaths
        where try EditionReader.value(object, path) != values[path] ?? .nothing {
            return false
        }
        for toOne in entity.toOnes {
            let name = toOne.relationship.name
            let wanted = values[name]?.destination.map { targets[$0] }
            guard try object.object(forKey: name)?.objectID.primaryKey == wanted ?? nil else { return false }
        }
        for toMany in entity.toldToManys {
            let name = toMany.relationship.name
            let members = Set(try object.objectIDs(forRelationshipNamed: name).compactMap(\.primaryKey))
            guard (values[name]?.members ?? []).allSatisfy({ targets[$0].map(members.contains) == true })
            else {
                return false
            }
        }
        return true
    }

    /// What the store is to note of ``own``: what the new edition has, too.
    var ownKeys: [String: Set<Int64>] {
        var keys = own
        for seed in dropped {
            if let key = targets[seed] { keys[seed.family]?.remove(key) }
        }
        let named = keys.filter { !$0.value.isEmpty }.map { (families.names[$0.key], $0.value) }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Objects

    /// What became of an object of the seed in the user's store.
    enum State {
        case object(ManagedObject)
        /// It will be inserted.
        case later
        /// The user deleted it, or it was left out.
        case gone
    }

    func state(of object: SeedObject) throws -> State {
        if let object = unsaved[object] { return .object(object) }
        if let key = targets[object] { return .object(try user(families.names[object.family], key)) }
        return open.contains(object) ? .later : .gone
    }

    /// An object of the user's store.
    func user(_ entity: String, _ key: Int64) throws -> ManagedObject {
        guard let id = coordinator.managedObjectID(entityName: entity, primaryKey: key) else {
            throw ManagedObjectError.unknownEntity(entity)
        }
        return try context.object(with: id)
    }

    func entity(_ name: String) -> EntityLayout? { layout.entity(named: name) }

    // MARK: Saving

    /// Applies items and saves them, all at once; where a value must be unique, in ever smaller parts.
    ///
    /// - Returns: the items that cannot be saved since another object has their unique values.
    func save<Item>(_ items: ArraySlice<Item>, _ body: (ArraySlice<Item>) throws -> Void) throws -> [Item] {
        let before = report
        let still = (open, freed, updated, toldMembers)
        let former = (waiting.count, moves.count)
        do {
            try body(items)
            try save()
            return []
        } catch is ConstraintConflictError {
            context.rollback()
            context.reset()
            report = before
            (open, freed, updated, toldMembers) = still
            unsaved = [:]
            waiting.removeLast(waiting.count - former.0)
            moves.removeLast(moves.count - former.1)
            guard items.count > 1 else { return Array(items) }
            let middle = items.startIndex + items.count / 2
            return try save(items[..<middle], body) + save(items[middle...], body)
        }
    }

    /// Saves what changed, and forgets the objects.
    func save() throws {
        // The result is verified as a whole.
        try context.save(validates: false)
        for (seed, object) in unsaved {
            targets[seed] = object.objectID.primaryKey
            inserted.insert(seed)
        }
        unsaved = [:]
        context.reset()
    }

    /// Goes through changes in batches.
    func forEachBatch(
        _ changes: [SeedChange], _ body: (ArraySlice<SeedChange>) throws -> Void
    ) throws {
        for start in stride(from: 0, to: changes.count, by: Self.batch) {
            let batch = changes[start..<min(start + Self.batch, changes.count)]
            try source.prepare(batch)
            try body(batch)
        }
    }
}
