import ObjectModel
import SQLite
import TestSupport
import Testing

@testable import ObjectLayer

@Suite struct MemoryTests {
    @Test("Iterating over many objects keeps at most one batch in memory")
    func walking() throws {
        let stack = try Stack.groceries()
        let count = 20_000
        do {
            let connection = try Connection(path: stack.path, mode: .readWrite)
            try connection.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZLISTED, ZCOLLECTED, ZQUANTITY, ZNAME)
                SELECT i, 1, 1, 1, 0, 1.0, 'Item ' || i FROM n;
                UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME = 'Item';
                """)
        }
        let context = try stack.otherContext()
        var seen = 0
        var most = 0
        try context.forEachObject(matching: FetchRequest(entityName: "Item"), batchSize: 500) {
            item in
            if try item.value(forKey: "listed", as: Bool.self) == true { seen += 1 }
            most = max(most, context.registry.count)
        }
        #expect(seen == count)
        #expect(most <= 1_000)
        #expect(context.registry.count == 0)
    }

    @Test("The same holds for a predicate or order that SQL cannot express")
    func examining() throws {
        let stack = try Stack.groceries()
        for number in 0..<3_000 {
            _ = try stack.context.insert(
                "Item", ["name": "Item \(number)", "quantity": Double(number % 7)])
        }
        try stack.context.save()
        let context = try stack.otherContext()
        var request = FetchRequest(entityName: "Item")
        request.predicate = try Predicate(format: "ceiling(quantity) == 3")
        request.sortDescriptors = [SortDescriptor(key: "name", ascending: false)]
        #expect(try context.count(for: request) == 429)
        #expect(context.registry.count == 0)
        var names: [String] = []
        var most = 0
        try context.forEachObject(matching: request, batchSize: 100) { item in
            names.append(try item.value(forKey: "name", as: String.self) ?? "")
            most = max(most, context.registry.count)
        }
        #expect(names.count == 429 && names == names.sorted(by: >))
        #expect(most <= 200)
        request.fetchOffset = 400
        request.fetchLimit = 100
        #expect(try context.fetchObjectIDs(request).count == 29)
        #expect(try context.fetch(request).count == 29)
    }

    @Test("Saving in batches keeps at most one batch in memory")
    func saving() throws {
        let stack = try Stack.groceries()
        var most = 0
        for _ in 0..<5 {
            for number in 0..<200 {
                _ = try stack.context.insert("Item", ["name": "Item \(number)"])
            }
            most = max(most, stack.context.registry.count)
            try stack.context.save()
        }
        #expect(most <= 200)
        #expect(stack.context.registry.count == 0)
        #expect(try stack.rows("SELECT count(*) FROM ZITEM") == ["1000"])
    }
}
