import CodeGeneration
import Foundation
import ObjectLayer
import ObjectModel
import SeedStore
import Seeding
import StoreFormat
import TestSupport
import Testing

/// Tests of the classes in `Generated`, which are those of the demo's model. The test target compiles them, and the
/// tests use them.
@Suite("Generated classes of the demo")
struct GeneratedCodeTests {
    private static let modelPath = Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld"
    private static let folder = Corpus.packageRoot + "/Tests/Apps/CodeGenerationTests/Generated"

    @Test("The files equal codegen's output: ZSEED_WRITE_DOCS=1 swift test --filter GeneratedCode")
    func upToDate() throws {
        let file = try ModelFile.read(path: Self.modelPath)
        let generator = try CodeGenerator(
            model: file.model, name: "GroceryDude", flavor: .objectLayer,
            traits: file.codeGenerationTraits(), importsSeedStore: true)
        let files = generator.files()
        for file in files {
            let path = Self.folder + "/" + file.name
            if ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] != nil {
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: path))
            }
            let committed = try String(contentsOfFile: path, encoding: .utf8)
            #expect(committed == file.text, "\(file.name)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(names.sorted() == files.map(\.name).sorted())
    }

    private func store(in folder: TestFolder) throws -> String {
        let path = folder.path + "/Store.sqlite"
        try StoreCreator(model: ModelFile.read(path: Self.modelPath).model).create(at: path)
        return path
    }

    @Test("Objects are created, saved, fetched and changed by their types")
    func typed() throws {
        let folder = try TestFolder()
        let path = try store(in: folder)
        do {
            let context = try ManagedObjectContext(SeedStore.open(path: path, access: .readWrite))
            let kilogram = try context.insert(Unit.self)
            try kilogram.setName("kg")
            let pantry = try context.insert(LocationAtHome.self)
            try pantry.setStoredIn("Pantry")
            try pantry.setName("At home")
            for (name, quantity) in [("Rice", 1.5), ("Flour", 2)] {
                let item = try context.insert(Item.self)
                try item.setName(name)
                try item.setQuantity(quantity)
                try item.setPrice(Decimal(string: "2.50"))
                try item.setAddedOn(Date(timeIntervalSinceReferenceDate: 0))
                try item.setUnit(kilogram)
                try pantry.addToItems(item)
            }
            try context.save()
        }
        try FormatLint.expectSound(path)
        let context = try ManagedObjectContext(SeedStore.open(path: path))
        let items = try context.fetch(
            Item.self, where: Predicate(format: "unit.name == 'kg'"),
            sortedBy: [SortDescriptor(key: "name")])
        #expect(try items.map { try $0.name } == ["Flour", "Rice"])
        let rice = try #require(items.last)
        #expect(try rice.quantity == 1.5)
        #expect(try rice.price == Decimal(string: "2.5"))
        #expect(try rice.addedOn == Date(timeIntervalSinceReferenceDate: 0))
        #expect(try rice.barcode == nil)
        #expect(try rice.listed)
        #expect(try rice.unit?.items == items.sorted { $0.objectID < $1.objectID })
        #expect(try rice.locationAtHome?.storedIn == "Pantry")
        // Subentities inherit the properties of their superentity.
        #expect(try context.fetch(Location.self).map { try $0.name } == ["At home"])
        #expect(try context.fetch(Location.self).first is LocationAtHome)
    }

    @Test("The demo's seed is read")
    func demo() throws {
        let folder = try TestFolder()
        let path = folder.path + "/Seed.sqlite"
        let plan = try PlanReader.read(path: Corpus.packageRoot + "/data/seed.yml")
        try SeedBuilder(plan: plan, output: path).build().place()
        let context = try ManagedObjectContext(SeedStore.open(path: path))
        let items = try context.fetch(Item.self)
        #expect(items.count == 452)
        let bananas = try #require(
            try context.fetch(
                Item.self, where: Predicate(format: "name == 'Bananas, Cavendish'")
            ).first)
        #expect(try bananas.unit?.name == "kg")
        #expect(try bananas.price == Decimal(string: "3.9"))
        #expect(try bananas.purchases.allSatisfy { try $0.item == bananas })
        #expect(try !bananas.purchases.isEmpty)
        let receipts = try context.fetch(Receipt.self)
        #expect(try receipts.allSatisfy { try $0.purchase?.receipt == $0 && !$0.number.isEmpty })
    }

    @Test("A copy of a seed is opened for one test and removed afterwards; the seed is unchanged")
    func seeded() throws {
        let folder = try TestFolder()
        let path = try store(in: folder)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        var seeded: SeedStore.Seeded? = try SeedStore.seeded(from: URL(fileURLWithPath: path))
        let copy = try #require(seeded?.copy.store.path)
        do {
            let context = try ManagedObjectContext(#require(seeded?.coordinator))
            try context.insert(Unit.self).setName("kg")
            try context.save()
            #expect(try context.fetch(Unit.self).count == 1)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        seeded = nil
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test("Missing required values and objects of another class are reported")
    func errors() throws {
        let folder = try TestFolder()
        let path = try store(in: folder)
        let context = try ManagedObjectContext(SeedStore.open(path: path, access: .readWrite))
        let item = try context.insert(Item.self)
        #expect(throws: ManagedObjectError.missingValue(entity: "Item", key: "name")) {
            try item.name
        }
        // A coordinator without the classes.
        let plain = try ManagedObjectContext(
            PersistentStoreCoordinator(path: path, access: .readWrite))
        #expect(throws: ManagedObjectError.self) { try plain.insert(Item.self) }
        #expect(!plain.hasChanges)
    }
}
