import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// The selection of the model classes in an app's source (docs/start/swiftdata.md#which-models).
@Suite("The choice of models in Swift source")
struct ModelSelectionTests {
    private func read(_ source: String, _ choice: ModelChoice = .current) throws -> ModelFile {
        let folder = try TestFolder()
        let path = try folder.write(source, as: "Models.swift")
        defer { withExtendedLifetime(folder) {} }
        return try SwiftModelReader.read(path: path, choice: choice)
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
            "@Model class A {}\n@Model class B {}\nlet c: ModelContainer = try! .init(for: A.self)", .current,
            ["A"], "1.0.0"
        ),
        (
            "@Model class A {}\n@Model class B {}\n@Model class C {}\nenum M { static let some: [any PersistentModel.Type] = [A.self] }\nlet s = Schema(M.some + [B.self])",
            .current, ["A", "B"], "1.0.0"
        ),
        (
            versions + "let s = Schema(V2.models, version: V2.versionIdentifier)", .current, ["A", "B"],
            "2.0.0"
        ),
        // Containers in memory do not count, however they are created.
        (
            "@Model class A {}\n@Model class B {}\nlet c = { let schema = Schema([A.self]); let one = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true); return try ModelContainer(for: schema, configurations: [one]) }()",
            .current, ["A", "B"], "1.0.0"
        ),
        (
            "@Model class A {}\n@Model class B {}\nlet c = { let one = ModelConfiguration(isStoredInMemoryOnly: true); return try ModelContainer(for: A.self, configurations: one) }()\nlet d = try ModelContainer(for: Schema([B.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: false)])",
            .current, ["B"], "1.0.0"
        ),
        // Only one branch of a condition counts.
        (
            "@Model class A {}\n@Model class B {}\nfunc c() throws -> ModelContainer {\n#if DEBUG\nreturn try ModelContainer(for: A.self)\n#else\nreturn try ModelContainer(for: B.self)\n#endif\n}",
            .current, ["B"], "1.0.0"
        ),
        (
            "@Model class A {}\n@Model class B {}\n#if canImport(SwiftData)\n#if os(macOS)\nlet c = Schema([A.self])\n#elseif os(iOS)\nlet c = Schema([B.self])\n#else\nlet c = Schema([A.self, B.self])\n#endif\n#endif",
            .current, ["B"], "1.0.0"
        ),
        // Aliases of older models and short names of schemas do not make a schema the current one.
        (versions + "typealias OldA = V1.A\ntypealias A = V2.A", .current, ["A", "B"], "2.0.0"),
        (versions + "typealias One = V1\ntypealias Two = V2", .current, ["A", "B"], "2.0.0"),
        (versions + "typealias OldA = V1.A\ntypealias AV1 = V1.A", .current, ["A", "B"], "2.0.0"),
        (versions + "typealias Account = V1.A", .current, ["A"], "1.0.0"),
        (versions + "typealias One = V1\ntypealias LatestSchema = V1", .current, ["A"], "1.0.0"),
        (
            "enum V1: VersionedSchema { static let major = 4; static let number = Schema.Version(4, 1, 0)\n static var versionIdentifier: Schema.Version { number }\n static var models: [any PersistentModel.Type] { [A.self] + others }\n static let others: [any PersistentModel.Type] = [B.self]\n @Model class A {}; @Model class B {}; @Model class C {} }",
            .current, ["A", "B"], "4.1.0"
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

    @Test("The models are those that the source uses", arguments: selections)
    func selection(source: String, choice: ModelChoice, entities: [String], version: String) throws {
        let file = try read(source, choice)
        #expect(file.model.entities.map(\.name).sorted() == entities)
        #expect(file.model.versionIdentifiers == [version])
        #expect(file.modelIssues.contains { if case .chosen = $0.problem { true } else { false } })
    }

    @Test(
        "A schema initializer alone determines the models",
        arguments: [
            "struct S { let schema: Schema = .init([A.self, B.self]); func f() throws { try ModelContainer(for: schema) } }",
            "let s: Schema = .init([A.self, B.self], version: .init(1, 0, 0))",
            "struct S { let models: [any PersistentModel.Type] = [A.self, B.self]; func f() throws { try ModelContainer(for: Schema(models)) } }",
            """
            enum V: VersionedSchema { static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
            static var models: [any PersistentModel.Type] { [A.self, B.self] } }
            let s: Schema = .init(versionedSchema: V.self)
            """,
        ])
    func initializers(calls: String) throws {
        let file = try read("@Model class A {}\n@Model class B {}\n@Model class C {}\n" + calls)
        #expect(file.model.entities.map(\.name).sorted() == ["A", "B"])
    }

    @Test("A container of unknown models is a warning")
    func untold() throws {
        let file = try read(
            "import SwiftData\n@Model class A {}\nfunc f(s: Schema) throws { try ModelContainer(for: s) }")
        #expect(
            file.modelIssues.filter { $0.severity == .warning }.map(\.problem)
                == [
                    .computed(what: "the models in ModelContainer(for:) are", taken: "the call is ignored")
                ])
    }

    @Test(
        "Of two sets of models, one must be chosen",
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

    @Test("Configurations with their own models are stores: an error lists them, and --models chooses")
    func configurations() throws {
        let source = """
            @Model class A { var b: B? }
            @Model class B {}
            @Model class C {}
            let all = Schema([A.self, B.self, C.self], version: Schema.Version(2, 0, 0))
            let user = ModelConfiguration("User", schema: Schema([A.self, B.self]), url: url)
            let seed = ModelConfiguration(for: C.self)
            let kept = ModelConfiguration("Kept", schema: Schema([C.self]), isStoredInMemoryOnly: true)
            let container = try ModelContainer(for: all, configurations: user, seed)
            """
        let failure = try #require(throws: ModelSourceFailure.self) { try read(source) }
        guard case .ambiguousChoice(let choices) = failure.issues.first?.problem else {
            Issue.record("\(failure.issues)")
            return
        }
        #expect(choices.map(\.option) == ["--models A,B", "--models C"])
        let user = try read(source, ModelChoice(models: ["A"])).model
        #expect(user.configurations == ["User": ["A", "B"]])
        #expect(try read(source, ModelChoice(models: ["C"])).model.configurations == ["default": ["C"]])
        // Configurations with the same models, or without models, are not ambiguous.
        let same = "@Model class A {}\nlet c = [ModelConfiguration(\"a\", schema: Schema([A.self])), "
        for other in ["ModelConfiguration(for: A.self)]", "ModelConfiguration(\"b\")]"] {
            #expect(try read(same + other).model.entities.map(\.name) == ["A"])
        }
    }
}
