import ObjectModel
import SQLite
import StoreFormat

// A folder that the user moved into another one, and that one into the first by the edition: nothing of both is in a tree any
// more, though neither made a circle.
extension Merger {
    /// What leads a to-one relationship to another object of the same family, of which it is one of many, or says nothing.
    func note(leader change: SeedChange, _ toOne: ToOneColumn, of key: Int64?) {
        guard let key, toOne.canMakeCircles(families, change.entity), !inserted.contains(change.object) else {
            return
        }
        led[toOne.column, default: [:]][key] = .init(object: change.object, name: toOne.relationship.name)
    }

    /// Holds one link of each circle that there is now, in relationships that have none in the new edition.
    func holdCircles(_ found: inout MergeHolds) throws {
        for (column, links) in led {
            guard let link = links.values.first else { continue }
            let table = layout.entity(named: families.names[link.object.family])?.table ?? ""
            let statement = try connection.prepare(
                "SELECT \(column.sqlIdentifier) FROM \(table.sqlIdentifier) WHERE Z_PK = ?1")
            let circles = try links.keys.circles { key in
                defer { statement.reset() }
                try statement.bind(key, at: 1)
                return try statement.step() && !statement.isNull(at: 0) ? statement.integer(at: 0) : nil
            }
            let seeds = circles.compactMap { circle in
                circle.compactMap { links[$0] }.min { $0.object.rank < $1.object.rank }
            }
            if try !seeds.isEmpty && !source.hasCircles(link.name, family: link.object.family) {
                for link in seeds { found.hold(link, .bothChanged) }
            }
        }
    }
}

extension ToOneColumn {
    /// Whether what leads to an object leads to one of the same family, and many may.
    func canMakeCircles(_ families: ObjectFamilies, _ entity: String) -> Bool {
        inverse?.isToMany != false
            && families.index(ofEntity: destinationName) == families.index(ofEntity: entity)
    }
}

extension Collection<Int64> {
    /// The circles to which steps from these keys lead, each from one of its own on.
    func circles(_ next: (Int64) throws -> Int64?) rethrows -> [[Int64]] {
        var seen: Set<Int64> = []
        var circles: [[Int64]] = []
        for start in sorted() {
            var path: [Int64] = []
            var places: [Int64: Int] = [:]
            var key: Int64? = start
            while let one = key, seen.insert(one).inserted {
                places[one] = path.count
                path.append(one)
                key = try next(one)
            }
            if let place = key.flatMap({ places[$0] }) { circles.append(Array(path[place...])) }
        }
        return circles
    }
}
