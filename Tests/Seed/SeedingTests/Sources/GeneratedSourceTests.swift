import Foundation
@testable import Inputs
import TestSupport
import Testing

@testable import Seeding

@Suite("Generated rows")
struct GeneratedSourceTests {
    /// Returns the rows of a plan's last source as text, with cells separated by `|`.
    private static func rows(_ sources: String, in folder: TestFolder? = nil) throws -> [String] {
        let folder = try folder ?? TestFolder()
        let plan = try PlanReader(path: folder.path + "/plan.yml").plan(
            "reference: r\noutput: o\nsources:\n\(sources)\nentities: {}\n")
        let source = try #require(plan.sources.last).open()
        var rows: [String] = []
        while try source.next() {
            rows.append(
                source.columns.indices.map { source.record[$0].isEmpty ? "" : source.record[$0].display }
                    .joined(separator: "|"))
        }
        return rows
    }

    private static let everyKind = """
          people:
            generate: 4
            fields:
              id: { sequence: 10 }
              state: { choice: [open, done], weights: [3, 1] }
              count: { number: -5..5 }
              price: { number: 0.5..99.99, decimals: 2, distribution: normal }
              day: { date: 1960-01-01..2025-12-31 }
              time: { date: "1969-12-31T00:00:00Z..1970-01-02T00:00:00Z" }
              title: { words: 2..3 }
              name: { name: full }
              code: { pattern: 'A\\#-##-??' }
              boss: { reference: people.id, distribution: few }
              note: { words: 1, empty: 50 }
              uuid: { uuid: true }
        """

