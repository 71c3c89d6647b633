import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

@testable import Migration

/// The behaviour of apps with stores at launch, by their migration plans (docs/guides/migrating.md#migration-plans).
@Suite("Migration plans at launch")
struct LaunchTests {
    /// The properties of the models of each version.
    private static let versions = [
        "V1": "@Attribute(.unique) var id: UUID; var name: String",
        "V2": "@Attribute(.unique) var id: UUID; var name: String; var note: String?",
        "V3": "@Attribute(.unique) var id: UUID; var name: String; var note: String?; var days: Int = 0",
        // A version that was shipped before the plan.
        "old": "var id: UUID; var name: String",
    ]

    private static func schema(_ name: String, _ identifier: String, _ properties: String) -> String {
        """
        enum \(name): VersionedSchema {
            static var versionIdentifier: Schema.Version { Schema.Version(\(identifier)) }
            static var models: [any PersistentModel.Type] { [Trip.self] }
            @Model final class Trip { \(properties) }
        }

        """
    }

    private static func plan(_ schemas: [String], _ stages: [String]) -> String {
        """
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [\(schemas.map { $0 + ".self" }.joined(separator: ", "))] }
            static var stages: [MigrationStage] { [\(stages.joined(separator: ", "))] }
        }

        """
    }

    private static func light(_ from: String, _ to: String) -> String {
        ".lightweight(fromVersion: \(from).self, toVersion: \(to).self)"
    }

    private static func custom(_ from: String, _ to: String) -> String {
        "MigrationStage.custom(fromVersion: \(from).self, toVersion: \(to).self, willMigrate: { context in }, didMigrate: nil)"
    }

    private static let three =
        schema("V1", "1, 0, 0", versions["V1"]!) + schema("V2", "2, 0, 0", versions["V2"]!)
        + schema("V3", "3, 0, 0", versions["V3"]!)
    private static let container =
        "let container = try ModelContainer(for: Schema(versionedSchema: V3.self), migrationPlan: Plan.self)\n"
    private static let stages = [light("V1", "V2"), custom("V2", "V3")]

    /// An app, the problems of its plan, and the results for the stores of each version.
    struct App: CustomTestStringConvertible {
        let testDescription: String
        let source: String
        var issues: [String] = []
        /// The results, by the version of the store.
        let stores: [String: String]
    }

