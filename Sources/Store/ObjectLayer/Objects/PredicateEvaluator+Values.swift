import ObjectModel

extension PredicateEvaluator {
    // MARK: Expressions

    func value(of expression: ResolvedExpression, in scope: Scope) throws -> EvaluatedValue {
        switch expression {
        case .constant(let value): return value
        case .evaluatedValue: return scope.value
        case .groupValue(let index):
            return scope.groupValues.indices.contains(index) ? scope.groupValues[index] : .null
        case .path(let base, let path):
            guard let start = start(base, scope) else { return path.isToMany ? .list([]) : .null }
            return try self.value(of: path, from: start)
        case .entityName(let base, let path):
            guard let start = start(base, scope),
                let object = try single(path.hops, from: start)
            else { return .null }
            return .text(object.mapped.name)
        case .distinct(let values):
            return combined(.union, [], try value(of: values, in: scope).members)
        case .subquery(let base, let path, let variable, let predicate):
            guard let start = start(base, scope) else { return .list([]) }
            let members = try destinations(of: path, from: start).filter { member in
                var inner = scope
                inner.members[variable] = member
                return try holds(predicate, in: inner)
            }
            return .list(members.map { .object($0.objectID) })
        case .aggregate(let aggregate, let values):
            return Aggregation.value(
                aggregate, of: try value(of: values, in: scope).members,
                isDecimal: values.isDecimal)
        case .function(let function, let arguments):
            return Arithmetic.value(
                function, try arguments.map { try value(of: $0, in: scope) })
        case .list(let members): return .list(try members.map { try value(of: $0, in: scope) })
        case .conditional(let predicate, let then, let otherwise):
            return try value(of: try holds(predicate, in: scope) ? then : otherwise, in: scope)
        case .setOperation(let operation, let left, let right):
            return combined(
                operation, try value(of: left, in: scope).members,
                try value(of: right, in: scope).members)
        case .element(let symbol, let collection, let index):
            let members = try value(of: collection, in: scope).members
            return element(symbol, of: members, try index.map { try value(of: $0, in: scope) })
        }
    }

    private func start(_ base: ResolvedExpression.Base, _ scope: Scope) -> ManagedObject? {
        switch base {
        case .evaluatedObject: scope.object
        case .variable(let name): scope.members[name]
        }
    }

    func value(
        of path: ResolvedKeyPath, from start: ManagedObject
    ) throws -> EvaluatedValue {
        // The destination's ID is known without loading the destination.
        if case .object = path.end, let last = path.hops.last, path.hops.count == 1,
            !last.isToMany
        {
            guard let slot = start.mapped.slot(named: last.name) else { return .null }
            return EvaluatedValue(try start.storedValue(at: slot))
        }
        if path.isToMany {
            return .list(
                try destinations(of: path, from: start, keepsNothing: true).map {
                    try end(of: path, at: $0)
                })
        }
        return try end(of: path, at: try single(path.hops, from: start))
    }

    /// Returns the value at the end of a path without to-many relationships, in the form of the object's own values (a
    /// Boolean stays a Boolean and does not become 1); nil for any other expression.
    func storedValue(
        of expression: ResolvedExpression, from object: ManagedObject
    ) throws -> StoredValue? {
        guard case .path(.evaluatedObject, let path) = expression, !path.isToMany,
            case .attribute(let slot) = path.end
        else { return nil }
        guard let owner = try single(path.hops, from: object),
            let index = owner.mapped.slot(named: slot.name)
        else { return .null }
        do {
            return try owner.loadedValue(at: index)
        } catch ManagedObjectError.faultNotFulfilled {
            return .null
        }
    }

    private func end(of path: ResolvedKeyPath, at object: ManagedObject?) throws -> EvaluatedValue {
        guard let object else { return .null }
        switch path.end {
        case .object: return .object(object.objectID)
        case .attribute(let slot):
            guard let index = object.mapped.slot(named: slot.name) else { return .null }
            do {
                return EvaluatedValue(try object.loadedValue(at: index))
            } catch ManagedObjectError.faultNotFulfilled {
                // A foreign key without a row: SQL also gives no value then.
                return .null
            }
        }
    }

    func single(
        _ hops: [ResolvedKeyPath.Hop], from start: ManagedObject
    ) throws -> ManagedObject? {
        var object = start
        for hop in hops {
            guard let slot = object.mapped.slot(named: hop.name) else { return nil }
            do {
                guard let next = try object.destination(at: slot) else { return nil }
                object = next
            } catch ManagedObjectError.faultNotFulfilled {
                return nil
            }
        }
        return object
    }

    private func destinations(
        of path: ResolvedKeyPath, from start: ManagedObject
    ) throws -> [ManagedObject] {
        try destinations(of: path, from: start, keepsNothing: false).compactMap { $0 }
    }

    /// Returns the objects at the end of a path with to-many relationships.
    ///
    /// - Parameter keepsNothing: whether to return nil for each branch that ends at a to-one relationship without a
    ///   destination after the last to-many.
    private func destinations(
        of path: ResolvedKeyPath, from start: ManagedObject, keepsNothing: Bool
    ) throws -> [ManagedObject?] {
        let last = path.hops.lastIndex(where: \.isToMany) ?? 0
        var objects = [start]
        for (index, hop) in path.hops.enumerated() where index <= last {
            objects = try objects.flatMap { object -> [ManagedObject] in
                guard hop.isToMany else {
                    return try single([hop], from: object).map { [$0] } ?? []
                }
                return try object.objects(forKey: hop.name)
            }
        }
        let rest = Array(path.hops.dropFirst(last + 1))
        let ends = try objects.map { try single(rest, from: $0) }
        return keepsNothing ? ends : ends.filter { $0 != nil }
    }

    // MARK: Lists

    private func combined(
        _ operation: Expression.SetOperation, _ left: [EvaluatedValue], _ right: [EvaluatedValue]
    ) -> EvaluatedValue {
        func isIn(_ list: [EvaluatedValue], _ value: EvaluatedValue) -> Bool {
            list.contains { $0.equals(value) }
        }
        switch operation {
        case .union:
            return .list(
                (left + right).reduce(into: []) { found, value in
                    if !isIn(found, value) { found.append(value) }
                })
        case .intersect: return .list(left.filter { isIn(right, $0) })
        case .minus: return .list(left.filter { !isIn(right, $0) })
        }
    }

    private func element(
        _ symbol: Expression.Symbol?, of members: [EvaluatedValue], _ index: EvaluatedValue?
    ) -> EvaluatedValue {
        switch symbol {
        case .first: return members.first ?? .null
        case .last: return members.last ?? .null
        case .size: return .integer(Int64(members.count))
        case nil:
            guard case .integer(let number) = index, let position = Int(exactly: number),
                members.indices.contains(position)
            else { return .null }
            return members[position]
        }
    }
}
