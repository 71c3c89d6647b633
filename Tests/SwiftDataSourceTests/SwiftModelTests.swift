import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// The rules of docs/swiftdata.md, each by a few lines of source.
@Suite("A model in Swift source")
struct SwiftModelTests {
    private func read(
        _ source: String, _ choice: ModelChoice = .current
    ) throws -> ModelFile {
        let folder = try TestFolder()
        let path = try folder.write(source, as: "Models.swift")
        defer { withExtendedLifetime(folder) {} }
        return try SwiftModelReader.read(path: path, choice: choice)
    }

    /// An attribute in one line: its type, `?` where optional, its default.
    private func shown(_ attribute: AttributeDescription) -> String {
        let optional = attribute.isOptional ? "?" : ""
        let elements = attribute.elements.map { "\($0.name):\(shown($0))" }.joined(separator: ",")
        let value = attribute.defaultValue.map { "=\($0)" } ?? ""
        return attribute.type.xcodeName + optional + (elements.isEmpty ? "" : "(\(elements))") + value
    }

    static let properties: [(declaration: String, attribute: String)] = [
        ("var p: String", "String"), ("var p: String?", "String?"), ("var p: Int", "Integer 64"),
        ("var p: Optional<Swift.Int16>", "Integer 16?"), ("var p: Foundation.Date", "Date"),
        ("let p: UUID", "UUID"), ("private(set) var p: Bool = false", "Boolean=bool(false)"),
        ("var p = \"x\"", "String=string(\"x\")"), ("var p = 1", "Integer 64=integer(1)"),
        ("var p = -1.5", "Double=double(-1.5)"), ("var p: Float = 2", "Float=double(2.0)"),
        ("var p: Decimal = 2", "Decimal=decimal(\"2\")"), ("var p = UUID()", "UUID"),
        ("var p = Date.now", "Date"), ("var p: Date = .now", "Date"),
        ("var p: Data = Data()", "Binary=data([])"),
        ("var p: TimeInterval", "Double"), ("var p: Amount", "Decimal"), ("var p: Maybe<Int>", "Integer 64?"),
        ("var p: [String]", "Transformable"), ("var p: Array<UUID>? = []", "Transformable?=array([])"),
        ("var p = [String]()", "Transformable=array([])"),
        ("var p: Kind", "Composite(p:String?)"), ("var p: T.Kind? = .a", "Composite?(p:String?)"),
        ("var p = Kind.a", "Composite(p:String?)"), ("var p: Level", "Composite(p:Integer 64?)"),
        ("var p: Plain", "Composite(one:String?,two:String?)"),
        ("var p: Place", "Composite(lat:Double,name:String?,tags:Binary)"),
        ("var p: Place?", "Composite?(lat:Double?,name:String?,tags:Binary?)"),
        (
            "var p: Color.Resolved",
            "Composite(linearRed:Float,linearGreen:Float,linearBlue:Float,opacity:Float)"
        ),
        ("@Attribute(.externalStorage) var p: Data?", "Binary?"),
        ("@Attribute(.transformable(by: Maker.self)) var p: NSColor", "Transformable"),
        ("var p: Int { didSet { print(p) } }", "Integer 64"), ("var p: Int32", "Integer 32"),
        ("var q: Int { 1 }; var p: Int", "Integer 64"), ("static var q = 1; var p: Int", "Integer 64"),
        ("@Transient var q = Any(); var p: Int", "Integer 64"), ("var q, p: Int", "Integer 64"),
        ("#if DEBUG\nvar q: Any\n#else\nvar p: Int\n#endif", "Integer 64"),
        ("var p: Other.ID", "UUID"), ("@Attribute(originalName: \"x\") var p: Int", "Integer 64"),
    ]

    static let types = """
        typealias Amount = Decimal
        typealias Maybe<X> = X?
        struct Other: Identifiable, Codable { let id: UUID }
        enum Level: Int, Codable { case low = 1 }
        enum Plain: Codable { case one, two }
        struct Place { var lat: Double; var name: String?; var tags: [Kind]; static let zero = 0
          var sum: Double { lat } }
        extension Place: Codable { enum Inner { case x } }
        enum Kind: Int, Codable { case wrong }
        extension T { enum Kind: String, Codable, CaseIterable { case a, b } }

        """

    @Test("A property becomes an attribute", arguments: properties)
    func attribute(declaration: String, expected: String) throws {
        let file = try read(Self.types + "@Model final class T {\n\(declaration)\n}")
        let attribute = try #require(file.model.entity(named: "T")?.attribute(named: "p"))
        #expect(shown(attribute) == expected)
    }

