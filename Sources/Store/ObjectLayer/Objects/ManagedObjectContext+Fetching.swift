import ObjectModel

extension ManagedObjectContext {
    // MARK: Objects

    /// Returns the objects that a request finds, in its order.
    ///
    /// The store evaluates the predicate if it can be written in SQL; otherwise it is evaluated in memory, with the
    /// same result: `author != "X"` leaves out objects whose author is nil, and so does `NOT (author == "X")`. Unsaved
    /// objects are included. For them the predicate is evaluated as `NSPredicate` does, where nil is not equal to "X".
    /// - Throws: ``FetchRequestError``, `DatabaseError`, and the errors of loading faults.
    public func fetch(_ request: FetchRequest) throws -> [ManagedObject] {
        mergeWaitingChanges()
        var plan = try FetchPlans(request, in: maps(of: request))
        plan.loadsValues = request.includesPropertyValues && request.fetchBatchSize == 0
        let objects = try matching(plan)
        if request.fetchBatchSize > 0 {
            for start in stride(from: 0, to: objects.count, by: request.fetchBatchSize) {
                let part = objects[start..<min(start + request.fetchBatchSize, objects.count)]
                let batch = FaultBatch(part.map(\.objectID))
                for object in part where object.snapshot == nil { object.batch = batch }
            }
        }
        if !request.returnsObjectsAsFaults { try loadFaults(objects) }
        if !request.relationshipKeyPathsForPrefetching.isEmpty {
            try prefetch(request.relationshipKeyPathsForPrefetching, of: objects)
        }
        return objects
    }

    /// Returns the IDs of the objects that a request finds, in its order.
    public func fetchObjectIDs(_ request: FetchRequest) throws -> [ManagedObjectID] {
        mergeWaitingChanges()
        var plan = try FetchPlans(request, in: maps(of: request))
        plan.loadsValues = false
        if plan.parts.count == 1, let session = session(of: plan.parts[0].entity),
            !countsPendingChanges(plan.parts[0])
        {
            return try savedIDs(plan.parts[0], session)
        }
        return try matching(plan).map(\.objectID)
    }

    /// Returns the number of objects that a request finds.
    public func count(for request: FetchRequest) throws -> Int {
        var plans = try FetchPlans(request, in: maps(of: request))
        plans.sortKeys = []
        plans.loadsValues = false
        let plan = plans.parts[0]
        if plans.parts.count == 1, let session = session(of: plan.entity),
            !countsPendingChanges(plan)
        {
            let select = SelectStatement(plan, mayLimit: true)
            if select.isLimited {
                let counts = try session.rows(
                    "SELECT count(*) FROM (SELECT 1 \(select.body.sql))", select.body.binds
                ) { $0.integer(at: 0) }
                return counts.first.flatMap { Int(exactly: $0) } ?? 0
            }
            return try savedIDs(plan, session).count
        }
        return try matching(plans).count
    }

    /// Passes the objects that a request finds to `body` one by one, loading one batch at a time. Memory holds only
    /// that batch, and the objects that `body` keeps or changes.
    ///
    /// - Parameter batchSize: the number of objects that are loaded together. The request's own batch size, if set, is
    ///   used instead.
    public func forEachObject(
        matching request: FetchRequest, batchSize: Int = 1_000,
        _ body: (ManagedObject) throws -> Void
    ) throws {
        try forEachBatch(matching: request, batchSize: batchSize) { batch in
            var kept: [ManagedObject] = []
            if !request.relationshipKeyPathsForPrefetching.isEmpty {
                kept = try prefetch(request.relationshipKeyPathsForPrefetching, of: batch)
            }
            try withExtendedLifetime(kept) { for object in batch { try body(object) } }
        }
    }

    /// Passes the objects that a request finds to `body`, one loaded batch at a time.
    func forEachBatch(
        matching request: FetchRequest, batchSize: Int, _ body: ([ManagedObject]) throws -> Void
    ) throws {
        let size = request.fetchBatchSize > 0 ? request.fetchBatchSize : max(batchSize, 1)
        let ids = try fetchObjectIDs(request)
        for start in stride(from: 0, to: ids.count, by: size) {
            let batch = ids[start..<min(start + size, ids.count)].map { register($0) }
            try loadSnapshots(of: batch)
            try body(batch)
        }
    }

    // MARK: Matching

    /// Returns the stores that have the entity of a request.
    private func maps(of request: FetchRequest) -> [StoreMap] {
        let coordinator = persistentStoreCoordinator
        guard coordinator.stores.count > 1 else { return [coordinator.stores[0].map] }
        let found = coordinator.stores(ofEntityNamed: request.entityName)
            .filter { request.affectedStores?.contains($0.identifier) ?? true }
        return found.isEmpty ? [coordinator.stores[0].map] : found.map(\.map)
    }

    private func countsPendingChanges(_ plan: FetchPlan) -> Bool {
        plan.includesPendingChanges && hasChanges
    }

    /// Returns the objects of all stores, in the requested order.
    private func matching(_ plans: FetchPlans) throws -> [ManagedObject] {
        guard plans.parts.count > 1 else { return try matching(plans.parts[0]) }
        let plan = plans.parts[0]
        let found = try plans.parts.flatMap { try matching($0.withoutOffset) }
        return plan.slice(try sorted(found, plan, PredicateEvaluator(.unknown)))
    }

