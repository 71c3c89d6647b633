import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

/// Several stores and configurations under one coordinator.
///
/// Sources: Apple's documentation of `NSPersistentStoreCoordinator` (`addPersistentStore`, configurations),
/// `NSManagedObjectContext.assign(_:to:)`, `NSFetchRequest.affectedStores` and `NSManagedObjectID`, and the Core
/// Data Programming Guide on relationships across stores.
@Suite("Several stores under one coordinator")
struct SeveralStoresTests {
    private static let note = """
        <entity name="Note"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="rank" optional="YES" attributeType="Integer 32"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="note" inverseEntity="Tag"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="note" optional="YES" maxCount="1" destinationEntity="Note"
            inverseName="tags" inverseEntity="Note"/></entity>
        """
    private static let word = """
        <entity name="Word"><attribute name="name" optional="YES" attributeType="String"/>
        </entity>
        """
    private static let configurations = """
        <configuration name="Notes"><memberEntity name="Note"/><memberEntity name="Tag"/></configuration>
        <configuration name="Words"><memberEntity name="Word"/></configuration>
        """

    private let folder: TestFolder
    private let model: ManagedObjectModel

    init() throws {
        folder = try TestFolder()
        model = try ModelFile.read(
            path: folder.writeModel(Self.word + Self.note + Self.configurations)
        ).model
    }

    /// Creates a store of some of the entities.
    private func store(_ name: String, _ entities: String) throws -> String {
        let path = folder.path + "/\(name).sqlite"
        let part = try TestFolder()
        let model = try ModelFile.read(path: part.writeModel(entities)).model
        try StoreCreator(model: model, uuid: UUID().uuidString).create(at: path)
        return path
    }

    private func rows(_ path: String, _ sql: String) throws -> [String] {
        try Connection(path: path, mode: .readOnly).rows(sql) { row in
            (0..<row.columnCount).map { row.text(at: $0) ?? "NULL" }.joined(separator: "|")
        }
    }

    /// Creates two stores with all entities.
    private func twins() throws -> (PersistentStoreCoordinator, [String]) {
        let paths = try ["One", "Two"].map { try store($0, Self.word + Self.note) }
        let coordinator = try PersistentStoreCoordinator(
            stores: paths.map { PersistentStoreDescription(path: $0, access: .readWrite) },
            managedObjectModel: model)
        return (coordinator, paths)
    }

    @Test("A configuration determines the store of an entity")
    func configurations() throws {
        let notes = try store("Notes", Self.note)
        let words = try store("Words", Self.word)
        let coordinator = try PersistentStoreCoordinator(
            stores: [
                PersistentStoreDescription(
                    path: notes, configurationName: "Notes", access: .readWrite),
                PersistentStoreDescription(
                    path: words, configurationName: "Words", access: .readWrite),
            ], managedObjectModel: model)
        #expect(coordinator.stores.map(\.entityNames) == [["Note", "Tag"], ["Word"]])
        #expect(coordinator.problems.isEmpty)
        let context = try ManagedObjectContext(coordinator)
        let note = try context.insert("Note", ["name": "a"])
        let word = try context.insert("Word", ["name": "b"])
        #expect(coordinator.persistentStore(of: word.objectID) == nil)
        try context.save()
        #expect(try rows(notes, "SELECT ZNAME, Z_PK, Z_ENT FROM ZNOTE") == ["a|1|1"])
        #expect(try rows(words, "SELECT ZNAME, Z_PK, Z_ENT FROM ZWORD") == ["b|1|1"])
        #expect(coordinator.persistentStore(of: word.objectID) === coordinator.stores[1])
        #expect(note.objectID != word.objectID)
        let uri = word.objectID.uriRepresentation
        let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
        let other = try ManagedObjectContext(coordinator)
        #expect(try other.existingObject(with: id).value(forKey: "name", as: String.self) == "b")
        try other.delete(other.existingObject(with: id))
        try other.save()
        #expect(try rows(words, "SELECT count(*) FROM ZWORD") == ["0"])
        #expect(try rows(notes, "SELECT count(*) FROM ZNOTE") == ["1"])
    }

