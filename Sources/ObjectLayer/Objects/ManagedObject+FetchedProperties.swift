import ObjectModel

extension ManagedObject {
    /// The objects that a fetched property gives: those of its fetch request, fetched anew each
    /// time. In its predicate `$FETCH_SOURCE` is this object, `$FETCH_SOURCE.name` a value of it.
    ///
    /// - Throws: ``ManagedObjectError/unknownKey(entity:key:)`` where there is no such fetched
    ///   property; ``FetchRequestError``, and what fetching throws.
    public func fetchedObjects(forKey key: String) throws -> [ManagedObject] {
        guard let property = entity.fetchedProperty(named: key) else { throw unknown(key) }
        guard let managedObjectContext else { throw ManagedObjectError.noContext(objectID) }
        let template = property.fetchRequest
        let predicate = try template.predicate.map { try replacingSource(in: $0) }
        var request = try FetchRequest(template.replacing(predicate: predicate))
        // A fetched property gives objects, whatever its request is for.
        request.propertiesToFetch = []
        request.returnsDistinctResults = false
        return try managedObjectContext.fetch(request)
    }

    private func replacingSource(in predicate: Predicate) throws -> Predicate {
        switch predicate {
        case .truePredicate, .falsePredicate: return predicate
        case .and(let members): return .and(try members.map(replacingSource))
        case .or(let members): return .or(try members.map(replacingSource))
        case .not(let inner): return .not(try replacingSource(in: inner))
        case .comparison(let comparison):
            return .comparison(
                Predicate.Comparison(
                    try replacingSource(in: comparison.left), comparison.comparator,
                    try replacingSource(in: comparison.right), modifier: comparison.modifier,
                    options: comparison.options))
        }
    }

    private func replacingSource(in expression: Expression) throws -> Expression {
        func replaced(_ inner: Expression) throws -> Expression {
            try replacingSource(in: inner)
        }
        switch expression {
        case .variable("FETCH_SOURCE"): return .object(objectID)
        case .keyPathOf(.variable("FETCH_SOURCE"), let path): return try sourceValue(path)
        case .constant, .evaluatedObject, .keyPath, .variable, .anyKey, .symbol: return expression
        case .keyPathOf(let target, let path):
            return .keyPathOf(try replaced(target), keyPath: path)
        case .function(let name, let arguments, let target):
            return .function(
                name: name, arguments: try arguments.map(replaced),
                target: try target.map(replaced))
        case .aggregate(let members): return .aggregate(try members.map(replaced))
        case .subquery(let collection, let variable, let predicate):
            return .subquery(
                collection: try replaced(collection), variable: variable,
                predicate: try replacingSource(in: predicate))
        case .conditional(let predicate, let then, let otherwise):
            return .conditional(
                predicate: try replacingSource(in: predicate), then: try replaced(then),
                otherwise: try replaced(otherwise))
        case .setOperation(let operation, let left, let right):
            return .setOperation(operation, try replaced(left), try replaced(right))
        case .assignment(let variable, let value):
            return .assignment(variable: variable, value: try replaced(value))
        }
    }

    /// A value of this object as a constant.
    private func sourceValue(_ path: String) throws -> Expression {
        guard let map = managedObjectContext?.map else {
            throw ManagedObjectError.noContext(objectID)
        }
        let resolver = PredicateResolver(map: map, entity: mapped, now: 0)
        let value = try PredicateEvaluator().value(
            of: try resolver.resolve(.keyPath(path)),
            in: PredicateEvaluator.Scope(object: self))
        return Self.constant(value)
    }

    private static func constant(_ value: EvaluatedValue) -> Expression {
        switch value {
        case .null: .constant(.null)
        case .integer(let number): .constant(.integer(number))
        case .real(let number): .constant(.double(number))
        case .text(let text): .constant(.string(text))
        case .date(let seconds): .constant(.date(seconds))
        case .data(let bytes): .constant(.data(bytes))
        case .uuid(let bytes): .constant(.uuid(bytes))
        case .url(let text): .constant(.url(text))
        case .object(let id): .object(id)
        case .list(let members): .aggregate(members.map(constant))
        }
    }
}

extension FetchRequestTemplate {
    /// The same with another predicate.
    fileprivate func replacing(predicate: Predicate?) -> FetchRequestTemplate {
        FetchRequestTemplate(
            name: name, entityName: entityName, predicate: predicate,
            sortDescriptors: sortDescriptors, fetchLimit: fetchLimit, fetchOffset: fetchOffset,
            fetchBatchSize: fetchBatchSize, includesSubentities: includesSubentities,
            includesPropertyValues: includesPropertyValues,
            returnsObjectsAsFaults: returnsObjectsAsFaults,
            relationshipKeyPathsForPrefetching: relationshipKeyPathsForPrefetching)
    }
}
