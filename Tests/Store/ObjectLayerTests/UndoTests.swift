import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

/// Undo and redo.
///
/// Sources: Apple's documentation of `NSManagedObjectContext` (`undoManager`, `undo`, `redo`, `rollback`,
/// `reset`, `processPendingChanges`) and of `UndoManager` (groups, levels, `canUndo`, registration).
@Suite("Undo and redo of a context")
struct UndoTests {
    private let stack: Stack
    private let manager = ContextUndoManager()
    private var context: ManagedObjectContext { stack.context }

    init() throws {
        stack = try Stack(TestModels.library)
        stack.context.undoManager = manager
    }

    private func name(_ object: ManagedObject) throws -> String? {
        try object.value(forKey: "name", as: String.self)
    }

    /// Returns a saved book of an author, with tags and pages, and an empty undo stack.
    private func book() throws -> ManagedObject {
        let author = try context.insert("Poet", ["name": "Sappho"])
        let tags = try ["old", "short"].map { try context.insert("Tag", ["name": $0]) }
        let pages = try [1, 2, 3].map { try context.insert("Page", ["number": Int64($0)]) }
        let book = try context.insert("Book", ["name": "Odes", "author": author, "copies": 4])
        try book.setObjects(tags, forKey: "tags")
        try book.setObjects(pages, forKey: "pages")
        try context.save()
        manager.removeAllActions()
        return book
    }

    private func numbers(_ book: ManagedObject) throws -> [Int] {
        try book.objects(forKey: "pages").compactMap { try $0.value(forKey: "number", as: Int.self) }
    }

    @Test("Without an undo manager nothing is undone")
    func withoutManager() throws {
        context.undoManager = nil
        let tag = try context.insert("Tag", ["name": "a"])
        try context.undo()
        try context.redo()
        #expect(try name(tag) == "a" && tag.isInserted)
    }

    @Test("An event is one step, back and forth")
    func values() throws {
        let book = try book()
        try book.setValue("Poems", forKey: "name")
        try book.setValue(5, forKey: "copies")
        context.processPendingChanges()
        try book.setValue("Songs", forKey: "name")
        try context.undo()
        #expect(try name(book) == "Poems" && manager.canUndo && manager.canRedo)
        try context.undo()
        #expect(try name(book) == "Odes")
        #expect(try book.value(forKey: "copies", as: Int.self) == 4)
        #expect(!manager.canUndo && !context.hasChanges && !book.isUpdated)
        try context.redo()
        try context.redo()
        #expect(try name(book) == "Songs" && !manager.canRedo)
        #expect(try book.value(forKey: "copies", as: Int.self) == 5)
        try context.undo()
        try book.setValue("Else", forKey: "name")
        #expect(!manager.canRedo)
    }

    @Test("Both ends of relationships go back")
    func relationships() throws {
        let book = try book()
        let author = try #require(try book.object(forKey: "author"))
        let other = try context.insert("Novelist", ["name": "Woolf"])
        context.processPendingChanges()
        try book.setObject(other, forKey: "author")
        #expect(try author.objects(forKey: "books").isEmpty)
        try context.undo()
        #expect(try book.object(forKey: "author") === author)
        #expect(try author.objects(forKey: "books") == [book])
        #expect(try other.objects(forKey: "books").isEmpty && !book.hasChanges && !author.hasChanges)
        try context.redo()
        #expect(try other.objects(forKey: "books") == [book])

        context.processPendingChanges()
        let tag = try #require(try book.objects(forKey: "tags").first)
        try tag.relatedObjects(forKey: "books").remove(book)
        #expect(try book.objects(forKey: "tags").count == 1)
        try context.undo()
        #expect(try Set(book.objects(forKey: "tags").map { try name($0) }) == ["old", "short"])
        #expect(try tag.objects(forKey: "books") == [book] && !tag.hasChanges)
    }