    static let errors: [(source: String, problem: String, line: Int, column: Int)] = [
        ("@Model class A { var p: Missing }", "unknownType", 1, 22),
        ("class B {}\n@Model class A {\n  var p: B? }", "notModel", 3, 7),
        ("@Model class A { @Relationship var p: [Int] }", "notModel", 1, 36),
        ("@Model class A { var p = f() }", "noType", 1, 22),
        ("@Model class A { var p: (Int, Int) }", "notStorable", 1, 22),
        ("struct S { var a: Int }\n@Model class A { var p: S }", "notStorable", 2, 22),
        ("@Model class A { var p: UInt8 }", "unknownForm", 1, 22),
        ("enum E: Codable { case a(Int) }\n@Model class A { var p: E }", "unknownForm", 2, 22),
        ("enum E: Double, Codable { case a = 1 }\n@Model class A { var p: E }", "unknownForm", 2, 22),
        ("@Model class A { @Wrapped var p: Int }", "unknownMacro", 1, 18),
        ("@Model class A { lazy var p: Int = 1 }", "notStorable", 1, 27),
        ("@Model class A { @Attribute(.magic) var p: Int }", "unknownOption", 1, 41),
        ("@Model class A { @Attribute(.externalStorage) var p: [String] }", "unknownForm", 1, 51),
        ("@Model class A { #Unique<A>([\\.q])\nvar p: Int }", "unknownKeyPath", 1, 18),
        (
            "@Model class A { @Relationship(inverse: \\B.x) var p: B? }\n@Model class B { var y: A? }",
            "badInverse", 1, 51
        ),
        ("@Model class A { var p: A?; var q: [A] }", "openInverse", 1, 22),
        ("@Model class A { var p: B?; var q: B? }\n@Model class B { var r: [A] }", "openInverse", 1, 22),
        ("@Model class A {\n  var p: Int\n", "syntax", 1, 16),
        ("struct A {}", "noModels", 0, 0),
        ("enum V { @Model class A {} }\nenum W { @Model class A {} }", "ambiguousName", 0, 0),
    ]

    @Test("What is wrong is told with its place", arguments: errors)
    func error(source: String, problem: String, line: Int, column: Int) throws {
        let failure = try #require(throws: ModelSourceFailure.self) { try read(source) }
        let issue = try #require(failure.issues.first)
        let name = "\(issue.problem)".prefix { $0 != "(" }
        #expect(name == problem, "\(issue)")
        #expect(issue.line ?? 0 == line)
        #expect(issue.column ?? 0 == column)
    }

    /// The relationships of `A` and `B` by their inverses.
    static let inverses: [(a: String, b: String, inverse: String?)] = [
        ("var b: [B]", "var a: A?", "a"), ("var b: B?", "var a: A?", "a"),
        ("@Relationship var b: [B] = []", "@Relationship(deleteRule: .cascade) var a: A?", "a"),
        ("@Relationship(inverse: \\B.a) var b: [B]", "var a: A", "a"),
        ("var b: [B]", "@Relationship(inverse: \\A.b) var a: [A]?", "a"),
        ("var b: [B]", "var a: [A]", nil), ("var b: [B]", "var a: A", nil), ("var b: [B]", "var x: Int", nil),
        ("@Relationship(deleteRule: .cascade) var b: [B] = []", "var a: A?", nil),
    ]

    @Test("An inverse is named or inferred", arguments: inverses)
    func inverse(a: String, b: String, expected: String?) throws {
        let file = try read("@Model class A { \(a) }\n@Model class B { \(b) }")
        let relationship = try #require(file.model.entity(named: "A")?.relationship(named: "b"))
        #expect(relationship.inverseRelationshipName == expected)
    }

    @Test("A mixed pair is never silent, and can be read both ways")
    func mixedPair() throws {
        let source = """
            @Model class A { @Relationship(deleteRule: .cascade) var b: [B] = [] }
            @Model class B { var a: A? }
            """
        func isTold(_ file: ModelFile) -> Bool {
            file.sourceIssues.contains { issue in
                if case .openInverse(_, .mixed) = issue.problem { issue.severity == .warning } else { false }
            }
        }
        let declared = try read(source)
        #expect(isTold(declared))
        let inferred = try read(source, ModelChoice(infersOpenInverses: true))
        #expect(isTold(inferred))
        #expect(inferred.model.entity(named: "B")?.relationship(named: "a")?.inverseRelationshipName == "b")
        #expect(declared.model.versionHashes != inferred.model.versionHashes)
    }

