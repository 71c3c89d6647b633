import Foundation
import ObjectModel
import TestSupport

@testable import ObjectLayer

/// Random books with all related objects. The same seed gives the same books.
struct RandomLibrary {
    /// Texts that differ in case, accents, normalisation and digits, and texts with special meaning in patterns.
    static let texts = [
        "", "a", "A", "abc", "ABC", "Äpfel", "äpfel", "A\u{308}pfel", "straße", "STRASSE", "a*c",
        "a?c", "item 2", "item 10", "Item 9", "日本", "x.y", "é", "e\u{301}", "Coffee", "coffee",
    ]

    /// - Parameter leavesValuesOut: whether some values are missing.
    static func fill(
        _ context: ManagedObjectContext, seed: UInt64, books: Int, leavesValuesOut: Bool = true
    ) throws {
        var random = SeededGenerator(seed: seed)
        /// Returns nil in a quarter of the cases, if values may be missing.
        func maybe<Value>(_ value: (inout SeededGenerator) -> Value) -> Value? {
            let isMissing = Int.random(in: 0..<4, using: &random) == 0
            return isMissing && leavesValuesOut ? nil : value(&random)
        }
        let authors = try (0..<8).map { number in
            let author = try context.insert(
                number.isMultiple(of: 2) ? "Poet" : "Novelist",
                ["name": texts.randomElement(using: &random) ?? ""])
            if number.isMultiple(of: 2) {
                let metre = maybe { Int.random(in: -2...2, using: &$0) }
                try author.setValue(metre, forKey: "metre")
            }
            return author
        }
        let shelves = try (0..<3).map { number in
            try context.insert("Shelf", ["name": texts[number * 3 + 1]])
        }
        let tags = try texts.prefix(9).map { try context.insert("Tag", ["name": $0]) }
        for _ in 0..<books {
            let book = try context.insert(
                "Book", ["name": texts.randomElement(using: &random) ?? ""])
            // Multiples of a quarter, so that sums do not depend on their order.
            func quarter(_ random: inout SeededGenerator) -> Double {
                Double(Int.random(in: -8...8, using: &random)) / 4
            }
            let values: [String: Any?] = [
                "rating": maybe { quarter(&$0) },
                "price": maybe { Decimal(quarter(&$0)) },
                "published": maybe { Date(timeIntervalSinceReferenceDate: quarter(&$0)) },
                "copies": maybe { Int.random(in: -3...3, using: &$0) },
                "lent": maybe { Bool.random(using: &$0) },
                "code": maybe { uuid(Int.random(in: 0..<3, using: &$0)) },
                "author": maybe { authors.randomElement(using: &$0) } ?? nil,
                "shelf": maybe { shelves.randomElement(using: &$0) } ?? nil,
            ]
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                try book.setValue(value, forKey: key)
            }
            for tag in tags where Int.random(in: 0..<4, using: &random) == 0 {
                try book.relatedObjects(forKey: "tags").add(tag)
            }
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let page = try context.insertNewObject(forEntityName: "Page")
                try page.setValue(
                    maybe { Int.random(in: -3...5, using: &$0) }, forKey: "number")
                try book.relatedObjects(forKey: "pages").add(page)
            }
        }
        for (one, other) in [(0, 1), (1, 2), (3, 3), (4, 0)] {
            try tags[one].relatedObjects(forKey: "related").add(tags[other])
        }
    }

    static func uuid(_ number: Int) -> UUID {
        UUID(attributeValue: .uuid(Array(repeating: UInt8(number), count: 16))) ?? UUID()
    }
}
