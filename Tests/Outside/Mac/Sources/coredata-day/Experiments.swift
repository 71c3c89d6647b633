#if canImport(CoreData)
    import CoreData
    import Foundation

    /// The experiments. Each store is also saved in the report's folder, so that further questions can be answered
    /// later.
    enum Experiments {
        static let all: [Experiment] =
            [orderedPair, reflexive, uriBesideUUID, middleDestination, history, duplicateTables]
            + derivations + collisions + joins + indexes + values + histories + mirrored

        static let schema = "SELECT type, name, sql FROM sqlite_master ORDER BY rowid"

        /// One experiment for each expression, because Core Data may reject one and accept the others.
        private static let derivations: [Experiment] = [
            ("canonical", .stringAttributeType, "canonical:(name)"),
            ("uppercase", .stringAttributeType, "uppercase:(name)"),
            ("lowercase", .stringAttributeType, "lowercase:(name)"),
            ("now", .dateAttributeType, "now()"),
            ("sum", .doubleAttributeType, "sum:(parts.weight)"),
            ("sum-of-path", .doubleAttributeType, "parts.@sum.weight"),
            ("minimum", .doubleAttributeType, "parts.@min.weight"),
            ("maximum", .doubleAttributeType, "parts.@max.weight"),
            ("average", .doubleAttributeType, "parts.@avg.weight"),
            ("count", .integer64AttributeType, "parts.@count"),
            ("path", .stringAttributeType, "box.label"),
        ].map { (name: String, type: NSAttributeType, format: String) in
            Experiment(
                name: "derivation-" + name, rule: "docs/internals/format.md#triggers-and-r-trees",
                question: "The triggers of an attribute derived by \(format)",
                queries: [
                    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid",
                    "SELECT * FROM ZOWNER",
                ],
                model: {
                    let owner = entity(
                        "Owner", [attribute("name", .stringAttributeType), derived("result", type, format)])
                    let part = entity("Part", [attribute("weight", .doubleAttributeType)])
                    let box = entity("Box", [attribute("label", .stringAttributeType)])
                    relate(owner, "parts", toMany: true, part, "owner")
                    relate(owner, "box", toMany: false, box, "owners", inverseToMany: true)
                    return model([owner, part, box])
                },
                fill: { context in
                    let box = insert("Box", ["label": "b"], into: context)
                    let owner = insert("Owner", ["name": "Crème Brûlée", "box": box], into: context)
                    insert("Owner", ["name": "Nothing"], into: context)
                    for weight in [1.5, 2.25] {
                        insert("Part", ["weight": weight, "owner": owner], into: context)
                    }
                    try context.save()
                    owner.setValue("Éclair", forKey: "name")
                })
        }

        private static let orderedPair = Experiment(
            name: "ordered-pair", rule: "docs/internals/format.md#relationships",
            question: "Two ordered to-manys into one table, and a many-to-many that is ordered at both ends",
            queries: [schema, "SELECT * FROM ZSONG", "SELECT * FROM Z_1TAGS"],
            model: {
                let list = entity("List", [attribute("name", .stringAttributeType)])
                let song = entity("Song", [attribute("name", .stringAttributeType)])
                let tag = entity("Tag", [attribute("name", .stringAttributeType)])
                relate(list, "songs", toMany: true, isOrdered: true, song, "list")
                relate(list, "encores", toMany: true, isOrdered: true, song, "encoreOf")
                relate(
                    list, "tags", toMany: true, isOrdered: true, tag, "lists", inverseToMany: true,
                    inverseIsOrdered: true)
                return model([list, song, tag])
            },
            fill: { context in
                let list = insert("List", into: context)
                let songs = ["a", "b", "c"].map { insert("Song", ["name": $0], into: context) }
                let tags = ["x", "y"].map { insert("Tag", ["name": $0], into: context) }
                list.setValue(NSOrderedSet(array: songs), forKey: "songs")
                list.setValue(NSOrderedSet(array: songs.reversed()), forKey: "encores")
                list.setValue(NSOrderedSet(array: tags), forKey: "tags")
            })

        private static let reflexive = Experiment(
            name: "reflexive", rule: "docs/internals/format.md#relationships",
            question:
                "The join table of many-to-manys of an entity with itself: one that is its own inverse, and a pair; "
                + "what of its rows stays where an object is deleted",
            queries: [schema, "SELECT * FROM ZPERSON", "SELECT * FROM Z_1FRIENDS"],
            model: {
                let person = entity("Person", [attribute("name", .stringAttributeType)])
                relate(person, "friends", toMany: true, person, "friends", inverseToMany: true)
                relate(person, "idols", toMany: true, person, "fans", inverseToMany: true)
                return model([person])
            },
            fill: { context in
                let people = ["Ann", "Bob", "Cem"].map { insert("Person", ["name": $0], into: context) }
                people[0].setValue(NSSet(array: [people[1], people[2]]), forKey: "friends")
                people[1].setValue(NSSet(array: [people[0]]), forKey: "idols")
                try context.save()
                context.delete(people[2])
            })

        private static let uriBesideUUID = Experiment(
            name: "uri-beside-uuid", rule: "docs/internals/format.md#columns",
            question: "The order of the columns of UUIDs, URIs, transformables and bytes",
            queries: [schema],
            model: {
                model([
                    entity(
                        "Thing",
                        [
                            attribute("a", .binaryDataAttributeType),
                            attribute("b", .transformableAttributeType),
                            attribute("c", .URIAttributeType), attribute("d", .UUIDAttributeType),
                            attribute("e", .stringAttributeType), attribute("f", .decimalAttributeType),
                        ])
                ])
            }, fill: { insert("Thing", ["d": UUID(), "c": URL(fileURLWithPath: "/x")], into: $0) })

        private static let middleDestination = Experiment(
            name: "middle-destination", rule: "docs/internals/format.md#columns",
            question: "The entity column of a to-one whose destination stands in the middle of a tree",
            queries: [schema, "SELECT * FROM ZHOLDER"],
            model: {
                let root = entity("Root", [attribute("name", .stringAttributeType)])
                let middle = entity("Middle", [])
                let leaf = entity("Leaf", [])
                root.subentities = [middle]
                middle.subentities = [leaf]
                let holder = entity("Holder", [])
                relate(holder, "held", toMany: false, middle, "holders", inverseToMany: true)
                return model([root, middle, leaf, holder])
            },
            fill: { context in
                insert("Holder", ["held": insert("Leaf", into: context)], into: context)
            })

        private static let history = Experiment(
            name: "history", rule: "docs/internals/format.md#persistent-history",
            question: "The bitmaps of changed columns, and tombstones, over all kinds of properties",
            queries: [
                "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, hex(ZCOLUMNS), hex(ZTOMBSTONE0) FROM ACHANGE",
                "SELECT * FROM ATRANSACTION",
            ],
            model: {
                let wide = entity(
                    "Wide",
                    (0..<20).map { attribute("p\($0)", .integer32AttributeType) }
                        + [attribute("name", .stringAttributeType), attribute("date", .dateAttributeType)])
                wide.attributesByName["name"]?.preservesValueInHistoryOnDeletion = true
                let other = entity("Other", [attribute("name", .stringAttributeType)])
                relate(wide, "other", toMany: false, other, "wides", inverseToMany: true)
                relate(wide, "many", toMany: true, other, "back", inverseToMany: true)
                return model([wide, other])
            },
            fill: { context in
                let wide = insert("Wide", ["name": "n"], into: context)
                let other = insert("Other", into: context)
                try context.save()
                for index in 0..<20 {
                    wide.setValue(index, forKey: "p\(index)")
                    try context.save()
                }
                wide.setValue(other, forKey: "other")
                try context.save()
                wide.setValue(NSSet(array: [other]), forKey: "many")
                try context.save()
                context.delete(wide)
            })

        private static let duplicateTables = Experiment(
            name: "duplicate-tables", rule: "docs/internals/format.md#tables",
            question: "Two entities whose tables would have one name", queries: [schema],
            model: {
                model([
                    entity("Thing", [attribute("a", .stringAttributeType)]),
                    entity("THING", [attribute("b", .stringAttributeType)]),
                ])
            }, fill: { insert("Thing", into: $0) })

        /// Names that share a bucket of the hash that orders Core Data's columns. Each entity has enough relationships
        /// that at least two must share one.
        private static let collisions: [Experiment] = [4, 8, 16, 32].map { count in
            Experiment(
                name: "hash-order-\(count)", rule: "docs/internals/format.md#columns",
                question: "The order of \(count) order columns in one table",
                queries: ["SELECT sql FROM sqlite_master WHERE name = 'ZMEMBER'"],
                model: {
                    let group = entity("Group", [attribute("name", .stringAttributeType)])
                    let member = entity("Member", [attribute("name", .stringAttributeType)])
                    for index in 0..<count {
                        relate(
                            group, "members\(index)", toMany: true, isOrdered: true, member, "group\(index)")
                    }
                    return model([group, member])
                }, fill: { insert("Group", into: $0) })
        }
    }
#endif
