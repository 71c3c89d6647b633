import ObjectModel
import StoreFormat

@testable import Migration
@testable import SwiftDataSource

/// Errors of models, their archives, migration plans and migrations.
extension ErrorSamples {
    static let modelProblems: [ModelError.Problem] =
        [
            .duplicateEntity("TEXT"),
            .duplicateProperty(entity: "Item", property: "name"),
            .unknownSuperentity(entity: "Item", superentity: "Thing"),
            .inheritanceCycle(entity: "Item"),
            .inheritanceTooDeep(entity: "Item", limit: 1),
            .inheritanceTooDeep(entity: "Item", limit: 12),
            .unknownDestination(entity: "Item", relationship: "unit", destination: "Unit"),
            .unknownInverse(entity: "Item", relationship: "unit", destination: "Unit", inverse: "items"),
            .unknownProperty(entity: "Item", property: "name", usedBy: "Item.name"),
            .unknownEntity("TEXT", usedBy: "Item.name"),
            .tooMany(what: "WHAT", limit: 1),
            .tooMany(what: "WHAT", limit: 12),
            .unknownValue("TEXT", of: "KIND", usedBy: "Item.name"),
            .unknownVersion("TEXT", available: ["A"]),
            .unknownVersion("TEXT", available: ["A", "B"]),
            .noCurrentVersion(available: ["A"]),
            .noCurrentVersion(available: ["A", "B"]),
            .lostCurrentVersion("TEXT", available: ["A"]),
            .lostCurrentVersion("TEXT", available: ["A", "B"]),
            .noVersions,
            .missing("TEXT", usedBy: "Item.name"),
            .badFormat(text: "TEXT", usedBy: "Item.name", reason: "REASON"),
            .malformed("TEXT"),
            .noModel("TEXT"),
            .fileNotFound,
            .unreadable("TEXT"),
        ]

    static let modelWarnings: [ModelWarning] =
        [
            .predicateLeftOut(usedBy: "Item.name", problem: .noVersions),
            .predicateLeftOut(usedBy: "Item.name", problem: .malformed("WORDS")),
            .strayValue(text: "TEXT", attribute: "name", usedBy: "Item.name"),
            .unsampledDerivation(entity: "Item", attribute: "name"),
            .declaredHashDiffers(entity: "Item"),
            .declaredEntitiesDiffer(onlyDeclared: ["A"], onlyInModel: ["A"]),
            .declaredEntitiesDiffer(onlyDeclared: ["A", "B"], onlyInModel: ["A", "B"]),
        ]

    static let sourceProblems: [ModelSourceIssue.Problem] =
        [
            .syntax(code: "notUTF8", detail: "}"),
            .syntax(code: "tooLong", detail: "100"),
            .syntax(code: "tooDeep", detail: "100"),
            .syntax(code: "openComment", detail: "}"),
            .syntax(code: "openString", detail: "}"),
            .syntax(code: "openRegex", detail: "}"),
            .syntax(code: "openBracket", detail: "}"),
            .syntax(code: "strayBracket", detail: "}"),
            .syntax(code: "unbalancedCondition", detail: "}"),
            .syntax(code: "conflictMarker", detail: "}"),
            .syntax(code: "missing", detail: "}"),
            .unreadable("TEXT"),
            .tooMany(what: "WHAT", limit: 1),
            .tooMany(what: "WHAT", limit: 12),
            .noSources,
            .noModels,
            .modelsElsewhere(["--target A"]),
            .modelsElsewhere(["--target A", "--target B"]),
            .modelsUnderCondition("DEBUG"),
            .damagedProject("TEXT"),
            .missingMember(target: "App", count: 1),
            .missingMember(target: "App", count: 554),
            .missingReference,
            .outside(of: "/FOLDER", others: 0),
            .outside(of: "/FOLDER", others: 1),
            .outside(of: "/FOLDER", others: 12),
            .selfDependency,
            .unknownType("TEXT"),
            .ambiguousType("TEXT", locations: ["A"]),
            .ambiguousType("TEXT", locations: ["A", "B"]),
            .notModel("TEXT"),
            .notStorable("TEXT"),
            .unknownForm("TEXT"),
            .noType,
            .unknownMacro("TEXT"),
            .unknownOption("TEXT"),
            .badInverse("TEXT"),
            .conflictingInverse("TEXT"),
            .unknownKeyPath("TEXT"),
            .duplicateEntity(locations: ["A"]),
            .duplicateEntity(locations: ["A", "B"]),
            .openInverse("TEXT", reason: .mixed),
            .openInverse("TEXT", reason: .annotated),
            .openInverse("TEXT", reason: .several),
            .openInverse("TEXT", reason: .selfReference),
            .openInverse("TEXT", reason: .optionalToMany),
            .analogy("TEXT"),
            .condition("TEXT", holds: false),
            .condition("TEXT", holds: true),
            .launchDefault("TEXT"),
            .seedDefault("TEXT"),
            .computed(what: "the version of SchemaV1 is", taken: "1.0.0 is used"),
            .strayContainer(models: ["A"]),
            .sharedClass(leadsTo: "SchemaV2.Item", taken: "SchemaV1.Item"),
            .leftOut(.declaredHashDiffers(entity: "Item")),
            .otherHash,
            .chosen(entities: ["A"], evidence: .given),
            .chosen(entities: ["A", "B"], evidence: .givenSchema("TEXT")),
            .chosen(entities: ["A", "B"], evidence: .call("TEXT", location: "App.swift:3")),
            .chosen(entities: ["A", "B"], evidence: .alias("TEXT", schema: "SchemaV2")),
            .chosen(entities: ["A", "B"], evidence: .migrationPlan("TEXT", schema: "SchemaV2")),
            .chosen(entities: ["A", "B"], evidence: .latestSchema(["A"])),
            .chosen(entities: ["A", "B"], evidence: .latestSchema(["A", "B"])),
            .chosen(entities: ["A", "B"], evidence: .all),
            .settled(by: "App.sqlite"),
            .unknownName("TEXT", available: []),
            .unknownName("TEXT", available: ["A", "B"]),
            .ambiguousName("TEXT", candidates: ["A in V1", "A in V2"]),
            .ambiguousName("TEXT", candidates: ["A", "B"]),
            .ambiguousChoice([
                .init(evidence: .givenSchema("V1"), schema: "V1"),
                .init(evidence: .all, models: ["A"]),
            ]),
            .ambiguousTarget([]),
            .ambiguousTarget(["A", "B"]),
            .ambiguousProject(target: "App", paths: ["A.xcodeproj", "B.xcodeproj"]),
            .unknownTarget("TEXT", available: []),
            .unknownTarget("TEXT", available: ["A", "B"]),
            .noTargets,
            .severalModels(paths: ["A"], hasClasses: false),
            .severalModels(paths: ["A", "B"], hasClasses: true),
            .target("TEXT"),
            .equalTargets(["A", "B"]),
        ]