    @Test("A set of stores that no coordinator can open is refused")
    func refusals() throws {
        let notes = try store("Notes", Self.note)
        func open(_ stores: [PersistentStoreDescription]) throws {
            _ = try PersistentStoreCoordinator(stores: stores, managedObjectModel: model)
        }
        #expect(throws: PersistentStoreCoordinatorError.noStore) { try open([]) }
        #expect(throws: PersistentStoreCoordinatorError.unknownConfiguration("X")) {
            try open([PersistentStoreDescription(path: notes, configurationName: "X")])
        }
        #expect(throws: PersistentStoreCoordinatorError.sameStore(path: notes, other: notes)) {
            let description = PersistentStoreDescription(path: notes, configurationName: "Notes")
            try open([description, description])
        }
        #expect(throws: StoreError.self) { try open([PersistentStoreDescription(path: notes)]) }
        #expect(throws: StoreError.self) {
            try open([PersistentStoreDescription(path: notes, configurationName: "Words")])
        }
    }

    @Test("New objects go to the first store or to their assigned store")
    func assigning() throws {
        let (coordinator, paths) = try twins()
        let context = try ManagedObjectContext(coordinator)
        _ = try context.insert("Note", ["name": "first"])
        let note = try context.insert("Note", ["name": "second"])
        let tag = try context.insert("Tag", ["name": "t"])
        try tag.setObject(note, forKey: "note")
        try context.assign(note, to: coordinator.stores[1])
        #expect(throws: PersistentStoreCoordinatorError.self) { try context.save() }
        #expect(context.insertedObjects.count == 3)
        try context.assign(tag, to: coordinator.stores[1])
        try context.save()
        #expect(try rows(paths[0], "SELECT ZNAME FROM ZNOTE") == ["first"])
        #expect(
            try rows(paths[1], "SELECT n.ZNAME, t.ZNAME FROM ZNOTE n, ZTAG t WHERE ZNOTE = n.Z_PK")
                == ["second|t"])
        #expect(note.objectID.storeUUID == coordinator.stores[1].identifier)
        #expect(try note.objects(forKey: "tags") == [tag])
        #expect(throws: PersistentStoreCoordinatorError.alreadySaved(note.objectID)) {
            try context.assign(note, to: coordinator.stores[0])
        }
        let first = try #require(try context.fetch(FetchRequest(entityName: "Note")).first)
        #expect(throws: PersistentStoreCoordinatorError.self) {
            try tag.setObject(first, forKey: "note")
        }
    }

    @Test("Fetches cover all stores, with one order and one limit", arguments: [false, true])
    func fetching(isPending: Bool) throws {
        let (coordinator, _) = try twins()
        let context = try ManagedObjectContext(coordinator)
        for (index, name) in ["d", "a", "c", "b", "f", "e"].enumerated() {
            let note = try context.insert("Note", ["name": name, "rank": index / 2])
            try context.assign(note, to: coordinator.stores[index % 2])
        }
        if !isPending { try context.save() }
        #expect(try context.names("Note") == ["a", "b", "c", "d", "e", "f"])
        var request = FetchRequest(entityName: "Note")
        request.sortDescriptors = [SortDescriptor(key: "name", ascending: false)]
        request.fetchLimit = 3
        request.fetchOffset = 1
        func names(_ request: FetchRequest) throws -> [String] {
            try context.fetch(request).compactMap { try $0.value(forKey: "name", as: String.self) }
        }
        #expect(try names(request) == ["e", "d", "c"])
        #expect(try context.fetchObjectIDs(request).count == 3)
        #expect(try context.count(for: request) == 3)
        request.fetchLimit = 0
        request.fetchOffset = 0
        request.predicate = try Predicate(format: "rank >= 1")
        #expect(try names(request) == ["f", "e", "c", "b"])
        request.affectedStores = [coordinator.stores[1].identifier]
        #expect(try names(request) == ["e", "b"])
        var groups = try FetchRequest(
            format: "Note SELECT rank, count(*) AS n GROUP BY rank ORDER BY rank")
        groups.fetchLimit = 2
        let counts = try context.fetchDictionaries(groups).map { $0["n"] }
        let two = StoredValue.attribute(.integer(2))
        #expect(counts == (isPending ? [] : [two, two]))
    }

    @Test("A read-only store keeps its objects, and new objects are added to the next store")
    func readOnly() throws {
        let (_, paths) = try twins()
        let coordinator = try PersistentStoreCoordinator(
            stores: [
                PersistentStoreDescription(path: paths[0]),
                PersistentStoreDescription(path: paths[1], access: .readWrite),
            ], managedObjectModel: model)
        let context = try ManagedObjectContext(coordinator)
        _ = try context.insert("Note", ["name": "a"])
        try context.save()
        #expect(try rows(paths[1], "SELECT ZNAME FROM ZNOTE") == ["a"])
        try context.assign(context.insert("Note", [:]), to: coordinator.stores[0])
        #expect(throws: PersistentStoreError.readOnly(path: paths[0])) { try context.save() }
    }

    @Test("If one store cannot be written, none is")
    func atomicity() throws {
        let (coordinator, paths) = try twins()
        let context = try ManagedObjectContext(coordinator)
        try Connection(path: paths[1], mode: .readWrite).execute("DELETE FROM Z_PRIMARYKEY")
        for store in coordinator.stores {
            try context.assign(context.insert("Note", ["name": "a"]), to: store)
        }
        #expect(throws: PersistentStoreError.noPrimaryKeyRow(entity: "Note")) { try context.save() }
        #expect(try rows(paths[0], "SELECT count(*) FROM ZNOTE") == ["0"])
        #expect(context.insertedObjects.count == 2)
    }

    @Test("Children and other contexts know the stores, too")
    func families() throws {
        let (coordinator, paths) = try twins()
        let parent = try ManagedObjectContext(coordinator)
        let child = ManagedObjectContext(parent: parent)
        let note = try child.insert("Note", ["name": "n"])
        try child.assign(note, to: coordinator.stores[1])
        try child.save()
        try parent.save()
        #expect(try rows(paths[1], "SELECT ZNAME FROM ZNOTE") == ["n"])
        #expect(note.objectID.storeUUID == coordinator.stores[1].identifier)
        let other = try ManagedObjectContext(coordinator)
        other.automaticallyMergesChangesFromParent = true
        let same = try other.existingObject(with: note.objectID)
        try note.setValue("m", forKey: "name")
        try child.save()
        try parent.save()
        other.processPendingChanges()
        #expect(try same.value(forKey: "name", as: String.self) == "m")
        #expect(try coordinator.metadata(of: coordinator.stores[1])["NSStoreType"] == .string("SQLite"))
    }
}
