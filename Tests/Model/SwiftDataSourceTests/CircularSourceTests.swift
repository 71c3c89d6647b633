import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// Sources that could make the reader loop: names that refer to themselves, and names that refer to several others.
@Suite("Circular Swift source")
struct CircularSourceTests {
    /// Returns the entities, or the problem.
    private static func outcome(_ source: String, _ choice: ModelChoice = .current) throws -> String {
        let folder = try TestFolder()
        let path = try folder.write("import SwiftData\n" + source, as: "Models.swift")
        defer { withExtendedLifetime(folder) {} }
        do {
            let file = try SwiftModelReader.read(path: path, choice: choice)
            return file.model.entities.map(\.name).sorted().joined(separator: " ")
        } catch let failure as ModelSourceFailure {
            return "\(failure.issues.first?.problem ?? .noModels)"
        } catch let error as ModelError {
            return "\(error.problem)"
        }
    }

    private static let item = "\n@Model class Item { var name: String }\n"

    @Test("An alias of a type in another module with the same name is not a cycle")
    func ownName() throws {
        #expect(
            try Self.outcome(
                "typealias Color = SwiftUI.Color\nextension Color { static let own = 1; enum Kind { case a } }"
                    + Self.item)
                == "Item")
        #expect(
            try Self.outcome(
                "typealias A = M.B; typealias B = N.A; extension A {}; extension B {}" + Self.item) == "Item")
        #expect(
            try Self.outcome("typealias A = B; typealias B = A; extension A {}; @Model class C { var a: A }")
                == "unknownType(\"A\")")
    }

    @Test("An alias to another schema's class resolves to it, and extensions extend it")
    func schemas() throws {
        let source = """
            enum V1: VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                static var models: [any PersistentModel.Type] { [Item.self] }
                @Model class Item { var kind: Kind }
            }
            enum V2: VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
                static var models: [any PersistentModel.Type] { [Item.self] }
                typealias Item = V1.Item
            }
            typealias Item = V2.Item
            extension Item { enum Kind: String, Codable { case a } }
            """
        #expect(try Self.outcome(source) == "Item")
    }

    @Test(
        "Circular classes, schemas and values end",
        arguments: [
            "class A: B {}; class B: A {}; @Model class C: A { var x: Int }",
            "class A: B.X { class X: A.X {} }; class B: A { }; @Model class C: A { var x: X }",
            "protocol P: Q {}; protocol Q: P {}; struct S: P { var x: Int }; @Model class C { var s: S }",
            "enum E { static let a = E.b; static let b = E.a }; @Model class C { var x = E.a }",
            "struct S: Codable { var s: [S]; var t: S? }; @Model class C { var s: S }",
            "@Model class C { var c: C.D }; extension C { typealias D = C.D }",
            "@Model class A: B { var x: Int }; @Model class B: A { var y: Int }",
        ])
    func circles(source: String) throws {
        #expect(try !Self.outcome(source).isEmpty)
    }

    @Test("Schemas whose lists refer to each other get the models inside them")
    func lists() throws {
        let schema = """
            enum V1: VersionedSchema { static var models: [any PersistentModel.Type] { V2.models } ; @Model class A { var x: Int } }
            enum V2: VersionedSchema { static var models: [any PersistentModel.Type] { V1.models } ; @Model class B { var x: Int } }
            """
        #expect(try Self.outcome(schema, ModelChoice(schema: "V2")) == "B")
        let own = """
            enum V1: VersionedSchema {
                static var models = Schema(versionedSchema: V1.self)
                @Model class A { var x: Int }
            }
            """
        #expect(try Self.outcome(own) == "A")
    }

    /// Returns lines for 0 to 59. Each line names the next one twice.
    private static func doubled(_ line: (String, String) -> String) -> String {
        (0..<60).map { line("N\($0)", "N\($0 + 1)") }.joined(separator: "\n") + "\n"
    }

    @Test("References that double at each step are given up")
    func doubling() throws {
        let sources = [
            Self.doubled { "typealias \($0) = [\($1): \($1)]" } + "@Model class C { var x: N0 }",
            Self.doubled { "typealias \($0)<A, B> = \($1)<\($1)<A, B>, B>" }
                + "@Model class C { var x: N0<Int, Int> }",
            Self.doubled { "protocol \($0): \($1), \($1) & Sendable {}" }
                + "struct S: N0 { var x: Int }; @Model class C { var s: S }",
            Self.doubled {
                "enum \($0) { static var models: [any PersistentModel.Type] { \($1).models + \($1).models } }"
            }
                + "enum V: VersionedSchema { static var models: [any PersistentModel.Type] { N0.models }; @Model class C { var x: Int } }",
            Self.doubled {
                "struct \($0): Codable { var a: \($1); var b: \($1); var c: \($1); var d: \($1); var e: \($1); var f: \($1) }"
            }
                + "struct N60: Codable { var x: Int }; @Model class C { var x: N54 }",
            Self.doubled { "enum \($0) { static let a = \($1).a + \($1).a }" }
                + "@Model class C { var x = N0.a }",
        ]
        for source in sources { #expect(try !Self.outcome(source).isEmpty) }
    }

    @Test("Thousands of circular aliases with extensions are given up")
    func extendedAliases() throws {
        let count = 2000
        let circle = (0..<count).map {
            "typealias A\($0) = A\(($0 + 1) % count)\nextension A\($0) { struct T\($0) {} }"
        }
        #expect(try Self.outcome(circle.joined(separator: "\n") + Self.item) == "Item")
    }

    @Test("Circular aliases of modules resolve to nothing")
    func modules() throws {
        let folder = try TestFolder()
        for index in 0..<3 {
            let next = (index + 1) % 3
            try folder.write(
                """
                import SwiftData
                import M\(next)
                public typealias X = M\(next).X
                public typealias Y\(index) = M\(next).Y\(next)
                extension X { public enum K: String, Codable { case a } }
                """, as: "Sources/M\(index)/A.swift")
        }
        try folder.write(
            "import SwiftData\n@Model public class Item { var x: Y0 }\n", as: "Sources/M0/Item.swift")
        let failure = try #require(throws: ModelSourceFailure.self) {
            try SwiftModelReader.read(path: folder.path, choice: .current)
        }
        guard case .unknownType? = failure.issues.first?.problem else {
            return #expect(Bool(false), "\(failure)")
        }
    }

    /// The opening and closing text of a construct that can be nested, and the text around all levels.
    private static let nested: [(around: String, opening: String, closing: String)] = [
        ("%", "enum A {", "}"), ("%", "extension A {", "}"), ("%", "#if X\n", "#endif\n"),
        ("%", "#if X\n#else\n", "#endif\n"), ("#if %\n#endif", "(X || ", "Y)"), ("#if %X\n#endif", "!", ""),
        ("%", "/*", "*/"), ("% class B {}", "@A(", ")"), ("func f() {%}", "{", "}"),
        ("func f() {%}", "if x {", "}"),
        ("let x = %1", "{ ", "}"), ("let x = %", "[", "]"), ("let x = %", "(", ")"), ("let x = %", "f(", ")"),
        ("let x = %1", "-", ""), ("let x = %1", "a ? 1 : ", ""), ("let x = %1", "1 + ", ""),
        ("let x = %", "\"\\(", ")\""), ("let x: %", "[", "]"), ("let x: %", "Array<", ">"),
        ("let x: %", "(", ")"),
        ("let x: %A", "some ", ""), ("let x: %A", "() -> ", ""), ("let x: %A", "A & ", ""),
        ("let x: %A", "A.", ""),
        ("let x: A%", "", "?"), ("struct S<T> where %T {}", "T.A == ", ""), ("extension %A {}", "A.", ""),
    ]

    @Test(
        "Deeply nested source is read to its end, and other files are read, too",
        arguments: nested.indices)
    func depths(index: Int) throws {
        let (around, opening, closing) = Self.nested[index]
        let nest = String(repeating: opening, count: 3000) + String(repeating: closing, count: 3000)
        // In a folder, an unreadable file is left out with a warning.
        let folder = try TestFolder()
        try folder.write(
            "import SwiftData\n" + around.replacing("%", with: nest) + "\n", as: "App/Nested.swift")
        try folder.write("import SwiftData" + Self.item, as: "App/Item.swift")
        let file = try SwiftModelReader.read(path: folder.path + "/App", choice: .current)
        #expect(file.model.entities.map(\.name) == ["Item"])
    }

    @Test("Long chains and deep calls do not count as deep trees")
    func chains() throws {
        let chain = String(repeating: ".a", count: 90)
        let deep = (0..<90).reduce("x") { text, _ in "f(\(text))\(chain)" }
        #expect(try Self.outcome("@Model class C { var x = \(deep) }") == "noType")
        #expect(try Self.outcome("@Model class C { var x: Int\(String(repeating: "?", count: 5000)) }") != "")
        #expect(try Self.outcome("@Model class C { var x = \(String(repeating: "-", count: 5000))1 }") != "")
    }
}
