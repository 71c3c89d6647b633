import Foundation
@testable import Inputs
import TestSupport
import Testing

/// Compares random documents of teams in groups with players, in every form, with rows built from the same objects
/// without a parser.
@Suite("Nested records in every format")
struct NestedDifferentialTests {
    private static let columns = [
        "name", "number", "../name", "../code", "../../name", "../../code", "position()",
        "../position()",
    ]

    /// A value in a document: a text, an object with ordered members, or an array.
    private indirect enum Value {
        case text(String)
        case null
        case object([(key: String, value: Value)])
        case array([Value])

        subscript(key: String) -> Value? {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.key == key }?.value
        }

        /// Returns the cell of a column.
        func cell(_ key: String) -> String {
            if case .text(let text)? = self[key] { text } else { "∅" }
        }

        /// The objects in an array, or the single object in its place.
        var children: [Value] {
            switch self {
            case .array(let elements): elements
            case .object: [self]
            default: []
            }
        }
    }

    private struct Maker {
        var random: SeededGenerator

        mutating func document() -> Value {
            .object([("cup", .text("C")), ("groups", .array((0...2).map { object("g\($0)", 2) }))])
        }

        /// Creates an object with its members in random order, including nested objects.
        private mutating func object(_ name: String, _ depth: Int) -> Value {
            let keys = ["code", "name", "number", "other"]
            var members: [(key: String, value: Value)] = keys.compactMap { key in
                switch Int.random(in: 0..<6, using: &random) {
                case 0: nil
                case 1: (key, .null)
                default: (key, .text(key == "number" ? "7" : "\(key)-\(name)é\"<&>\\"))
                }
            }
            if depth > 0, let value = children(name, depth) {
                members.append((depth == 2 ? "teams" : "players", value))
            }
            return .object(members.shuffled(using: &random))
        }

        private mutating func children(_ name: String, _ depth: Int) -> Value? {
            switch Int.random(in: 0..<9, using: &random) {
            case 0: nil
            case 1: .null
            case 2: .array([])
            case 3: object(name + ".", depth - 1)
            default:
                .array(
                    (0...Int.random(in: 0...3, using: &random)).map {
                        object("\(name).\($0)", depth - 1)
                    })
            }
        }
    }

    /// Returns the expected rows, computed from the objects.
    private static func rows(_ document: Value) -> [String] {
        (document["groups"]?.children ?? []).flatMap { group in
            (group["teams"]?.children ?? []).enumerated().flatMap { place, team in
                (team["players"]?.children ?? []).enumerated().map { index, player in
                    [
                        player.cell("name"), player.cell("number"), team.cell("name"),
                        team.cell("code"), group.cell("name"), group.cell("code"),
                        "\(index + 1)", "\(place + 1)",
                    ].joined(separator: " | ")
                }
            }
        }
    }

    // MARK: Forms

    private static func json(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .text(let text):
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .array(let elements): "[" + elements.map(json).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\"\($0.key)\": \(json($0.value))" }.joined(separator: ",") + "}"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
            "\"", with: "&quot;")
    }

    private static func propertyList(_ value: Value) -> String {
        switch value {
        case .null: ""
        case .text(let text): "<string>\(escaped(text))</string>"
        case .array(let elements): "<array>" + elements.map(propertyList).joined() + "</array>"
        case .object(let members):
            "<dict>"
                + members.map { member in
                    // Property lists have no null.
                    if case .null = member.value { return "" }
                    return "<key>\(member.key)</key>" + propertyList(member.value)
                }.joined() + "</dict>"
        }
    }

    /// Returns an element, whose texts are attributes or elements by turns.
    private static func xml(_ value: Value, _ name: String) -> String {
        switch value {
        case .null: return ""
        case .text(let text): return "<\(name)>\(escaped(text))</\(name)>"
        case .array(let elements): return elements.map { xml($0, name) }.joined(separator: "\n")
        case .object(let members):
            var attributes = ""
            var content = ""
            for (index, member) in members.enumerated() {
                if case .text(let text) = member.value, index.isMultiple(of: 2) {
                    attributes += " \(member.key)=\"\(escaped(text))\""
                } else {
                    content += xml(member.value, member.key)
                }
            }
            return "<\(name)\(attributes)>\(content)</\(name)>"
        }
    }

    // MARK: Tests

    @Test("Rows are the objects", arguments: UInt64(0)..<60)
    func forms(seed: UInt64) throws {
        var maker = Maker(random: SeededGenerator(seed: seed))
        let document = maker.document()
        let expected = Self.rows(document)
        try #require(seed > 0 || expected.count > 1)
        func check(
            _ form: String, _ text: String, _ records: [String],
            _ open: (String, RecordOptions) throws -> any RecordSource
        ) throws {
            var options = RecordOptions()
            options.records = records
            options.columns = Self.columns
            var outcome = try SourceOutcome.of(Array(text.utf8)) { try open($0, options) }
            // A path without any object is an error, which is correct here.
            guard !expected.isEmpty else {
                #expect(outcome.rows.count <= 1, "\(form) of \(seed): \(text)")
                return
            }
            #expect(outcome.rows == expected, "\(form) of \(seed): \(text)")
            options.columns = nil
            options.parentColumns = Array(Self.columns.dropFirst(2))
            outcome = try SourceOutcome.of(Array(text.utf8)) { try open($0, options) }
            // A column that no record has is not inferred.
            let order = Self.columns.map { outcome.columns.firstIndex(of: $0) }
            let rows = outcome.rows.map { row in
                let cells = row.components(separatedBy: " | ")
                return order.map { place in
                    if let place, place < cells.count { cells[place] } else { "∅" }
                }.joined(separator: " | ")
            }
            #expect(rows == expected, "\(form) of \(seed), columns learnt: \(text)")
        }
        let way = ["groups", "teams", "players"]
        try check("JSON", Self.json(document), way) { try JSONSource(path: $0, options: $1) }
        let groups = document["groups"] ?? .null
        try check("JSON array", Self.json(groups), Array(way.dropFirst())) {
            try JSONSource(path: $0, options: $1)
        }
        let lines = groups.children.map { Self.json($0) + "\n" }.joined()
        try check("NDJSON", lines, Array(way.dropFirst())) {
            try NDJSONSource(path: $0, options: $1)
        }
        let list = "<plist version=\"1.0\">\(Self.propertyList(document))</plist>"
        try check("property list", list, way) { try PropertyListSource(path: $0, options: $1) }
        try check("XML", Self.xml(document, "cup"), ["cup"] + way) {
            try XMLSource(path: $0, options: $1)
        }
    }

    @Test("Missing keys are one error in every format, and the source ends")
    func nowhere() throws {
        let object = #"{"groups": [{"name": "A"}, {"name": "B"}]}"#
        var options = RecordOptions()
        options.records = ["groups", "teams"]
        options.columns = ["name"]
        var outcome = try SourceOutcome.of(Array("\(object)\n\(object)\n".utf8)) {
            try NDJSONSource(path: $0, options: options)
        }
        #expect(outcome.rows.count == 1, "\(outcome.rows.prefix(2))")
        outcome = try SourceOutcome.of(Array(object.utf8)) {
            try JSONSource(path: $0, options: options)
        }
        #expect(outcome.rows.count == 1, "\(outcome.rows.prefix(2))")
        options.records = ["groups", "teams", "players"]
        outcome = try SourceOutcome.of(Array("<groups><team/></groups>".utf8)) {
            try XMLSource(path: $0, options: options)
        }
        #expect(outcome.rows.count == 1, "\(outcome.rows.prefix(2))")
    }

    @Test("Damaged documents are read or refused, without a trap", arguments: UInt64(0)..<40)
    func damage(seed: UInt64) throws {
        var maker = Maker(random: SeededGenerator(seed: seed))
        let document = maker.document()
        var random = SeededGenerator(seed: seed &+ 1000)
        let texts = [Self.json(document), Self.xml(document, "cup")]
        for (text, isXML) in zip(texts, [false, true]) {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 20 {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = Array("[]{}\",:<>/&x0".utf8).randomElement(using: &random)!
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes.insert(contentsOf: bytes.suffix(9), at: place)
                }
            }
            var options = RecordOptions()
            options.records = (isXML ? ["cup"] : []) + ["groups", "teams", "players"]
            for columns in [Self.columns, nil] {
                options.columns = columns
                options.parentColumns = columns == nil ? ["../name", "../../code"] : []
                let outcome = try SourceOutcome.of(bytes) { [options] path in
                    if isXML { return try XMLSource(path: path, options: options) }
                    return try JSONSource(path: path, options: options)
                }
                #expect(outcome.rows.count < 1000)
            }
        }
    }
}