    @Test("Members of ordered relationships return to where they were")
    func order() throws {
        let book = try book()
        let pages = try book.objects(forKey: "pages")
        try book.relatedObjects(forKey: "pages").remove(pages[1])
        context.processPendingChanges()
        try book.setObjects([pages[2], pages[0]], forKey: "pages")
        #expect(try numbers(book) == [3, 1])
        try context.undo()
        #expect(try numbers(book) == [1, 3])
        try context.undo()
        #expect(try numbers(book) == [1, 2, 3] && !context.hasChanges)
        try context.redo()
        try context.redo()
        #expect(try numbers(book) == [3, 1])
        try context.save()
        let other = try stack.otherContext()
        #expect(try numbers(other.existingObject(with: book.objectID)) == [3, 1])
    }

    @Test("An insertion goes and comes back with its values")
    func insertion() throws {
        let tag = try context.insert("Tag", ["name": "new"])
        try context.undo()
        #expect(!context.hasChanges && tag.managedObjectContext == nil)
        #expect(try context.names("Tag").isEmpty)
        try context.redo()
        #expect(try context.names("Tag") == ["new"] && tag.isInserted)
        try context.save()
        #expect(try stack.rows("SELECT ZNAME FROM ZTAG") == ["new"])
        try context.undo()
        #expect(tag.isDeleted)
        try context.save()
        #expect(try stack.rows("SELECT ZNAME FROM ZTAG").isEmpty)
        try context.redo()
        #expect(tag.isInserted && tag.objectID.isTemporaryID)
        try context.save()
        #expect(try stack.rows("SELECT ZNAME FROM ZTAG") == ["new"])
    }

    @Test("A deletion with all that its delete rules did is one step")
    func deletion() throws {
        let book = try book()
        let tags = try book.objects(forKey: "tags")
        try context.delete(book)
        #expect(try tags[0].objects(forKey: "books").isEmpty)
        try context.undo()
        #expect(!context.hasChanges)
        #expect(try numbers(book) == [1, 2, 3] && tags[0].objects(forKey: "books") == [book])
        try context.redo()
        #expect(book.isDeleted && context.deletedObjects.count == 4)
        try context.save()
        #expect(try stack.rows("SELECT count(*) FROM ZBOOK") == ["0"])
    }

    @Test("A deletion that was saved is undone by new objects that hang together")
    func savedDeletion() throws {
        let book = try book()
        let cover = Data(repeating: 7, count: 200_000)
        try book.setValue(cover, forKey: "cover")
        try context.save()
        manager.removeAllActions()
        let author = try #require(try book.object(forKey: "author"))
        let former = author.objectID
        try context.delete(author)
        try context.save()
        #expect(try stack.rows("SELECT count(*) FROM ZPAGE") == ["0"])
        try context.undo()
        #expect(author.isInserted && book.isInserted && author.objectID != former)
        #expect(try book.object(forKey: "author") === author)
        try context.save()
        let other = try stack.otherContext()
        let fresh = try other.fetch(FetchRequest(entityName: "Book"))
        #expect(try fresh.map { try name($0) } == ["Odes"] && numbers(fresh[0]) == [1, 2, 3])
        #expect(try fresh[0].value(forKey: "cover", as: Data.self) == cover)
        #expect(try fresh[0].object(forKey: "author").map { try name($0) } == "Sappho")
        #expect(try Set(fresh[0].objects(forKey: "tags").map { try name($0) }) == ["old", "short"])
        try context.redo()
        try context.save()
        #expect(try stack.rows("SELECT count(*) FROM ZBOOK, ZTAG") == ["0"])
    }

    @Test("What was saved is undone as a change to be saved")
    func afterSaving() throws {
        let book = try book()
        try book.setValue("Poems", forKey: "name")
        try context.save()
        try context.undo()
        #expect(try name(book) == "Odes" && book.isUpdated)
        try context.save()
        #expect(try stack.rows("SELECT ZNAME FROM ZBOOK") == ["Odes"])
        try context.redo()
        try context.save()
        #expect(try stack.rows("SELECT ZNAME, Z_OPT FROM ZBOOK") == ["Poems|4"])
    }

