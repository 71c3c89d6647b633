import Foundation
import ObjectModel

extension ManagedObjectContext {
    /// Returns the values of the objects that a request finds, one dictionary for each object or group, with the names
    /// of ``FetchRequest/propertiesToFetch`` as keys. Properties without a value are left out.
    ///
    /// The values come from the store. As in Core Data, unsaved changes of this context and its parents do not count.
    ///
    /// Groups have the order of their first objects. Aggregates (`count:`, `sum:`, `min:`, `max:`, `average:`) are
    /// computed in memory, over objects that are loaded batch by batch.
    /// - Throws: ``FetchRequestError``, `DatabaseError`, and the errors of loading faults.
    public func fetchDictionaries(_ request: FetchRequest) throws -> [[String: StoredValue]] {
        try ManagedObjectContext(
            reading: rootContext.sessions, of: persistentStoreCoordinator
        ).storedDictionaries(request)
    }

    /// Returns the dictionaries for a context without changes.
    private func storedDictionaries(
        _ request: FetchRequest
    ) throws -> [[String: StoredValue]] {
        let map = persistentStoreCoordinator.map(forEntityNamed: request.entityName)
        let entity = try map.entity(of: request)
        let plan = try DictionaryPlan(
            request, entity: entity, in: map, now: Date().timeIntervalSinceReferenceDate)
        // Limit and offset apply to results, and here there may be fewer results than objects.
        var objects = request.resolvingColumnNames
        let countsObjects = !plan.isGrouped && !request.returnsDistinctResults
        if !countsObjects {
            objects.fetchLimit = 0
            objects.fetchOffset = 0
        }
        if plan.isGrouped { objects.sortDescriptors = [] }
        var results: [[String: StoredValue]] = []
        if plan.isGrouped {
            results = try groups(objects, plan)
        } else {
            try forEachObject(matching: objects) { results.append(try dictionary(of: $0, plan)) }
        }
        if request.returnsDistinctResults { results = Self.distinct(results, plan) }
        guard !countsObjects else { return results }
        try FetchPlan.checkCounts(of: request)
        return FetchPlan.slice(results, limit: request.fetchLimit, offset: request.fetchOffset)
    }

    private func dictionary(
        of object: ManagedObject, _ plan: DictionaryPlan
    ) throws -> [String: StoredValue] {
        let evaluator = PredicateEvaluator(.unknown)
        var result: [String: StoredValue] = [:]
        for column in plan.columns {
            guard case .object(let expression) = column.source else { continue }
            result[column.name] = try storedValue(expression, of: object, evaluator)
        }
        return result
    }

    /// Returns a value in the form of the object's own values; computed values as numbers and texts.
    private func storedValue(
        _ expression: ResolvedExpression, of object: ManagedObject, _ evaluator: PredicateEvaluator
    ) throws -> StoredValue? {
        if let value = try evaluator.storedValue(of: expression, from: object) {
            return value == .null ? nil : value
        }
        return Self.stored(
            try evaluator.value(of: expression, in: PredicateEvaluator.Scope(object: object)))
    }

    private static func stored(_ value: EvaluatedValue) -> StoredValue? {
        if case .object(let id) = value { return .object(id) }
        return value.propertyValue.map { .attribute($0) }
    }

    // MARK: Groups

    private struct Group {
        var dictionary: [String: StoredValue]
        /// The aggregates computed so far, by the index of their column.
        var aggregations: [Int: Aggregation] = [:]
        /// The values of the grouping keys.
        let keys: [EvaluatedValue]
    }

