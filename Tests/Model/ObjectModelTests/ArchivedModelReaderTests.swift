import TestSupport
import Testing

@testable import ObjectModel

@Suite("Reading a model archive", .enabled(if: Corpus.isPresent, Corpus.absence))
struct ArchivedModelReaderTests {
    private func model(_ name: String) throws -> ManagedObjectModel {
        try ModelFile.read(path: Corpus.entry(name).store).model
    }

    @Test("Bounds of a text are recognised in its validation predicates")
    func validation() throws {
        let title = try #require(
            try model("coredataplus-books").entity(named: "Book")?.attribute(named: "title"))
        #expect(
            title.validation
                == PropertyValidation(
                    minimumLength: 3, maximumLength: 50,
                    predicates: [try Predicate(format: "SELF CONTAINS \"title\"")]))
    }

    @Test("A derived attribute has its expression, a fetched property its request")
    func derivedAndFetched() throws {
        let model = try model("coredataplus-books")
        let count = model.entity(named: "Book")?.attribute(named: "pagesCount")
        #expect(count?.derivation == .function(name: "count:", arguments: [.keyPath("pages")]))
        #expect(count?.isReadOnly == true)
        let feedbacks = try #require(
            model.entity(named: "Author")?.fetchedProperty(named: "feedbacks"))
        #expect(
            feedbacks.fetchRequest
                == FetchRequestTemplate(
                    name: "feedbacks", entityName: "Feedback",
                    predicate: try Predicate(format: "authorAlias == $FETCH_SOURCE.alias"),
                    sortDescriptors: [.init(key: "rating")]))
        #expect(
            model.configurationNames
                == ["SampleConfigurationV2Part1", "SampleConfigurationV2Part2"])
    }

    @Test("Inherited copies and proxies are not taken as a subentity's own properties")
    func inherited() throws {
        let model = try model("coredataplus-books")
        let graphicNovel = try #require(model.entity(named: "GraphicNovel"))
        #expect(graphicNovel.superentityName == "Book")
        #expect(graphicNovel.declares("title") == false)
        #expect(graphicNovel.attribute(named: "title") != nil)
        for entity in model.entities {
            guard let parent = model.superentity(of: entity) else { continue }
            let inherited = Set(parent.properties.map(\.name))
            #expect(entity.ownProperties.filter { inherited.contains($0.name) }.isEmpty)
        }
    }

    @Test("Defaults keep their kind: decimal, UUID, date, and an app's own class by name")
    func defaults() throws {
        let entities = try Corpus.withCache.flatMap {
            try ModelFile.read(path: $0.store).model.entities
        }
        let values = entities.flatMap(\.attributes).compactMap(\.defaultValue)
        func has(_ test: (PropertyValue) -> Bool) -> Bool { values.contains(where: test) }
        #expect(has { if case .uuid(let bytes) = $0 { bytes.count == 16 } else { false } })
        #expect(has { $0 == .decimal("0") })
        #expect(has { $0 == .date(-946_688_700) })
        #expect(has { $0 == .object(className: "CoreDataPlus_Tests.Cover") })
        #expect(has { $0 == .dictionary([:]) })
    }

    @Test("Composite attributes have their elements in declared order")
    func composites() throws {
        let cocktail = try #require(try model("cocktails-swiftdata").entity(named: "Cocktail"))
        let author = try #require(cocktail.attribute(named: "author"))
        #expect(author.elements.map(\.name) == ["id", "person", "place", "year"])
        #expect(author.isComposite)
        #expect(cocktail.uniquenessConstraints == [["cocktailName"]])
        #expect(cocktail.fetchIndexes.contains { $0.elements.count == 2 })
    }

    @Test("Partial indexes, and indexes of the object and its entity, are read")
    func photos() throws {
        let model = try model("photos-13")
        let indexes = model.entities.flatMap(\.fetchIndexes)
        #expect(indexes.filter { $0.partialIndexPredicate != nil }.count == 21)
        let targets = indexes.flatMap(\.elements).map(\.target)
        let own = targets.filter { $0 == .expression(.evaluatedObject, type: .objectID) }
        let entity = targets.filter { $0 == .expression(.keyPath("entity"), type: .undefined) }
        #expect(own.count == 12)
        #expect(entity.count == 3)
        #expect(indexes.flatMap(\.elements).contains { !$0.isAscending })
        let asset = try #require(model.entity(named: "Asset"))
        let orientation = try #require(asset.attribute(named: "orientation"))
        #expect(orientation.validation == PropertyValidation(maximum: .integer(8)))
    }

    @Test("Fetch request templates are read from the model cache")
    func templates() throws {
        let model = try model("grocery-dude")
        #expect(
            model.fetchRequestTemplates.map(\.name)
                == ["ShoppingList", "UnknownLocationAtHome", "UnknownLocationAtShop"])
        #expect(
            model.fetchRequestTemplate(named: "ShoppingList")?.predicate
                == (try Predicate(format: "listed == 1")))
    }

    @Test("Every model cache is read completely", arguments: Corpus.withCache)
    func warnings(entry: Corpus.Entry) throws {
        #expect(try ModelFile.read(path: entry.store).warnings == [])
    }

    /// Creates a model archive with one entity and one attribute, whose fields a test may change.
    static func archive(
        attribute: [String: PropertyList] = [:], classes: [String] = ["NSAttributeDescription"],
        more: [PropertyList] = []
    ) -> PropertyList {
        func type(_ names: String...) -> PropertyList { type(names) }
        func type(_ names: [String]) -> PropertyList {
            .dictionary([
                "$classname": .string(names[0]), "$classes": .array(names.map { .string($0) }),
            ])
        }
        let fields: [String: PropertyList] = [
            "$class": .uid(9), "NSPropertyName": .string("a"), "NSAttributeType": .integer(700),
        ]
        let objects: [PropertyList] = [
            .string("$null"),
            .dictionary(["$class": .uid(2), "NSEntities": .uid(3)]),
            type("NSManagedObjectModel"),
            .dictionary([
                "$class": .uid(4), "NS.keys": .array([.string("E")]),
                "NS.objects": .array([.uid(5)]),
            ]),
            type("NSDictionary"),
            .dictionary([
                "$class": .uid(6), "NSEntityName": .string("E"), "NSProperties": .uid(7),
            ]),
            type("NSEntityDescription"),
            .dictionary([
                "$class": .uid(4), "NS.keys": .array([.string("a")]),
                "NS.objects": .array([.uid(8)]),
            ]),
            .dictionary(fields.merging(attribute) { $1 }),
            type(classes),
        ]
        return .dictionary([
            "$top": .dictionary(["root": .uid(1)]), "$objects": .array(objects + more),
        ])
    }

    private func attribute(_ list: PropertyList) throws -> AttributeDescription {
        let model = try ArchivedModelReader.read(list).model
        return try #require(model.entity(named: "E")?.attribute(named: "a"))
    }

    @Test("An object of an app's subclass is read as its superclass")
    func subclasses() throws {
        let classes = ["App.Attribute", "NSAttributeDescription", "NSObject"]
        #expect(try attribute(Self.archive(classes: classes)).type == .string)
        #expect(throws: ModelError.self) {
            try attribute(Self.archive(classes: ["App.Attribute", "NSObject"]))
        }
    }

    @Test("Dangling, cyclic and wrong references are errors or are ignored")
    func references() throws {
        for place in [0, -1, 99, Int.max] {
            let list = Self.archive(attribute: ["NSDefaultValue": .uid(place)])
            #expect(try attribute(list).defaultValue == nil)
        }
        // A dictionary that contains itself, as user info.
        let circle = PropertyList.dictionary([
            "$class": .uid(4), "NS.keys": .array([.string("k")]), "NS.objects": .array([.uid(10)]),
        ])
        #expect(
            throws: ModelError(.tooMany(what: "nested values", limit: KeyedArchive.depthLimit))
        ) {
            try attribute(Self.archive(attribute: ["NSUserInfo": .uid(10)], more: [circle]))
        }
        // A proxy for itself.
        #expect(throws: ModelError.self) {
            try attribute(
                Self.archive(
                    attribute: ["NSUnderlyingProperty": .uid(8)],
                    classes: ["_NSPropertyDescriptionProxy"]))
        }
        // A composite that is its own element.
        #expect(throws: ModelError.self) {
            try attribute(
                Self.archive(
                    attribute: [
                        "NSAttributeType": .integer(2100),
                        "NSCompositeElements": .array([.uid(8), .uid(8)]),
                    ], classes: ["NSCompositeAttributeDescription"]))
        }
    }

    @Test("User info that doubles at every level is refused")
    func doubling() {
        let levels = (0..<30).map { level in
            PropertyList.array([.uid(11 + level), .uid(11 + level)])
        }
        let info = PropertyList.dictionary([
            "$class": .uid(4), "NS.keys": .array([.string("k")]), "NS.objects": .array([.uid(11)]),
        ])
        #expect(throws: ModelError.self) {
            try attribute(
                Self.archive(attribute: ["NSUserInfo": .uid(10)], more: [info] + levels))
        }
    }

    @Test("A decimal default is read in either byte order")
    func decimal() throws {
        func number(_ bytes: [UInt8], order: Int64, negative: Bool = false) -> PropertyList {
            .dictionary([
                "$class": .uid(11), "NS.mantissa": .data(bytes + Array(repeating: 0, count: 14)),
                "NS.mantissa.bo": .integer(order), "NS.exponent": .integer(-2),
                "NS.length": .integer(1), "NS.negative": .bool(negative),
            ])
        }
        func value(_ number: PropertyList) throws -> PropertyValue? {
            try attribute(
                Self.archive(
                    attribute: ["NSAttributeType": .integer(400), "NSDefaultValue": .uid(10)],
                    more: [number, .dictionary(["$classname": .string("NSDecimalNumber")])])
            ).defaultValue
        }
        // 1250 hundredths.
        #expect(try value(number([0xE2, 0x04], order: 1)) == .decimal("12.5"))
        #expect(try value(number([0x04, 0xE2], order: 2, negative: true)) == .decimal("-12.5"))
    }

    @Test("A file that is not a model archive is an error")
    func noModel() {
        #expect(throws: ModelError(.malformed("the property list is no keyed archive"))) {
            try ArchivedModelReader.read(PropertyList.dictionary(["a": .integer(1)]))
        }
        let archive = PropertyList.dictionary([
            "$top": .dictionary(["root": .uid(1)]),
            "$objects": .array([
                .string("$null"), .dictionary(["$class": .uid(2)]),
                .dictionary(["$classname": .string("NSArray")]),
            ]),
        ])
        #expect(throws: ModelError(.malformed("the archive holds no managed object model"))) {
            try ArchivedModelReader.read(archive)
        }
    }
}
