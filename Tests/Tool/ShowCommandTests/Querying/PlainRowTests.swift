import Files
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import zseed

/// Compares rows that are printed without objects with the same rows from objects, byte for byte.
@Suite("Rows printed without objects")
struct PlainRowTests {
    // MARK: Real stores

    @Test("Rows equal those from objects in every store", arguments: Corpus.ends)
    func stores(_ entry: Corpus.Entry) throws {
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        let context = try ManagedObjectContext(coordinator)
        let model = coordinator.managedObjectModel
        for name in coordinator.stores.flatMap(\.entityNames) {
            let entity = try #require(model.entity(named: name))
            var request = FetchRequest(entityName: name)
            let isPlain = try BothWays.compare(request, in: context, name)
            #expect(isPlain != nil || entity.attributes.contains(where: \.isComposite), "\(name)")
            request.includesSubentities = false
            try BothWays.compare(request, in: context, name + " alone")
            request.includesSubentities = true
            for attribute in entity.attributes.prefix(2)
            where !attribute.isTransient && !attribute.isComposite {
                request.sortDescriptors = [SortDescriptor(key: attribute.name, ascending: false)]
                request.fetchLimit = 7
                request.fetchOffset = 1
                try BothWays.compare(request, in: context, "\(name) by \(attribute.name)")
            }
            request = FetchRequest(entityName: name)
            request.propertiesToFetch = [.keyPath("SELF"), .keyPath("objectID")]
            for relationship in entity.relationships where !relationship.isToMany {
                request.propertiesToFetch.append(.keyPath(relationship.name))
                request.propertiesToFetch.append(.keyPath(relationship.name + ".objectID"))
                let destination = model.destination(of: relationship)
                for attribute in destination?.attributes ?? [] where !attribute.isComposite {
                    request.propertiesToFetch.append(
                        .keyPath(relationship.name + "." + attribute.name))
                }
            }
            try BothWays.compare(request, in: context, "\(name) and what it leads to")
        }
    }

    // MARK: Damaged stores

    @Test("Rows equal those from objects in damaged stores", arguments: 1...6)
    func damaged(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let folder = try DamagedThings.store(&random, hasIndexes: !seed.isMultiple(of: 3))
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: folder.path + "/store.sqlite"))
        let paths =
            DamagedThings.AttributeKind.all.map(\.name) + [
                "SELF", "objectID", "owner", "teacher", "box", "owner.name", "owner.title", "teacher.name",
                "teacher.subject", "box.size", "owner.objectID", "box.objectID", "count", "text", "tags",
                "owner.things", "count + 1", "tags.@count", "entity",
            ]
        let conditions = [
            "", " WHERE text CONTAINS[cd] 'a'", " WHERE owner.name != nil", " WHERE count >= 0",
            " WHERE box == nil OR sold == YES", " WHERE tags.@count > 1", " WHERE text LIKE '*a*'",
            " WHERE ANY tags.label BEGINSWITH 'p'", " WHERE photo == nil",
        ]
        let orders = [
            "", "", " ORDER BY text", " ORDER BY count DESC, added", " ORDER BY owner.name",
            " ORDER BY weight",
        ]
        let limits = ["", " LIMIT 7", " LIMIT 9 OFFSET 3"]
        var plain = 0
        for entity in ["Thing", "Gadget", "Person", "Teacher", "Box", "Tag"] {
            plain +=
                try BothWays.compare(FetchRequest(entityName: entity), in: context, entity) == nil ? 0 : 1
        }
        #expect(plain == 6)
        for _ in 0..<60 {
            let selected = Set((0..<4).compactMap { _ in paths.randomElement(using: &random) }).sorted()
            let query =
                (Bool.random(using: &random) ? "Thing" : "Gadget")
                + (Bool.random(using: &random) ? "" : " SELECT " + selected.joined(separator: ", "))
                + (conditions.randomElement(using: &random) ?? "")
                + (orders.randomElement(using: &random) ?? "")
                + (limits.randomElement(using: &random) ?? "")
            var request = try FetchRequest(format: query)
            request.includesSubentities = Bool.random(using: &random)
            plain += try BothWays.compare(request, in: context, query) == nil ? 0 : 1
        }
        #expect(plain > 30, "\(plain)")
    }
}