    private func groups(
        _ request: FetchRequest, _ plan: DictionaryPlan
    ) throws -> [[String: StoredValue]] {
        let evaluator = PredicateEvaluator(.unknown)
        var groups: [Group] = []
        var indices: [[GroupKey]: Int] = [:]
        func begin(_ dictionary: [String: StoredValue], _ keys: [EvaluatedValue]) {
            var group = Group(dictionary: dictionary, keys: keys)
            for (column, part) in plan.columns.enumerated() {
                guard case .group(let aggregate, let values) = part.source else { continue }
                group.aggregations[column] = Aggregation(aggregate, isDecimal: values.isDecimal)
            }
            groups.append(group)
        }
        if plan.keys.isEmpty {
            // All objects form one group, even if there are no objects.
            begin([:], [])
            indices[[]] = 0
        }
        try forEachObject(matching: request) { object in
            let scope = PredicateEvaluator.Scope(object: object)
            let keys = try plan.keys.map { try evaluator.value(of: $0, in: scope) }
            let key = keys.map { GroupKey($0) }
            let index = indices[key] ?? groups.count
            if index == groups.count {
                indices[key] = index
                begin(try dictionary(of: object, plan), keys)
            } else if plan.keys.isEmpty, groups[index].dictionary.isEmpty {
                groups[index].dictionary = try dictionary(of: object, plan)
            }
            for (column, part) in plan.columns.enumerated() {
                guard case .group(let aggregate, let expression) = part.source else { continue }
                let value = try evaluator.value(of: expression, in: scope)
                // Like SQL, `count:` of a property counts the objects that have a value.
                guard aggregate != .count || value != .null else { continue }
                groups[index].aggregations[column]?.add(value)
            }
        }
        return try ordered(groups, plan, evaluator)
    }

    /// Returns the dictionaries of the groups that meet the condition, in the requested order.
    private func ordered(
        _ groups: [Group], _ plan: DictionaryPlan, _ evaluator: PredicateEvaluator
    ) throws -> [[String: StoredValue]] {
        var results: [(dictionary: [String: StoredValue], values: [EvaluatedValue])] = []
        for group in groups {
            var dictionary = group.dictionary
            for (column, aggregation) in group.aggregations {
                dictionary[plan.columns[column].name] = Self.stored(aggregation.value)
            }
            let values =
                plan.columns.map { EvaluatedValue(dictionary[$0.name] ?? .null) } + group.keys
            if let having = plan.having {
                let scope = PredicateEvaluator.Scope(object: nil, groupValues: values)
                guard try evaluator.holds(having, in: scope) else { continue }
            }
            results.append((dictionary, values))
        }
        guard !plan.order.isEmpty else { return results.map(\.dictionary) }
        return results.enumerated().sorted { one, other in
            for key in plan.order {
                let order = one.element.values[key.valueIndex].order(
                    beside: other.element.values[key.valueIndex], key.textOrder, in: plan.language)
                if order != 0 { return key.isAscending ? order < 0 : order > 0 }
            }
            return one.offset < other.offset
        }.map(\.element.dictionary)
    }

    private static func distinct(
        _ results: [[String: StoredValue]], _ plan: DictionaryPlan
    ) -> [[String: StoredValue]] {
        var seen: Set<[GroupKey]> = []
        return results.filter { result in
            let key = plan.columns.map { GroupKey(EvaluatedValue(result[$0.name] ?? .null)) }
            return seen.insert(key).inserted
        }
    }
}

/// A value to group objects by, with the equality that predicates use.
private enum GroupKey: Hashable {
    case none
    case number(Double, exact: Int64?)
    case bytes(kind: Int, [UInt8])
    case date(Double)
    case object(ManagedObjectID)

    init(_ value: EvaluatedValue) {
        switch value {
        case .null, .list: self = .none
        case .integer(let number):
            let real = Double(number)
            self = .number(real, exact: Int64(exactly: real) == number ? nil : number)
        case .real(let number): self = .number(number == 0 ? 0 : number, exact: nil)
        case .text(let text): self = .bytes(kind: 0, Array(text.utf8))
        case .url(let text): self = .bytes(kind: 1, Array(text.utf8))
        case .data(let bytes): self = .bytes(kind: 2, bytes)
        case .uuid(let bytes): self = .bytes(kind: 3, bytes)
        case .date(let seconds): self = .date(seconds)
        case .object(let id): self = .object(id)
        }
    }
}
