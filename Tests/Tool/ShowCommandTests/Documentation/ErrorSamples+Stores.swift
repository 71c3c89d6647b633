import CodeGeneration
import Copying
import Exporting
import Files
import Merging
@testable import ObjectLayer
import ObjectModel
import Seeding
import StoreFormat

/// Errors about stores, and about operations on them.
extension ErrorSamples {
    static let storeProblems: [StoreError.Problem] =
        [
            .missing,
            .isFolder,
            .unreadable("TEXT"),
            .empty,
            .notSQLite,
            .encrypted,
            .truncated(expected: 8192, found: 4096),
            .viewForTable("TEXT"),
            .damaged("TEXT"),
            .refused("TEXT"),
            .notCoreData(missingTables: ["A"]),
            .notCoreData(missingTables: ["A", "B"]),
            .badBookkeeping("TEXT"),
            .isModel,
            .noModel,
            .otherModel(entities: ["A"]),
            .otherModel(entities: ["A", "B"]),
            .badSQL("TEXT"),
        ]

    static let creations: [StoreCreationError] =
        [
            .inferredModel,
            .unsupported([.duplicateName("NAME")]),
            .badFramework(1),
            .badFramework(12),
            .badUUID("TEXT"),
        ]

    static let schemaProblems: [SchemaProblem] =
        [
            .unknownDerivation(entity: "Item", attribute: "name"),
            .omittedTriggers(entity: "Item", attribute: "name"),
            .publishedTrigger(entity: "Item", attribute: "name"),
            .unknownIndex(entity: "Item", index: "byName"),
            .noColumn(entity: "Item", index: "byName", property: "name"),
            .uncertainJoinTable(entity: "Item", relationship: "unit", inverse: "items"),
            .guessedJoinTable(entity: "Item", relationship: "unit", inverse: "items"),
            .uncertainJoinColumns(entity: "Item", relationships: ["A"]),
            .uncertainJoinColumns(entity: "Item", relationships: ["A", "B"]),
            .duplicateName("TEXT"),
            .appTriggers(entity: "Item", property: "name"),
        ]

    static let layoutProblems: [LayoutProblem] =
        [
            .missingEntityNumber(entity: "Item", assumed: 1),
            .missingEntityNumber(entity: "Item", assumed: 12),
            .duplicateEntityNumber(entity: "Item", other: "Other", number: 1),
            .duplicateEntityNumber(entity: "Item", other: "Other", number: 12),
            .missingTable(entity: "Item", expected: "EXPECTED"),
            .missingColumn(entity: "Item", property: "name", table: "ZITEM", expected: "EXPECTED"),
            .missingEntityColumn(entity: "Item", relationship: "unit", table: "ZITEM", expected: "EXPECTED"),
            .missingOrderColumn(entity: "Item", relationship: "unit", table: "ZITEM", expected: "EXPECTED"),
            .missingJoinTable(entity: "Item", relationship: "unit", expected: "EXPECTED"),
            .noStorage(entity: "Item", relationship: "unit"),
            .foundElsewhere(entity: "Item", property: "name", expected: "EXPECTED", found: "FOUND"),
        ]

    static let outputs: [OutputError.Problem] =
        [
            .unusablePath("TEXT"),
            .isFolder,
            .isFile,
            .folderNotEmpty,
            .notRegularFile,
            .isOpen(1),
            .isOpen(12),
            .inUse("TEXT"),
            .isInput("TEXT"),
            .unknownFile,
        ]

    static let remarks: [CleanupWarning] =
        [
            .left(path: "items.csv", reason: "REASON"),
            .leftOfReplaced(path: "items.csv", reason: "REASON", count: nil),
            .leftOfReplaced(path: "items.csv", reason: "REASON", count: 1),
            .leftOfReplaced(path: "items.csv", reason: "REASON", count: 12),
            .notKept(.owner, path: "items.csv", reason: "REASON"),
            .notKept(.group, path: "items.csv", reason: "REASON"),
            .notKept(.extended("user.note"), path: "items.csv", reason: "REASON"),
            .otherNames(path: "items.csv", count: 1),
            .otherNames(path: "items.csv", count: 12),
        ]

