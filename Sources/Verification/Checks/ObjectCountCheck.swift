import ObjectLayer

/// A context finds as many objects of each entity as its table has rows. An index that lacks rows
/// shows here.
struct ObjectCountCheck: StoreCheck {
    let name = "object counts"
    let purpose = "a fetch request finds as many objects of each entity as there are rows"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        let context = try store.context()
        for root in store.roots where store.has(root.table) {
            let numbers = store.concreteNumbers(ofFamily: root)
            guard !numbers.isEmpty else { continue }
            // One pass over the table itself, without the help of an index.
            let sums = numbers.map { "total(Z_ENT = \($0))" }.joined(separator: ", ")
            let counts =
                try store.connection.firstRow(
                    "SELECT \(sums) FROM \(root.table.sqlIdentifier) NOT INDEXED"
                ) { row in numbers.indices.map { row.integer(at: $0) } } ?? []
            for (number, rows) in zip(numbers, counts) {
                guard let entity = store.layout.entity(numbered: number) else { continue }
                outcome.examine(rows)
                var request = FetchRequest(entityName: entity.name)
                request.includesSubentities = false
                let objects = Int64(try context.count(for: request))
                if objects != rows {
                    outcome.report(
                        Finding(
                            entity: entity.name,
                            objects == 1
                                ? "1 object is found, but there are \(rows) rows"
                                : "\(objects) objects are found, but there "
                                    + (rows == 1 ? "is 1 row" : "are \(rows) rows")))
                }
            }
        }
    }
}
