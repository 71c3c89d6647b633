import ObjectModel
import TestSupport
import Testing

@Suite("Comparing real models", .enabled(if: Corpus.isPresent, Corpus.absence))
struct CorpusComparisonTests {
    private static func words(_ left: String, _ right: String) throws -> [String] {
        let comparison = ModelComparison(
            try ModelFile.read(path: left), try ModelFile.read(path: right))
        let text = ModelDifferenceText()
        return [text.describe(comparison.verdict)]
            + comparison.differences.map(text.describe)
    }

    @Test(
        "A store is compared with the later version of its model",
        arguments: ["CartStorage.momd", "CartStorage.xcdatamodel"])
    func laterVersion(model: String) throws {
        let entry = try Corpus.entry("cartkit")
        #expect(
            try Self.words(entry.store, entry.folder + "/" + model) == [
                "will not open: the version hashes of CDCart, CDCartItem, CDCartItemModifier "
                    + "differ",
                "attribute CDCart.promotionKindsJSON is missing from the store",
                "attribute CDCart.sessionId is missing from the store",
                "CDCartItem.modifiers: inverse none in the store, item in the model",
                "CDCartItemModifier.item: inverse none in the store, modifiers in the model",
            ])
    }

    @Test("A relationship that is renamed and becomes to-many is reported as such")
    func renamedRelationship() throws {
        let words = try Self.words(
            Corpus.entry("bookmarks-1").store, Corpus.entry("bookmarks-5").store)
        #expect(words.first == "will not open: the version hashes of BookmarkEntity differ")
        #expect(
            words.contains(
                "BookmarkEntity.favoriteFolder in the store is renamed to "
                    + "BookmarkEntity.favoriteFolders in the model"))
        #expect(
            words.contains(
                "BookmarkEntity.favoriteFolders: to-one in the store, to-many in the model"))
        #expect(words.contains("attribute BookmarkEntity.isFavorite is missing from the model"))
        #expect(
            words.contains(
                "BookmarkEntity.url: version hash modifier none in the store, 3 in the model"))
    }

    @Test("Removed entities and superentities are reported")
    func removedEntities() throws {
        let words = try Self.words(
            Corpus.entry("moody-2").store, Corpus.entry("moody-5").store)
        #expect(
            words.first == "will not open: the version hashes of Country differ; "
                + "the model lacks Continent, GeographicRegion")
        #expect(words.contains("entity Continent is missing from the model"))
        #expect(
            words.contains(
                "entity Country: parent entity GeographicRegion in the store, none in the model"))
    }

    @Test(
        "Every store opens with the XML that it was made from",
        arguments: Corpus.entries.filter {
            $0.modelXML != nil && (try? $0.facts().model_cache) == true
        })
    func sourceAndCache(entry: Corpus.Entry) throws {
        let comparison = ModelComparison(
            try ModelFile.read(path: entry.store),
            try ModelFile.read(path: try #require(entry.modelXML)))
        #expect(comparison.verdict.willOpen)
        let counting = comparison.differences.filter(\.countsInVersionHash)
        #expect(counting == [])
    }

    @Test("The order of entities in a file does not matter", arguments: ["photos-13", "cartkit"])
    func order(name: String) throws {
        let left = try ModelFile.read(path: Corpus.entry(name).store).model
        let right = try ModelFile.read(path: Corpus.entry("wire-2-42").store).model
        func shuffled(_ model: ManagedObjectModel) throws -> ManagedObjectModel {
            try ManagedObjectModel(entities: model.entities.reversed())
        }
        let one = ModelComparison(
            try ManagedObjectModel(entities: left.entities),
            try ManagedObjectModel(entities: right.entities))
        let other = ModelComparison(try shuffled(left), try shuffled(right))
        #expect(one.differences == other.differences)
        #expect(one.verdict == other.verdict)
        #expect(!one.differences.isEmpty)
    }
}