    static let apps: [App] = [
        App(
            testDescription: "a sound plan", source: three + plan(["V1", "V2", "V3"], stages) + container,
            stores: [
                "V1": "V1: V1 → V2 lightweight, V2 → V3 custom", "V2": "V2: V2 → V3 custom", "V3": "opens",
                "old": "134504, nearest V1",
            ]),
        App(
            testDescription: "stages as constants, added up",
            source: three
                + """
                enum Plan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
                    static let first = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)
                    static let second: MigrationStage = .custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: nil) { _ in }
                    static var stages: [MigrationStage] { return [first] + [Self.second] }
                }

                """ + container,
            stores: ["V1": "V1: V1 → V2 lightweight, V2 → V3 custom", "old": "134504, nearest V1"]),
        App(
            testDescription: "schemas as constants, added up",
            source: three
                + """
                enum Plan: SchemaMigrationPlan {
                    static let old: [any VersionedSchema.Type] = [V1.self, V2.self]
                    static var schemas: [any VersionedSchema.Type] { old + [V3.self] }
                    static var stages: [MigrationStage] { [\(stages.joined(separator: ", "))] }
                }

                """ + container,
            stores: ["V1": "V1: V1 → V2 lightweight, V2 → V3 custom", "old": "134504, nearest V1"]),
        App(
            testDescription: "stages that double at each step",
            source: three
                + """
                enum Plan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
                    static let s0: [MigrationStage] = [\(light("V1", "V2"))]
                    \((1...18).map { "static let s\($0) = s\($0 - 1) + s\($0 - 1)" }.joined(separator: "\n    "))
                    static var stages: [MigrationStage] { s18 }
                }

                """ + container,
            issues: ["warning notWrittenOut"], stores: ["V1": "not written out"]),
        App(
            testDescription: "no container in the source", source: three + plan(["V1", "V2", "V3"], stages),
            stores: ["V2": "V2: V2 → V3 custom", "old": "134504, nearest V1"]),
        App(
            testDescription: "no stage names the first version",
            source: three + plan(["V1", "V2", "V3"], [light("V2", "V3")]) + container,
            issues: ["error noStage 134504 V1"],
            stores: [
                "V1": "134504", "V2": "V2: V2 → V3 lightweight", "V3": "opens", "old": "134504, nearest V1",
            ]),
        App(
            testDescription: "no stage names the last version",
            source: three + plan(["V1", "V2", "V3"], [light("V1", "V2")]) + container,
            issues: ["warning gap V2 V3", "error noStage 134504 V3"],
            stores: ["V1": "134504", "V2": "134504", "V3": "opens", "old": "134504"]),
        App(
            testDescription: "a gap between the stages",
            source: three + schema("V4", "4, 0, 0", versions["V3"]! + "; var text: String?")
                + plan(["V1", "V2", "V3", "V4"], [light("V1", "V2"), light("V3", "V4")])
                + container.replacing("V3", with: "V4"),
            issues: ["warning gap V2 V3"],
            stores: ["V1": "V1: gap after V2", "V2": "V2: gap after V2", "V3": "V3: V3 → V4 lightweight"]),
        App(
            testDescription: "a stage over a version",
            source: three + plan(["V1", "V2", "V3"], [light("V1", "V3"), light("V2", "V3")]) + container,
            stores: ["V1": "V1: V1 → V3 lightweight", "V2": "V2: V2 → V3 lightweight"]),
        App(
            testDescription: "no stages", source: three + plan(["V1", "V2", "V3"], []) + container,
            issues: ["warning noStages"], stores: ["V1": "V1: no stages", "old": "no stages"]),
        App(
            testDescription: "two schemas that are one model",
            source: three + schema("V1b", "1, 1, 0", "var name: String; @Attribute(.unique) var id: UUID")
                + plan(
                    ["V1", "V1b", "V2", "V3"], [custom("V1", "V1b"), light("V1b", "V2"), light("V2", "V3")])
                + container,
            issues: ["error duplicateVersions V1 V1b"],
            stores: ["V1": "exception", "V3": "exception", "old": "exception"]),
        App(
            testDescription: "two schemas that list one live class",
            source: """
                @Model final class Trip { \(versions["V3"]!) }
                enum V1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Trip.self] }
                }
                enum V2: VersionedSchema {
                    static let versionIdentifier = Schema.Version(2, 0, 0)
                    static var models: [any PersistentModel.Type] { [Trip.self] }
                }

                """ + plan(["V1", "V2"], [light("V1", "V2")])
                    + "let c = try ModelContainer(for: Trip.self, migrationPlan: Plan.self)\n",
            issues: ["error duplicateVersions V1 V2"], stores: ["V1": "exception", "V3": "exception"]),
        App(
            testDescription: "identifiers that do not grow",
            source: three.replacing("(3, 0, 0)", with: "(2, 0, 0)") + plan(["V1", "V2", "V3"], stages)
                + container,
            issues: ["warning identifierDoesNotGrow V3 V2"],
            stores: ["V1": "V1: V1 → V2 lightweight, V2 → V3 custom"]),
        App(
            testDescription: "a stage that names a schema of another plan",
            source: three + schema("V0", "0, 1, 0", versions["old"]!)
                + plan(["V1", "V2", "V3"], [light("V0", "V1")] + stages) + container,
            issues: ["warning unlistedSchema V0"], stores: ["V1": "V1: V1 → V2 lightweight, V2 → V3 custom"]),
        App(
            testDescription: "a container of no schema",
            source: three + "@Model final class Trip { var other: Int }\n" + plan(["V1", "V2", "V3"], stages)
                + "let c = try ModelContainer(for: Trip.self, migrationPlan: Plan.self)\n",
            issues: ["error otherContainer 134504 V3"], stores: ["V1": "134504", "old": "134504"]),
        App(
            testDescription: "a container of an older schema",
            source: three + plan(["V1", "V2", "V3"], stages)
                + "let c = try ModelContainer(for: Schema(versionedSchema: V2.self), migrationPlan: Plan.self)\n",
            issues: ["warning otherContainer V3 V2"],
            stores: ["V1": "V1: V1 → V2 lightweight", "V2": "opens"]),
        App(
            testDescription: "a container of the last schema's classes",
            source: three + "typealias Trip = V3.Trip\n" + plan(["V1", "V2", "V3"], stages)
                + "let c = try ModelContainer(for: Trip.self, migrationPlan: Plan.self)\n",
            stores: ["V2": "V2: V2 → V3 custom", "V3": "opens"]),
        App(
            testDescription: "a lightweight stage with another type",
            source: three.replacing(
                "name: String; var note: String? }", with: "name: Int; var note: String? }")
                + plan(["V1", "V2", "V3"], stages) + container,
            issues: [
                "error needsMapping 134140 V1 V2 Trip.name", "warning needsMapping V2 V3 Trip.name",
            ], stores: ["V1": "134140", "V2": "134504, nearest V3"]),
        App(
            testDescription: "a lightweight stage with a new value that is required",
            source: three.replacing("note: String? }", with: "note: String }")
                .replacing("note: String?; var days", with: "note: String; var days")
                + plan(["V1", "V2", "V3"], stages) + container,
            issues: ["error needsMapping 134110 V1 V2 Trip.note"], stores: ["V1": "134110"]),
        App(
            testDescription: "a plan that no container names",
            source: three + plan(["V1", "V2", "V3"], stages)
                + "let c = try ModelContainer(for: Schema(versionedSchema: V3.self))\n",
            issues: ["warning unused"], stores: ["V1": "no plan", "old": "no plan"]),
        App(
            testDescription: "schemas that are not written out",
            source: three
                + "enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { all() }; static var stages: [MigrationStage] { [] } }\n"
                + container,
            issues: ["warning notWrittenOut"], stores: ["V1": "not written out"]),
    ]