    @Test("Groups are steps, nested ones parts of a step")
    func groups() throws {
        let tag = try context.insert("Tag", ["name": "0"])
        manager.removeAllActions()
        manager.groupsByEvent = false
        #expect(throws: ContextUndoManager.Failure.noGroup) { try tag.setValue("x", forKey: "name") }
        #expect(throws: ContextUndoManager.Failure.noGroup) {
            _ = try context.insertNewObject(forEntityName: "Tag")
        }
        #expect(try name(tag) == "0" && context.insertedObjects == [tag])
        for text in ["1", "2"] {
            manager.beginUndoGrouping()
            try tag.setValue(text, forKey: "name")
            manager.beginUndoGrouping()
            try tag.setValue(text + text, forKey: "name")
            #expect(manager.groupingLevel == 2)
            #expect(throws: ContextUndoManager.Failure.openGroup) { try context.undo() }
            try manager.endUndoGrouping()
            manager.setActionName("Name \(text)")
            try manager.endUndoGrouping()
        }
        #expect(throws: ContextUndoManager.Failure.noGroup) { try manager.endUndoGrouping() }
        #expect(manager.undoActionName == "Name 2")
        try context.undo()
        #expect(try name(tag) == "11" && manager.redoActionName == "Name 2")
        try context.undo()
        #expect(try name(tag) == "0")
        try context.redo()
        #expect(try name(tag) == "11")
    }

    @Test("Only so many levels are kept, and registration may pause")
    func levels() throws {
        let tag = try context.insert("Tag", ["name": "0"])
        manager.removeAllActions()
        manager.levelsOfUndo = 2
        for text in ["1", "2", "3"] {
            try tag.setValue(text, forKey: "name")
            context.processPendingChanges()
        }
        manager.disableUndoRegistration()
        try tag.setValue("unseen", forKey: "name")
        manager.enableUndoRegistration()
        try context.undo()
        try context.undo()
        try context.undo()
        #expect(try name(tag) == "1" && !manager.canUndo)
    }

    @Test("Rolling back and resetting forget what could be undone")
    func forgetting() throws {
        let book = try book()
        try book.setValue("Poems", forKey: "name")
        context.rollback()
        #expect(try !manager.canUndo && name(book) == "Odes")
        try book.setValue("Poems", forKey: "name")
        context.reset()
        try context.undo()
        #expect(!manager.canUndo && !manager.canRedo && !context.hasChanges)
    }

    @Test("An action of one's own is undone and redone beside the changes")
    func ownActions() throws {
        var log: [String] = []
        func set(_ text: String, from old: String) throws {
            log.append(text)
            try manager.registerUndo { _ in try set(old, from: text) }
        }
        let tag = try context.insert("Tag", ["name": "a"])
        try set("b", from: "a")
        try context.undo()
        #expect(tag.managedObjectContext == nil && log == ["b", "a"])
        try context.redo()
        #expect(tag.isInserted && log == ["b", "a", "b"])
    }

    @Test("What a child saves is a step of its parent")
    func children() throws {
        let book = try book()
        let child = ManagedObjectContext(parent: context)
        child.undoManager = ContextUndoManager()
        let draft = try child.existingObject(with: book.objectID)
        try draft.setValue("Draft", forKey: "name")
        try draft.setObject(try child.insert("Novelist", ["name": "Woolf"]), forKey: "author")
        try child.save()
        #expect(try name(book) == "Draft")
        try context.undo()
        #expect(try name(book) == "Odes" && !context.hasChanges)
        #expect(try book.object(forKey: "author").map { try name($0) } == "Sappho")
        try context.redo()
        #expect(try name(book) == "Draft")
        #expect(try book.object(forKey: "author").map { try name($0) } == "Woolf")
        try context.save()
        #expect(try stack.rows("SELECT ZNAME FROM ZAUTHOR ORDER BY 1") == ["Sappho", "Woolf"])
    }

    @Test("An undo that cannot be done changes nothing")
    func impossible() throws {
        let book = try book()
        let tag = try #require(try book.objects(forKey: "tags").first)
        let former = try name(tag)
        try book.setValue("Poems", forKey: "name")
        try tag.setValue("mine", forKey: "name")
        try context.save()
        let other = try stack.otherContext()
        var told: ManagedObjectContextNotification?
        other.addObserver { if $0.name == .didSave { told = $0 } }
        let gone = try other.existingObject(with: book.objectID)
        try other.delete(gone)
        try other.save()
        context.mergeChanges(fromContextDidSave: try #require(told))
        #expect(throws: ManagedObjectError.self) { try context.undo() }
        #expect(try name(tag) == "mine" && former != "mine" && manager.canUndo && !manager.canRedo)
    }
}
