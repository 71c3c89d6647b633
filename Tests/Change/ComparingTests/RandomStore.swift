import Files
import ObjectModel
import SQLite
import StoreFormat
import TestSupport

/// Objects of a small model that can be written with any primary keys.
struct RandomStore {
    static let xml = """
        <entity name="Group"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="group" inverseEntity="Item"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        <entity name="Item"><attribute name="code" optional="YES" attributeType="String"/>
        <attribute name="amount" optional="YES" attributeType="Double"/>
        <relationship name="group" optional="YES" maxCount="1" destinationEntity="Group"
            inverseName="items" inverseEntity="Group"/>
        <relationship name="list" optional="YES" maxCount="1" destinationEntity="List"
            inverseName="items" inverseEntity="List"/>
        <relationship name="children" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="parent" inverseEntity="Item"/>
        <relationship name="parent" optional="YES" maxCount="1" destinationEntity="Item"
            inverseName="children" inverseEntity="Item"/>
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="items" inverseEntity="Tag"/></entity>
        <entity name="List"><attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" ordered="YES" destinationEntity="Item"
            inverseName="list" inverseEntity="Item"/></entity>
        <entity name="Tag"><attribute name="word" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="tags" inverseEntity="Item"/></entity>
        """

    struct Item {
        var code: String
        var amount: Double?
        var group: Int?
        var list: Int?
        var parent: Int?
        var tags: Set<Int>
    }

    var items: [Item]
    let groups: Int
    let lists: Int
    let tags: Int

    init(using random: inout SeededGenerator) {
        (groups, lists, tags) = (5, 3, 6)
        items = []
        for number in 0..<Int.random(in: 1..<60, using: &random) {
            items.append(Self.item("c\(number)", number, using: &random))
        }
    }

    /// Returns a random object. Its parent is one of the objects before it.
    static func item(_ code: String, _ number: Int, using random: inout SeededGenerator) -> Item {
        func maybe(_ count: Int, _ random: inout SeededGenerator) -> Int? {
            let number = Int.random(in: 0..<(count + 1), using: &random)
            return number < count ? number : nil
        }
        return Item(
            code: code, amount: maybe(4, &random).map { Double($0) / 2 }, group: maybe(5, &random),
            list: maybe(3, &random), parent: number > 0 ? maybe(number, &random) : nil,
            tags: Set((0..<6).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }))
    }

    /// Writes the objects.
    ///
    /// - Parameter keys: Returns keys for this number of objects.
    func write(
        to path: String, _ model: ManagedObjectModel, uuid: String?, keys: (Int) -> [Int64]
    ) throws {
        try StoreCreator(model: model, hasHistory: false, uuid: uuid).create(at: path)
        let connection = try Connection(path: path, mode: .readWrite)
        let (own, group, list, tag) = (keys(items.count), keys(groups), keys(lists), keys(tags))
        func text(_ key: Int64?) -> String { key.map { "\($0)" } ?? "NULL" }
        try connection.execute("BEGIN")
        for index in 0..<groups {
            try connection.execute(
                "INSERT INTO ZGROUP (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (\(group[index]), 1, 1, 'g\(index)')")
        }
        for index in 0..<lists {
            try connection.execute(
                "INSERT INTO ZLIST (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (\(list[index]), 3, 1, 'l\(index)')")
        }
        for index in 0..<tags {
            try connection.execute(
                "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZWORD) VALUES (\(tag[index]), 4, 1, 't\(index)')")
        }
        for (index, item) in items.enumerated() {
            try connection.execute(
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZCODE, ZAMOUNT, ZGROUP, ZLIST, Z_FOK_LIST, ZPARENT) VALUES "
                    + "(\(own[index]), 2, \(index % 3 + 1), '\(item.code)', "
                    + "\(item.amount.map { "\($0)" } ?? "NULL"), \(text(item.group.map { group[$0] })), "
                    + "\(text(item.list.map { list[$0] })), \(item.list == nil ? "NULL" : "\(index * 16)"), "
                    + "\(text(item.parent.map { own[$0] })))")
            for number in item.tags.sorted() {
                try connection.execute("INSERT INTO Z_2TAGS VALUES (\(own[index]), \(tag[number]))")
            }
        }
        try connection.execute("COMMIT")
    }
}