    private static let stage = StagedMigrationPlan.Stage(kind: .lightweight, from: "SchemaV1", to: "SchemaV2")

    static let launchIssues: [LaunchIssue] = {
        let failure = ModelSourceFailure([ModelSourceIssue(.error, .noType, path: "App.swift", line: 3)])
        let difference = MigrationDifference(.noDefault(isNew: true), entity: "Item", property: "name")
        let all: [(LaunchIssue.Kind, LaunchError?)] = [
            (.duplicateVersions(["SchemaV1", "SchemaV2"]), .duplicateChecksums),
            (.identifierDoesNotGrow(schema: "SchemaV2", after: "SchemaV1"), nil),
            (.unlistedSchema("SchemaV1", in: stage), nil),
            (.noStage(of: "SchemaV1"), .unknownModelVersion),
            (.noStage(of: "SchemaV2"), .unknownCoordinatorVersion),
            (.noStages, nil),
            (.gap(after: "SchemaV1", before: "SchemaV2"), nil),
            (.otherContainer(last: "SchemaV2", opened: "SchemaV1"), nil),
            (.otherContainer(last: "SchemaV2", opened: nil), .unknownCoordinatorVersion),
            (.needsMapping(difference, in: stage), .missingMandatoryValue),
            (.needsMapping(difference, in: stage), .missingMapping),
            (.needsMapping(difference, in: stage), nil),
            (.unreadable("SchemaV1", failure), nil),
            (.notWrittenOut, nil),
            (.unused, nil),
        ]
        return all.map {
            LaunchIssue(
                kind: $0.0, plan: "Migrations", place: .init(path: "App.swift", line: 3, column: 6),
                error: $0.1)
        }
    }()

    static let archiveProblems: [ModelArchiveError.Problem] =
        [
            .unknownArchivedForm(expression: "EXPRESSION"),
            .objectWithoutPlainForm(className: "Thing"),
            .decimalOutOfRange("TEXT"),
        ]

    static let differences: [MigrationDifference.Kind] =
        [
            .entityAdded,
            .entityRemoved,
            .entityRenamed(from: "old"),
            .parentChanged(from: nil, to: "new"),
            .parentChanged(from: "old", to: nil),
            .becameAbstract,
            .becameConcrete,
            .attributeAdded(default: nil),
            .attributeAdded(default: "0"),
            .attributeRemoved,
            .relationshipAdded,
            .relationshipRemoved,
            .propertyRenamed(from: "old"),
            .becameOptional,
            .becameRequired(default: "0"),
            .relationshipBecameRequired,
            .becameTransient,
            .becamePersistent,
            .becameToMany,
            .becameOrdered,
            .becameUnordered,
            .inverseChanged(from: "old", to: nil),
            .inverseChanged(from: nil, to: "new"),
            .storedInside,
            .storedOutside,
            .derivationUnknown,
            .typeChanged(from: "old", to: "new"),
            .kindChanged(from: "old", to: "new"),
            .becameToOne,
            .noDefault(isNew: false),
            .noDefault(isNew: true),
            .defaultNotStorable,
            .destinationChanged(from: "old", to: "new"),
            .casesGone(values: ["A"]),
            .casesGone(values: ["A", "B"]),
            .abstractObjects,
            .strayRows(table: "ZITEM"),
            .missingRequiredTarget,
            .wrongTargets(destination: "Unit"),
            .equalValues(attributes: ["A"]),
            .equalValues(attributes: ["A", "B"]),
            .linksLost,
            .renumbered(table: "ZITEM"),
            .historyCleared,
            .mirroringLost,
            .mirroredEntityRemoved,
            .tableLost(name: "TEXT"),
            .missingFiles(folder: "_EXTERNAL_DATA"),
        ]

    static let git: [GitError] =
        [
            .missing,
            .noRepository("TEXT"),
            .unknownRevision("TEXT"),
            .noBase,
            .notFetched("FILE"),
            .failed("TEXT"),
        ]
}
