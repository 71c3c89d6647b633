import TestSupport
import Testing

@testable import ObjectModel

@Suite("Writing a model's XML")
struct ModelSourceTests {
    @Test(
        "Written XML reads back as an equal model",
        arguments: Corpus.all.compactMap(\.modelXML))
    func sources(path: String) throws {
        let model = try ModelFile.read(path: path).model
        let source = try ModelSource(of: model)
        #expect(source.omissions.map(ModelDifferenceText().describe) == [])
        #expect(try XMLModelReader.read(Array(source.text.utf8)).model == model)
    }

    @Test(
        "The XML of a model cache has the same hashes and reports omitted parts",
        arguments: Corpus.all.filter { (try? $0.facts().model_cache) == true })
    func caches(entry: Corpus.Entry) throws {
        let model = try ModelFile.read(path: entry.store).model
        let source = try ModelSource(of: model)
        let read = try XMLModelReader.read(Array(source.text.utf8)).model
        #expect(read.versionHashes == model.versionHashes)
        #expect((read == model) == source.isComplete)
        for omission in source.omissions {
            switch omission {
            // The compiler adds indexes for "indexed" attributes.
            case .entityAspect(_, .fetchIndexes, _, _), .entityAspect(_, .compoundIndexes, _, _),
                .propertyAspect(_, _, .isIndexed, _, _):
                break
            // Values of classes without a text form.
            case .propertyAspect(_, _, .userInfo, _, _),
                .propertyAspect(_, _, .defaultValue, _, _):
                break
            // Predicates beyond bounds, sort descriptors, and models without any identifier.
            case .propertyAspect(_, _, .validationPredicates, _, _),
                .propertyAspect(_, _, .fetchRequest, _, _),
                .modelAspect(.versionIdentifiers, _, _, _):
                break
            default: Issue.record("\(ModelDifferenceText().describe(omission))")
            }
        }
    }

    /// Returns a model with everything that the format supports.
    static func fullModel() throws -> ManagedObjectModel {
        func attribute(
            _ name: String, _ type: AttributeType, default value: PropertyValue? = nil,
            validation: PropertyValidation = .init(), elements: [AttributeDescription] = []
        ) -> PropertyDescription {
            .attribute(
                AttributeDescription(
                    PropertyTraits(name: name, isOptional: false, validation: validation),
                    type: type, defaultValue: value, elements: elements))
        }
        let odd = "a<b>&\"c'\t\n é 👩‍👧"
        return try ManagedObjectModel(
            entities: [
                EntityDescription(
                    name: "Item", isAbstract: true, managedObjectClassName: "AppItem",
                    renamingIdentifier: "Thing", versionHashModifier: "2",
                    userInfo: ["key": odd, "empty": ""],
                    ownProperties: [
                        attribute(
                            "i16", .integer16, default: .integer(-3),
                            validation: .init(minimum: .integer(-5), maximum: .integer(7))),
                        attribute("i64", .integer64, default: .integer(.max)),
                        attribute("flag", .boolean, default: .bool(true)),
                        attribute("double", .double, default: .double(0.1)),
                        attribute("float", .float, default: .double(0.1)),
                        attribute("decimal", .decimal, default: .decimal("-12.5")),
                        attribute(
                            "text", .string, default: .string(odd),
                            validation: .init(
                                minimumLength: 1, maximumLength: 50, regularExpression: "[a-z]+")),
                        attribute("date", .date, default: .date(1.5)),
                        attribute("uuid", .uuid, default: .uuid(Array(0..<16))),
                        attribute("uri", .uri, default: .uri("https://x.org/?a=1&b=2")),
                        attribute(
                            "place", .composite,
                            elements: [
                                .init(PropertyTraits(name: "x"), type: .double),
                                .init(PropertyTraits(name: "y"), type: .double),
                            ]),
                        .attribute(
                            AttributeDescription(
                                PropertyTraits(
                                    name: "blob", isTransient: true, isIndexedBySpotlight: true,
                                    versionHashModifier: "1", renamingIdentifier: "old",
                                    userInfo: ["a": "b"]),
                                type: .transformable, attributeValueClassName: "Color",
                                valueTransformerName: "Transformer",
                                allowsExternalBinaryDataStorage: true,
                                preservesValueInHistoryOnDeletion: true,
                                allowsCloudEncryption: true)),
                        .attribute(
                            AttributeDescription(
                                PropertyTraits(name: "count", isReadOnly: true), type: .integer64,
                                derivation: .function(
                                    name: "count:", arguments: [.keyPath("pages")]))),
                        .relationship(
                            RelationshipDescription(
                                PropertyTraits(name: "pages", userInfo: ["x": "y"]),
                                destinationEntityName: "Page", inverseRelationshipName: "item",
                                minCount: 1, maxCount: 9, isOrdered: true, deleteRule: .cascade)),
                        .fetchedProperty(
                            FetchedPropertyDescription(
                                PropertyTraits(
                                    name: "fetched", isTransient: true, isReadOnly: true),
                                fetchRequest: FetchRequestTemplate(
                                    name: "fetched", entityName: "Page",
                                    predicate: try .init(format: "item == $FETCH_SOURCE")))),
                    ],
                    uniquenessConstraints: [["text", "date"], ["uuid"]],
                    fetchIndexes: [
                        FetchIndexDescription(
                            name: "partial",
                            elements: [
                                .init(.property("text"), isAscending: false),
                                .init(.expression(.evaluatedObject, type: .objectID)),
                            ],
                            partialIndexPredicate: try .init(format: "flag == 1 AND i16 != nil"))
                    ]),
                EntityDescription(
                    name: "Page", superentityName: nil,
                    ownProperties: [
                        .relationship(
                            RelationshipDescription(
                                PropertyTraits(name: "item"), destinationEntityName: "Item",
                                inverseRelationshipName: "pages"))
                    ]),
                EntityDescription(name: "Book", superentityName: "Item"),
            ],
            versionIdentifiers: ["2.0"], configurations: ["Cloud": ["Page"], "Local": []],
            fetchRequestTemplates: [
                FetchRequestTemplate(
                    name: "All", entityName: "Item",
                    predicate: try .init(format: "text CONTAINS[cd] $TEXT"), fetchLimit: 3,
                    fetchBatchSize: 20, resultType: .dictionary, includesSubentities: false,
                    includesPropertyValues: false, returnsObjectsAsFaults: false,
                    returnsDistinctResults: true)
            ])
    }

    @Test("All features of the format are read back")
    func everything() throws {
        let model = try Self.fullModel()
        let source = try ModelSource(of: model)
        #expect(source.omissions.map(ModelDifferenceText().describe) == [])
        #expect(try XMLModelReader.read(Array(source.text.utf8)).model == model)
    }

    @Test("The same model is read back from an archive")
    func everythingArchived() throws {
        let model = try Self.fullModel()
        let archive = try ModelArchive(of: model)
        #expect(archive.omissions == [])
        let read = try ArchivedModelReader.read(archive.bytes).model
        #expect(ModelComparison(model, read).differences.map(ModelDifferenceText().describe) == [])
        #expect(read == model)
    }

    @Test("A character that XML cannot hold is an error")
    func control() throws {
        let model = try ManagedObjectModel(entities: [EntityDescription(name: "a\u{1}b")])
        #expect(throws: ModelSourceError(text: "a\u{1}b")) { try ModelSource(of: model) }
    }
}
