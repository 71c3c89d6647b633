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

    @Test("Partial indexes and indexes over the object and its entity are understood")
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

    @Test("Fetch request templates come from the model cache")
    func templates() throws {
        let model = try model("grocery-dude")
        #expect(
            model.fetchRequestTemplates.map(\.name)
                == ["ShoppingList", "UnknownLocationAtHome", "UnknownLocationAtShop"])
        #expect(
            model.fetchRequestTemplate(named: "ShoppingList")?.predicate
                == (try Predicate(format: "listed == 1")))
    }

    @Test("Every model cache is read without leaving anything out", arguments: Corpus.withCache)
    func warnings(entry: Corpus.Entry) throws {
        #expect(try ModelFile.read(path: entry.store).warnings == [])
    }

    @Test("What is no model archive is an error")
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
