#if canImport(CoreData)
    import CoreData
    import Foundation

    extension Experiments {
        /// The relationship of a pair within one entity that names the join table, and the numbering of columns for
        /// relationships of one name.
        static let joins: [Experiment] =
            [1, 2, 5, 12].map { count in
                Experiment(
                    name: "join-names-\(count)", rule: "docs/internals/format.md#many-to-many",
                    question:
                        "Which names the join table, of \(count) pairs between relationships of one entity",
                    queries: ["SELECT sql FROM sqlite_master WHERE name LIKE 'Z\\_1%' ESCAPE '\\'"],
                    model: {
                        let pairs = [
                            ("idols", "fans"), ("above", "below"), ("likes", "likedBy"), ("next", "previous"),
                            ("parents", "children"), ("blocks", "blockedBy"), ("sources", "targets"),
                            ("mentors", "students"), ("references", "citations"), ("left", "right"),
                            ("suggested", "suggestions"), ("hosts", "guests"),
                        ]
                        let person = entity("Person", [attribute("name", .stringAttributeType)])
                        for (one, other) in pairs.prefix(count) {
                            relate(person, one, toMany: true, person, other, inverseToMany: true)
                        }
                        return model([person])
                    }, fill: { insert("Person", into: $0) })
            } + [
                Experiment(
                    name: "join-suffixes", rule: "docs/internals/format.md#many-to-many",
                    question:
                        "The suffixes of columns where six relationships of one name lead to one entity",
                    queries: ["SELECT sql FROM sqlite_master WHERE name LIKE 'Z\\_%CARDS' ESCAPE '\\'"],
                    model: {
                        let card = entity("Card", [attribute("name", .stringAttributeType)])
                        let others = ["Author", "Day", "Publisher", "Subject", "Title", "Volume"].map {
                            name in
                            let other = entity(name, [attribute("name", .stringAttributeType)])
                            relate(
                                card, name.lowercased() + "s", toMany: true, other, "cards",
                                inverseToMany: true)
                            return other
                        }
                        return model([card] + others)
                    }, fill: { insert("Card", into: $0) })
            ]

        /// Partial indexes with one predicate each, and R-trees.
        static let indexes: [Experiment] =
            [
                ("in", "number IN {1, 2}"), ("between", "number BETWEEN {1, 2}"), ("not", "NOT number == 1"),
                ("begins", "name BEGINSWITH 'a'"), ("contains", "name CONTAINS[cd] 'a'"),
                ("like", "name LIKE 'a*'"), ("true", "TRUEPREDICATE"),
                ("nested", "(number > 1 OR name != 'a') AND NOT (number < 9 AND name == nil)"),
            ].map { (name: String, format: String) in
                indexed("partial-index-" + name, "A partial index with \(format)", ["name"]) { index in
                    index.partialIndexPredicate = predicate(format)
                }
            } + [
                indexed(
                    "r-tree", "A fetch index whose elements are an R-tree, and its triggers",
                    ["latitude", "longitude"]
                ) { _ in }
            ]

        private static func indexed(
            _ name: String, _ question: String, _ names: [String],
            _ change: @escaping @Sendable (NSFetchIndexDescription) -> Void
        ) -> Experiment {
            let isTree = names.count > 1
            return Experiment(
                name: name,
                rule: isTree
                    ? "docs/internals/format.md#triggers-and-r-trees" : "docs/internals/format.md#indexes",
                question: question, queries: [schema],
                model: {
                    let thing = entity(
                        "Thing",
                        [
                            attribute("name", .stringAttributeType),
                            attribute("number", .integer32AttributeType),
                            attribute("latitude", .doubleAttributeType),
                            attribute("longitude", .doubleAttributeType),
                        ])
                    let index = NSFetchIndexDescription(
                        name: "byWhat",
                        elements: names.compactMap { thing.attributesByName[$0] }.map {
                            NSFetchIndexElementDescription(
                                property: $0, collationType: isTree ? .rTree : .binary)
                        })
                    change(index)
                    thing.indexes = [index]
                    return model([thing])
                },
                fill: {
                    insert("Thing", ["name": "a", "number": 1, "latitude": 1.5, "longitude": 2.5], into: $0)
                })
        }
    }
#endif
