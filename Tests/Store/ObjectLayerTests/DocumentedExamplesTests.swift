import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

/// The examples of docs/guides/object-layer.md: this file contains each code block word for word, and runs it.
@Suite("docs/guides/object-layer.md")
struct DocumentedExamplesTests {
    @Test("The page's code is compiled and run here")
    func sameCode() throws {
        func words(_ text: some StringProtocol) -> String {
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/guides/object-layer.md", encoding: .utf8)
        let source = words(try String(contentsOfFile: #filePath, encoding: .utf8))
        let blocks = page.matches(of: /(?s)```swift\n(.+?)```/).map { words($0.output.1) }
        #expect(blocks.count >= 10)
        for block in blocks { #expect(source.contains(block), "\(block)") }
    }

    private func withDemo(_ body: (String) throws -> Void) throws {
        let stack = try Stack.groceries()
        for (name, quantity) in [("Coffee", 2.0), ("Rice", 1.5), ("Milk", 1)] {
            let item = try stack.context.insert("Item", ["name": name, "quantity": quantity])
            let unit = try stack.context.insert("Unit", ["name": "unit of \(name)"])
            try item.setValue(unit, forKey: "unit")
        }
        try stack.context.save()
        try body(stack.path)
    }

    @Test("Variables in predicates")
    func variables() throws {
        try withDemo { path in
            let coordinator = try PersistentStoreCoordinator(path: path)
            let context = try ManagedObjectContext(coordinator)
            func items(of unit: ManagedObject, from quantity: Double, names: [String]) throws
                -> [ManagedObject]
            {
                var request = FetchRequest(entityName: "Item")
                request.predicate = try Predicate(
                    format: "unit == %@ AND quantity >= %@ AND name IN %@",
                    arguments: [unit, quantity, names])
                return try context.fetch(request)
            }
            let rice = try #require(
                try context.fetch(FetchRequest(entityName: "Unit")).first {
                    try $0.value(forKey: "name", as: String.self) == "unit of Rice"
                })
            #expect(try items(of: rice, from: 1.5, names: ["Rice", "Milk"]).count == 1)
            #expect(try items(of: rice, from: 1.6, names: ["Rice", "Milk"]).isEmpty)
            #expect(try items(of: rice, from: 1.5, names: ["Milk"]).isEmpty)
        }
    }

    @Test("Several stores")
    func stores() throws {
        try withDemo { path in
            let folder = try TestFolder()
            let seed = folder.path + "/Seed.sqlite"
            let model = try PersistentStoreCoordinator(path: path).managedObjectModel
            try StoreCreator(model: model, uuid: UUID().uuidString).create(at: seed)

            let coordinator = try PersistentStoreCoordinator(
                stores: [
                    PersistentStoreDescription(path: seed),
                    PersistentStoreDescription(path: path, access: .readWrite),
                ], managedObjectModel: model)
            let context = try ManagedObjectContext(coordinator)
            let item = try context.insertNewObject(forEntityName: "Item")
            try context.assign(item, to: coordinator.stores[1])
            try item.setValue("Tea", forKey: "name")
            try context.save()
            #expect(try context.count(for: FetchRequest(entityName: "Item")) == 4)
        }
    }

    @Test("Stack, objects, saving")
    func objects() throws {
        try withDemo { path in
            let coordinator = try PersistentStoreCoordinator(path: path, access: .readWrite)
            let context = try ManagedObjectContext(coordinator)

            let item = try context.insertNewObject(forEntityName: "Item")
            try item.setValue("Flour", forKey: "name")
            try item.setValue(2.5, forKey: "quantity")
            let unit = try context.insertNewObject(forEntityName: "Unit")
            try unit.setValue("kg", forKey: "name")
            try item.setValue(unit, forKey: "unit")
            try context.save()

            let quantity = try item.value(forKey: "quantity", as: Double.self)
            let items = try unit.objects(forKey: "items")
            #expect(quantity == 2.5)
            #expect(items == [item])

            let uri = item.objectID.uriRepresentation
            let id = try #require(coordinator.managedObjectID(forURIRepresentation: uri))
            let same = try context.existingObject(with: id)
            #expect(same === item)

            try context.delete(item)
            context.rollback()
            #expect(!item.isDeleted)
        }
    }

    @Test("Requests and predicates")
    func requests() throws {
        try withDemo { path in
            let context = try ManagedObjectContext(PersistentStoreCoordinator(path: path))

            var request = FetchRequest(entityName: "Item")
            request.predicate = try Predicate(
                format: "listed == YES AND unit.name CONTAINS[cd] %@", arguments: ["unit"])
            request.sortDescriptors = [
                SortDescriptor(key: "quantity", ascending: false),
                SortDescriptor(key: "name", textOrder: .caseInsensitive),
            ]
            request.fetchLimit = 10
            request.relationshipKeyPathsForPrefetching = ["unit"]
            let items = try context.fetch(request)
            let count = try context.count(for: request)
            #expect(count == items.count)
            #expect(items.count == 3)

            var tagged = try FetchRequest(format: "Unit WHERE ALL items.quantity > 1 ORDER BY items.@count")
            tagged.allowsExtensions = true
            let units = try context.fetch(tagged)
            #expect(units.count <= 3)

            let list = try context.persistentStoreCoordinator
                .fetchRequestFromTemplate(named: "ShoppingList")
            let listed = try context.fetch(list)
            #expect(listed.count == 3)

            let text = try FetchRequest(
                format: "Item SELECT unit.name, sum(quantity) AS total GROUP BY unit.name HAVING $total > 1")
            let groups = try context.fetchDictionaries(text)
            #expect(groups.count == 2)
        }
    }

    @Test("Errors, merge policies, validation")
    func errors() throws {
        try withDemo { path in
            let coordinator = try PersistentStoreCoordinator(path: path, access: .readWrite)
            let context = try ManagedObjectContext(coordinator)

            let nameless = try context.insertNewObject(forEntityName: "Item")
            do {
                try context.save()
            } catch let error as ValidationError {
                for failure in error.failures { print(failure.objectID, failure.key, failure.reason) }
            }
            #expect(try nameless.failuresForInsert().map(\.key) == ["name"])

            context.rollback()
            context.name = "import"
            context.transactionAuthor = "zseed"
            try context.save()
            for transaction in try coordinator.fetchHistory(after: 0) {
                for change in transaction.changes {
                    print(change.changeType, change.entityName, change.updatedProperties ?? [])
                }
            }

            context.mergePolicy = .mergeByPropertyObjectTrump
            let duplicate = try context.insertNewObject(forEntityName: "Unit")
            try duplicate.setValue("unit of Rice", forKey: "name")
            try context.save()
            #expect(try context.count(for: FetchRequest(entityName: "Unit")) == 3)
        }
    }

    @Test("Contexts of other actors, children, notifications")
    func contexts() async throws {
        let stack = try Stack.groceries()
        let coordinator = stack.coordinator
        let background = try BackgroundContext(coordinator)
        let id = try await background.perform { context in
            let item = try context.insertNewObject(forEntityName: "Item")
            try item.setValue("Tea", forKey: "name")
            try context.save()
            return item.objectID
        }
        let reading = try ManagedObjectContext(coordinator)
        let item = try reading.object(with: id)
        #expect(try item.value(forKey: "name", as: String.self) == "Tea")

        let parent = try ManagedObjectContext(coordinator)
        let child = ManagedObjectContext(parent: parent)
        let draft = try child.insertNewObject(forEntityName: "Item")
        try draft.setValue("Draft", forKey: "name")
        try child.save()
        try parent.save()
        #expect(try parent.count(for: FetchRequest(entityName: "Item")) == 2)

        let other = try ManagedObjectContext(coordinator)
        let seen = try other.existingObject(with: id)
        let observed = try ManagedObjectContext(coordinator)
        observed.addObserver { notification in
            guard notification.name == .didSave else { return }
            other.mergeChanges(fromContextDidSave: notification)
        }
        try observed.existingObject(with: id).setValue("Green tea", forKey: "name")
        try observed.save()
        #expect(try seen.value(forKey: "name", as: String.self) == "Green tea")
    }

    @Test("Many objects, tables, SQL, metadata")
    func large() throws {
        try withDemo { path in
            let coordinator = try PersistentStoreCoordinator(
                path: path, access: .readWrite, sqlDebug: { trace in print(trace) })
            let context = try ManagedObjectContext(coordinator)

            var total = 0.0
            try context.forEachObject(matching: FetchRequest(entityName: "Item")) { item in
                total += try item.value(forKey: "quantity", as: Double.self) ?? 0
            }
            #expect(total == 4.5)

            let table = try TableFetch(
                FetchRequest(format: "Item SELECT name, unit ORDER BY name"), in: context)
            try table.forEachRow { row in print(row) }

            try coordinator.setMetadata(["DefaultDataImported": .bool(true)])
            #expect(try coordinator.metadata()["DefaultDataImported"] == .bool(true))
        }
    }
}
