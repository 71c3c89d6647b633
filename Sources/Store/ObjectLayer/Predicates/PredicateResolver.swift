import ObjectModel

/// Looks up the names of a predicate in the model.
///
/// The readers of text and files limit the nesting of predicates.
struct PredicateResolver {
    let map: StoreMap?
    /// The entity of the evaluated object; nil if the predicate tests a plain value.
    let entity: MappedEntity?
    /// The entities of the members of enclosing subqueries, by variable.
    private var variables: [String: MappedEntity] = [:]
    /// The values of a group of objects, each with its name and the expression that computes it. If there are any, no
    /// other names are valid.
    var groupValues: [(name: String, expression: Expression)] = []
    /// Whether texts are converted to the kind of the values that they are compared with.
    var interpretsTexts = false
    /// The value of `now()`, the same throughout the predicate.
    let now: Double

    init(map: StoreMap?, entity: MappedEntity?, now: Double) {
        self.map = map
        self.entity = entity
        self.now = now
    }

    // MARK: Predicates

    func resolve(_ predicate: Predicate) throws -> ResolvedPredicate {
        switch predicate {
        case .truePredicate: return .constant(true)
        case .falsePredicate: return .constant(false)
        case .and(let members): return .and(try members.map(resolve))
        case .or(let members): return .or(try members.map(resolve))
        case .not(let inner): return .not(try resolve(inner))
        case .comparison(let comparison):
            if case .customSelector(let name) = comparison.comparator {
                throw FetchRequestError.unsupported(name)
            }
            // An invalid pattern is reported before anything runs, even if there are no objects to match.
            if comparison.comparator == .matches,
                case .constant(.string(let pattern)) = comparison.right
            {
                try PatternCache().pattern(pattern, [])
            }
            let (left, right) = try interpreted(
                try resolve(comparison.left), comparison.comparator,
                try resolve(comparison.right))
            return .comparison(
                ResolvedComparison(
                    left: left, comparator: comparison.comparator, right: right,
                    modifier: comparison.modifier, options: comparison.options))
        }
    }

    // MARK: Expressions

    func resolve(_ expression: Expression) throws -> ResolvedExpression {
        if let index = try groupValue(expression) { return .groupValue(index) }
        switch expression {
        case .constant(let constant): return .constant(EvaluatedValue(constant, in: map))
        case .evaluatedObject:
            guard let entity, let map else { return .evaluatedValue }
            return .path(.evaluatedObject, try ResolvedKeyPath([], from: entity, in: map))
        case .variable(let name):
            guard let entity = variables[name], let map else {
                throw FetchRequestError.unknownVariable(name)
            }
            return .path(.variable(name), try ResolvedKeyPath([], from: entity, in: map))
        case .keyPath(let path):
            guard let entity else {
                guard path == "length" else {
                    throw FetchRequestError.unknownKeyPath(entity: "", keyPath: path)
                }
                return .function(.length, [.evaluatedValue])
            }
            return try resolve(path, of: .evaluatedObject, entity)
        case .keyPathOf(let target, let path): return try resolve(path, of: target, expression)
        case .function(let name, let arguments, let target):
            guard target == nil else { throw unsupported(expression) }
            return try function(name, arguments, expression)
        case .aggregate(let members): return .list(try members.map(resolve))
        case .subquery(let collection, let variable, let predicate):
            guard case .path(let base, let path) = try resolve(collection), path.isToMany,
                case .object = path.end
            else { throw unsupported(expression) }
            var inner = self
            inner.variables[variable] = path.destination
            return .subquery(base, path, variable: variable, try inner.resolve(predicate))
        case .conditional(let predicate, let then, let otherwise):
            return .conditional(
                try resolve(predicate), try resolve(then), try resolve(otherwise))
        case .setOperation(let operation, let left, let right):
            return .setOperation(operation, try resolve(left), try resolve(right))
        case .anyKey, .symbol, .assignment: throw unsupported(expression)
        }
    }

    /// Returns the index of a group value; nil if the expression is not one.
    private func groupValue(_ expression: Expression) throws -> Int? {
        guard !groupValues.isEmpty else { return nil }
        if let index = groupValues.firstIndex(where: { $0.expression == expression }) {
            return index
        }
        switch expression {
        case .keyPath(let name), .variable(let name):
            guard let index = groupValues.firstIndex(where: { $0.name == name }) else {
                throw FetchRequestError.unknownGroupValue(
                    name, known: groupValues.map(\.name).sortedInBinaryOrder())
            }
            return index
        default: return nil
        }
    }

    private func resolve(
        _ path: String, of target: Expression, _ whole: Expression
    ) throws -> ResolvedExpression {
        if case .variable(let name) = target, let entity = variables[name] {
            return try resolve(path, of: .variable(name), entity)
        }
        let collection = try resolve(target)
        if path == "@count" { return .aggregate(.count, collection) }
        throw unsupported(whole)
    }

