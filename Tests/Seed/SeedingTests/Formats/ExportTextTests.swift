import Foundation
import ObjectModel
import TestSupport
import Testing

@testable import Seeding

@Suite("Texts of exports")
struct ExportTextTests {
    @Test(
        "Dates are written in ISO 8601, in UTC",
        arguments: [
            (0.0, "2001-01-01T00:00:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
            (731_692_800, "2024-03-09T16:00:00Z"), (-0.25, "2000-12-31T23:59:59.75Z"),
            (0.5, "2001-01-01T00:00:00.5Z"), (399_884_398.123457, "2013-09-03T06:59:58.123457Z"),
            (-63_113_904_000, "0001-01-01T00:00:00Z"), (-25_579_497_600, "1190-06-03T00:00:00Z"),
            (64_092_124_800, "4032-01-01T00:00:00Z"), (94_694_400, "2004-01-02T00:00:00Z"),
            (99_705_600, "2004-02-29T00:00:00Z"),
        ])
    func dates(seconds: Double, text: String) {
        #expect(ISO8601Text.text(referenceSeconds: seconds) == text)
    }

    @Test(
        "A date outside the years 1 to 9999 has no text",
        arguments: [-63_113_904_001, 1e12, .infinity, -.infinity, .nan])
    func outside(seconds: Double) {
        #expect(ISO8601Text.text(referenceSeconds: seconds) == nil)
    }

    /// Closer to 2001 than some hundred days, numbers differ by less than a nanosecond.
    @Test("Any date of the last and the next centuries reads back as the same number")
    func roundTrip() throws {
        let converter = try DateConverter(format: .iso8601, zone: nil)
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            let magnitude = Double.random(in: 9e6...1e10, using: &generator)
            let seconds = Bool.random(using: &generator) ? magnitude : -magnitude
            let text = try #require(ISO8601Text.text(referenceSeconds: seconds))
            let read = text.withUTF8Bytes { converter.referenceSeconds(.text($0)) }
            #expect(try read.get() == seconds, "\(text)")
        }
    }

    @Test(
        "A scalar in a plan keeps its text",
        arguments: [
            ("name", "name"), ("Item.files", "Item.files"), ("../a b.sqlite", "\"../a b.sqlite\""),
            ("../a.sqlite", "../a.sqlite"), ("yes", "\"yes\""), ("Null", "\"Null\""), ("", "\"\""),
            ("1", "\"1\""), ("a: b", "\"a: b\""), ("a #b", "\"a #b\""), ("ä", "\"ä\""),
            ("q\"\\\n\u{7}", "\"q\\\"\\\\\\n\\u0007\""), ("-", "\"-\""), ("~", "\"~\""),
        ])
    func scalars(text: String, yaml: String) throws {
        #expect(YAMLText.scalar(text) == yaml)
        let plan =
            """
            reference: r
            sources: { s: { csv: f } }
            entities: { E: { from: s, attributes: { a: \(yaml) } } }
            """
        let read = try PlanReader(path: "p").plan(plan)
        #expect(read.loads.first?.attributes.first?.value.column?.value == text)
    }
}
