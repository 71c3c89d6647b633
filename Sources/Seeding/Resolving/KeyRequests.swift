// Which indexes a build needs: for what is looked for, and for what must be unique.

extension ResolvedLoad {
    /// The indexes for what rows refer to, and for what they must not have in common.
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
    /// The index that objects are looked up in, those of what their keys refer to, and those of what created ones
    /// must not share.
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
