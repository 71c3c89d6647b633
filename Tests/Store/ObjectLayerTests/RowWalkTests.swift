import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite("Reading rows without objects")
struct RowWalkTests {
    @Test(
        "Keys are found in dense and in sparse tables",
        arguments: [
            (keys: [1, 2, 3, 900] as [Int64], missing: [0, 4, 899, 901, -1, .max, .min] as [Int64]),
            (keys: [0, 1, 2], missing: [3, -1]),
            (keys: [1, 7, 1 << 40, .max], missing: [0, 2, 8, 1 << 41, .min]),
            (keys: [-5, 3], missing: [-6, 0, 4]),
            (keys: [], missing: [0, 1]),
        ])
    func keys(keys: [Int64], missing: [Int64]) {
        var index = TargetIndex(
            count: Int64(keys.count), least: keys.first ?? 0, greatest: keys.last ?? 0)
        for (place, key) in keys.enumerated() { index.append(key, entityNumber: Int64(place + 1)) }
        for (place, key) in keys.enumerated() { #expect(index[key] == .entity(place + 1)) }
        for key in missing { #expect(index[key] == .missing) }
    }

    @Test(
        "An invalid entity number in Z_ENT is reported",
        arguments: [
            nil, -1, 65_535, 65_534, Int64.max,
        ] as [Int64?])
    func oddEntity(number: Int64?) {
        var index = TargetIndex(count: 1, least: 1, greatest: 1)
        index.append(1, entityNumber: number)
        #expect(index[1] == .entity(nil))
    }

    @Test("Every row has its values in SQL", .enabled(if: Corpus.isPresent, Corpus.absence))
    func rows() throws {
        let path = try Corpus.entry("grocery-dude").store
        let reference = try ReferenceStore(path: path)
        let coordinator = PersistentStoreCoordinator(reference)
        let walk = RowWalk(coordinator, over: reference.connection)
        let name = try #require(
            coordinator.managedObjectModel.entity(named: "Item")?.attribute(named: "name"))
        var walked: [String] = []
        try walk.forEachRow(ofTable: "ZITEM", columns: ["ZNAME", "ZUNIT"]) { row in
            guard case .attribute(.string(let text)) = row.storedValue(at: 0, of: name) else {
                return
            }
            let unit = row.isNull(at: 1) ? "" : "\(row.integer(at: 1))"
            walked.append(
                "\(row.primaryKey) \(row.entityNumber ?? 0) \(row.version ?? 0) \(text) \(unit)")
        }
        let expected = try walk.connection.rows(
            """
            SELECT Z_PK || ' ' || Z_ENT || ' ' || Z_OPT || ' ' || ZNAME || ' ' || ifnull(ZUNIT, '')
            FROM ZITEM ORDER BY Z_PK
            """
        ) { $0.text(at: 0) ?? "" }
        #expect(walked.count > 50)
        #expect(walked == expected)
    }

    @Test("Members beyond a limit are detected without loading them")
    func limits() throws {
        let stack = try Stack.groceries()
        let unit = try stack.context.insert("Unit", ["name": "kg"])
        for number in 0..<3 {
            let item = try stack.context.insert("Item", ["name": "Item \(number)"])
            try item.setObject(unit, forKey: "unit")
        }
        try stack.context.save()
        let context = try stack.otherContext()
        let found = try #require(try context.fetch(FetchRequest(entityName: "Unit")).first)
        let items = try found.relatedObjects(forKey: "items")
        #expect(try items.hasMore(than: 2))
        #expect(try !items.hasMore(than: 3))
        #expect(!found.toManys.contains { !$0.isUntouched })
    }
}
