// For example, the user moved folder A into B, and the edition moved B into A. Together, the two moves would make a
// circle outside any tree, although neither side made one.
nonisolated extension SeedMerge.Merger {
    /// Records that a to-one relationship has a new destination of the same family.
    func record(parentOf change: Change, _ toOne: Relationship, _ object: Managed) {
        guard schema.canFormCircles(toOne, of: change.entity), !inserted.contains(change.object),
            let end = end(object, toOne.name)
        else { return }
        newParents[toOne.name, default: [:]][end.family, default: [:]][end.id] =
            .init(object: change.object, name: toOne.name)
    }

    /// Blocks one link of each circle, unless the relationship forms circles in the new edition.
    func blockCircles(_ found: inout BlockedChanges) throws {
        for (name, families) in newParents {
            for (family, links) in families {
                let circles = try SeedMerge.circles(from: links.keys) {
                    try store.destinationID(name, schema.roots[family], $0)
                }
                let first = circles.compactMap { circle in
                    circle.compactMap { links[$0] }.min { $0.object.rank < $1.object.rank }
                }
                if try !first.isEmpty && !source.hasCircles(name, family: family) {
                    for link in first { found.block(link, .bothChanged) }
                }
            }
        }
    }
}

nonisolated extension SeedMerge {
    /// Returns the circles that are reached by following links from some objects.
    public static func circles<ID: Hashable>(
        from starts: some Swift.Sequence<ID>, _ next: (ID) throws -> ID?
    ) rethrows -> [[ID]] {
        var seen: Set<ID> = []
        var circles: [[ID]] = []
        for start in starts {
            var path: [ID] = []
            var places: [ID: Int] = [:]
            var id: ID? = start
            while let one = id, seen.insert(one).inserted {
                places[one] = path.count
                path.append(one)
                id = try next(one)
            }
            if let place = id.flatMap({ places[$0] }) { circles.append(Swift.Array(path[place...])) }
        }
        return circles
    }
}
