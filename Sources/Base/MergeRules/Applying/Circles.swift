// A folder that the user moved into another one, and the edition the other one into the first: both would be in no tree any
// more, although neither side made a circle.
nonisolated extension SeedMerge.Merger {
    /// Records that a to-one relationship leads to another object of the same family.
    func record(parentOf change: Change, _ toOne: Relationship, _ object: Managed) {
        guard schema.canFormCircles(toOne, of: change.entity), !inserted.contains(change.object),
            let end = end(object, toOne.name)
        else { return }
        newParents[toOne.name, default: [:]][end.family, default: [:]][end.id] =
            .init(object: change.object, name: toOne.name)
    }

    /// Blocks one link of each circle in relationships that form none in the new edition.
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
    /// The circles to which steps from some objects lead.
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
