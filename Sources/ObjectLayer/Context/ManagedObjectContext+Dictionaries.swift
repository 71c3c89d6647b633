import Foundation
import ObjectModel

extension ManagedObjectContext {
    /// The values of the objects that a request asks for, one dictionary for each object or group,
    /// by the names in ``FetchRequest/propertiesToFetch``. What has no value is left out.
    ///
    /// Groups come in the order of their first objects. Aggregates (`count:`, `sum:`, `min:`,
    /// `max:`, `average:`) are computed in memory, over objects that are loaded batch by batch.
    /// - Throws: ``FetchRequestError``, `DatabaseError`, and what loading faults throws.
    public func fetchDictionaries(_ request: FetchRequest) throws -> [[String: StoredValue]] {
        guard let entity = map.entity(named: request.entityName) else {
            throw FetchRequestError.unknownEntity(request.entityName)
        }
        let plan = try DictionaryPlan(
            request, entity: entity, in: map, now: Date().timeIntervalSinceReferenceDate)
        // Limit and offset are about results, which are less than objects here.
        var objects = request
        let countsObjects = !plan.isGrouped && !request.returnsDistinctResults
        if !countsObjects {
            objects.fetchLimit = 0
            objects.fetchOffset = 0
        }
        var results: [[String: StoredValue]] = []
        if plan.isGrouped {
            results = try groups(objects, plan)
        } else {
            try forEachObject(matching: objects) { results.append(try dictionary(of: $0, plan)) }
        }
        if request.returnsDistinctResults { results = Self.distinct(results, plan) }
        return countsObjects ? results : try FetchPlan(request, in: map).slice(results)
    }

    private func dictionary(
        of object: ManagedObject, _ plan: DictionaryPlan
    ) throws -> [String: StoredValue] {
        let evaluator = PredicateEvaluator()
        var result: [String: StoredValue] = [:]
        for column in plan.columns {
            guard case .object(let expression) = column.source else { continue }
            result[column.name] = try storedValue(expression, of: object, evaluator)
        }
        return result
    }

    /// A value in the form that the object has it; computed ones as numbers and texts.
    private func storedValue(
        _ expression: ResolvedExpression, of object: ManagedObject, _ evaluator: PredicateEvaluator
    ) throws -> StoredValue? {
        if case .path(.evaluatedObject, let path) = expression, path.hops.isEmpty,
            case .attribute(let slot) = path.end, let place = object.mapped.slot(named: slot.name)
        {
            let value = try object.storedValue(at: place)
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
        /// For each column the values of the objects.
        var values: [[EvaluatedValue]]
    }

    private func groups(
        _ request: FetchRequest, _ plan: DictionaryPlan
    ) throws -> [[String: StoredValue]] {
        let evaluator = PredicateEvaluator()
        var groups: [Group] = []
        var places: [[GroupKey]: Int] = [:]
        if plan.keys.isEmpty {
            // All objects are one group, even where there are none.
            groups.append(Group(dictionary: [:], values: plan.columns.map { _ in [] }))
            places[[]] = 0
        }
        try forEachObject(matching: request) { object in
            let scope = PredicateEvaluator.Scope(object: object)
            let key = try plan.keys.map { GroupKey(try evaluator.value(of: $0, in: scope)) }
            let place = places[key] ?? groups.count
            if place == groups.count {
                places[key] = place
                groups.append(
                    Group(
                        dictionary: try dictionary(of: object, plan),
                        values: plan.columns.map { _ in [] }))
            } else if plan.keys.isEmpty, groups[place].dictionary.isEmpty {
                groups[place].dictionary = try dictionary(of: object, plan)
            }
            for (column, part) in plan.columns.enumerated() {
                guard case .group(_, let expression) = part.source else { continue }
                groups[place].values[column].append(
                    try evaluator.value(of: expression, in: scope))
            }
        }
        return groups.map { group in
            var result = group.dictionary
            for (column, values) in zip(plan.columns, group.values) {
                guard case .group(let aggregate, _) = column.source else { continue }
                // `count:` of a property counts the objects that have a value, as SQL does.
                let counted = aggregate == .count ? values.filter { $0 != .null } : values
                result[column.name] = Self.stored(Aggregation.value(aggregate, of: counted))
            }
            return result
        }
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

/// A value by which objects are grouped: equal as predicates compare.
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