    /// Returns the objects of a plan.
    func matching(_ plan: FetchPlan) throws -> [ManagedObject] {
        guard countsPendingChanges(plan) else { return try saved(plan) }
        let evaluator = PredicateEvaluator(.unknown)
        var found: [ManagedObject]
        if plan.followsRelationships {
            // A change of any object may affect the result, so all objects are examined.
            var everything = plan.unlimited
            everything.predicate = nil
            found = try saved(everything).filter { !$0.isDeleted }
            found += insertedObjects.filter { plan.covers($0.objectID) }
            found = try filtered(found, plan.predicate, evaluator)
        } else {
            found = try saved(plan.unlimited).filter { !$0.hasChanges }
            let changed = (updatedObjects + insertedObjects).filter { plan.covers($0.objectID) }
            found += try filtered(changed, plan.predicate, evaluator)
        }
        // An inserted object that the parent also has was found twice.
        var seen: Set<ManagedObjectID> = []
        found = found.filter { seen.insert($0.objectID).inserted }
        return plan.slice(try sorted(found, plan, evaluator))
    }

    /// Returns the objects of a plan as they are in the parent or the store.
    private func saved(_ plan: FetchPlan) throws -> [ManagedObject] {
        if let parent {
            return try parent.matching(plan).map { register($0.objectID) }
        }
        guard let session = session(of: plan.entity) else { return [] }
        let select = SelectStatement(plan, mayLimit: true)
        var objects = try rows(of: select, plan, session)
        let evaluator = PredicateEvaluator(.unknown)
        objects = try filtered(objects, select.remainder, evaluator)
        if !select.isSorted { objects = try sorted(objects, plan, evaluator) }
        return select.isLimited ? objects : plan.slice(objects)
    }

    private func ids(
        of select: SelectStatement, _ plan: FetchPlan, _ session: StoreSession
    ) throws -> [ManagedObjectID] {
        try session.rows(
            "SELECT \(select.alias).Z_PK, \(select.alias).Z_ENT \(select.body.sql)",
            select.body.binds
        ) { statement in
            let entity =
                Int(exactly: statement.integer(at: 1))
                .flatMap { session.map.entity(numbered: $0) } ?? plan.entity
            return ManagedObjectID(
                entity: entity, key: .permanent(statement.integer(at: 0)))
        }
    }

    /// Returns the IDs of a plan's objects as they are in the store. Conditions that SQL cannot express are evaluated
    /// batch by batch, so that only one batch of objects is in memory.
    private func savedIDs(_ plan: FetchPlan, _ session: StoreSession) throws -> [ManagedObjectID] {
        let select = SelectStatement(plan, mayLimit: true)
        let ids = try ids(of: select, plan, session)
        guard !select.isLimited else { return ids }
        let evaluator = PredicateEvaluator(.unknown)
        var found: [(id: ManagedObjectID, values: [EvaluatedValue])] = []
        for start in stride(from: 0, to: ids.count, by: Self.examinedBatch) {
            let batch = ids[start..<min(start + Self.examinedBatch, ids.count)]
                .map { register($0) }
            try loadSnapshots(of: batch)
            for object in try filtered(batch, select.remainder, evaluator) {
                let values = select.isSorted ? [] : try sortValues(of: object, plan, evaluator)
                found.append((object.objectID, values))
            }
        }
        if !select.isSorted { found.sort { plan.puts($0, before: $1) } }
        return plan.slice(found.map(\.id))
    }

    /// The number of objects that are examined together.
    private static let examinedBatch = 1_000

    private func rows(
        of select: SelectStatement, _ plan: FetchPlan, _ session: StoreSession
    ) throws -> [ManagedObject] {
        guard plan.loadsValues else {
            let ids = try ids(of: select, plan, session)
            let objects = ids.map { register($0) }
            let batch = FaultBatch(Array(ids.prefix(StoreSession.keysPerStatement)))
            for object in objects.prefix(batch.ids.count) where object.snapshot == nil {
                object.batch = batch
            }
            return objects
        }
        let reading = session.map.reading(
            of: plan.entity, includesSubentities: plan.includesSubentities)
        let selection = StoreSession.selection(of: reading, alias: select.alias)
        let rows = try session.rows(
            "SELECT \(selection) \(select.body.sql)", select.body.binds
        ) { session.row(of: $0, reading) }
        return rows.compactMap { row in
            guard let row else { return nil }
            let object = register(row.id)
            object.take(row)
            return object
        }
    }

    // MARK: In memory

    private func filtered(
        _ objects: [ManagedObject], _ predicate: ResolvedPredicate?,
        _ evaluator: PredicateEvaluator
    ) throws -> [ManagedObject] {
        guard let predicate else { return objects }
        // A store has no data about unsaved objects.
        let unsaved = PredicateEvaluator(.compared)
        return try objects.filter { object in
            try (object.hasChanges ? unsaved : evaluator)
                .holds(predicate, in: PredicateEvaluator.Scope(object: object))
        }
    }

    private func sorted(
        _ objects: [ManagedObject], _ plan: FetchPlan, _ evaluator: PredicateEvaluator
    ) throws -> [ManagedObject] {
        let keyed = try objects.map { ($0, try sortValues(of: $0, plan, evaluator)) }
        return keyed.sorted { one, other in
            plan.puts((one.0.objectID, one.1), before: (other.0.objectID, other.1))
        }.map(\.0)
    }

    private func sortValues(
        of object: ManagedObject, _ plan: FetchPlan, _ evaluator: PredicateEvaluator
    ) throws -> [EvaluatedValue] {
        let scope = PredicateEvaluator.Scope(object: object)
        return try plan.sortKeys.map { try evaluator.value(of: $0.expression, in: scope) }
    }
}
