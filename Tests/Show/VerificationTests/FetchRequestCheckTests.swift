import ObjectModel
import StoreFormat
import TestSupport
import Testing

@testable import Verification

@Suite("Fetch requests of a model under verification")
struct FetchRequestCheckTests {
    private func warnings(_ entities: String) throws -> [String] {
        let folder = try TestFolder()
        let model = try ModelFile.read(path: folder.writeModel(entities)).model
        let path = folder.path + "/Store.sqlite"
        try StoreCreator(model: model).create(at: path)
        return try StoreVerifier(checks: [FetchRequestCheck()]).verify(path: path).flatMap { result in
            result.outcome.warnings.map(\.line)
        }
    }

    private static func model(_ fetchedProperty: String, _ requests: String) -> String {
        """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/>\(fetchedProperty)</entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/></entity>
        \(requests)
        """
    }

    @Test("Templates and fetched properties that would crash the app are warnings")
    func crashing() throws {
        let found = try warnings(
            Self.model(
                """
                <fetchedProperty name="same"><fetchRequest name="a" entity="Item"
                predicateString="tags.name == $FETCH_SOURCE.name"/></fetchedProperty>
                """,
                """
                <fetchRequest name="All" entity="Item" predicateString="ALL tags.name == $NAME"/>
                <fetchRequest name="Gone" entity="Item" predicateString="nmae == 'x'"/>
                """))
        #expect(
            found == [
                "Item: the fetch request template All makes the app crash: "
                    + "ALL is not supported before `tags.name`: count the others with SUBQUERY",
                "Item: the fetch request template Gone makes the app crash: Item has no nmae",
                "Item .same: the fetched property makes the app crash: "
                    + "`tags.name` has several values: write ANY before it",
            ])
    }

    @Test("Other requests pass, with their variables unset")
    func sound() throws {
        #expect(
            try warnings(
                Self.model(
                    """
                    <fetchedProperty name="same"><fetchRequest name="a" entity="Item"
                    predicateString="name == $FETCH_SOURCE.name AND SELF != $FETCH_SOURCE"/></fetchedProperty>
                    """,
                    """
                    <fetchRequest name="Any" entity="Item" predicateString="ANY tags.name == $NAME"/>
                    <fetchRequest name="In" entity="Item" predicateString="name IN $NAMES"/>
                    <fetchRequest name="Tagged" entity="Item" predicateString="tags CONTAINS $TAG"/>
                    <fetchRequest name="Every" entity="Tag"/>
                    """)) == [])
    }
}
