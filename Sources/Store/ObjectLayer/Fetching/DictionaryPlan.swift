import ObjectModel

/// The contents of the dictionaries that a fetch returns, with their names looked up in the model.
struct DictionaryPlan {
    /// The origin of one value of a dictionary.
    enum Source {
        /// From one object; for a group, from its first object.
        case object(ResolvedExpression)
        /// From all objects of a group.
        case group(ResolvedExpression.Aggregate, ResolvedExpression)
    }

    struct Column {
        let name: String
        let source: Source
    }

    /// One key by which groups are ordered.
    struct GroupOrder {
        /// The index among the values of a group: those of the columns, then the keys.
        let valueIndex: Int
        let isAscending: Bool
        let textOrder: TextOrder
    }

    let columns: [Column]
    /// The expressions whose values form the groups.
    let keys: [ResolvedExpression]
    /// Whether each dictionary describes a group of objects.
    let isGrouped: Bool
    /// The condition that groups must meet; nil for all groups.
    let having: ResolvedPredicate?
    /// The language of localized orders.
    let language: LocalizedOrder
    /// The order of the groups.
    let order: [GroupOrder]
    /// The parts of the request that Core Data would refuse.
    let refusals: [FetchRefusal]

    init(_ request: FetchRequest, entity: MappedEntity, in map: StoreMap, now: Double) throws {
        language = LocalizedOrder(request.localeIdentifier)
        let resolver = PredicateResolver(map: map, entity: entity, now: now)
        func single(_ keyPath: String) throws -> ResolvedExpression {
            let expression = try resolver.resolve(.keyPath(keyPath))
            guard !expression.isCollection else {
                throw FetchRequestError.unknownKeyPath(entity: entity.name, keyPath: keyPath)
            }
            return expression
        }
        let properties =
            request.propertiesToFetch.isEmpty
            ? entity.slots.filter { $0.attribute != nil }
                .map { FetchRequest.FetchedProperty.keyPath($0.name) }
            : request.propertiesToFetch
        columns = try properties.map { property in
            switch property {
            case .keyPath(let path): Column(name: path, source: .object(try single(path)))
            case .expression(let name, let expression):
                Column(name: name, source: try Self.source(expression, resolver))
            }
        }
        keys = try request.propertiesToGroupBy.map(single)
        isGrouped =
            !keys.isEmpty
            || columns.contains { column in
                guard case .group = column.source else { return false }
                return true
            }
        guard isGrouped else {
            if request.havingPredicate != nil { throw FetchRequestError.havingWithoutGroups }
            having = nil
            order = []
            refusals = try Self.refusals(of: request, entity, columns, isGrouped: false)
            return
        }
        var groupResolver = resolver
        groupResolver.groupValues =
            zip(columns, properties).map { column, property in
                guard case .expression(_, let expression) = property else {
                    return (column.name, .keyPath(column.name))
                }
                return (column.name, expression)
            } + request.propertiesToGroupBy.map { ($0, .keyPath($0)) }
        having = try request.havingPredicate.map(groupResolver.resolve)
        order = try request.sortDescriptors.compactMap { descriptor in
            guard case .groupValue(let index) = try groupResolver.resolve(.keyPath(descriptor.key))
            else { return nil }
            return GroupOrder(
                valueIndex: index, isAscending: descriptor.isAscending, textOrder: descriptor.textOrder)
        }
        refusals = try Self.refusals(of: request, entity, columns, isGrouped: true)
    }

    /// - Throws: ``FetchRequestError/refusedByCoreData(_:)`` unless the request allows it.
    private static func refusals(
        of request: FetchRequest, _ entity: MappedEntity, _ columns: [Column], isGrouped: Bool
    ) throws -> [FetchRefusal] {
        var finder = RefusalFinder(of: entity)
        for column in columns {
            switch column.source {
            case .group(_, let expression): finder.visit(expression)
            case .object(let expression):
                finder.visit(expression)
                guard !request.propertiesToGroupBy.isEmpty,
                    !request.propertiesToGroupBy.contains(column.name),
                    !request.propertiesToGroupBy.contains(expression.path?.text ?? "")
                else { continue }
                finder.visit(ungrouped: column.name)
            }
        }
        let names = Set(
            request.propertiesToFetch.compactMap { property -> String? in
                guard case .expression(let name, let expression) = property,
                    expression != .keyPath(name)
                else { return nil }
                return name
            })
        if let having = request.havingPredicate {
            finder.visit(having: having, columnNames: names)
        }
        if isGrouped {
            for descriptor in request.sortDescriptors {
                finder.visit(groupOrder: descriptor.key, columnNames: names)
            }
        }
        guard request.allowsExtensions || finder.refusals.isEmpty else {
            throw FetchRequestError.refusedByCoreData(finder.refusals)
        }
        return finder.refusals
    }

    /// The functions that compute one value from all objects of a group.
    static let aggregates: [String: ResolvedExpression.Aggregate] = [
        "count:": .count, "sum:": .sum, "min:": .min, "max:": .max, "average:": .average,
    ]

    /// Whether a request's results are groups of objects.
    static func isGrouped(_ request: FetchRequest, _ resolver: PredicateResolver) -> Bool {
        guard request.propertiesToGroupBy.isEmpty else { return true }
        return request.propertiesToFetch.contains { property in
            guard case .expression(_, let expression) = property,
                case .group = try? source(expression, resolver)
            else { return false }
            return true
        }
    }

    /// Returns the expression that a column of a dictionary shows.
    static func shown(
        _ expression: Expression, _ resolver: PredicateResolver
    ) throws -> ResolvedExpression {
        switch try source(expression, resolver) {
        case .object(let resolved): resolved
        case .group(let aggregate, let resolved): .aggregate(aggregate, resolved)
        }
    }

    private static func source(
        _ expression: Expression, _ resolver: PredicateResolver
    ) throws -> Source {
        if case .function(let name, let arguments, nil) = expression, arguments.count == 1,
            let aggregate = aggregates[name]
        {
            let argument = try resolver.resolve(arguments[0])
            if !argument.isCollection { return .group(aggregate, argument) }
        }
        let resolved = try resolver.resolve(expression)
        guard !resolved.isCollection else {
            throw FetchRequestError.unsupported(expression.format)
        }
        return .object(resolved)
    }
}
