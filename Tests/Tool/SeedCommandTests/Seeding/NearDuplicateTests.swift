import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Objects that `find` creates although a similar name exists")
struct NearDuplicateTests {
    private static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/>
        <relationship name="others" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="others" inverseEntity="Item"/></entity>
        <entity name="Unit"><attribute name="name" attributeType="String"/>
        <attribute name="kind" optional="YES" attributeType="String"/>
        <attribute name="number" optional="YES" attributeType="Integer 32"/>
        <relationship name="items" optional="YES" toMany="YES" destinationEntity="Item"
            inverseName="unit" inverseEntity="Item"/></entity>
        """

    /// Returns the warnings of a build.
    private static func warnings(
        _ relationship: String, rows: String, units: String? = nil, links: String = ""
    ) throws -> [String] {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/reference.sqlite", model: model)
        try folder.write(rows, as: "rows.csv")
        try folder.write(units ?? "u\n", as: "units.csv")
        let load = units == nil ? "" : "  Unit: { from: units, attributes: { name: u } }\n"
        let source = units == nil ? "" : ", units: { csv: units.csv }"
        try folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { rows: { csv: rows.csv }\(source) }
            entities:
              Item: { from: rows, attributes: { name: name }, relationships: { \(relationship) } }
            \(load)\(links)
            """, as: "plan.yml")
        let built = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(built.status == 0, "\(built.errors)")
        return built.errors.split(separator: "\n").map(String.init)
    }

    private static func warning(
        _ place: String, _ name: String, _ value: String, _ other: String, _ at: String
    ) -> String {
        "rows.csv:\(place): warning: \(name): '\(value)' and '\(other)'\(at) are two objects that differ only in "
            + "case, white space or the form of accents: use `trim`, `normalize` or `ignoring: case` to make them one"
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var relationship = "unit: { find: Unit.name, column: u }"
        let rows: String
        var units: String?
        let expected: [String]
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "case and white space",
            rows: "name,u\na,kg\nb,kg \nc,KG\nd,g\ne,kg\n",
            expected: [
                warning("3", "Unit.name", "kg ", "kg", " (rows.csv:2)"),
                warning("4", "Unit.name", "KG", "kg", " (rows.csv:2)"),
            ]),
        Case(
            name: "accents composed and decomposed",
            rows: "name,u\na,caf\u{E9}\nb,cafe\u{301}\nc,cafe\n",
            expected: [
                warning("3", "Unit.name", "cafe\u{301}", "caf\u{E9}", " (rows.csv:2)")
            ]),
        Case(
            name: "white space within, and other white space", rows: "name,u\na,fl oz\nb,fl\u{A0} oz\n",
            expected: [warning("3", "Unit.name", "fl\u{A0} oz", "fl oz", " (rows.csv:2)")]),
        Case(
            name: "beside one of a load", rows: "name,u\na,Kg\nb,kg\n", units: "u\nkg\nKG\ng\n",
            expected: [warning("2", "Unit.name", "Kg", "kg", "")]),
        Case(
            name: "none that find has made", rows: "name,u\na,kg\nb,oz\n", units: "u\nkg\nKG\n",
            expected: []),
        Case(
            name: "one with ignoring", relationship: "unit: { find: Unit.name, column: u, ignoring: case }",
            rows: "name,u\na,kg\nb,KG\n", expected: []),
        Case(
            name: "one with trim and case",
            relationship: "unit: { find: Unit.name, column: u, trim: true, case: lower }",
            rows: "name,u\na,kg\nb,KG \n", expected: []),
        Case(
            name: "several attributes",
            relationship: "unit: { find: [Unit.name, kind], columns: [u, k] }",
            rows: "name,u,k\na,kg,x\nb,KG,x\nc,kg,y\nd,kg,\n",
            expected: [warning("3", "Unit.name, kind", "KG, x", "kg, x", " (rows.csv:2)")]),
        Case(
            name: "numbers are never alike",
            relationship: "unit: { find: Unit.number, column: u, set: { name: name } }",
            rows: "name,u\na,1\nb,10\n", expected: []),
        Case(
            name: "at the end of a load",
            relationship: "others: { find: Item.name, column: u }",
            rows: "name,u\na,x|y\nb,X\n",
            expected: [warning("3", "Item.name", "X", "x", " (rows.csv:2)")]),
    ]

    @Test("Each is reported with both rows", arguments: NearDuplicateTests.cases)
    func told(_ item: Case) throws {
        let found = try Self.warnings(item.relationship, rows: item.rows, units: item.units)
        #expect(found == item.expected)
    }

    @Test("Only the first 20 are reported one by one")
    func many() throws {
        let rows = (0..<30).map { "a,u\($0)\nb,U\($0)\n" }.joined()
        let found = try Self.warnings("unit: { find: Unit.name, column: u }", rows: "name,u\n" + rows)
        #expect(found.count == 21)
        #expect(found.last?.hasSuffix("warning: Unit.name: and 10 more such objects") == true)
    }
}
