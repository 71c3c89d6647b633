import ObjectModel

/// A request whose results are shown as a table.
///
/// ```swift
/// let table = try TableFetch(
///     FetchRequest(format: "Item SELECT name, unit ORDER BY name"), in: context)
/// print(table.columns.map(\.name))
/// try table.forEachRow { print($0) }
/// ```
///
/// The columns are ``FetchRequest/propertiesToFetch``; if empty, the attributes, the to-one relationships and the
/// member counts of to-many relationships. An object is shown by its name, see
/// `EntityDescription.namingAttributes(in:)`. A path through to-many relationships gives a list.
///
/// Objects are loaded batch by batch. Otherwise, only the IDs of all results are kept, and one dictionary for each
/// group.
public struct TableFetch {
    /// The columns, in order.
    public let columns: [TableColumn]
    private let request: FetchRequest
    private let context: ManagedObjectContext
    private let plan: TableFetchPlan
    private let naming = NamingSlots()
    /// The parts of the request that Core Data would refuse; empty unless the request allows them.
    public let refusals: [FetchRefusal]

    /// Looks up the names of a request.
    ///
    /// - Throws: ``FetchRequestError``.
    public init(_ request: FetchRequest, in context: ManagedObjectContext) throws {
        self.request = request
        self.context = context
        let map = context.persistentStoreCoordinator.map(forEntityNamed: request.entityName)
        plan = try TableFetchPlan(request, in: map)
        columns = plan.columns.map(\.column)
        refusals = try Self.dictionaries(request).refusals(in: map, ofDictionaries: plan.isOfDictionaries)
        guard request.allowsExtensions || refusals.isEmpty else {
            throw FetchRequestError.refusedByCoreData(refusals)
        }
    }

    /// Passes each row to `body`, as one value for each column.
    ///
    /// - Throws: ``FetchRequestError``, `DatabaseError`, and the errors of loading faults and of `body`.
    public func forEachRow(_ body: ([TableValue]) throws -> Void) throws {
        guard !plan.isOfDictionaries else { return try forEachDictionary(body) }
        let evaluator = PredicateEvaluator(.unknown)
        try context.forEachBatch(matching: fetchedObjects, batchSize: 500) { batch in
            let kept = try prefetch(for: batch)
            try withExtendedLifetime(kept) {
                for object in batch {
                    try body(plan.columns.map { try shown($0, object, evaluator) })
                }
            }
        }
    }

    /// Returns the same rows, read without objects. Returns nil if objects are needed: for computed values, lists,
    /// conditions that SQL cannot express, several stores, and unsaved changes.
    ///
    /// - Throws: ``FetchRequestError``, `DatabaseError`.
    package func shownRows() throws -> (any ShownTable)? {
        let coordinator = context.persistentStoreCoordinator
        guard coordinator.stores.count == 1, context.parent == nil, !context.hasChanges else { return nil }
        let store = coordinator.stores[0]
        guard let entity = store.map.entity(named: request.entityName),
            let session = context.session(of: entity)
        else { return nil }
        let table = self
        do {
            guard plan.isOfDictionaries else {
                let columns = plan.columns
                return try ShownRows(
                    columns, of: FetchPlan(fetchedObjects, in: store.map), in: session,
                    externalData: store.externalData
                ) { try table.cells(of: $0, columns) }
            }
            let groups = try GroupStatement(Self.dictionaries(request), columns, in: session)
            return try ShownGroups(groups, in: session, externalData: store.externalData) {
                try table.cells(of: $0, groups.objectColumns)
            } byObjects: {
                try table.forEachDictionary($0)
            }
        } catch is NotCompilable {
            return nil
        }
    }

    /// The request for the objects of the rows.
    private var fetchedObjects: FetchRequest {
        var objects = request.resolvingColumnNames
        objects.propertiesToFetch = []
        objects.relationshipKeyPathsForPrefetching = []
        return objects
    }

    private func cells(
        of id: ManagedObjectID, _ columns: [(column: TableColumn, source: TableFetchPlan.Source)]
    ) throws -> [TableValue] {
        let batch = [context.register(id)]
        try context.loadSnapshots(of: batch)
        let kept = try prefetch(for: batch)
        let evaluator = PredicateEvaluator(.unknown)
        return try withExtendedLifetime(kept) {
            try columns.map { try shown($0, batch[0], evaluator) }
        }
    }

