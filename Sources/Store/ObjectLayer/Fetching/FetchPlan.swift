import Foundation
import ObjectModel

/// A fetch request whose names were looked up in the model.
struct FetchPlan {
    struct SortKey {
        let expression: ResolvedExpression
        let isAscending: Bool
        let textOrder: TextOrder
    }

    let entity: MappedEntity
    let includesSubentities: Bool
    var predicate: ResolvedPredicate?
    var sortKeys: [SortKey]
    /// The language of localized orders.
    let language: LocalizedOrder
    var limit: Int
    var offset: Int
    let includesPendingChanges: Bool
    /// Whether whole rows are loaded, or only their IDs.
    var loadsValues: Bool
    /// The parts of the request that Core Data would refuse.
    let refusals: [FetchRefusal]

    init(_ request: FetchRequest, in map: StoreMap) throws {
        let entity = try map.entity(of: request)
        try Self.checkCounts(of: request)
        self.entity = entity
        includesSubentities = request.includesSubentities
        language = LocalizedOrder(request.localeIdentifier)
        limit = request.fetchLimit
        offset = request.fetchOffset
        includesPendingChanges = request.includesPendingChanges
        loadsValues = request.includesPropertyValues
        var resolver = PredicateResolver(
            map: map, entity: entity, now: Date().timeIntervalSinceReferenceDate)
        resolver.interpretsTexts = request.interpretsTextConstants
        predicate = try request.predicate.map(resolver.resolve)
        sortKeys = try request.sortDescriptors.map { descriptor in
            let expression = try resolver.resolve(
                descriptor.expression ?? .keyPath(descriptor.key))
            guard !expression.isCollection else {
                throw FetchRequestError.unknownKeyPath(
                    entity: entity.name, keyPath: descriptor.key)
            }
            return SortKey(
                expression: expression, isAscending: descriptor.isAscending,
                textOrder: descriptor.textOrder)
        }
        var finder = RefusalFinder(of: entity)
        if let predicate { finder.visit(predicate) }
        if let written = request.predicate { finder.visit(unionsIn: written) }
        for (key, descriptor) in zip(sortKeys, request.sortDescriptors) {
            finder.visit(
                order: key.expression, key: descriptor.key,
                isColumnName: descriptor.expression != nil)
        }
        refusals = finder.refusals
        guard request.allowsExtensions || refusals.isEmpty else {
            throw FetchRequestError.refusedByCoreData(refusals)
        }
    }

    /// The current time: the value of `now()` in a request that runs now.
    static var now: Double { Date().timeIntervalSinceReferenceDate }

    static func checkCounts(of request: FetchRequest) throws {
        for (name, count) in [
            ("fetchLimit", request.fetchLimit), ("fetchOffset", request.fetchOffset),
            ("fetchBatchSize", request.fetchBatchSize),
        ] where count < 0 { throw FetchRequestError.negativeCount(name) }
    }

    /// The same plan without limit, offset and order.
    var unlimited: FetchPlan {
        var plan = self
        plan.limit = 0
        plan.offset = 0
        plan.sortKeys = []
        return plan
    }

    /// The plan whose limit also covers the skipped objects: each store may have to give that many.
    var withoutOffset: FetchPlan {
        var plan = self
        let (sum, overflows) = limit.addingReportingOverflow(offset)
        plan.limit = limit > 0 && !overflows ? sum : 0
        plan.offset = 0
        return plan
    }

    /// Returns whether an object belongs to one of the requested entities.
    func covers(_ id: ManagedObjectID) -> Bool {
        includesSubentities ? id.entity.isKind(of: entity) : id.entity === entity
    }

    /// Returns whether one object sorts before another, by the values of the sort keys, then by ID.
    func puts(
        _ one: (id: ManagedObjectID, values: [EvaluatedValue]),
        before other: (id: ManagedObjectID, values: [EvaluatedValue])
    ) -> Bool {
        for (key, (left, right)) in zip(sortKeys, zip(one.values, other.values)) {
            let order = left.order(beside: right, key.textOrder, in: language)
            if order != 0 { return key.isAscending ? order < 0 : order > 0 }
        }
        return one.id < other.id
    }

    /// Returns the results that remain after limit and offset are applied.
    func slice<Result>(_ results: [Result]) -> [Result] {
        Self.slice(results, limit: limit, offset: offset)
    }

    static func slice<Result>(_ results: [Result], limit: Int, offset: Int) -> [Result] {
        guard limit > 0 || offset > 0 else { return results }
        let rest = results.dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }

    /// Whether the plan reads values of objects other than the fetched ones.
    var followsRelationships: Bool {
        (predicate?.followsRelationships ?? false)
            || sortKeys.contains { $0.expression.followsRelationships }
    }
}

extension ResolvedPredicate {
    var followsRelationships: Bool {
        switch self {
        case .constant: false
        case .and(let members), .or(let members): members.contains { $0.followsRelationships }
        case .not(let inner): inner.followsRelationships
        case .comparison(let comparison):
            comparison.left.followsRelationships || comparison.right.followsRelationships
        }
    }
}

extension ResolvedExpression {
    var followsRelationships: Bool {
        switch self {
        case .constant, .evaluatedValue, .groupValue: false
        case .path(_, let path), .entityName(_, let path): !path.hops.isEmpty
        case .distinct(let values): values.followsRelationships
        case .subquery: true
        case .aggregate(_, let values): values.followsRelationships
        case .function(_, let arguments), .list(let arguments):
            arguments.contains { $0.followsRelationships }
        case .conditional(let predicate, let then, let otherwise):
            predicate.followsRelationships || then.followsRelationships
                || otherwise.followsRelationships
        case .setOperation(_, let left, let right):
            left.followsRelationships || right.followsRelationships
        case .element(_, let collection, let index):
            collection.followsRelationships || index?.followsRelationships ?? false
        }
    }
}

extension StoreMap {
    /// Returns the entity of a request.
    ///
    /// - Throws: ``FetchRequestError/unknownEntity(_:)``.
    func entity(of request: FetchRequest) throws -> MappedEntity {
        guard let entity = entity(named: request.entityName) else {
            throw FetchRequestError.unknownEntity(request.entityName)
        }
        return entity
    }
}

/// A fetch request whose names were looked up in each store that has its entity.
struct FetchPlans {
    /// One plan for each store, in the order of the stores; never empty.
    private(set) var parts: [FetchPlan]

    /// - Parameter maps: the stores that have the entity; if none has it, any other store.
    init(_ request: FetchRequest, in maps: [StoreMap]) throws {
        parts = try maps.map { try FetchPlan(request, in: $0) }
    }

    /// Whether whole rows are loaded, or only their IDs.
    var loadsValues: Bool {
        get { parts[0].loadsValues }
        set { for index in parts.indices { parts[index].loadsValues = newValue } }
    }

    /// The sort keys of the results.
    var sortKeys: [FetchPlan.SortKey] {
        get { parts[0].sortKeys }
        set {
            for index in parts.indices { parts[index].sortKeys = newValue }
        }
    }
}
