#if canImport(CoreData)
    import CoreData
    import Foundation

    extension Experiments {
        /// Types, values and options that do not occur in any file.
        static let values: [Experiment] = [
            Experiment(
                name: "object-ids", rule: "docs/internals/format.md#columns",
                question: "The column of an object ID",
                queries: [schema, "SELECT *, typeof(ZLINK) FROM ZTHING"],
                model: { model([entity("Thing", [attribute("link", .objectIDAttributeType)])]) },
                fill: { context in
                    let thing = insert("Thing", into: context)
                    try context.save()
                    thing.setValue(thing.objectID, forKey: "link")
                }),
            Experiment(
                name: "empty-to-many", rule: "docs/internals/format.md#to-many-relationships",
                question:
                    "Whether an empty to-many is saved that is not optional: without a least count, and with one",
                queries: ["SELECT Z_PK, ZNAME FROM ZOWNER ORDER BY 1"],
                model: {
                    let owner = entity("Owner", [attribute("name", .stringAttributeType)])
                    let part = entity("Part", [attribute("name", .stringAttributeType)])
                    relate(owner, "parts", toMany: true, part, "owner")
                    owner.relationshipsByName["parts"]?.isOptional = false
                    let strict = entity("Strict", [attribute("name", .stringAttributeType)])
                    relate(strict, "parts", toMany: true, part, "strict")
                    strict.relationshipsByName["parts"]?.isOptional = false
                    strict.relationshipsByName["parts"]?.minCount = 1
                    return model([owner, part, strict])
                },
                fill: { context in
                    for name in ["Owner", "Strict"] {
                        insert(name, ["name": "empty"], into: context)
                        do { try context.save() } catch {
                            print("\(name): \(error)")
                            context.reset()
                        }
                    }
                }),
            Experiment(
                name: "undefined-types", rule: "docs/internals/format.md#columns",
                question: "The column of an attribute of undefined type", queries: [schema],
                model: { model([entity("Thing", [attribute("what", .undefinedAttributeType)])]) },
                fill: { insert("Thing", into: $0) }),
            Experiment(
                name: "numbers", rule: "docs/internals/format.md#rows",
                question: "How large and small numbers, fractions and dates are stored",
                queries: [
                    "SELECT ZDECIMAL, typeof(ZDECIMAL), ZNUMBER, typeof(ZNUMBER), ZDATE, typeof(ZDATE) FROM ZTHING"
                ],
                model: {
                    model([
                        entity(
                            "Thing",
                            [
                                attribute("decimal", .decimalAttributeType),
                                attribute("number", .doubleAttributeType),
                                attribute("date", .dateAttributeType),
                            ])
                    ])
                },
                fill: { context in
                    for text in [
                        "0.1", "-0", "100000000000000000000", "9007199254740993", "1e-30", "NaN",
                        "12345678901234567890.123456789012345678",
                    ] {
                        insert(
                            "Thing",
                            [
                                "decimal": NSDecimalNumber(string: text), "number": Double(text) ?? 0,
                                "date": Date(timeIntervalSinceReferenceDate: Double(text) ?? 0),
                            ], into: context)
                        // A rejected value does not prevent the others from being saved.
                        do { try context.save() } catch {
                            print("\(text): \(error)")
                            context.reset()
                        }
                    }
                }),
            Experiment(
                name: "external-storage", rule: "docs/internals/format.md#rows",
                question: "From which size on a value of external storage is a file",
                queries: ["SELECT Z_PK, length(ZDATA), hex(substr(ZDATA, 1, 40)) FROM ZTHING ORDER BY Z_PK"],
                model: {
                    let data = attribute("data", .binaryDataAttributeType)
                    data.allowsExternalBinaryDataStorage = true
                    return model([entity("Thing", [data])])
                },
                fill: { context in
                    for size in [
                        0, 1, 16_384, 102_399, 102_400, 102_401, 131_071, 131_072, 131_073, 1_048_576,
                    ] {
                        insert("Thing", ["data": Data(repeating: 7, count: size)], into: context)
                        try context.save()
                    }
                }),
            Experiment(
                name: "composites", rule: "docs/internals/format.md#rows",
                question: "Composites within composites, with required elements, and without a value",
                queries: [schema, "SELECT * FROM ZTHING"],
                model: {
                    func composite(
                        _ name: String, _ elements: [NSAttributeDescription]
                    ) -> NSCompositeAttributeDescription {
                        let composite = NSCompositeAttributeDescription()
                        composite.name = name
                        composite.isOptional = true
                        composite.elements = elements
                        return composite
                    }
                    let required = attribute("street", .stringAttributeType)
                    required.isOptional = false
                    let position = composite(
                        "position",
                        [attribute("y", .doubleAttributeType), attribute("x", .doubleAttributeType)])
                    return model([entity("Thing", [composite("place", [required, position])])])
                },
                fill: { context in
                    insert("Thing", into: context)
                    insert("Thing", ["place": ["street": "a", "position": ["x": 1.5]]], into: context)
                }),
            Experiment(
                name: "options", rule: "docs/internals/format.md#version-hashes",
                question:
                    "Hashes, and flags in the model cache, of Spotlight, CloudKit's encryption and modifiers",
                queries: ["SELECT hex(Z_CONTENT) FROM Z_MODELCACHE"],
                model: {
                    let found = attribute("found", .stringAttributeType)
                    found.isIndexedBySpotlight = true
                    let secret = attribute("secret", .stringAttributeType)
                    secret.allowsCloudEncryption = true
                    let modified = attribute("modified", .stringAttributeType)
                    modified.versionHashModifier = "2"
                    return model([entity("Thing", [found, secret, modified])])
                }, fill: { insert("Thing", into: $0) }),
        ]

        /// The bits of many to-many relationships in the bitmaps of history. Some names share a bucket of the
        /// dictionary that orders them.
        static let histories: [Experiment] = [6, 12, 30].map { count in
            Experiment(
                name: "history-order-\(count)", rule: "docs/internals/format.md#dictionary-order",
                question:
                    "Which bit is which, of \(count) to-manys and \(count) many-to-manys changed one by one",
                queries: [
                    "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, hex(ZCOLUMNS) FROM ACHANGE"
                ],
                model: {
                    let hub = entity("Hub", [attribute("name", .stringAttributeType)])
                    let spoke = entity("Spoke", [attribute("name", .stringAttributeType)])
                    for index in 0..<count {
                        relate(hub, "ones\(index)", toMany: true, spoke, "one\(index)")
                        relate(hub, "manys\(index)", toMany: true, spoke, "hubs\(index)", inverseToMany: true)
                    }
                    return model([hub, spoke])
                },
                fill: { context in
                    let hub = insert("Hub", into: context)
                    let spoke = insert("Spoke", into: context)
                    try context.save()
                    for name in ["ones", "manys"] {
                        for index in 0..<count {
                            hub.setValue(NSSet(array: [spoke]), forKey: "\(name)\(index)")
                            try context.save()
                        }
                    }
                })
        }

        /// The tables that CloudKit's mirroring adds to a store. Mirroring rejects required attributes without default,
        /// relationships without inverse, and ordered relationships, so the model has none.
        static let mirrored: [Experiment] = [
            Experiment(
                name: "cloudkit", rule: "docs/internals/format.md#tables",
                question:
                    "The tables and numbers of entities that mirroring adds to a store, and what stands in them",
                queries: [
                    schema, "SELECT * FROM Z_PRIMARYKEY", "SELECT * FROM ANSCKMETADATAENTRY",
                    "SELECT * FROM ANSCKRECORDMETADATA", "SELECT * FROM ANSCKDATABASEMETADATA",
                    "SELECT * FROM ANSCKRECORDZONEMETADATA",
                ],
                model: {
                    let list = entity("List", [attribute("name", .stringAttributeType)])
                    let item = entity("Item", [attribute("photo", .binaryDataAttributeType)])
                    relate(list, "items", toMany: true, item, "list")
                    relate(list, "shared", toMany: true, item, "lists", inverseToMany: true)
                    return model([list, item])
                },
                fill: { context in
                    let list = insert("List", ["name": "a"], into: context)
                    insert("Item", ["list": list, "photo": Data([1, 2, 3])], into: context)
                }, isMirrored: true)
        ]
    }
#endif
