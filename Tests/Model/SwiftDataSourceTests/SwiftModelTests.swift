import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// The rules of docs/start/swiftdata.md, each with a few lines of source.
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

    /// Returns an attribute in one line: its type, `?` if it is optional, its default.
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
        ("var p: UInt8", "Integer 16"), ("var p: UInt16?", "Integer 16?"),
        ("var p: UInt32 = 3", "Integer 32=integer(3)"),
        ("var p: UInt64", "Integer 64"), ("var p: Int8", "Integer 16"), ("var p: UInt", "Integer 64"),
        ("var p: CGFloat = 1", "Float=double(1.0)"),
        ("var p: [String: Place]", "Binary"), ("var p: Dictionary<String, Place>?", "Binary?"),
        ("var p: [String: Place] = [:]", "Binary"), ("var p: Named", "Binary"),
        ("var p: [Int: String]", "Binary"),
        ("var p: Set<String>", "Transformable"), ("var p: [Place]", "Transformable"),
        ("var p: Notes", "Composite(texts:Transformable,ids:Transformable?,places:Binary?)"),
        ("var p: Notes?", "Composite?(texts:Transformable?,ids:Transformable?,places:Binary?)"),
        (
            "var p: Journey",
            "Composite(from:Composite(lat:Double,name:String?,tags:Binary),"
                + "to:Composite?(lat:Double?,name:String?,tags:Binary?))"
        ),
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
        // Types that follow only from the initial value.
        ("var p = Constants.size", "Integer 64=integer(12)"),
        ("var p = Self.standard", "String=string(\"N\")"),
        ("var p = shared", "String=string(\"x\")"), ("var p = T.Kind.a.rawValue", "String=string(\"a\")"),
        ("var p = Level.low.rawValue", "Integer 64=integer(1)"),
        ("var p = T.Kind.usual", "Composite(p:String?)"),
        ("var p = UUID().uuidString", "String"), ("var p = 60 * 60 * 24", "Integer 64=integer(86400)"),
        ("var p = 1.5 + 2 * 3", "Double=double(7.5)"), ("var p = 9 / 2 - 1", "Integer 64=integer(3)"),
        ("var p = 1 / 0", "Integer 64"), ("var p = Int.max", "Integer 64=integer(9223372036854775807)"),
        ("var p: Int16 = 40_000", "Integer 16"), ("var p = Date().timeIntervalSince1970", "Double"),
        ("var p = Date() + 3600", "Date"), ("var p = Date.now.addingTimeInterval(60)", "Date"),
        ("var p = Date.distantPast", "Date=date(-63114076800.0)"),
        ("var p = Date(timeIntervalSince1970: 978_307_260)", "Date=date(60.0)"),
        ("var p = URL(string: \"a:b\")!", "URI=uri(\"a:b\")"), ("var p = URL(string: \"a:b\")", "URI?"),
        ("var p = T.Kind(rawValue: \"a\")", "Composite?(p:String?)"), ("var p = Int(\"5\")", "Integer 64?"),
        ("var p = Int(\"5\") ?? 0", "Integer 64"), ("var p = UUID(uuidString: \"x\")", "UUID?"),
        ("var p = Decimal(string: \"1\")!", "Decimal"), ("var p = Decimal(2)", "Decimal=decimal(\"2\")"),
        ("var p = Double(2)", "Double=double(2.0)"), ("var p = 1 > 2", "Boolean"),
        ("var p = \"a\" + \"b\"", "String=string(\"ab\")"), ("var p = String(localized: \"a\")", "String"),
        ("var p = Calendar.current.startOfDay(for: .now)", "Date"),
        ("var p = T.Kind.make()", "Composite(p:String?)"),
        ("var p = Int.random(in: 0...5)", "Integer 64"), ("var p = Optional<Int>.none", "Integer 64?"),
        ("var p = [1, 2]", "Transformable"), ("var p = [T.Kind.a, .b]", "Transformable"),
        (
            "var p = [\"a\", \"b\"]",
            "Transformable=array([ObjectModel.PropertyValue.string(\"a\"), ObjectModel.PropertyValue.string(\"b\")])"
        ),
        ("var p = Array(repeating: 0, count: 3)", "Transformable"), ("var p = [\"a\": 1]", "Binary"),
        ("var p: Level? = Level.low", "Composite?(p:Integer 64?)"),
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
        extension T { enum Kind: String, Codable, CaseIterable { case a, b; static let usual = Kind.b
          static func make() -> Kind { .a } } }
        extension T { static let standard = "N" }
        typealias Named = [String: Place]
        struct Notes: Codable { var texts: [String] = []; var ids: [UUID]?; var places: Optional<[Place]> }
        struct Journey: Codable { var from: Place; var to: Place? }
        enum Constants { static let size = 12 }
        let shared = "x"

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
        ("@Model class A { var p = Int(f()) }", "noType", 1, 22),
        ("@Model class A { var p = S(1) }\nstruct S: Codable { init?(_ x: Int) { nil } }", "noType", 1, 22),
        ("@Model class A { var p = x ?? \"\" }", "noType", 1, 22),
        ("@Model class A<T> { var p: Int }", "unknownForm", 1, 14),
        (
            "enum E: Int, Codable { case a }\n@Model class A { @Attribute(.unique) var p: E }", "unknownForm",
            2, 42
        ),
        (
            "struct R: RawRepresentable, Codable { var rawValue: Int }\n@Model class A { var p: R }",
            "unknownForm", 2, 22
        ),
        ("@Model class A { var p: (Int, Int) }", "notStorable", 1, 22),
        ("struct S { var a: Int }\n@Model class A { var p: S }", "notStorable", 2, 22),
        ("@Model class A { var p: Int128 }", "unknownForm", 1, 22),
        ("@Model class A { @Attribute(.externalStorage) var p: [String: Int] }", "unknownForm", 1, 51),
        ("struct S { }\n@Model class A { var p: [String: S] }", "notStorable", 2, 22),
        (
            "enum E: Codable { case a }\nstruct S: Codable { var e: E }\n@Model class A { var p: S }",
            "unknownForm", 3, 22
        ),
        ("enum E: Codable { case a(Int) }\n@Model class A { var p: E }", "unknownForm", 2, 22),
        (
            "struct O: OptionSet, Codable { let rawValue: Int }\n@Model class A { var p: O }", "unknownForm",
            2, 22
        ),
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
        (
            "@Model class A { var p: B?; var q: B? }\n@Model class B { @Relationship var r: [A] }",
            "openInverse", 1, 22
        ),
        ("@Model class A { var p: [B] }\n@Model class B { var r: A; var s: A? }", "openInverse", 1, 22),
        ("import SwiftData\n@Model class A { }\nlet s = Schema([A.self, Other.B.self])", "unknownType", 3, 9),
        ("@Model class A {\n  var p: Int\n", "syntax", 1, 16),
        ("struct A {}", "noModels", 0, 0),
        ("enum V { @Model class A {} }\nenum W { @Model class A {} }", "ambiguousName", 0, 0),
    ]

    @Test("Errors are reported with their location", arguments: errors)
    func error(source: String, problem: String, line: Int, column: Int) throws {
        let failure = try #require(throws: ModelSourceFailure.self) { try read(source) }
        let issue = try #require(failure.issues.first)
        let name = "\(issue.problem)".prefix { $0 != "(" }
        #expect(name == problem, "\(issue)")
        #expect(issue.line ?? 0 == line)
        #expect(issue.column ?? 0 == column)
    }

    /// The relationships of `A` and `B`, with the name of the inverse.
    static let inverses: [(a: String, b: String, inverse: String?)] = [
        ("var b: [B]", "var a: A?", "a"), ("var b: B?", "var a: A?", "a"),
        ("@Relationship var b: [B] = []", "@Relationship(deleteRule: .cascade) var a: A?", "a"),
        ("@Relationship(inverse: \\B.a) var b: [B]", "var a: A", "a"),
        ("var b: [B]", "@Relationship(inverse: \\A.b) var a: [A]?", "a"),
        ("var b: B?; var c: B?", "var a: [A]", nil), ("var b: [B]; var c: B?", "var a: A?", nil),
        ("var b: [B]", "var a: A?; var c: A?", nil), ("var b: [B]", "var a: [A]", nil),
        ("var b: [B]", "var a: A", nil), ("var b: [B]", "var x: Int", nil),
        ("@Relationship(deleteRule: .cascade) var b: [B] = []", "var a: A?", nil),
    ]

    @Test("An inverse is named or inferred", arguments: inverses)
    func inverse(a: String, b: String, expected: String?) throws {
        let file = try read("@Model class A { \(a) }\n@Model class B { \(b) }")
        let relationship = try #require(file.model.entity(named: "A")?.relationship(named: "b"))
        #expect(relationship.inverseRelationshipName == expected)
    }

    @Test("A mixed pair is always reported, and can be read both ways")
    func mixedPair() throws {
        let source = """
            @Model class A { @Relationship(deleteRule: .cascade) var b: [B] = [] }
            @Model class B { var a: A? }
            """
        func isReported(_ file: ModelFile) -> Bool {
            file.modelIssues.contains { issue in
                if case .openInverse(_, .mixed) = issue.problem { issue.severity == .warning } else { false }
            }
        }
        let declared = try read(source)
        #expect(isReported(declared))
        let inferred = try read(source, ModelChoice(infersOpenInverses: true))
        #expect(isReported(inferred))
        #expect(inferred.model.entity(named: "B")?.relationship(named: "a")?.inverseRelationshipName == "b")
        #expect(declared.model.versionHashes != inferred.model.versionHashes)
    }

    @Test("A pair with annotations on both sides is reported, and can be read both ways")
    func annotatedPair() throws {
        let source = """
            @Model class A { @Relationship(deleteRule: .nullify) var b: [B] }
            @Model class B { @Relationship(deleteRule: .nullify) var a: A? }
            """
        func told(_ file: ModelFile) -> [ModelSourceIssue] {
            file.modelIssues.filter { issue in
                if case .openInverse(_, .annotated) = issue.problem {
                    issue.severity == .warning
                } else {
                    false
                }
            }
        }
        for (choice, inverse) in [(nil, "b"), (true, "b"), (false, nil)] as [(Bool?, String?)] {
            let file = try read(source, ModelChoice(infersOpenInverses: choice))
            #expect(told(file).map(\.entity) == ["A"])
            #expect(
                file.model.entity(named: "B")?.relationship(named: "a")?.inverseRelationshipName == inverse)
        }
    }

    @Test("Constants that refer to each other end, whatever they are")
    func circles() throws {
        let letters = ["a", "b", "c", "d", "e", "f", "g", "h"]
        let sums = zip(letters, letters.dropFirst() + ["a"]).map { one, other in
            "let \(one) = " + Array(repeating: other, count: 60).joined(separator: " + ")
        }
        for source in [sums.joined(separator: "\n"), "let a = b\nlet b = a", "enum E { static let a = E.a }"]
        {
            let failure = try #require(throws: ModelSourceFailure.self) {
                try read(source + "\n@Model class A { var p = a; var q = E.a; var r: Int = a }")
            }
            #expect(failure.issues.allSatisfy { $0.problem == .noType })
        }
    }

    @Test("A name is its nearest declaration, so a model can share its name with a Foundation type")
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

    @Test("Folders: tests are ignored, cyclic links end, invalid Swift is reported")
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
        #expect(file.modelIssues.contains { if case .syntax = $0.problem { true } else { false } })
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
        #expect(!file.modelIssues.contains { $0.severity == .warning })
    }

    static let unsure: [(declaration: String, analogy: String?)] = [
        ("var p: UInt32", nil), ("var p: Int64?", nil), ("var p: CGFloat", nil), ("var p: UInt", "UInt"),
        ("var p: [String: Place]", nil), ("var p: [String: String]", "[String: String]"),
        ("var p: [Int: Place]", "[Int: Place]"), ("var p: Tags", "the rows of [String] in Tags"),
        ("var p: Codes", "[Int] in Codes"), ("var p: Kinds?", nil),
        ("var p: Trip?", "the columns of Place in Trip"),
        ("var p: Trip", "Place in Trip where neither is optional"), ("var p: [Place]", "[Place]"),
    ]

    @Test(
        "Rules that known hashes prove need no warning, and analogies have one", arguments: unsure)
    func analogies(declaration: String, expected: String?) throws {
        let file = try read(
            """
            struct Place: Codable { var x: Double }
            enum Kind: String, Codable { case a }
            struct Tags: Codable { var texts: [String] }
            struct Codes: Codable { var numbers: [Int] }
            struct Kinds: Codable { var kinds: [Kind]; var places: [Place] }
            struct Trip: Codable { var start: Place; var days: Int }
            @Model class A { \(declaration) }
            """)
        let warnings = file.modelIssues.filter { $0.severity == .warning }.map(\.problem)
        #expect(warnings == (expected.map { [.analogy($0)] } ?? []))
    }

    @Test("A constraint may have a to-one among its properties")
    func toOneInConstraint() throws {
        let file = try read(
            """
            @Model class A { #Unique<A>([\\.owner, \\.name]); var name: String; var owner: B? }
            @Model class B { var all: [A] }
            """)
        #expect(file.model.entity(named: "A")?.uniquenessConstraints == [["owner", "name"]])
    }
}
