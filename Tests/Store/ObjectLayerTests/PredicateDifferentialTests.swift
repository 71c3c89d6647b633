import ObjectModel
import TestSupport
import Testing

@testable import ObjectLayer

@Suite struct PredicateDifferentialTests {
    /// The only difference between a fetch and objects in memory concerns missing values
    /// (docs/guides/query.md#missing-values). Without missing values there is no difference.
    @Test("Without missing values, objects in memory match like in a fetch", arguments: 1...3)
    func withoutMissingValues(_ seed: Int) throws {
        let stack = try Stack(TestModels.library)
        try RandomLibrary.fill(
            stack.context, seed: UInt64(seed), books: 30, leavesValuesOut: false)
        try stack.context.save()
        let books = try stack.context.fetch(FetchRequest(entityName: "Book"))
        var source = RandomPredicates(seed: UInt64(seed) &* 7_907, ids: books.map(\.objectID))
        let fetched = PredicateEvaluator(.unknown)
        let inMemory = PredicateEvaluator(.compared)
        var compared = 0
        while compared < 300 {
            let predicate = source.predicate()
            // Divisions by zero and a literal nil are also missing values.
            let text = predicate.format
            guard !text.contains("nil"), !text.contains("/"), !text.contains("modulus"),
                !text.contains("@min"), !text.contains("@max"), !text.contains("@avg")
            else { continue }
            compared += 1
            var request = FetchRequest(entityName: "Book")
            request.predicate = predicate
            request.allowsExtensions = true
            let plan = try #require(try FetchPlan(request, in: stack.coordinator.map).predicate)
            for book in books {
                let scope = PredicateEvaluator.Scope(object: book)
                #expect(
                    try fetched.holds(plan, in: scope) == inMemory.holds(plan, in: scope),
                    "\(text)")
            }
        }
    }

    @Test("Random predicates give the same objects in SQL and in memory", arguments: 1...6)
    func predicates(_ seed: Int) throws {
        let stack = try Stack(TestModels.library)
        try RandomLibrary.fill(stack.context, seed: UInt64(seed), books: 40)
        try stack.context.save()
        let context = try stack.otherContext()
        let books = try context.fetch(FetchRequest(entityName: "Book"))
        let others = try ["Author", "Shelf", "Tag", "Page"].flatMap {
            try context.fetch(FetchRequest(entityName: $0))
        }
        var source = RandomPredicates(
            seed: UInt64(seed) &* 7_919, ids: (books + others).map(\.objectID))
        let evaluator = PredicateEvaluator(.unknown)
        var compiled = 0
        var telling = 0
        let count = 500
        for _ in 0..<count {
            let predicate = source.predicate()
            var request = FetchRequest(entityName: "Book")
            request.predicate = predicate
            request.allowsExtensions = true
            let plan = try FetchPlan(request, in: stack.coordinator.map)
            if SelectStatement(plan, mayLimit: true).remainder == nil { compiled += 1 }
            let resolved = try #require(plan.predicate)
            let inMemory = try books.filter {
                try evaluator.holds(resolved, in: PredicateEvaluator.Scope(object: $0))
            }
            if !inMemory.isEmpty, inMemory.count < books.count { telling += 1 }
            let found = try context.fetch(request)
            #expect(found.map(\.objectID) == inMemory.map(\.objectID), "\(predicate.format)")
            #expect(try context.count(for: request) == inMemory.count, "\(predicate.format)")
        }
        // The comparison is useful only if SQL does the work.
        #expect(compiled > count * 7 / 10)
        // The result must be neither empty nor complete.
        #expect(telling > count / 3, "\(telling) of \(count)")
        withExtendedLifetime(others) {}
    }

    @Test("Every sort order is the same in SQL and in memory", arguments: TextOrder.allCases)
    func sorting(_ order: TextOrder) throws {
        // Unsaved objects are sorted in memory.
        let unsaved = try Stack(TestModels.library)
        try RandomLibrary.fill(unsaved.context, seed: 11, books: 60)
        let saved = try Stack(TestModels.library)
        try RandomLibrary.fill(saved.context, seed: 11, books: 60)
        try saved.context.save()
        let reader = try saved.otherContext()
        for key in [
            "name", "author.name", "rating", "published", "price", "pages.@count", "copies",
        ] {
            for ascending in [true, false] {
                var request = FetchRequest(entityName: "Book")
                request.sortDescriptors = [
                    SortDescriptor(key: key, ascending: ascending, textOrder: order),
                    SortDescriptor(key: "copies", ascending: !ascending),
                ]
                request.allowsExtensions = true
                request.fetchOffset = 3
                request.fetchLimit = 20
                let inMemory = try unsaved.context.fetch(request).map { try Self.facts($0) }
                let bySQL = try reader.fetch(request).map { try Self.facts($0) }
                #expect(inMemory == bySQL, "\(key) \(ascending)")
            }
        }
    }

    /// Returns the values that distinguish a book, besides its ID.
    private static func facts(_ book: ManagedObject) throws -> [StoredValue?] {
        try ["name", "rating", "price", "published", "copies", "lent"].map {
            try book.attributeValue(forKey: $0).map { .attribute($0) }
        }
    }
}
