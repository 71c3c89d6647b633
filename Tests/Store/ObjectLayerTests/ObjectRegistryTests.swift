import Foundation
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("The objects of a context")
struct ObjectRegistryTests {
    @Test("The registry equals a dictionary while objects are added and removed")
    func comparison() throws {
        let stack = try Stack.groceries()
        let registry = ObjectRegistry()
        let map = stack.context.map
        let entities = try ["Item", "Unit"].map { try #require(map.entity(named: $0)) }
        // A few keys, some far apart, so that slots collide and gaps are filled.
        let ids = entities.flatMap { entity in
            (Int64(1)...200).flatMap { key in
                [key, key << 20].map { ManagedObjectID(entity: entity, key: .permanent($0)) }
            } + (UInt64(0)..<50).map { ManagedObjectID(entity: entity, key: .temporary($0)) }
        }
        var kept: [ManagedObjectID: ManagedObject] = [:]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let id = try #require(ids.randomElement(using: &random))
            #expect(registry.object(for: id) === kept[id])
            if let object = kept[id] {
                registry.remove(object)
                kept[id] = nil
            } else {
                let object = ManagedObject(objectID: id, managedObjectContext: stack.context)
                registry.insert(object)
                kept[id] = object
            }
            #expect(registry.count == kept.count)
        }
        #expect(Set(registry.objects) == Set(kept.values))
        registry.removeAll()
        #expect(registry.count == 0 && registry.objects.isEmpty)
    }

    @Test("Removing an object that was replaced under its ID keeps the new one")
    func replaced() throws {
        let stack = try Stack.groceries()
        let registry = ObjectRegistry()
        let entity = try #require(stack.context.map.entity(named: "Item"))
        let id = ManagedObjectID(entity: entity, key: .permanent(1))
        let old = ManagedObject(objectID: id, managedObjectContext: stack.context)
        let new = ManagedObject(objectID: id, managedObjectContext: stack.context)
        registry.insert(old)
        registry.insert(new)
        registry.remove(old)
        #expect(registry.object(for: id) === new && registry.count == 1)
    }

    @Test("An object that the caller created belongs to the context, and is released with it")
    func made() throws {
        let stack = try Stack.groceries()
        let second: ManagedObject
        do {
            let context = try stack.otherContext()
            let entity = try #require(context.map.entity(named: "Item"))
            let id = ManagedObjectID(entity: entity, key: .permanent(1))
            let first = ManagedObject(objectID: id, managedObjectContext: context)
            #expect(try context.object(with: id) === first)
            second = ManagedObject(objectID: id, managedObjectContext: context)
            #expect(first.managedObjectContext == nil)
            #expect(try context.object(with: id) === second)
        }
        #expect(second.managedObjectContext == nil)
    }

    @Test("An object that outlives its context has no context")
    func survivor() throws {
        let stack = try Stack.groceries()
        let unit = try stack.context.insert("Unit", ["name": "kg"])
        _ = try stack.context.insert("Item", ["name": "Milk", "unit": unit])
        try stack.context.save()
        var context: ManagedObjectContext? = try stack.otherContext()
        let item = try #require(try context?.fetch(FetchRequest(entityName: "Item")).first)
        #expect(item.managedObjectContext === context)
        context = nil
        #expect(item.managedObjectContext == nil)
        #expect(throws: ManagedObjectError.self) { try item.object(forKey: "unit") }
    }
}