    @Test("Each plan is tried with the stores of each version", arguments: apps)
    func matrix(app: App) throws {
        let folder = try TestFolder()
        let path = try folder.write("import SwiftData\n" + app.source, as: "App.swift")
        let source = try SwiftModelReader.versionedModels(path: path, choice: .current)
        #expect(source.launchIssues.map(Self.text) == app.issues)
        let opened = try source.current.get().model.versionHashes
        for (version, expected) in app.stores.sorted(by: { $0.key < $1.key }) {
            let text = "import SwiftData\n@Model final class Trip { \(Self.versions[version]!) }"
            let model = try SwiftModelReader.read(text: text, name: "Store.swift").model
            let passage = try StagedPassage(
                of: model.versionHashes, model: model, through: #require(source.plan), source.launchIssues,
                to: opened)
            let opens = VersionVerdict(model.versionHashes, opened).willOpen
            #expect(
                passage.map(Self.text) ?? (opens ? "opens" : "no plan") == expected, "stores of \(version)")
        }
        withExtendedLifetime(folder) {}
    }

    private static func text(_ issue: LaunchIssue) -> String {
        let subjects: [String] =
            switch issue.kind {
            case .duplicateVersions(let names): names
            case .identifierDoesNotGrow(let one, let other), .gap(let one, let other): [one, other]
            case .unlistedSchema(let name, _), .noStage(let name), .unreadable(let name, _): [name]
            case .otherContainer(let last, let opened): [last, opened].compactMap(\.self)
            case .needsMapping(let difference, let stage):
                [stage.from, stage.to, difference.entity + "." + (difference.property ?? "")]
            case .noStages, .notWrittenOut, .unused: []
            }
        let kind = String("\(issue.kind)".prefix { $0 != "(" })
        let code = issue.error?.code.map(String.init)
        return ([issue.severity.rawValue, kind, code].compactMap(\.self) + subjects).joined(separator: " ")
    }

    private static func text(_ passage: StagedPassage) -> String {
        let version = passage.version.map { $0 + ": " } ?? ""
        switch passage.outcome {
        case .stages(let stages):
            return version + stages.map { "\($0.from) → \($0.to) \($0.kind)" }.joined(separator: ", ")
        case .crash(let error, let nearest):
            let near = nearest.map { ", nearest \($0.version)" } ?? ""
            return (error.code.map(String.init) ?? "exception") + near
        case .unsettled(.gap(let name)): return version + "gap after \(name)"
        case .unsettled(.noStages): return version + "no stages"
        case .unsettled(.notWrittenOut): return version + "not written out"
        case .unsettled(.unreadable(let names)): return version + "unreadable \(names)"
        }
    }
}
