import ObjectModel
import Testing
import TestSupport

@testable import Drafting
@testable import Seeding

@Suite("Matching names")
struct NameMatchTests {
    @Test(
        "The same name in another dress is a sure match",
        arguments: [
            ("name", "name"), ("Name", "name"), ("locationAtHome", "locationAtHome"),
            ("Location at home", "locationAtHome"), ("LOCATION_AT_HOME", "locationAtHome"),
            ("location-at-home", "locationAtHome"), ("locationathome", "locationAtHome"),
            ("Tags", "tag"), ("categories", "category"), ("item", "items"),
        ])
    func sure(column: String, property: String) {
        #expect(NameMatch.score(column, property) >= NameMatch.sure)
    }

    @Test(
        "What somebody may have meant is an unsure one",
        arguments: [
            ("home", "locationAtHome"), ("added", "addedOn"), ("qty", "quantity"),
            ("desc", "details_description"), ("quantitty", "quantity"), ("descr", "description"),
            ("remark", "note"), ("receipt_no", "number"), ("item_name", "item"),
        ])
    func unsure(column: String, property: String) {
        #expect((NameMatch.lowest..<NameMatch.sure).contains(NameMatch.score(column, property)))
    }

    @Test(
        "Names with nothing in common are none",
        arguments: [
            ("price", "name"), ("id", "identity"), ("", "name"), ("a", "b"), ("x", "xylophone"),
            ("--", "name"),
        ])
    func none(column: String, property: String) {
        #expect(NameMatch.score(column, property) < NameMatch.lowest)
    }

    /// What is counted of two names leaves out no slip that their comparison, which takes longer, would find.
    @Test("Names whose letters differ too much are no slips of each other")
    func slips() {
        var generator = SeededGenerator(seed: 28)
        func word() -> String {
            String(
                (0..<Int.random(in: 4...9, using: &generator)).map { _ in
                    "abcé7ß".randomElement(using: &generator)!
                })
        }
        var found = 0
        for _ in 0..<4_000 {
            // One letter more, less or another, twice at most: a slip, or nearly one.
            let first = word()
            var second = first
            for _ in 0..<Int.random(in: 1...2, using: &generator) where !second.isEmpty {
                let place = second.indices.randomElement(using: &generator)!
                if Bool.random(using: &generator) { second.remove(at: place) }
                if Bool.random(using: &generator) { second.insert("c", at: second.startIndex) }
            }
            let (one, other) = (NameMatch.Name(first), NameMatch.Name(second))
            let isSlip = NearestName.of(one.words.joined(), in: [other.words.joined()]) != nil
            if isSlip { found += 1 }
            #expect(!isSlip || one.mayBeSlip(of: other), "\(one) \(other)")
        }
        #expect(found > 100)
        #expect(!NameMatch.Name("quantity").mayBeSlip(of: NameMatch.Name("boxes")))
    }
}
