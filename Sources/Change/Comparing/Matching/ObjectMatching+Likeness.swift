import ObjectModel
import StoreFormat

// Objects without keys in editions that are built anew (docs/guides/comparing.md#which-objects-are-the-same).
extension ObjectMatching {
    /// Matches objects without a key whose destinations have no key either, by their values and by their matched
    /// destinations. Objects that are unique on both sides are matched first, because they may identify others. The
    /// remaining ones are matched in their order, starting with entities that have the most known destinations.
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
            // The limit of rounds: a long chain of links could match only one object in each round.
            for _ in 0..<16 {
                let open = openCount
                for item in items { try counted(item) { try matchByValue(item, of: .known, .alone) } }
                if openCount == open { break }
            }
            try counted(next) { try matchByValue(next, of: .known, .unmovedFirstOfMore) }
        }
    }

    /// Counts the new matches of an entity as matches by likeness alone.
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
        // If rows were numbered anew, equal ones keep their order.
        try matchByValue(
            item, of: .all, purpose == .comparison ? .unmovedFirstOfMore : .unmovedFirst)
        if let name = item.entity.description.namingAttributes(in: pair.new.model).first?.name {
            try match(item, by: [name], purpose == .update ? .unmovedFirst : .inOrder)
        }
        switch purpose {
        case .update: try matchByValue(item, of: .any, .inOrder)
        case .comparison:
            // Objects with the same partner in both editions match, whatever their values.
            for toOne in item.entity.toOnes where toOne.new.inverse?.isToMany == false {
                try match(item, by: [toOne.new.relationship.name], .inOrder)
            }
            try matchByPrimaryKey(item)
        case .descent, .additions: try matchByPrimaryKey(item)
        }
    }
}
