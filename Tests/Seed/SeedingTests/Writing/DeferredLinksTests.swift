import SQLite
@testable import Inputs
import Testing

@testable import Seeding

@Suite("Deferred links")
struct DeferredLinksTests {
    private static func words(_ link: DeferredLink) -> String {
        "\(link.kind) \(link.object) \(link.key) \(String(describing: link.position)) \(link.location)"
    }

    private static func location(_ path: String, _ line: Int?, _ column: Int?, sheet: String? = nil)
        -> SeedIssue.Location
    {
        var location = SeedIssue.Location(path: path, line: line, column: column)
        location.sheet = sheet
        return location
    }

    @Test("They are read back unchanged, in order")
    func roundTrip() {
        let values: [[Value]] = [
            [], [.null], [.integer(0)], [.integer(-1)], [.integer(.max), .integer(.min)],
            [.real(0.1), .real(-0.0), .real(.infinity)], [.text("")], [.text("Äpfel 😀")],
            [.blob([])], [.blob([0, 255, 128])], [.text(String(repeating: "x", count: 300)), .null],
        ]
        let kinds: [DeferredLink.Kind] = [
            .link(0, mode: .new), .link(7, mode: .merge), .link(300, mode: .replace), .list(2), .emptyList(1),
        ]
        let locations = [
            Self.location("a.csv", 1, 3), Self.location("b.csv", nil, nil),
            Self.location("a.csv", 1 << 40, nil),
            Self.location("c.xlsx", 2, 0, sheet: "Items"), Self.location("c.xlsx", 2, 0, sheet: "Others"),
        ]
        let links = DeferredLinks()
        var expected: [String] = []
        for (index, key) in values.enumerated() {
            for (number, kind) in kinds.enumerated() {
                let link = DeferredLink(
                    kind: kind,
                    object: .init(
                        primaryKey: [1, .max, .min][index % 3], entityNumber: [0, 16001, -1][number % 3]),
                    key: key, position: number == 0 ? nil : .integer(Int64(number)),
                    location: locations[(index + number) % locations.count])
                links.append(link)
                expected.append(Self.words(link))
            }
        }
        var found: [String] = []
        links.forEach { found.append(Self.words($0)) }
        #expect(found == expected)
    }

    @Test("Links of a tree need the memory in docs/reference/limits.md")
    func size() {
        let links = DeferredLinks()
        for row in 1...100_000 {
            links.append(
                DeferredLink(
                    kind: .link(0, mode: .new), object: .init(primaryKey: Int64(row), entityNumber: 1),
                    key: [.text("\(row / 2)")], position: nil,
                    location: .init(path: "tree.csv", line: row, column: 5)))
        }
        #expect(links.byteCount < 100_000 * 24)
    }
}
