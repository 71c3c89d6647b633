import ObjectModel
import StoreFormat

// Objects that no key tells apart, in editions that are built anew (docs/comparing.md#which-objects-are-the-same).
extension ObjectMatching {
    /// Matches objects without key that lead to others without, by their values and those of their destinations that have
    /// a match: first where there is one such object on either side, which may tell what others are; then in their order,
    /// those that lead to most that is known.
    func matchEntangled(_ all: [Item]) throws {
        guard purpose == .comparison else { return }
        let tables = Set(all.map(\.table.number))
        func isOpen(_ toOne: (old: ToOneColumn, new: ToOneColumn)) -> Bool {
            destination(toOne.old, toOne.new).map { tables.contains($0.number) } ?? false
        }
        let items = all.filter { $0.entity.toOnes.contains(where: isOpen) }
            .map { (item: $0, known: $0.entity.toOnes.count { !isOpen($0) }) }
            .sorted { $0.known > $1.known }.map(\.item)
        for next in items {
            // A long chain of links would tell one object in each round.
            for _ in 0..<16 {
                let open = openCount
                for item in items { try counted(item) { try matchByValue(item, of: .known, .alone) } }
                if openCount == open { break }
            }
            try counted(next) { try matchByValue(next, of: .known, .unmovedFirstOfMore) }
        }
    }

    /// Counts what is matched of an entity as matched by likeness alone.
    private func counted(_ item: Item, _ match: () throws -> Void) throws {
        let open = openCount(item)
        try match()
        let found = open - openCount(item)
        if found > 0 { likely[item.entity.description.name, default: 0] += found }
    }

    /// Matches objects that have no key, and counts them.
    func matchByLikeness(_ item: Item) throws {
        try counted(item) { try matchLike(item) }
    }

    private func matchLike(_ item: Item) throws {
        // Where rows were numbered anew, equal ones are in their order.
        try matchByValue(
            item, of: .all, purpose == .comparison ? .unmovedFirstOfMore : .unmovedFirst)
        if let name = item.entity.description.namingAttributes(in: pair.new.model).first?.name {
            try match(item, by: [name], purpose == .update ? .unmovedFirst : .inOrder)
        }
        switch purpose {
        case .update: try matchByValue(item, of: .any, .inOrder)
        case .comparison:
            // What has the same partner in both editions is the same, whatever its values.
            for toOne in item.entity.toOnes where toOne.new.inverse?.isToMany == false {
                try match(item, by: [toOne.new.relationship.name], .inOrder)
            }
            try matchByPrimaryKey(item)
        case .descent, .additions: try matchByPrimaryKey(item)
        }
    }
}
