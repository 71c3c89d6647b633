import ObjectModel

/// Finds the parts of a request that Core Data refuses, after names were looked up, see ``FetchRefusal``.
///
/// The rules come from Apple's Core Data Programming Guide ("Persistent Store Types and Behaviors": one to-many element
/// in a key path, no transient properties) and from exceptions that app developers reported.
struct RefusalFinder {
    /// The entity whose properties the request can name.
    let entity: MappedEntity
    private(set) var refusals: [FetchRefusal] = []

    init(of entity: MappedEntity) { self.entity = entity }

    private mutating func refuse(_ kind: FetchRefusal.Kind, _ expression: String) {
        let refusal = FetchRefusal(kind: kind, expression: expression)
        if !refusals.contains(refusal) { refusals.append(refusal) }
    }

    private mutating func refuse(columnName name: String) {
        refuse(entity.description.property(named: name) == nil ? .columnName : .columnHidesProperty, name)
    }

    // MARK: Predicates

    mutating func visit(_ predicate: ResolvedPredicate) {
        switch predicate {
        case .constant: break
        case .and(let members), .or(let members): for member in members { visit(member) }
        case .not(let inner): visit(inner)
        case .comparison(let comparison): visit(comparison)
        }
    }

    private mutating func visit(_ comparison: ResolvedComparison) {
        if case .path(_, let path) = comparison.left, path.isToMany {
            visit(path)
            switch comparison.modifier {
            case .all: refuse(.allModifier, path.text)
            case .any: break
            case .direct:
                // `tags CONTAINS %@` searches the collection itself, as `%@ IN tags` does.
                guard comparison.comparator != .contains || !comparison.options.isEmpty else { break }
                refuse(.toManyWithoutAny, path.text)
            }
        } else {
            visit(comparison.left)
            if comparison.modifier == .all { refuse(.allModifier, comparison.left.text) }
        }
        if case .path(_, let path) = comparison.right, path.isToMany {
            visit(path)
            // `%@ IN tags` also searches the collection itself.
            if comparison.comparator != .in { refuse(.toManyWithoutAny, path.text) }
        } else {
            visit(comparison.right)
        }
    }

    /// Visits the key paths of a predicate as written: `tags.@unionOfObjects.name` means the same as `tags.name`, but
    /// Core Data cannot translate it to SQL.
    mutating func visit(unionsIn predicate: Predicate) {
        for path in predicate.keyPaths.sortedInBinaryOrder()
        where path.split(separator: ".").contains("@unionOfObjects") {
            refuse(.collectionOperation, path)
        }
    }

    // MARK: Expressions

    /// Visits an expression that must have a single value.
    mutating func visit(_ expression: ResolvedExpression) {
        switch expression {
        case .constant, .evaluatedValue, .groupValue: break
        case .path(_, let path):
            visit(path)
            if path.isToMany { refuse(.toManyWithoutAny, path.text) }
        case .entityName(_, let path): visit(path)
        case .subquery: refuse(.uncountedSubquery, expression.text)
        case .aggregate(_, .path(_, let path)): visit(path)
        case .aggregate(_, .subquery(_, let path, _, let predicate)):
            visit(path)
            visit(predicate)
        case .aggregate(_, let values): visit(values)
        case .function(_, let arguments), .list(let arguments):
            for argument in arguments { visit(argument) }
        case .conditional(let predicate, let then, let otherwise):
            visit(predicate)
            visit(then)
            visit(otherwise)
        case .setOperation, .distinct, .element: refuse(.collectionOperation, expression.text)
        }
    }

    private mutating func visit(_ path: ResolvedKeyPath) {
        if path.hops.count(where: \.isToMany) > 1 { refuse(.severalToMany, path.text) }
        if path.hasTransientPart { refuse(.transientProperty, path.text) }
    }

    // MARK: Orders

    /// Visits an expression that objects are sorted by.
    ///
    /// - Parameter isColumnName: whether the key is the name of a column.
    mutating func visit(order expression: ResolvedExpression, key: String, isColumnName: Bool) {
        guard !isColumnName else { return refuse(columnName: key) }
        switch expression {
        case .path: visit(expression)
        case .aggregate: refuse(.sortByAggregate, key)
        default: refuse(.sortByExpression, key)
        }
    }

    // MARK: Groups

    /// Visits a condition on groups.
    mutating func visit(having predicate: Predicate, columnNames: Set<String>) {
        for name in predicate.keyPaths where columnNames.contains(name) {
            refuse(columnName: name)
        }
    }

    /// Records an order of groups by the name of a column.
    mutating func visit(groupOrder key: String, columnNames: Set<String>) {
        if columnNames.contains(key) { refuse(columnName: key) }
    }

    /// Records a column that can differ between the objects of a group.
    mutating func visit(ungrouped column: String) { refuse(.columnOutsideGroup, column) }
}

extension ResolvedKeyPath {
    /// The path as written in a request.
    var text: String {
        var names = hops.map(\.name)
        if case .attribute(let slot) = end { names.append(slot.name) }
        return names.isEmpty ? "SELF" : names.joined(separator: ".")
    }

    fileprivate var hasTransientPart: Bool {
        if hops.contains(where: \.relationship.isTransient) { return true }
        guard case .attribute(let slot) = end else { return false }
        return slot.isTransient
    }
}

extension ResolvedExpression {
    /// A description of the expression for messages.
    fileprivate var text: String {
        switch self {
        case .path(_, let path): path.text
        case .entityName(_, let path): path.hops.isEmpty ? "entity" : path.text + ".entity"
        case .distinct(let values): "\(values.text).@distinctUnionOfObjects"
        case .subquery(_, let path, _, _): "SUBQUERY(\(path.text), …)"
        case .aggregate(let aggregate, let values): "\(values.text).@\(aggregate.rawValue)"
        case .element(let symbol, let collection, _):
            "\(collection.text)[\(symbol?.rawValue ?? "…")]"
        case .setOperation(let operation, let left, let right):
            "\(left.text) \(operation.rawValue) \(right.text)"
        case .list: "{…}"
        case .function(let function, _): function.rawValue
        case .conditional: "TERNARY(…)"
        case .constant, .evaluatedValue, .groupValue: "SELF"
        }
    }
}

extension Predicate {
    /// The key paths from the evaluated object that the predicate contains.
    fileprivate var keyPaths: Set<String> {
        switch self {
        case .truePredicate, .falsePredicate: []
        case .and(let members), .or(let members):
            members.reduce(into: []) { $0.formUnion($1.keyPaths) }
        case .not(let inner): inner.keyPaths
        case .comparison(let comparison):
            comparison.left.keyPaths.union(comparison.right.keyPaths)
        }
    }
}

extension Expression {
    fileprivate var keyPaths: Set<String> {
        switch self {
        case .keyPath(let path): [path]
        case .function(_, let arguments, _), .aggregate(let arguments):
            arguments.reduce(into: []) { $0.formUnion($1.keyPaths) }
        case .conditional(let predicate, let then, let otherwise):
            predicate.keyPaths.union(then.keyPaths).union(otherwise.keyPaths)
        case .constant, .evaluatedObject, .variable, .keyPathOf, .anyKey, .subquery, .setOperation,
            .symbol, .assignment:
            []
        }
    }
}
