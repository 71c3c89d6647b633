import Testing

@testable import Seeding

@Suite("What somebody probably meant")
struct NearestNameTests {
    @Test(
        "The nearest name, where it is near enough",
        arguments: [
            ("quantty", ["quality", "quantity"], "quantity"),
            ("quantiyt", ["quantity"], "quantity"),
            ("QUANTITY", ["quantity"], "quantity"), ("nmae", ["name", "mane"], "name"),
            ("itms", ["items", "times"], "items"), ("a", ["b", "c"], "b"), ("x", [], nil),
            ("frobnicate", ["name", "items"], nil), ("name", ["nombre"], nil),
            ("", ["a"], "a"), ("", ["abc"], nil), ("größe", ["grösse", "größer"], "größer"),
        ] as [(String, [String], String?)])
    func nearest(name: String, candidates: [String], expected: String?) {
        #expect(NearestName.of(name, in: candidates) == expected)
        #expect(NearestName.of(name, in: candidates.reversed()) == expected)
    }
}