    private func resolve(
        _ path: String, of base: ResolvedExpression.Base, _ entity: MappedEntity
    ) throws -> ResolvedExpression {
        guard let map else { throw FetchRequestError.unknownKeyPath(entity: "", keyPath: path) }
        var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if let found = entityName(names, of: base, entity, map) { return found }
        if let found = try union(names, of: base, entity) { return found }
        let unknown = FetchRequestError.unknownKeyPath(entity: entity.name, keyPath: path)
        guard let index = names.firstIndex(where: { $0.hasPrefix("@") }) else {
            // The number of characters, `length`, is the only part of a text that a key path can name.
            if names.count > 1, names.last == "length",
                let text = try? ResolvedKeyPath(names.dropLast(), from: entity, in: map),
                text.kind == .text, !text.isToMany
            {
                return .function(.length, [.path(base, text)])
            }
            do {
                return .path(base, try ResolvedKeyPath(names, from: entity, in: map))
            } catch let error as FetchRequestError {
                guard let value = try enumeration(names, of: base, entity, in: map) else { throw error }
                return value
            }
        }
        let aggregates: [String: ResolvedExpression.Aggregate] = [
            "@count": .count, "@sum": .sum, "@min": .min, "@max": .max, "@avg": .average,
        ]
        guard let aggregate = aggregates[names.remove(at: index)],
            !names.contains(where: { $0.hasPrefix("@") }),
            aggregate != .count || index == names.count
        else { throw unknown }
        let values = try ResolvedKeyPath(names, from: entity, in: map)
        guard values.isToMany else { throw unknown }
        if aggregate != .count, case .object = values.end { throw unknown }
        return .aggregate(aggregate, .path(base, values))
    }

    /// Returns the entity of an object: `entity`, `unit.entity` or `unit.entity.name`; nil for other paths.
    private func entityName(
        _ names: [String], of base: ResolvedExpression.Base, _ entity: MappedEntity, _ map: StoreMap
    ) -> ResolvedExpression? {
        let owner: ArraySlice<String>
        switch (names.last, names.dropLast().last) {
        case ("entity", _): owner = names.dropLast()
        case ("name", "entity"): owner = names.dropLast(2)
        default: return nil
        }
        guard let path = try? ResolvedKeyPath(Array(owner), from: entity, in: map), !path.isToMany,
            case .object = path.end, path.destination.description.property(named: "entity") == nil
        else { return nil }
        return .entityName(base, path)
    }

    /// Returns all values, or the distinct ones, of the destinations of a relationship: `tags.@unionOfObjects.name`,
    /// `tags.@distinctUnionOfObjects.name`, optionally followed by `@count`.
    private func union(
        _ names: [String], of base: ResolvedExpression.Base, _ entity: MappedEntity
    ) throws -> ResolvedExpression? {
        guard let index = names.firstIndex(where: { $0.hasSuffix("nionOfObjects") && $0.hasPrefix("@") }),
            ["@unionOfObjects", "@distinctUnionOfObjects"].contains(names[index])
        else { return nil }
        var rest = names
        let isDistinct = rest.remove(at: index) == "@distinctUnionOfObjects"
        let isCounted = rest.last == "@count"
        if isCounted { rest.removeLast() }
        let values = try resolve(rest.joined(separator: "."), of: base, entity)
        guard case .path(_, let path) = values, path.isToMany else {
            throw FetchRequestError.unknownKeyPath(
                entity: entity.name, keyPath: names.joined(separator: "."))
        }
        let found = isDistinct ? ResolvedExpression.distinct(values) : values
        return isCounted ? .aggregate(.count, found) : found
    }

    /// Returns the name of the chosen case if a key path ends at an enumeration without raw values, where each case has
    /// its own column (docs/start/swiftdata.md#seeding); nil for all other paths.
    private func enumeration(
        _ names: [String], of base: ResolvedExpression.Base, _ entity: MappedEntity, in map: StoreMap
    ) throws -> ResolvedExpression? {
        var owner = entity
        var rest = names[...]
        while rest.count > 1, let name = rest.first,
            let relationship = owner.description.relationship(named: name), !relationship.isToMany,
            let destination = map.destination(of: relationship)
        {
            owner = destination
            rest = rest.dropFirst()
        }
        guard let cases = owner.layout.composite(rest.joined(separator: "."))?.plainCases else {
            return nil
        }
        return try cases.reversed().reduce(.constant(.null)) { others, name in
            let column = ResolvedExpression.path(
                base, try ResolvedKeyPath(names + [name], from: entity, in: map))
            return .conditional(
                .comparison(
                    ResolvedComparison(
                        left: column, comparator: .notEqualTo, right: .constant(.null),
                        modifier: .direct, options: [])), column, others)
        }
    }

    private func function(
        _ name: String, _ arguments: [Expression], _ whole: Expression
    ) throws -> ResolvedExpression {
        if name == "now", arguments.isEmpty { return .constant(.date(now)) }
        if name == "noindex:", arguments.count == 1 { return try resolve(arguments[0]) }
        let aggregates: [String: ResolvedExpression.Aggregate] = [
            "count:": .count, "sum:": .sum, "min:": .min, "max:": .max, "average:": .average,
        ]
        if let aggregate = aggregates[name], arguments.count == 1 {
            let values = try resolve(arguments[0])
            guard values.isCollection else { throw unsupported(whole) }
            return .aggregate(aggregate, values)
        }
        if name == "objectFrom:withIndex:", arguments.count == 2 {
            let collection = try resolve(arguments[0])
            if case .symbol(let symbol) = arguments[1] {
                return .element(symbol, collection, index: nil)
            }
            return .element(nil, collection, index: try resolve(arguments[1]))
        }
        guard let function = ResolvedFunction(rawValue: name),
            function.argumentCount == arguments.count
        else { throw unsupported(whole) }
        return .function(function, try arguments.map(resolve))
    }

    private func unsupported(_ expression: Expression) -> FetchRequestError {
        .unsupported(expression.format)
    }
}