    static let selections: [(source: String, choice: ModelChoice, entities: [String], version: String)] = [
        (
            "@Model class A { var b: B? }\n@Model class B {}\n@Model class C {}\nlet c = try ModelContainer(for: A.self)",
            .current, ["A", "B"], "1.0.0"
        ),
        (
            "@Model class A {}\n@Model class B {}\nstruct X: App { var body: some Scene { WindowGroup {}.modelContainer(for: [A.self]) } }",
            .current, ["A"], "1.0.0"
        ),
        (
            "@Model class A {}\n@Model class B {}\n#Preview { V().modelContainer(for: A.self) }", .current,
            ["A", "B"], "1.0.0"
        ),
        (
            "@Model class A {}\n@Model class B {}\nlet s = Schema([A.self], version: Schema.Version(3, 1, 0))",
            .current, ["A"], "3.1.0"
        ),
        ("@Model class A {}\n@Model class B {}", ModelChoice(models: ["B"]), ["B"], "1.0.0"),
        (versions, .current, ["A", "B"], "2.0.0"), (versions, ModelChoice(schema: "V1"), ["A"], "1.0.0"),
        (versions, ModelChoice(models: ["V1.A"]), ["A"], "1.0.0"),
        (
            versions
                + "enum P: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self] } }",
            .current, ["A"], "1.0.0"
        ),
        (versions + "typealias A = V1.A", .current, ["A"], "1.0.0"),
        (
            versions + "typealias A = V1.A\nlet c = try ModelContainer(for: A.self, migrationPlan: P.self)",
            .current, ["A"], "1.0.0"
        ),
        (
            versions + "let c = try ModelContainer(for: Schema(versionedSchema: V1.self))", .current, ["A"],
            "1.0.0"
        ),
        (
            "@Model class A {}\n@Model class B: A { var x: Int }\nlet c = Schema([B.self])", .current,
            ["A", "B"], "1.0.0"
        ),
    ]
    static let versions = """
        enum V1: VersionedSchema {
          static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
          static var models: [any PersistentModel.Type] { [A.self] }
          @Model final class A { var x: Int }
        }
        enum V2: VersionedSchema {
          static let versionIdentifier = Schema.Version(2, 0, 0)
          static var models: [any PersistentModel.Type] { get { return [A.self, B.self] } }
        }
        extension V2 { @Model final class A { var y: Int }; @Model final class B {} }

        """

    @Test("The models are those that the source speaks for", arguments: selections)
    func selection(source: String, choice: ModelChoice, entities: [String], version: String) throws {
        let file = try read(source, choice)
        #expect(file.model.entities.map(\.name).sorted() == entities)
        #expect(file.model.versionIdentifiers == [version])
        #expect(file.sourceIssues.contains { if case .chosen = $0.problem { true } else { false } })
    }

    @Test(
        "Two sets of models are asked about",
        arguments: [
            "let a = Schema([A.self]); let b = Schema([B.self])",
            "struct S: App { var body: some Scene { X().modelContainer(for: A.self); Y().modelContainer(for: B.self) } }",
        ])
    func ambiguity(calls: String) throws {
        let failure = try #require(throws: ModelSourceFailure.self) {
            try read("@Model class A {}\n@Model class B {}\n" + calls)
        }
        #expect(failure.isChoice)
    }

    @Test("A name means what stands nearest: a model may be called as a type of Foundation's")
    func scopes() throws {
        let file = try read(
            """
            enum DateSchema { @Model class Date { var text: String; var items: [ItemSchema.Item]? } }
            enum ItemSchema { @Model class Item { var created: Date
              @Relationship(inverse: \\DateSchema.Date.items) var dates: [DateSchema.Date] } }
            """)
        let item = try #require(file.model.entity(named: "Item"))
        #expect(item.attribute(named: "created")?.type == .date)
        #expect(item.relationship(named: "dates")?.inverseRelationshipName == "items")
    }

    @Test("Folders: tests do not count, links in circles end, what is no Swift is told")
    func folders() throws {
        let folder = try TestFolder()
        try folder.write("@Model class A { var kind: Kind }", as: "App/Models/A.swift")
        try folder.write("enum Kind: String, Codable { case a }", as: "App/Kind.swift")
        try folder.write("import Testing\n@Model class A { }\nenum Kind { }", as: "AppTests/A.swift")
        try folder.write("class Broken {", as: "App/Template.swift")
        try folder.write("@Model class Z {}", as: "Pods/Z.swift")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/App/loop", withDestinationPath: folder.path)
        let file = try SwiftModelReader.read(path: folder.path, choice: .current)
        #expect(file.model.entities.map(\.name) == ["A"])
        #expect(file.sourceIssues.contains { if case .syntax = $0.problem { true } else { false } })
    }

    @Test("Indexes and constraints have SwiftData's names")
    func indexes() throws {
        let file = try read(
            """
            @Model class A { #Index<A>([\\.a], [\\.a, \\.b])
              #Unique<A>([\\.a, \\.b])
              @Attribute(.unique) var a: String; var b: Int }
            """)
        let entity = try #require(file.model.entity(named: "A"))
        #expect(entity.uniquenessConstraints == [["a"], ["a", "b"]])
        #expect(entity.fetchIndexes.map(\.name) == ["SwiftDataIndexOnBinarya", "SwiftDataIndexOnBinaryab"])
        #expect(entity.compoundIndexes == [["a", "b"]])
        #expect(entity.attribute(named: "a")?.isIndexed == true)
        #expect(entity.attribute(named: "b")?.isIndexed == false)
    }
}
