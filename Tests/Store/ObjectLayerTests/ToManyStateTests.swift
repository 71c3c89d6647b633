import Foundation
import SQLite
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("A context's knowledge of a to-many relationship")
struct ToManyStateTests {
    @Test("Few members and many are handled alike", arguments: [5, 16, 17, 60])
    func comparison(most: Int) throws {
        let entity = try #require(try Stack.groceries().context.map.entity(named: "Item"))
        let ids = (1...Int64(most)).map { ManagedObjectID(entity: entity, key: .permanent($0)) }
        var random = SeededGenerator(seed: UInt64(most))
        for _ in 0..<50 {
            var state = ToManyState()
            var expected = Array(ids.shuffled(using: &random).prefix(most / 2))
            #expect(state.isUntouched)
            // The addition is recorded before loading and applied afterwards.
            let joining = try #require(ids.randomElement(using: &random))
            state.add(joining)
            state.load(expected + expected.prefix(2))
            if !expected.contains(joining) { expected.append(joining) }
            #expect(state.members == expected)
            for _ in 0..<80 {
                let id = try #require(ids.randomElement(using: &random))
                if Bool.random(using: &random) {
                    state.add(id)
                    if !expected.contains(id) { expected.append(id) }
                } else {
                    state.remove(id)
                    expected.removeAll { $0 == id }
                }
                #expect(state.contains(id) == expected.contains(id))
                #expect(state.count == expected.count)
            }
            #expect(state.members == expected)
            state.commit()
            #expect(state.committed == expected && !state.isChanged)
            state.replace(with: ids.reversed() + ids)
            #expect(state.members == ids.reversed())
        }
    }

    @Test("Members that a save merged count once", arguments: [2, 30])
    func merged(count: Int) throws {
        let entity = try #require(try Stack.groceries().context.map.entity(named: "Item"))
        let ids = (1...Int64(count)).map { ManagedObjectID(entity: entity, key: .permanent($0)) }
        let new = ManagedObjectID(entity: entity, key: .temporary(1))
        var state = ToManyState()
        state.load(ids)
        state.add(new)
        state.rename([new: ids[0]])
        #expect(state.members == ids && state.count == count && !state.contains(new))
    }

    @Test("A fraction as a primary key in a damaged store matches nothing, even in a range")
    func fraction() throws {
        let stack = try Stack.groceries()
        for number in 1...3 {
            let unit = try stack.context.insert("Unit", ["name": "unit \(number)"])
            _ = try stack.context.insert("Item", ["name": "item \(number)", "unit": unit])
        }
        try stack.context.save()
        try stack.run("UPDATE ZITEM SET ZUNIT = 1.5 WHERE ZUNIT = 2")
        let context = try stack.otherContext()
        let units = try context.fetch(FetchRequest(entityName: "Unit"))
        try context.loadMembers(ofRelationships: ["items"], of: units)
        let counts = try units.map { try $0.objects(forKey: "items").count }
        #expect(counts == [1, 0, 1])
    }
}
