import Comparing
import Files
import Foundation
import Merging
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport

/// Stores of one model with every kind of relationship, made of a template.
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
        folder = try TestFolder()
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
    ///
    /// - Returns: what it holds then.
    @discardableResult
    func edit(_ name: String, _ body: (ManagedObjectContext) throws -> Void) throws -> World {
        let context = try ManagedObjectContext(coordinator(name))
        try body(context)
        try context.save(validates: false)
        return try World(context)
    }

    func opened(_ name: String) -> ComparedStore { ComparedStore(path: path + "/" + name, model: nil) }

    /// Merges, and puts the result in place.
    func merge(
        base: String? = "base.sqlite", _ choice: MergeChoice = .init(), to output: String = "merged.sqlite"
    ) throws -> MergeReport {
        let finished = try StoreMerge(
            store: opened("user.sqlite"), new: opened("new.sqlite"), base: base.map(opened), choice: choice
        ).merge(to: path + "/" + output)
        _ = try finished.place()
        return finished.report
    }
}

/// All objects of a store by their marks.
struct World: Equatable {
    struct Object: Equatable {
        var entity: String
        var primaryKey: Int64
        var values: [String: PropertyValue] = [:]
        var destinations: [String: String] = [:]
        var members: [String: [String]] = [:]
    }

    var objects: [String: Object] = [:]

    init() {}

    /// Reads a store.
    ///
    /// - Parameter byKey: whether objects are called by their primary keys, not by their marks.
    init(_ worlds: MergeWorlds, _ name: String, byKey: Bool = false) throws {
        try self.init(ManagedObjectContext(worlds.coordinator(name)), byKey: byKey)
    }

    /// Reads all that a context shows.
    init(_ context: ManagedObjectContext, byKey: Bool = false) throws {
        for entity in ["Entry", "Folder", "Item", "Label", "Tag"] {
            for object in try context.fetch(FetchRequest(entityName: entity)) {
                func mark(_ object: ManagedObject) throws -> String {
                    guard !byKey else {
                        let id = object.objectID
                        return
                            "\(id.entityName == "SpecialItem" ? "Item" : id.entityName)\(id.primaryKey ?? 0)"
                    }
                    return try object.value(forKey: "mark", as: String.self) ?? "-"
                }
                var found = Object(
                    entity: object.objectID.entityName, primaryKey: object.objectID.primaryKey ?? 0)
                for attribute in object.entity.attributes {
                    found.values[attribute.name] = try object.attributeValue(forKey: attribute.name)
                }
                for relationship in object.entity.relationships {
                    let name = relationship.name
                    if relationship.isToMany {
                        let marks = try object.objects(forKey: name).map(mark)
                        found.members[name] = relationship.isOrdered ? marks : marks.sorted()
                    } else {
                        found.destinations[name] = try object.object(forKey: name).map(mark)
                    }
                }
                objects[try mark(object)] = found
            }
        }
    }
}
