import Foundation
import Testing

@testable import SwiftSource

@Suite("Declarations in Swift source")
struct SwiftFileTests {
    /// Returns the properties of the first type in a text, as `name: type = value`.
    private func properties(_ text: String) -> [String] {
        let file = SwiftFile(bytes: Array(text.utf8))
        #expect(file.problems.isEmpty, "\(file.problems) in \(text)")
        var types: [TypeDeclaration] = []
        for case .type(let type) in file.declarations { types.append(type) }
        return (types.first?.members ?? []).flatMap { member -> [String] in
            guard case .variable(let variable) = member else { return [] }
            return variable.bindings.map { binding in
                let type = binding.type.map { ": \($0)" } ?? ""
                let value = binding.value.map { " = \($0.type.map { "\($0)" } ?? "\($0)")" } ?? ""
                return "\(binding.name ?? "(…)")\(type)\(value)\(binding.isStored ? "" : " {}")"
            }
        }
    }

    static let members: [(source: String, properties: [String])] = [
        ("var a: Int", ["a: Int"]),
        ("var a: Int, b: String", ["a: Int", "b: String"]),
        ("var a, b: String?", ["a", "b: String?"]),
        ("var (a, b) = (1, 2); var c: Int", ["(…) = tuple", "c: Int"]),
        ("var a: [ X ]?; let b: Array<X>", ["a: [X]?", "b: Array<X>"]),
        ("var a: Optional< Set<Int> >", ["a: Optional<Set<Int>>"]),
        ("var a: [String:[Int]] = [:]", ["a: [String: [Int]] = dictionary"]),
        ("var a: (any Shape)?", ["a: (any Shape)?"]),
        ("var a: @Sendable (Int) async throws -> Void", ["a: (Int) -> Void"]),
        ("var a: Swift.String!", ["a: Swift.String!"]),
        ("var `default`: Int", ["default: Int"]),
        ("var name: String { \"a}\" }", ["name: String {}"]),
        ("var a: Int { get }", ["a: Int {}"]),
        ("var a: Int = 1 { didSet { print(\"}\") } }", ["a: Int = integer"]),
        ("var a = b() { willSet { } }\nvar c: Int", ["a = call", "c: Int"]),
        ("var a: Int { @A get async throws { 1 } set(x) { } }", ["a: Int {}"]),
        ("var a = [Trip.Stop]()", ["a = call"]),
        ("var a: Int = x\n    .y\n    + 3\nvar b: Int", ["a: Int = sequence", "b: Int"]),
        ("var a = b ? c : d\nvar e: Int", ["a = other", "e: Int"]),
        ("var a = if x { 1 } else { 2 }\nvar b: Int", ["a = other", "b: Int"]),
        ("var a = f { } then: { }\nvar b: Int", ["a = call", "b: Int"]),
        ("var a: Int = { 1 }()\nvar b: Int", ["a: Int = call", "b: Int"]),
        ("var a = #\"\"\"#\nvar b: Int", ["a = string", "b: Int"]),
        ("var a = \"\\(f(\"\\(x)\" + \"}\"))\"; var b: Int", ["a = string", "b: Int"]),
        ("var a = \"\"\"\n  }\n  \"\"\"\nvar b: Int", ["a = string", "b: Int"]),
        ("var a = #\"\\\"#; var b: Int", ["a = string", "b: Int"]),
        ("/* } /* } */ } */ var a: Int // }", ["a: Int"]),
        ("let a = /[}\"]\\/x/\nvar b: Int", ["a = other", "b: Int"]),
        ("let a = #/\n  }\n/#\nvar b: Int", ["a = other", "b: Int"]),
        ("let a = x / y; let b = z / 2", ["a = sequence", "b = sequence"]),
        ("func f() { let x = a / b; g(\"/\") }\nvar a: Int", ["a: Int"]),
        ("static func < (a: T, b: T) -> Bool { true }\nvar a: Int", ["a: Int"]),
        ("static func == <U>(a: T, b: U) -> Bool where U: P, U == Int { true }\nvar a: Int", ["a: Int"]),
        ("init?(x: Int) throws(E) { }\nsubscript(i: Int) -> Int { 1 }\nvar a: Int", ["a: Int"]),
        ("private(set) var a: Int; nonisolated(unsafe) static var b: Int", ["a: Int", "b: Int"]),
        ("@A(.b, c: \"d\") @E public var a: Int", ["a: Int"]),
        ("@A\n@B(x)\n\n  var a: Int", ["a: Int"]),
        ("weak var a: X?; unowned(unsafe) let b: Y; lazy var c = Z()", ["a: X?", "b: Y", "c = call"]),
        ("let a = #externalMacro(module: \"M\", type: \"T\")\nvar b: Int", ["a = other", "b: Int"]),
        ("var a = #Predicate<T> { $0.x == #line } then: { }\nvar b: Int", ["a = other", "b: Int"]),
        ("var a = #f<[T]>(1) { }.x\nvar b = (#g)(#h())", ["a = member", "b = call"]),
        ("let a = \\Stop . trip?. name\nvar b: Int", ["a = keyPath", "b: Int"]),
        ("#Unique<T>([\\.a], [\\.b, \\.c])\nvar a: Int", ["a: Int"]),
        ("var größe: Int; var 名前: String", ["größe: Int", "名前: String"]),
        ("var a: Int;var b: Int;", ["a: Int", "b: Int"]),
        ("var a: Double = -1.5e-3, b = 0xFF", ["a: Double = number", "b = integer"]),
        ("var a = a < b; var c = Foo<Bar, Baz>(x)", ["a = sequence", "c = call"]),
    ]