    static let openings: [PersistentStoreError] =
        [
            .modelRequired(path: "items.csv"),
            .readOnly(path: "items.csv"),
            .notStored(entity: "Item", property: "name"),
            .badMetadata(path: "items.csv"),
            .reservedMetadataKey("TEXT"),
            .noPrimaryKeyRow(entity: "Item"),
            .notDerivable(entity: "Item", attribute: "name"),
            .primaryKeysExhausted(entity: "Item"),
        ]

    static func objects(_ id: ManagedObjectID) -> [ManagedObjectError] {
        [
            .unknownEntity("TEXT"),
            .abstractEntity("TEXT"),
            .unknownKey(entity: "Item", key: "name"),
            .notStored(entity: "Item", key: "name"),
            .missingExternalData(entity: "Item", key: "name", file: "file"),
            .missingValue(entity: "Item", key: "name"),
            .unexpectedClass(id, expected: "EXPECTED"),
            .unacceptableValue(entity: "Item", key: "name"),
            .unacceptableDestination(entity: "Item", key: "name", destination: "Unit"),
            .derivedValue(entity: "Item", key: "name"),
            .notOrdered(entity: "Item", key: "name"),
            .indexOutOfRange(1, count: 1),
            .indexOutOfRange(12, count: 12),
            .faultNotFulfilled(id),
            .noContext(id),
            .otherContext(id),
            .deleted(id),
            .otherStore(id),
        ]
    }

    static let requests: [FetchRequestError] =
        [
            .unknownEntity("TEXT"),
            .unknownTemplate("TEXT"),
            .unknownKeyPath(entity: "Item", keyPath: "unit.name"),
            .unknownGroupValue("TEXT", known: ["A"]),
            .unknownGroupValue("TEXT", known: ["A", "B"]),
            .duplicateColumn("TEXT"),
            .havingWithoutGroups,
            .unknownVariable("TEXT"),
            .badConstant("TEXT", kind: "number"),
            .badConstant("TEXT", kind: "object"),
            .badConstant("TEXT", kind: "text"),
            .unsupported("TEXT"),
            .invalidRegularExpression("TEXT"),
            .unknownSortSelector("TEXT"),
            .refusedByCoreData(
                FetchRefusal.Kind.allCases.map { FetchRefusal(kind: $0, expression: "EXPRESSION") }),
            .unsortedSections("TEXT"),
            .negativeCount("TEXT"),
        ]

    static let formats: [PredicateFormatError.Reason] =
        [
            .unexpectedCharacter("TEXT"),
            .unterminatedString,
            .invalidEscape("TEXT"),
            .invalidNumber("TEXT"),
            .expectedExpression(found: "FOUND"),
            .expectedPredicate(found: "FOUND"),
            .expectedOperator(found: "FOUND"),
            .expectedName(found: "FOUND"),
            .expected("TEXT", found: "FOUND"),
            .unexpectedText("TEXT"),
            .unknownOptions("TEXT"),
            .wrongBounds(count: 1),
            .wrongBounds(count: 12),
            .unknownPlaceholder("TEXT"),
            .missingArgument(number: 1),
            .missingArgument(number: 12),
            .unsuitableArgument(number: 1, placeholder: "%K"),
            .unsuitableArgument(number: 12, placeholder: "%K"),
            .unusedArguments(given: 1, used: 1),
            .unusedArguments(given: 12, used: 12),
            .tooDeep(limit: 1),
            .tooDeep(limit: 12),
            .entityComesFirst(entity: "Item"),
            .unsupported("TEXT"),
        ]

