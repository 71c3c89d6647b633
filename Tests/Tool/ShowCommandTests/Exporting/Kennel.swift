import CommandSupport
import Foundation
import TestSupport
import Testing

/// A store with conflicting names, and the plan that builds it.
struct Kennel {
    let folder: TestFolder
    var path: String { folder.path }

    static let model = """
        <entity name="Animal" isAbstract="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="order" optional="YES" maxCount="1" destinationEntity="Order"
            inverseName="animals" inverseEntity="Order"/>
        <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Animal"
            inverseName="friends" inverseEntity="Animal"/></entity>
        <entity name="Dog" parentEntity="Animal">
        <attribute name="age" optional="YES" attributeType="Integer 16"/></entity>
        <entity name="DOG" parentEntity="Animal">
        <attribute name="age" optional="YES" attributeType="String"/>
        <attribute name="entity" optional="YES" attributeType="String"/></entity>
        <entity name="Order">
        <attribute name="id" optional="YES" attributeType="UUID"/>
        <attribute name="select" optional="YES" attributeType="String"/>
        <attribute name="SELECT" optional="YES" attributeType="String"/>
        <attribute name="paid" optional="YES" attributeType="Boolean"/>
        <attribute name="sum" optional="YES" attributeType="Decimal"/>
        <attribute name="placed" optional="YES" attributeType="Date"/>
        <attribute name="site" optional="YES" attributeType="URI"/>
        <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <attribute name="group_id" optional="YES" attributeType="Integer 64"/>
        <relationship name="group" optional="YES" maxCount="1" destinationEntity="Group"
            inverseName="orders" inverseEntity="Group"/>
        <relationship name="animals" optional="YES" toMany="YES" ordered="YES" destinationEntity="Animal"
            inverseName="order" inverseEntity="Animal"/></entity>
        <entity name="Group"><attribute name="index" optional="YES" attributeType="Double"/>
        <relationship name="orders" optional="YES" toMany="YES" destinationEntity="Order"
            inverseName="group" inverseEntity="Order"/>
        <relationship name="marks" optional="YES" toMany="YES" ordered="YES" destinationEntity="sqlite_mark"
            inverseName="groups" inverseEntity="sqlite_mark"/></entity>
        <entity name="Group_marks"><attribute name="pk" optional="YES" attributeType="String"/>
        <attribute name="id" optional="YES" attributeType="String"/></entity>
        <entity name="sqlite_mark"><attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="groups" optional="YES" toMany="YES" destinationEntity="Group"
            inverseName="marks" inverseEntity="Group"/></entity>
        """

    static let plan = """
        reference: Model.xcdatamodel
        output: store.sqlite
        storage: external
        metadata: { edition: 3 }
        sources:
          dogs: { json: data.json, records: dogs }
          bigs: { json: data.json, records: bigs }
          orders: { json: data.json, records: orders }
          groups: { json: data.json, records: groups }
          marks: { json: data.json, records: marks }
        entities:
          Dog:
            from: dogs
            key: k
            attributes: { name: { column: n, lookup: { "-": "" }, unmatched: keep }, age: age }
            relationships: { order: { keyOf: Order, column: o }, friends: { keyOf: Animal, column: f, separator: " " } }
          DOG:
            from: bigs
            key: k
            attributes: { name: n, age: age, entity: e }
            relationships: { order: { keyOf: Order, column: o }, friends: { keyOf: Animal, column: f, separator: " " } }
          Order:
            from: orders
            key: k
            attributes: { id: id, select: a, SELECT: b, paid: paid, sum: sum, placed: placed, site: site, photo: { column: photo, binary: base64 }, group_id: gi }
            relationships: { group: { keyOf: Group, column: g } }
          Group:
            from: groups
            key: k
            attributes: { index: i }
            relationships: { marks: { keyOf: sqlite_mark, column: m, separator: " " } }
          sqlite_mark: { from: marks, key: k, attributes: { text: t } }
        """

    init() throws {
        folder = try TestFolder()
        try folder.writeModel(Self.model)
        let photo = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 * 7) }).base64EncodedString()
        try folder.write(
            """
            {"dogs": [{"k": "d1", "n": "Rex", "age": 3, "o": "o1", "f": "d2 b1"}, {"k": "d2", "n": "-", "age": 0, "o": "o1"},
             {"k": "d3", "age": -1}],
             "bigs": [{"k": "b1", "n": "Böll <b>", "age": "old", "e": "x", "o": "o1", "f": "d1"}],
             "orders": [{"k": "o1", "id": "00112233-4455-6677-8899-AABBCCDDEEFF", "a": "one", "b": "two", "paid": true,
              "sum": "0.1", "placed": "2024-03-09T16:05:30.25Z", "site": "https://example.org/?a=1&b=%20", "photo": "\(photo)",
              "gi": 77, "g": "g1"}, {"k": "o2", "paid": false, "sum": "123456789.25", "placed": "0001-01-01T00:00:00Z", "photo": "AAEC"},
              {"k": "o3", "sum": "0.00001"}],
             "groups": [{"k": "g1", "i": 1.5, "m": "m2 m1 m3"}, {"k": "g2", "m": "m3 m2"}],
             "marks": [{"k": "m1", "t": "1"}, {"k": "m2", "t": "2"}, {"k": "m3", "t": "3"}]}
            """, as: "data.json")
        try folder.write(Self.plan, as: "plan.yml")
        try Zseed.run("build", "plan.yml", in: path).expectSuccess()
    }

    /// Exports the store as a plain database.
    func export() throws {
        try Zseed.run("export", "store.sqlite", "--to", "plain.sqlite", in: path).expectSuccess()
    }
}