    @Test("Stored and computed properties are read to the end of their values", arguments: members)
    func readsMembers(source: String, expected: [String]) {
        let found = properties("class T: P<Int> where X: Y {\n\(source)\n}").map { text in
            // Keep only the kind of a value that is not a type.
            guard let mark = text.range(of: " = ") else { return text }
            let kind = text[mark.upperBound...].prefix { $0.isLetter }
            return text[..<mark.upperBound] + kind + (text.hasSuffix(" {}") ? " {}" : "")
        }
        #expect(found == expected, "\(source)")
    }

    static let problems: [(source: String, line: Int, column: Int, kind: SyntaxProblem.Kind)] = [
        ("class A {", 1, 9, .openBracket("{")),
        ("class A {\n  )\n}", 2, 3, .strayBracket(")")),
        ("var a = \"x\n", 1, 9, .openString),
        ("/* /* */", 1, 1, .openComment),
        ("var a = \"\"\"\nx", 1, 9, .openString),
        ("let r = #/x\n", 1, 9, .openRegex),
        ("#if A\nvar a: Int\n", 1, 1, .unbalancedCondition),
        ("struct A { #if B\n var a: Int\n }", 1, 12, .unbalancedCondition),
        ("<<<<<<< HEAD\n", 1, 1, .expected("")),
        ("class A {\n  what is this\n}", 2, 3, .expected("a declaration")),
        ("enum A { case }", 1, 15, .expected("a name")),
    ]

    @Test("Invalid Swift is reported with its location", arguments: problems)
    func tellsProblems(source: String, line: Int, column: Int, kind: SyntaxProblem.Kind) {
        let problem = SwiftFile(bytes: Array(source.utf8)).problems.first
        if source.hasPrefix("<<<") {
            #expect(SwiftFile(bytes: Array(("\n" + source).utf8)).problems.first?.kind == .conflictMarker)
            return
        }
        #expect(problem == SyntaxProblem(kind, at: SourceLocation(line: line, column: column)))
    }

    @Test("Bytes that are not UTF-8 are reported with their location")
    func notUTF8() {
        let bytes = Array("struct A {\n  // ä".utf8) + [0xE4, 0x0A, 0x7D]
        let file = SwiftFile(bytes: bytes)
        #expect(file.problems == [SyntaxProblem(.notUTF8, at: SourceLocation(line: 2, column: 8))])
    }

    @Test("Excessive nesting is reported", arguments: ["(", "[", "{", "\"\\("])
    func depth(piece: String) {
        let text = "var a = " + String(repeating: piece, count: 5_000)
        #expect(!SwiftFile(bytes: Array(text.utf8)).problems.isEmpty)
        let closed =
            "class A { var a: " + String(repeating: "[", count: 5_000)
            + String(repeating: "]", count: 5_000) + " }"
        #expect(!SwiftFile(bytes: Array(closed.utf8)).problems.isEmpty)
    }

    @Test(
        "Every part is read to its end, however long it is",
        arguments: ["A<", "-", "~", "a.", "f()()", "x as A as ", "a ? b : ", "@A "])
    func length(piece: String) {
        let text = "var a = " + String(repeating: piece, count: 5_000) + "\nvar b: Int"
        #expect(!SwiftFile(bytes: Array(text.utf8)).declarations.isEmpty)
    }

    @Test("Conditions keep their clauses, attributes their arguments, calls their macro")
    func parts() throws {
        let text = """
            @Model final class Trip { #if os(iOS) && DEBUG
              @Relationship(deleteRule: .cascade, inverse: \\ Stop . trip) var stops: [Stop] = []
            #else
              var other: Int
            #endif
              enum Kind: String, Codable { case city = "C", hike; case `default` }
            }
            #Preview { View().modelContainer(for: Trip.self) }
            let c = try ModelContainer(for: Trip.self, A.B.self)
            """
        let file = SwiftFile(bytes: Array(text.utf8), callsOf: ["ModelContainer", "modelContainer"])
        #expect(file.problems.isEmpty)
        guard case .type(let type) = file.declarations.first,
            case .conditional(let clauses) = type.members.first,
            case .variable(let stops) = clauses[0].members.first,
            case .type(let kind) = type.members.last
        else {
            Issue.record("\(file.declarations)")
            return
        }
        #expect(type.head.attributes.map(\.name) == ["Model"])
        #expect(clauses.map(\.condition) == ["os(iOS) && DEBUG", nil])
        let arguments = try #require(stops.head.attribute("Relationship")?.arguments)
        #expect(arguments.map(\.label) == ["deleteRule", "inverse"])
        #expect(arguments[1].value == .keyPath(root: .name([.init("Stop")]), path: ["trip"]))
        #expect(kind.inherited.map(\.description) == ["String", "Codable"])
        #expect(file.calls.map(\.macro) == ["Preview", nil])
        #expect(file.calls.map(\.isMember) == [true, false])
        #expect(file.calls[1].arguments.count == 2)
    }

    @Test(
        "Texts are the values of their literals",
        arguments: [
            ("\"a\\n\\u{1F600}\\\"\"", "a\n😀\""), ("#\"a\\n\\#n\"#", "a\\n\n"),
            ("\"\"\"\n    a\n      b\n    \"\"\"", "a\n  b"), ("#\"\"\"#", "\""),
            ("\"\"\"\n  a \\\n  b\n  \"\"\"", "a b"),
        ] as [(String, String)])
    func texts(literal: String, text: String) {
        #expect(StringLiteral.text(of: Array(literal.utf8)[...]) == text)
    }
}
