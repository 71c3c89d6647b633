import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Copying

@Suite("Links that are not copied")
struct LinksLeftTests {
    /// Boxes show items, without an inverse. Lists have items, with an inverse. Both have tags.
    private static let model = """
        <entity name="Box"><relationship name="shown" optional="YES" toMany="YES"
            destinationEntity="Item"/><relationship name="lid" optional="YES" maxCount="1"
            destinationEntity="Tag" inverseName="box" inverseEntity="Tag"/></entity>
        <entity name="Item"><relationship name="list" optional="YES" maxCount="1" destinationEntity="List"
            inverseName="items" inverseEntity="List"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Item"/></entity>
        <entity name="List"><relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="list" inverseEntity="Item"/></entity>
        <entity name="Tag"><relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/><relationship name="box" optional="YES" maxCount="1"
            destinationEntity="Box" inverseName="lid" inverseEntity="Box"/></entity>
        """

    @Test(
        "Each relationship reports its links to objects that are not copied, whichever end has them",
        arguments: [
            (["Box"], ["Box.lid 1", "Box.shown 2"]),
            (["Item"], ["Box.shown 2", "Item.list 2", "Item.tags 3"]),
            (["List"], ["List.items 2"]), (["Tag"], ["Item.tags 3", "Tag.box 1"]),
            (["Item", "List"], ["Box.shown 2", "Item.tags 3"]),
            (["Box", "Item"], ["Box.lid 1", "Item.list 2", "Item.tags 3"]),
            (["Box", "Item", "List", "Tag"], []),
        ])
    func left(entities: [String], expected: [String]) throws {
        let folder = try TestFolder()
        let path = folder.path + "/A.sqlite"
        try TestStore.create(at: path, model: Self.model)
        let layout = try ReferenceStore(path: path).layout
        guard case .column(_, let shown)? = layout.entity(named: "Box")?.toMany("shown")?.storage,
            case .joinTable(let join, let item, let tag, _)? =
                layout.entity(named: "Item")?.toMany("tags")?.storage
        else { throw LayoutError() }
        try Connection(path: path, mode: .readWrite).execute(
            """
            INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZLID) VALUES (1, 1, 1, 1);
            INSERT INTO ZLIST (Z_PK, Z_ENT, Z_OPT) VALUES (1, 3, 1);
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZBOX) VALUES (1, 4, 1, 1), (2, 4, 1, NULL);
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZLIST, \(shown)) VALUES
                (1, 2, 1, 1, 1), (2, 2, 1, 1, NULL), (3, 2, 1, NULL, 1);
            INSERT INTO \(join.name) (\(item), \(tag)) VALUES (1, 1), (1, 2), (3, 1);
            """)
        var choice = CopyChoice()
        choice.entities = entities
        choice.follow = .none
        let copy = try StoreCopier(from: path, to: .new(folder.path + "/C.sqlite"), choice: choice).copy()
        let links = copy.report.warnings.filter { $0.kind == .linksLeft }
        #expect(links.map { "\($0.entity).\($0.property ?? "") \($0.count)" } == expected)
    }

    private struct LayoutError: Error {}
}
