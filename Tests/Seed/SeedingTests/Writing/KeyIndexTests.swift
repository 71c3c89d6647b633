import SQLite
import TestSupport
import Testing

@testable import Seeding

@Suite("Index of keys")
struct KeyIndexTests {
    @Test("It gives the same answers as a dictionary, for random keys in random order")
    func random() {
        var random = SeededGenerator(seed: 7)
        let index = KeyIndex()
        var known: [String: KeyIndex.Object] = [:]
        for step in 0..<20_000 {
            let key =
                String(repeating: "ü", count: Int.random(in: 0...2, using: &random))
                + String(Int.random(in: 0..<6_000, using: &random))
            let object = KeyIndex.Object(primaryKey: Int64(step), entityNumber: Int32(step % 7))
            #expect(key.withUTF8Bytes { index.object(forKey: $0) } == known[key])
            let isNew = key.withUTF8Bytes { index.insert(object, forKey: $0) }
            #expect(isNew == (known[key] == nil))
            if isNew { known[key] = object }
        }
        #expect(index.count == known.count)
        for (key, object) in known {
            #expect(key.withUTF8Bytes { index.object(forKey: $0) } == object)
        }
    }

    @Test("An empty key is a key, and keys with equal beginnings differ")
    func edges() {
        let index = KeyIndex()
        let keys = ["", "a", "aa", "a\u{0}", "A"]
        for (number, key) in keys.enumerated() {
            let object = KeyIndex.Object(primaryKey: Int64(number), entityNumber: 1)
            #expect(key.withUTF8Bytes { index.object(forKey: $0) } == nil)
            #expect(key.withUTF8Bytes { index.insert(object, forKey: $0) })
        }
        for (number, key) in keys.enumerated() {
            #expect(key.withUTF8Bytes { index.object(forKey: $0) }?.primaryKey == Int64(number))
        }
    }

    @Test("A removed key is free for any object, once")
    func removal() {
        let index = KeyIndex()
        func object(_ number: Int) -> KeyIndex.Object {
            .init(primaryKey: Int64(number), entityNumber: Int32(number * 10))
        }
        "key".withUTF8Bytes { key in
            #expect(index.insert(object(1), forKey: key))
            index.remove(key)
            #expect(index.object(forKey: key) == nil)
            #expect(index.insert(object(2), forKey: key))
            #expect(index.object(forKey: key) == object(2))
            #expect(!index.insert(object(3), forKey: key))
        }
        var found: [KeyIndex.Object] = []
        index.forEach { _, object in found.append(object) }
        #expect(found == [object(2)])
    }

    @Test("Equal values of one attribute have equal key bytes")
    func keyBytes() {
        func bytes(_ value: BoundValue) -> [UInt8] { value.withKeyBytes { Array($0) } }
        #expect(bytes(.real(0)) == bytes(.real(-0.0)))
        #expect(bytes(.real(1)) != bytes(.real(2)))
        #expect(bytes(.integer(12)) == Array("12".utf8))
        #expect(bytes(.ownedText("ü")) == Array("ü".utf8))
        #expect(bytes(.ownedBlob([1, 0])) == [1, 0])
    }
}
