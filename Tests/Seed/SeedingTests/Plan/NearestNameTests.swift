import ObjectModel
import Testing

@testable import Seeding

@Suite("Suggested names")
struct NearestNameTests {
    @Test(
        "The nearest name is suggested if it is near enough",
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

    @Test("Unused names and lists are not compared")
    func bounds() {
        let long = String(repeating: "a", count: 1_000)
        #expect(NearestName.of(long, in: [long + "b", long]) == long)
        #expect(NearestName.of(long + "b", in: [long]) == nil)
        let names = (0..<10_000).map { "name\($0)" }
        #expect(NearestName.of("nam12", in: names) == "name12")
        #expect(NearestName.of("nam12", in: names + ["other"]) == nil)
    }
}
