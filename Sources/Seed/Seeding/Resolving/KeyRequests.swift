// The indexes that a build needs: those for lookups, and those for uniqueness constraints.

extension ResolvedLoad {
    /// The indexes for the destinations that rows refer to, and for uniqueness constraints.
    var keyRequests: [KeyRegistry.Request] {
        variants.flatMap { rows in
            rows.uniques.map(\.keyRequest) + rows.targets.flatMap(\.keyRequests)
        }
    }
}

extension ResolvedJunction {
    /// The indexes for both ends of a row.
    var keyRequests: [KeyRegistry.Request] { source.keyRequests + target.keyRequests }
}

extension ResolvedTarget {
    /// The index of the objects that are looked up, those of the destinations in their keys, and those of the
    /// constraints on created objects.
    var keyRequests: [KeyRegistry.Request] {
        let own = KeyRegistry.Request(
            name: indexName, entity: destination, parts: parts, takesNulls: mayBeNull.contains(true))
        return [own] + links.flatMap(\.target.keyRequests) + uniques.map(\.keyRequest)
    }
}

extension ResolvedUnique {
    /// The index that finds an equal object.
    var keyRequest: KeyRegistry.Request {
        KeyRegistry.Request(name: indexName, entity: entity, parts: parts)
    }
}
