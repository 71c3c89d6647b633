import Comparing
import Files
import Foundation
import Merging
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport

/// Stores of one model with every kind of relationship, created from a template.
final class MergeWorlds {
    static let xml = """
        <entity name="Entry"><attribute name="mark" optional="YES" attributeType="String"/>
        <attribute name="amount" optional="YES" attributeType="Double"/>
        <relationship name="item" maxCount="1" deletionRule="Nullify" destinationEntity="Item"
            inverseName="entries" inverseEntity="Item"/></entity>
        <entity name="Folder"><attribute name="mark" optional="YES" attributeType="String"/>
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade"
            destinationEntity="Item" inverseName="folder" inverseEntity="Item"/>
        <relationship name="labels" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Label"/>
        <relationship name="pinned" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify"
            destinationEntity="Item" inverseName="pinnedIn" inverseEntity="Item"/></entity>
        <entity name="Item"><attribute name="mark" optional="YES" attributeType="String"/>
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="quantity" optional="YES" attributeType="Integer 16"/>
        <attribute name="picture" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item"
            inverseName="parent" inverseEntity="Item"/>
        <relationship name="entries" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Entry"
            inverseName="item" inverseEntity="Entry"/>
        <relationship name="folder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Folder"
            inverseName="items" inverseEntity="Folder"/>
        <relationship name="label" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Label"
            inverseName="item" inverseEntity="Label"/>
        <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Item"
            inverseName="children" inverseEntity="Item"/>
        <relationship name="pinnedIn" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Folder"
            inverseName="pinned" inverseEntity="Folder"/>
        <relationship name="related" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item"
            inverseName="related" inverseEntity="Item"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="Label"><attribute name="mark" optional="YES" attributeType="String"/>
        <attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="item" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Item"
            inverseName="label" inverseEntity="Item"/></entity>
        <entity name="SpecialItem" parentEntity="Item">
        <attribute name="extra" optional="YES" attributeType="Decimal"/></entity>
        <entity name="Tag"><attribute name="mark" optional="YES" attributeType="String"/>
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="color" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        """

    let folder: TestFolder
    let model: ManagedObjectModel
    var path: String { folder.path }

    init() throws {
        folder = try TestFolder(inMemory: true)
        model = try ModelFile.read(path: folder.writeModel(Self.xml)).model
        try StoreCreator(model: model, hasHistory: true, uuid: "5EED0000-0000-4000-8000-00000000BA5E")
            .create(at: path + "/template.sqlite")
    }

    func copy(_ name: String, as other: String) throws {
        try? FileManager.default.removeItem(atPath: path + "/" + other)
        try FileManager.default.copyItem(atPath: path + "/" + name, toPath: path + "/" + other)
    }

    func coordinator(_ name: String) throws -> PersistentStoreCoordinator {
        try PersistentStoreCoordinator(
            path: path + "/" + name, managedObjectModel: model, access: .readWrite)
    }

    /// Edits a store and saves.
    func edit(_ name: String, _ body: (ManagedObjectContext) throws -> Void) throws {
        let context = try ManagedObjectContext(coordinator(name))
        try body(context)
        try context.save(validates: false)
    }

    /// Returns the objects of a store, read from its rows.
    func world(_ name: String, byKey: Bool = false) throws -> World {
        try World(path: path + "/" + name, byKey: byKey)
    }

    func opened(_ name: String) -> ComparedStore { ComparedStore(path: path + "/" + name, model: nil) }

    /// Creates an old edition, `base`, new editions from it, `new`, `new1` …, and stores in which users worked, `user`,
    /// `user1` ….
    ///
    /// - Parameter isKeyed: whether objects are matched by their marks. Both sides then rename tags and add the same
    ///   objects.
    func makeEditions(_ seed: UInt64, editions: Int = 1, users: Int = 1, isKeyed: Bool = false) throws {
        try copy("template.sqlite", as: "base.sqlite")
        var edits = RandomEdits("b", seed: seed)
        try edit("base.sqlite") { try edits.make(30, in: $0) }
        try note("base.sqlite")
        for (offset, (name, count)) in [("new", editions), ("user", users)].enumerated() {
            for number in 0..<count {
                let store = Self.name(name, number)
                try copy("base.sqlite", as: store)
                let own = seed &+ UInt64(offset + 1 + 2 * number)
                var edits = RandomEdits(String(name.prefix(1)), seed: own, isKeyed: isKeyed)
                try edit(store) { context in
                    var shared = RandomEdits("s", seed: seed, isKeyed: isKeyed)
                    if isKeyed, number % 2 == 0 { try shared.add(3, seed: seed, to: context) }
                    try edits.make(8, in: context)
                    if isKeyed, number % 2 == 1 { try shared.add(3, seed: seed, to: context) }
                }
            }
        }
    }

    /// Records the edition of a store, as a build does.
    func note(_ name: String) throws {
        let store = try OpenedStore(path: path + "/" + name)
        let note = EditionNote(
            identity: try EditionIdentity(of: store), model: store.model.versionHashes.checksum, keys: [:],
            roots: store.layout.roots)
        let connection = try Connection(path: path + "/" + name, mode: .readWrite)
        try StoreMetadata.set(
            [EditionNote.metadataKey: WrittenPropertyList(note.propertyList)], in: connection)
    }

    static func name(_ name: String, _ number: Int) -> String {
        "\(name)\(number == 0 ? "" : "\(number)").sqlite"
    }

    /// The choice to match objects by their marks.
    static let keys = ComparisonChoice(
        keys: Dictionary(
            uniqueKeysWithValues: ["Entry", "Folder", "Item", "Label", "SpecialItem", "Tag"].map {
                ($0, ["mark"])
            }))

    /// Merges, and puts the result in place.
    func merge(
        base: String? = "base.sqlite", new: String = "new.sqlite", user: String = "user.sqlite",
        _ choice: MergeChoice = .init(), to output: String = "merged.sqlite"
    ) throws -> MergeReport {
        let finished = try StoreMerge(
            store: opened(user), new: opened(new), base: base.map(opened), choice: choice
        ).merge(to: path + "/" + output)
        try finished.store.place()
        return finished.report
    }
}
