import ObjectModel

extension FetchRequest {
    /// Returns the parts of the request that Core Data would refuse.
    ///
    /// - Parameter isOfDictionaries: whether dictionaries are fetched, and not objects.
    func refusals(in map: StoreMap, ofDictionaries isOfDictionaries: Bool) throws -> [FetchRefusal] {
        var request = self
        request.allowsExtensions = true
        var refusals = try FetchPlan(request.objectRequest, in: map).refusals
        guard isOfDictionaries else { return refusals }
        let entity = try map.entity(of: self)
        let more = try DictionaryPlan(request, entity: entity, in: map, now: 0).refusals
        for refusal in more where !refusals.contains(refusal) { refusals.append(refusal) }
        return refusals
    }

    /// Whether the request uses something that only dictionary results have.
    var isOfDictionaries: Bool {
        !propertiesToFetch.isEmpty || !propertiesToGroupBy.isEmpty || havingPredicate != nil
    }

    /// The part of the request that concerns objects. It has no sort descriptors if the results are groups, because
    /// groups have an order of their own.
    private var objectRequest: FetchRequest {
        var request = resolvingColumnNames
        let isGrouped = propertiesToFetch.contains { property in
            guard case .expression(_, .function(let name, _, nil)) = property else { return false }
            return DictionaryPlan.aggregates[name] != nil
        }
        if isGrouped || !propertiesToGroupBy.isEmpty || havingPredicate != nil {
            request.sortDescriptors = []
        }
        return request
    }
}

extension FetchRequest {
    /// Creates a request from a template, with null in place of its variables. It suffices to find out whether the
    /// request can be answered, but it cannot be fetched.
    ///
    /// - Throws: ``FetchRequestError/unknownSortSelector(_:)``.
    package init(shapeOf template: FetchRequestTemplate) throws {
        let nothing = Expression.constant(.null)
        let predicate = template.predicate?.replacingFetchSource(with: nothing) { _ in nothing }
        let variables = predicate?.variableNames ?? []
        try self.init(
            template.replacing(predicate: predicate),
            substituting: Dictionary(keepingFirst: variables.map { ($0, nothing) }))
        if template.resultType == .dictionary {
            propertiesToFetch = template.propertiesToFetch.map { .keyPath($0) }
        }
    }
}