    /// The rows are the same on every machine, because a plan that is built again must give the same store.
    @Test("Rows are always the same, on any machine and day")
    func pinned() throws {
        #expect(
            try Self.rows(Self.everyKind) == [
                "10|done|1|50.90|1993-10-02|1969-12-31T22:07:07Z|Milk pillow|Nathan Price"
                    + "|A#-77-WJ||Needle|C802EC6F-9D52-4927-84A5-30FDCCB94400",
                "11|open|4|30.16|2000-04-03|1970-01-01T10:05:18Z|Smile feather"
                    + "|Frank Reynolds|A#-00-YQ|10||8602C8F5-FAC4-4F35-8012-6CDB8B13539A",
                "12|open|-2|34.61|1974-07-19|1969-12-31T07:02:43Z|Cherry song earth"
                    + "|Max Kelly|A#-27-CM|10|Village|993C0C61-96D6-49BB-8AAC-F551B0578DD9",
                "13|done|4|49.58|2022-12-15|1970-01-01T11:16:38Z|Snow paint|Grace Bennett"
                    + "|A#-33-WM|10||76F3B197-19EA-4101-AEDE-4F0893DB9E3D",
            ])
    }

    @Test("Another number of rows or columns changes no other cell, and another seed changes all")
    func independent() throws {
        let rows = try Self.rows("  s: { generate: 50, fields: { a: { words: 3 }, b: { uuid: true } } }")
        let more = try Self.rows(
            "  s: { generate: 60, fields: { b: { uuid: true }, x: { sequence: 1 }, a: { words: 3 } } }")
        #expect(
            rows
                == more.prefix(50).map { row in
                    let cells = row.split(separator: "|")
                    return cells[2] + "|" + cells[0]
                })
        let other = try Self.rows(
            "  s: { generate: 50, seed: 1, fields: { a: { words: 3 }, b: { uuid: true } } }")
        #expect(zip(rows, other).allSatisfy { $0 != $1 })
        #expect(Set(rows).count == 50)
    }

    @Test("Numbers reach both ends of their range, and not beyond, in each distribution")
    func ranges() throws {
        for distribution in ["uniform", "normal", "few"] {
            let numbers = try Self.rows(
                "  s: { generate: 5000, fields: { n: { number: 3..7, distribution: \(distribution) } } }")
            #expect(Set(numbers) == ["3", "4", "5", "6", "7"], "\(distribution)")
        }
        #expect(
            try Set(Self.rows("  s: { generate: 99, fields: { n: { number: -0.02..0.02, decimals: 2 } } }"))
                == ["-0.02", "-0.01", "0.00", "0.01", "0.02"])
        #expect(
            try Set(Self.rows("  s: { generate: 60, fields: { d: { date: 2024-02-28..2024-03-01 } } }"))
                == ["2024-02-28", "2024-02-29", "2024-03-01"])
    }

    @Test("Weights, empty cells and the distribution `few` match the plan closely")
    func shares() throws {
        let rows = try Self.rows(
            """
              s:
                generate: 10000
                fields:
                  state: { choice: [open, done], weights: [3, 1] }
                  note: { words: 1, empty: 20 }
                  rank: { number: 0..9, distribution: few }
            """
        ).map { $0.split(separator: "|", omittingEmptySubsequences: false) }
        #expect((7_300...7_700).contains(rows.count { $0[0] == "open" }))
        #expect((1_850...2_150).contains(rows.count { $0[1].isEmpty }))
        #expect(rows.count { $0[2] == "0" } > 4 * rows.count { $0[2] == "9" })
    }

    @Test("References are cells of another column, of a file, or of earlier rows of the source")
    func references() throws {
        let folder = try TestFolder()
        try folder.write("name,n\nkg,1\n,2\nlitre,3\n", as: "units.csv")
        let codes = "  codes: { generate: 3, fields: { code: { pattern: \"??##\" } } }"
        let rows = try Self.rows(
            """
              units: { csv: units.csv }
            \(codes)
              s:
                generate: 500
                fields:
                  id: { sequence: 0 }
                  unit: { reference: units.name }
                  code: { reference: codes.code }
                  parent: { reference: s.id }
            """, in: folder
        ).map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
        #expect(Set(rows.map { $0[1] }) == ["kg", "litre"])
        #expect(try Set(rows.map { $0[2] }) == Set(Self.rows(codes)))
        #expect(rows[0][3] == "")
        #expect(rows.dropFirst().allSatisfy { (Int($0[3]) ?? .max) < (Int($0[0]) ?? 0) })
    }

    @Test(
        "Errors are reported at their place",
        arguments: [
            ("{ generate: 3 }", ["4:6 missingKey(\"fields\")"]),
            ("{ generate: 0, fields: { a: { sequence: 1 } } }", ["4:18 wrongKind"]),
            ("{ generate: 3, fields: { a: { } } }", ["4:34 missingKey"]),
            (
                "{ generate: 3, fields: { a: { uuid: true, words: 1 } } }",
                ["4:34 conflictingKeys(\"uuid\", \"words\")"]
            ),
            ("{ generate: 3, fields: { a: { number: 5..1 } } }", ["4:36 wrongKind"]),
            ("{ generate: 3, fields: { a: { number: 0.5..1 } } }", ["4:36 wrongKind"]),
            ("{ generate: 3, fields: { a: { date: 2025-02-29..2025-03-01 } } }", ["4:36 wrongKind"]),
            ("{ generate: 3, fields: { a: { choice: [x, y], weights: [1] } } }", ["4:36 wrongKind"]),
            ("{ generate: 3, fields: { a: { words: 0 } } }", ["4:36 wrongKind"]),
            (
                "{ generate: 3, fields: { a: { wrods: 1 } } }",
                ["4:34 missingKey", "4:36 unknownKey(\"wrods\""]
            ),
            ("{ generate: 3, fields: { a: { reference: t.id } } }", ["4:47 unknownName(\"t\""]),
            ("{ generate: 3, csv: a, fields: { a: { sequence: 1 } } }", ["4:8 conflictingKeys"]),
        ])
    func mistakes(source: String, expected: [String]) throws {
        let failure = #expect(throws: SeedFailure.self) {
            try PlanReader(path: "plan.yml").plan(
                "reference: r\noutput: o\nsources:\n  s: \(source)\nentities: {}\n")
        }
        let issues = (failure?.issues ?? []).map { issue in
            "\(issue.location.line ?? 0):\(issue.location.column ?? 0) \(issue.reason)"
        }
        #expect(issues.count == expected.count, "\(issues)")
        for (issue, words) in zip(issues, expected) {
            #expect(words.split(separator: " ").allSatisfy { issue.contains($0) }, "\(issue)")
        }
    }
}