    static let copies: [CopyIssue.Kind] =
        [
            .unknownEntity(name: "TEXT", nearest: nil),
            .unknownEntity(name: "TEXT", nearest: "nearest"),
            .unknownAttribute(name: "TEXT", nearest: nil),
            .unknownAttribute(name: "TEXT", nearest: "nearest"),
            .badMask(.isRelationship),
            .badMask(.isDerived),
            .badMask(.isRequired),
            .badMask(.isNoText(.date)),
            .badMask(.makesEqual(way: "redact")),
            .badMask(.hashesTooShort(length: 8)),
            .badMask(.tooFewNumbers),
            .badMask(.mayLieInFiles),
            .badMask(.noHash(.double)),
            .badMask(.hashesNotAllowed),
            .badMask(.noConstant(.date, text: "TEXT")),
            .badMask(.constantNotAllowed("TEXT")),
            .badMask(.unreadableCondition("REASON")),
            .entityLeft,
            .abstractLeft,
            .attributeLeft,
            .typeDiffers(from: "old", to: "new"),
            .relationshipLeft,
            .relationshipDiffers,
            .linksLeft,
            .linksLost,
            .historyLeft,
            .mirroringLeft,
            .mirroringUnaware(table: "ZITEM"),
            .tableLeft(name: "TEXT"),
            .missingFiles(folder: "_EXTERNAL_DATA"),
            .derivationUnknown,
            .requiredValue,
            .requiredLink,
            .conflict(attributes: ["A"]),
            .conflict(attributes: ["A", "B"]),
            .ambiguous,
            .otherEntity,
            .equalValues("TEXT"),
            .otherFile(name: "TEXT"),
        ]

    static let merges: [MergeError.Problem] =
        [
            .otherModel(entities: ["A"]),
            .otherModel(entities: ["A", "B"]),
            .sameFile("TEXT"),
            .sameFile("user.sqlite"),
            .unrelatedBase,
            .badChanges("TEXT"),
            .missingFile(entity: "Item", key: "data", file: "file"),
            .unacceptableValue(entity: "Item", key: "name"),
            .notUnique(entity: "Item"),
            .otherBase,
            .otherEdition(noted: "1", begins: "2"),
            .contradictingBase(contradictions: 1, matches: 2, isFile: false),
            .contradictingBase(contradictions: 2, matches: 1, isFile: true),
            .brokenChain(begins: "3", ends: "2", beside: nil),
            .brokenChain(begins: "2", ends: "3", beside: "1.json"),
            .unnamedEditions,
        ]

    static let needs: [BuildNeed] =
        [
            .noOutput,
            .noRecord(path: "items.csv"),
            .foreignRecord(path: "items.csv"),
            .otherProgram("TEXT"),
            .unverified,
            .changedOutput,
            .changedExternalFile(path: "items.csv"),
            .changedPlan(path: "items.csv"),
            .changedInput(path: "items.csv"),
            .newInput(path: "items.csv"),
            .missingInput(path: "items.csv"),
            .unrepeatableInput(path: "items.csv"),
            .unrepeatableInput(path: "-"),
        ]

    static let omissions: [ExportReport.Omission] =
        [
            .externalValues(entity: "Item", attribute: "name", count: 1),
            .externalValues(entity: "Item", attribute: "name", count: 12),
            .nulCharacters(entity: "Item", attribute: "name", count: 1),
            .nulCharacters(entity: "Item", attribute: "name", count: 12),
            .unreadableTexts(entity: "Item", attribute: "name", count: 1),
            .unreadableTexts(entity: "Item", attribute: "name", count: 12),
            .datesAsNumbers(entity: "Item", attribute: "name"),
            .attributeType(entity: "Item", attribute: "name", type: "date"),
            .danglingLinks(relationship: "unit", count: 1),
            .danglingLinks(relationship: "unit", count: 12),
            .mirroring(rows: 1),
            .mirroring(rows: 12),
            .unexplainedTable(name: "TEXT", rows: 1),
            .unexplainedTable(name: "TEXT", rows: 12),
            .unknownEntity(table: "ZITEM", rows: 1),
            .unknownEntity(table: "ZITEM", rows: 12),
        ]

    static let codeErrors: [CodeGenerationError] =
        [
            .sharedClass(name: "TEXT", entities: ["A"]),
            .sharedClass(name: "TEXT", entities: ["A", "B"]),
        ]

    static let codeNotes: [CodeGenerationNote] =
        [
            .generatedByXcode(entities: ["A"]),
            .generatedByXcode(entities: ["A", "B"]),
            .unordered(entity: "Item", relationship: "unit"),
            .notDerived(entity: "Item", attribute: "name"),
            .notAbstract(entity: "Item"),
            .unknownClass(entity: "Item", attribute: "name"),
            .noFetchedProperty(entity: "Item", property: "name"),
        ]

    static let pinChanges: [VersionPins.Change] =
        [
            .edited(version: "V1", entities: ["A"]),
            .edited(version: "V1", entities: ["A", "B"]),
            .removed(version: "V1"),
        ]
}