    /// Loads the objects that the columns of a batch need. Objects along a path may be of subentities that lack a
    /// relationship, so each path is followed separately.
    private func prefetch(for batch: [ManagedObject]) throws -> [ManagedObject] {
        try context.loadMembers(ofRelationships: plan.counted, of: batch)
        return try context.prefetch(plan.prefetched, of: batch)
    }

    /// Returns the request for groups and distinct values.
    private static func dictionaries(_ request: FetchRequest) -> FetchRequest {
        var dictionaries = request
        if dictionaries.propertiesToFetch.isEmpty {
            dictionaries.propertiesToFetch = request.propertiesToGroupBy.map { .keyPath($0) }
        }
        return dictionaries
    }

    private func forEachDictionary(_ body: ([TableValue]) throws -> Void) throws {
        for dictionary in try context.fetchDictionaries(Self.dictionaries(request)) {
            try body(
                plan.columns.map { column in
                    guard case .dictionary(let name) = column.source else { return .none }
                    return try value(
                        EvaluatedOrStored.stored(dictionary[name] ?? .null),
                        showsIDs: column.column.showsIDs)
                })
        }
    }

    // MARK: Values

    private enum EvaluatedOrStored {
        case evaluated(EvaluatedValue)
        case stored(StoredValue)
    }

    private func shown(
        _ column: (column: TableColumn, source: TableFetchPlan.Source), _ object: ManagedObject,
        _ evaluator: PredicateEvaluator
    ) throws -> TableValue {
        switch column.source {
        case .entityName: return .value(.string(object.mapped.name))
        case .dictionary: return .none
        case .memberCount(let name):
            guard let index = object.mapped.toMany(named: name) else { return .none }
            return .value(.integer(Int64(try object.memberIDs(at: index).count)))
        case .object(let expression):
            if let stored = try evaluator.storedValue(of: expression, from: object) {
                return try value(.stored(stored))
            }
            return try value(
                .evaluated(
                    evaluator.value(
                        of: expression, in: PredicateEvaluator.Scope(object: object))),
                showsIDs: column.column.showsIDs)
        }
    }

    private func value(
        _ value: EvaluatedOrStored, showsIDs: Bool = false
    ) throws -> TableValue {
        switch value {
        case .stored(.null): return .none
        case .stored(.attribute(let value)): return .value(value)
        case .stored(.externalData(let name)): return .missingFile(name)
        case .stored(.object(let id)), .evaluated(.object(let id)):
            return showsIDs ? .objectID(id) : .object(id, name: try name(of: id))
        case .stored(.objects(let ids)):
            return .list(try ids.map { .object($0, name: try name(of: $0)) })
        case .evaluated(.list(let members)):
            return .list(
                try members.map {
                    try self.value(EvaluatedOrStored.evaluated($0), showsIDs: showsIDs)
                })
        case .evaluated(let value): return value.propertyValue.map { .value($0) } ?? .none
        }
    }

    /// Returns the name of an object; nil if it has no name, or there is no such row.
    private func name(of id: ManagedObjectID) throws -> String? {
        let object = try context.object(with: id)
        let names = naming.slots(of: object.mapped, context.persistentStoreCoordinator)
        for slot in names {
            do {
                guard case .attribute(.string(let text)) = try object.storedValue(at: slot),
                    !text.isEmpty
                else { continue }
                return text
            } catch ManagedObjectError.faultNotFulfilled {
                return nil
            }
        }
        return nil
    }
}

/// A cache of the naming attributes of entities.
private final class NamingSlots {
    private var slots: [String: [Int]] = [:]

    func slots(of entity: MappedEntity, _ coordinator: PersistentStoreCoordinator) -> [Int] {
        if let known = slots[entity.name] { return known }
        let found = entity.description.namingAttributes(in: coordinator.managedObjectModel)
            .compactMap { entity.slot(named: $0.name) }
        slots[entity.name] = found
        return found
    }
}
