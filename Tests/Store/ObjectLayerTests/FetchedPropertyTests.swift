import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Fetched properties")
struct FetchedPropertyTests {
    private static let model = """
        <entity name="Shop"><attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="limit" optional="YES" attributeType="Integer 16"/>
        <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Person"/>
        <fetchedProperty name="neighbours"><fetchRequest name="a" entity="Person"
            predicateString="city == $FETCH_SOURCE.city AND age &lt; $FETCH_SOURCE.limit"/></fetchedProperty>
        <fetchedProperty name="rivals"><fetchRequest name="b" entity="Shop"
            predicateString="city == $FETCH_SOURCE.city AND SELF != $FETCH_SOURCE"/></fetchedProperty>
        <fetchedProperty name="friends"><fetchRequest name="c" entity="Person"
            predicateString="SUBQUERY(shops, $s, $s.city == $FETCH_SOURCE.owner.city).@count &gt; 0"/></fetchedProperty>
        </entity>
        <entity name="Person"><attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="age" optional="YES" attributeType="Integer 16"/>
        <relationship name="shops" optional="YES" toMany="YES" destinationEntity="Shop"/></entity>
        """

    @Test("A fetched property returns its request's results, with the object as $FETCH_SOURCE")
    func values() throws {
        let stack = try Stack(Self.model)
        let context = stack.context
        let shop = try context.insert("Shop", ["city": "Ulm", "limit": 30])
        let rival = try context.insert("Shop", ["city": "Ulm"])
        _ = try context.insert("Shop", ["city": "Bonn"])
        let young = try context.insert("Person", ["city": "Ulm", "age": 20])
        _ = try context.insert("Person", ["city": "Ulm", "age": 40])
        _ = try context.insert("Person", ["city": "Bonn", "age": 20])
        try shop.setValue(young, forKey: "owner")
        try young.relatedObjects(forKey: "shops").add(rival)
        // Before and after the save.
        for _ in 0..<2 {
            #expect(try shop.fetchedObjects(forKey: "neighbours") == [young])
            #expect(try shop.fetchedObjects(forKey: "rivals") == [rival])
            #expect(try rival.fetchedObjects(forKey: "rivals") == [shop])
            #expect(try shop.value(forKey: "friends") as? [ManagedObject] == [young])
            // A comparison with a missing value finds nothing.
            #expect(try rival.fetchedObjects(forKey: "neighbours") == [])
            try context.save()
        }
        #expect(throws: ManagedObjectError.unknownKey(entity: "Shop", key: "city")) {
            try shop.fetchedObjects(forKey: "city")
        }
    }
}
