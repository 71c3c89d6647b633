import Foundation
import ObjectModel

/// Evaluates predicates in memory, by one of two rules for values that are missing.
///
/// By both rules `nil` written out is compared like a value: `author == nil`, `author != nil`. Values
/// of different kinds are not equal and have no order. A list on a side that expects one value stands
/// for any of its members.
struct PredicateEvaluator {
    /// What a comparison means where a side has no value.
    enum MissingValues {
        /// As SQL does, and so a fetch from a store: neither the comparison nor its opposite holds.
        case unknown
        /// As `NSPredicate` does of objects: no value equals no value and differs from every other
        /// one; every other operator does not hold.
        case compared
    }

    /// What paths begin at, and where their objects are found.
    struct Scope {
        /// The object; nil where the predicate is about a plain value.
        var object: ManagedObject?
        var value: EvaluatedValue = .null
        var members: [String: ManagedObject] = [:]
        /// What a group of objects has.
        var groupValues: [EvaluatedValue] = []
    }

    let missingValues: MissingValues
    let patterns = PatternCache()

    init(_ missingValues: MissingValues) { self.missingValues = missingValues }

    // MARK: Predicates

    /// Whether a predicate holds.
    func holds(_ predicate: ResolvedPredicate, in scope: Scope) throws -> Bool {
        try truth(predicate, in: scope) ?? false
    }

    /// Whether a predicate holds; nil where that is unknown.
    private func truth(_ predicate: ResolvedPredicate, in scope: Scope) throws -> Bool? {
        switch predicate {
        case .constant(let flag): return flag
        case .and(let members): return try all(members) { try truth($0, in: scope) }
        case .or(let members): return try any(members) { try truth($0, in: scope) }
        case .not(let inner): return try truth(inner, in: scope).map { !$0 }
        case .comparison(let comparison): return try truth(comparison, in: scope)
        }
    }

    private func all<Member>(
        _ members: [Member], _ truth: (Member) throws -> Bool?
    ) rethrows -> Bool? {
        try any(members) { try truth($0).map { !$0 } }.map { !$0 }
    }

    private func any<Member>(
        _ members: [Member], _ truth: (Member) throws -> Bool?
    ) rethrows -> Bool? {
        var result: Bool? = false
        for member in members {
            switch try truth(member) {
            case true?: return true
            case nil: result = nil
            case false?: break
            }
        }
        return result
    }

    private func truth(_ comparison: ResolvedComparison, in scope: Scope) throws -> Bool? {
        let left = try value(of: comparison.left, in: scope)
        let right = try value(of: comparison.right, in: scope)
        func single(_ member: EvaluatedValue) throws -> Bool? {
            try truth(member, comparison, right)
        }
        guard left.isList else { return try single(left) }
        switch comparison.modifier {
        case .all: return try left.members.allSatisfy { try single($0) ?? false }
        case .any: break
        case .direct:
            // `tags CONTAINS x` asks the list itself.
            guard comparison.comparator == .contains else { break }
            let contained = ResolvedComparison(
                left: comparison.left, comparator: .equalTo, right: comparison.right,
                modifier: .any, options: comparison.options)
            return try left.members.contains { try truth($0, contained, right) ?? false }
        }
        return try left.members.contains { try single($0) ?? false }
    }

    /// Whether one value fulfils a comparison with what stands right.
    private func truth(
        _ left: EvaluatedValue, _ comparison: ResolvedComparison, _ right: EvaluatedValue
    ) throws -> Bool? {
        let options = comparison.options
        let isNullTest = comparison.isNullTest
        switch comparison.comparator {
        case .between:
            let bounds = right.members
            guard right.isList, bounds.count == 2 else { return false }
            return try all([(PredicateOperator.greaterThanOrEqualTo, 0), (.lessThanOrEqualTo, 1)]) {
                try compare(left, $0.0, bounds[$0.1], options)
            }
        case .in where !right.isList:
            guard case .text = right else { return try compare(left, .equalTo, right, options) }
            return try compare(right, .contains, left, options)
        case let comparator:
            let comparator = comparator == .in ? .equalTo : comparator
            guard right.isList else {
                return try compare(left, comparator, right, options, isNullTest: isNullTest)
            }
            let found = try any(right.members) {
                try compare(left, comparator, $0, options, isNullTest: isNullTest)
            }
            if case .list = comparison.right { return found }
            // The members of a relationship: of a value that is missing nothing is known.
            guard left == .null, missingValues == .unknown, !isNullTest else {
                return found ?? false
            }
            return nil
        }
    }

    /// - Parameter isNullTest: whether one side is `nil` written out.
    private func compare(
        _ left: EvaluatedValue, _ comparator: PredicateOperator, _ right: EvaluatedValue,
        _ options: Predicate.Options, isNullTest: Bool = false
    ) throws -> Bool? {
        if missingValues == .unknown, !isNullTest, left == .null || right == .null { return nil }
        switch comparator {
        case .equalTo: return equal(left, right, options)
        case .notEqualTo: return !equal(left, right, options)
        case .lessThan: return isLess(left, right, options, orUnordered: false)
        case .greaterThan: return isLess(right, left, options, orUnordered: false)
        case .lessThanOrEqualTo: return !isLess(right, left, options, orUnordered: true)
        case .greaterThanOrEqualTo: return !isLess(left, right, options, orUnordered: true)
        case .beginsWith: return try text(.beginsWith, left, right, options)
        case .endsWith: return try text(.endsWith, left, right, options)
        case .contains: return try text(.contains, left, right, options)
        case .like: return try text(.like, left, right, options)
        case .matches: return try text(.matches, left, right, options)
        case .in, .between, .customSelector: return false
        }
    }

    private func equal(
        _ left: EvaluatedValue, _ right: EvaluatedValue, _ options: Predicate.Options
    ) -> Bool {
        guard case .text(let one) = left, case .text(let two) = right else {
            return left.equals(right)
        }
        return (try? TextMatching.holds(.equal, one, two, options, patterns)) ?? false
    }

    /// - Parameter orUnordered: the answer where the two have no order.
    private func isLess(
        _ left: EvaluatedValue, _ right: EvaluatedValue, _ options: Predicate.Options,
        orUnordered: Bool
    ) -> Bool {
        guard case .text(let one) = left, case .text(let two) = right else {
            return left.order(before: right) ?? orUnordered
        }
        return (try? TextMatching.holds(.less, one, two, options, patterns)) ?? orUnordered
    }

    private func text(
        _ operation: TextMatching.Operation, _ left: EvaluatedValue, _ right: EvaluatedValue,
        _ options: Predicate.Options
    ) throws -> Bool {
        guard case .text(let one) = left, case .text(let two) = right else { return false }
        return try TextMatching.holds(operation, one, two, options, patterns)
    }

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

    private func value(
        of path: ResolvedKeyPath, from start: ManagedObject
    ) throws -> EvaluatedValue {
        // The destination's ID is known without the destination.
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

    /// The value at the end of a path without to-many relationships in the form that its object has
    /// it, a boolean and not 1; nil for an expression that is no such path.
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
                // A key that leads to no row: in SQL, too, there is no value then.
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

    /// The objects that a path with to-many relationships leads to.
    ///
    /// - Parameter keepsNothing: give nil for each way that ends at a to-one without destination
    ///   behind the last to-many.
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
