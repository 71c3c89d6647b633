import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("Property lists")
struct PropertyListSourceTests {
    private static func outcome(
        _ bytes: [UInt8], records: String = "", columns: [String]? = nil
    ) throws -> SourceOutcome {
        var options = RecordOptions()
        options.records = records.split(separator: ".").map(String.init)
        options.columns = columns
        return try SourceOutcome.of(bytes) { [options] in
            try PropertyListSource(path: $0, options: options)
        }
    }

    private static var list: [[String: Any]] {
        [
            [
                "name": "Größe", "count": 3, "price": 2.5, "on": true,
                "at": Date(timeIntervalSinceReferenceDate: 1.5),
                "data": Data([1, 0xAB]),
                "size": ["unit": "kg", "tags": ["a", "b"]] as [String: Any],
                "steps": [["x": 1]],
            ],
            ["name": "b"],
        ]
    }

    private static func written(
        _ value: Any, _ format: PropertyListSerialization.PropertyListFormat
    ) throws -> [UInt8] {
        Array(
            try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
    }

    @Test("Binary and XML property lists", arguments: [true, false])
    func formats(isBinary: Bool) throws {
        let format = isBinary ? PropertyListSerialization.PropertyListFormat.binary : .xml
        // XML property lists have only whole seconds.
        let bytes = try Self.written(Self.list, format)
        let outcome = try Self.outcome(bytes)
        #expect(
            outcome.columns
                == ["at", "count", "data", "name", "on", "price", "size.tags", "size.unit"])
        let date = isBinary ? "1.5" : "1.0"
        #expect(
            outcome.rows == [
                "\(date) | 3 | x1ab | Größe | true | 2.5 | a|b | kg",
                "∅ | ∅ | ∅ | b | ∅ | ∅ | ∅ | ∅",
            ])
        let nested = try Self.written(["a": ["b": Self.list]], format)
        #expect(try Self.outcome(nested, records: "a.b", columns: ["name"]).rows == ["Größe", "b"])
    }

    @Test("Records without a value are left out below an array, and such elements are empty records")
    func nulls() throws {
        let records = PropertyList.array([.dictionary(["a": .integer(1)]), .null])
        let list = PropertyList.array([
            .dictionary(["s": .null]), .dictionary(["s": records]),
            .dictionary(["s": .dictionary(["a": .integer(2)])]),
        ])
        #expect(try Self.outcome(list.binary, records: "s").rows == ["1", "∅", "2"])
    }

    @Test("A column of dates has the type date")
    func dates() throws {
        let folder = try TestFolder()
        let date = Date(timeIntervalSinceReferenceDate: 0)
        let bytes = try Self.written([["a": date, "b": date], ["b": "x"]], .binary)
        let source = try PropertyListSource(path: folder.write(Data(bytes), as: "a.plist"))
        #expect(source.referenceDates == ["a"])
    }

    @Test("Errors")
    func issues() throws {
        let bytes = try Self.written([["a": 1], ["a": ["x|y"]], ["a": [["b": 1]]], [2]], .binary)
        #expect(
            try Self.outcome(bytes, columns: ["a"]).rows == [
                "1", "2:1 \(SeedIssue.Reason.document(.separatorInElement("|"))) [a]",
                "3:1 \(SeedIssue.Reason.document(.notAList)) [a]",
                "4 \(SeedIssue.Reason.document(.recordIsNoObject))",
            ])
        let dictionary = try Self.written(["a": 1], .binary)
        #expect(try Self.outcome(dictionary).rows == [" \(SeedIssue.Reason.document(.recordsAreNoArray))"])
        let missing = SeedIssue.Reason.document(.noSuchRecords("b.c"))
        #expect(try Self.outcome(dictionary, records: "b.c").rows == [" \(missing)"])
        #expect(
            try Self.outcome(Self.written([Int](), .binary)).rows == [
                " \(SeedIssue.Reason.document(.noRecords))"
            ])
        let damaged = try Self.outcome(
            Array("<plist><array><integer>x</integer></array></plist>".utf8))
        #expect(damaged.rows.count == 1)
        #expect(damaged.rows[0].hasPrefix("1:15 "))
        #expect(damaged.rows[0].contains("malformedPropertyList"))
    }
}
