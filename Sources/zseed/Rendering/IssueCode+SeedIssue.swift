import Seeding

extension IssueCode {
    init(_ reason: SeedIssue.Reason) {
        self =
            switch reason {
            case .plan(let reason): IssueCode(reason)
            case .model(let reason): IssueCode(reason)
            case .file(let reason): IssueCode(reason)
            case .table(let reason): IssueCode(reason)
            case .spreadsheet(let reason): IssueCode(reason)
            case .command(let reason): IssueCode(reason)
            case .document(let reason): IssueCode(reason)
            case .database(let reason): IssueCode(reason)
            case .value(let reason): IssueCode(reason)
            case .object(let reason): IssueCode(reason)
            case .output(let reason): IssueCode(reason)
            }
    }

    private init(_ reason: SeedIssue.Reason.Plan) {
        self =
            switch reason {
            case .malformedPlan: .malformedPlan
            case .unknownKey: .unknownKey
            case .missingKey: .missingKey
            case .conflictingKeys: .conflictingKeys
            case .wrongKind: .wrongKind
            case .unknownChoice: .unknownChoice
            case .unknownName: .unknownName
            case .badVariable: .badVariable
            case .missingTimeZone: .missingTimeZone
            case .badDatePattern: .badDatePattern
            case .badRegularExpression: .badRegularExpression
            case .badPredicate: .badPredicate
            case .badTemplate: .badTemplate
            case .unusableKey: .unusableKey
            case .unusedSource: .unusedSource
            }
    }

    private init(_ reason: SeedIssue.Reason.Model) {
        self =
            switch reason {
            case .abstractEntity: .abstractEntity
            case .unsupported: .unsupported
            case .relationshipKind: .relationshipKind
            case .missingRequiredProperty: .missingRequiredProperty
            case .badReference: .badReference
            case .mirroredByCloudKit: .mirroredByCloudKit
            case .uncheckedValidation: .uncheckedValidation
            case .unstoredDefault: .unstoredDefault
            case .derivedUUID: .derivedUUID
            case .uuidByPosition: .uuidByPosition
            case .sharedUUID: .sharedUUID
            case .launchDate: .launchDate
            case .launchValue: .launchValue
            case .ownTransformer: .ownTransformer
            }
    }

    private init(_ reason: SeedIssue.Reason.File) {
        self =
            switch reason {
            case .fileNotFound: .fileNotFound
            case .isFolder: .isFolder
            case .fileSystem: .fileSystem
            case .noMatchingFile: .noMatchingFile
            case .repeatedFile: .repeatedFile
            case .changedWhileRead: .changedWhileRead
            case .sourceTooLarge: .sourceTooLarge
            case .foreignFormat: .foreignFormat
            case .truncatedGzip: .truncatedGzip
            case .damagedGzip: .damagedGzip
            case .invalidUTF8: .invalidUTF8
            case .invalidText: .invalidText
            case .contradictingByteOrderMark: .contradictingByteOrderMark
            case .unknownByteOrder: .unknownByteOrder
            case .unsupportedEncoding: .unsupportedEncoding
            }
    }

    private init(_ reason: SeedIssue.Reason.Table) {
        self =
            switch reason {
            case .missingHeader: .missingHeader
            case .duplicateColumn: .duplicateColumn
            case .otherColumns: .otherColumns
            case .columnsByName: .columnsByName
            case .missingColumns: .missingColumns
            case .ambiguousDelimiter: .ambiguousDelimiter
            case .malformedQuoting: .malformedQuoting
            case .malformedEscape: .malformedEscape
            case .unterminatedQuote: .unterminatedQuote
            case .malformedLineEnd: .malformedLineEnd
            case .raggedRow: .raggedRow
            case .rowTooLong: .rowTooLong
            case .noRows: .noRows
            case .nothingFits: .nothingFits
            }
    }

    private init(_ reason: SeedIssue.Reason.Spreadsheet) {
        self =
            switch reason {
            case .archive: .damagedArchive
            case .missingPart: .missingPart
            case .noSheets: .noSheets
            case .noSuchSheet: .noSuchSheet
            case .misplacedCell: .misplacedCell
            case .badCell: .badCell
            case .errorCell: .errorCell
            case .uncalculatedFormula: .uncalculatedFormula
            case .noSuchDay: .noSuchDate
            case .tooMuchText: .tooMuchText
            case .firstSheet: .firstSheet
            case .hiddenSheet: .hiddenSheet
            case .hiddenRows: .hiddenRows
            case .mergedCells: .mergedCells
            case .unnamedColumns: .unnamedColumns
            case .staleFormulas: .staleFormulas
            case .staleFormula: .staleFormula
            case .hiddenColumns: .hiddenColumns
            case .zeroFormulas: .zeroFormulas
            }
    }

    private init(_ reason: SeedIssue.Reason.Command) {
        self =
            switch reason {
            case .notAllowed: .commandNotAllowed
            case .notFound: .commandNotFound
            case .notStarted: .commandNotStarted
            case .failed: .commandFailed
            case .said: .commandSaid
            case .readBefore: .commandReadBefore
            }
    }

    private init(_ reason: SeedIssue.Reason.Document) {
        self =
            switch reason {
            case .noRecords: .noRecords
            case .noSuchRecords: .noSuchRecords
            case .beyondRoot: .beyondRoot
            case .recordsAreNoArray: .recordsAreNoArray
            case .repeatedRecords: .repeatedRecords
            case .parentIsNoObject: .parentIsNoObject
            case .recordIsNoObject: .recordIsNoObject
            case .recordTooLong: .recordTooLong
            case .tooManyColumns: .tooManyColumns
            case .tooDeep: .tooDeep
            case .repeatedValue: .repeatedValue
            case .separatorInElement: .separatorInElement
            case .notAList: .notAList
            case .malformedJSON: .malformedJSON
            case .malformedXML: .malformedXML
            case .declaringXML: .declaringXML
            case .malformedPropertyList: .malformedPropertyList
            }
    }

    private init(_ reason: SeedIssue.Reason.Database) {
        self =
            switch reason {
            case .sourceDatabase: .sourceDatabase
            case .endlessQuery: .endlessQuery
            case .sourceStore: .sourceStore
            case .unreadableModel, .modelSource: .unreadableModel
            case .badExternalData: .badExternalData
            case .missingExternalData: .missingExternalData
            case .missingExternalFiles: .missingExternalFiles
            }
    }

    private init(_ reason: SeedIssue.Reason.Value) {
        self =
            switch reason {
            case .notA: .notA
            case .outOfRange: .outOfRange
            case .fractionInInteger: .fractionInInteger
            case .notFinite: .notFinite
            case .dateFormat: .dateFormat
            case .noSuchDate: .noSuchDate
            case .dateWithoutZone: .dateWithoutZone
            case .missingValue: .missingValue
            case .wrongStorageClass: .wrongStorageClass
            case .validation: .validation
            case .inexactDecimal: .inexactDecimal
            case .textForBytes: .textForBytes
            case .nulCharacter: .nulCharacter
            case .notInLookup: .notInLookup
            case .noSuchCase: .noSuchCase
            case .noSuchMember: .noSuchMember
            case .tooFewParts: .tooFewParts
            case .tooSmall: .tooSmall
            case .textTooLong: .textTooLong
            case .unmatchable: .unmatchable
            case .fileOutside: .fileOutside
            case .noSuchFile: .noSuchFile
            case .noPlainFile: .noPlainFile
            case .fileTooLarge: .fileTooLarge
            case .unreadableFile: .unreadableFile
            case .notAnImage: .notAnImage
            case .unsupportedImage: .unsupportedImage
            case .damagedImage: .damagedImage
            case .imageTooLarge: .imageTooLarge
            case .notAnExactValue: .notAnExactValue
            }
    }

    private init(_ reason: SeedIssue.Reason.Object) {
        self =
            switch reason {
            case .noSuchTarget: .noSuchTarget
            case .duplicateKey: .duplicateKey
            case .badPrimaryKey: .badPrimaryKey
            case .oneToOneTaken: .oneToOneTaken
            case .oneToManyTaken: .oneToManyTaken
            case .ambiguousKey: .ambiguousKey
            case .unknownDiscriminator: .unknownDiscriminator
            case .noSuchProperty: .noSuchProperty
            case .relationshipCount: .relationshipCount
            case .parentCycle: .parentCycle
            case .nearDuplicate: .nearDuplicate
            case .furtherNearDuplicates: .furtherNearDuplicates
            }
    }

    private init(_ reason: SeedIssue.Reason.Output) {
        self =
            switch reason {
            case .outputIsInput: .outputIsInput
            case .outputOpen, .outputInUse: .outputInUse
            case .unusablePath: .unusablePath
            case .folderNotEmpty: .folderNotEmpty
            case .isFile: .isFile
            case .fileExists: .fileExists
            case .notRegularFile: .notRegularFile
            case .unknownReject: .unknownReject
            case .refusedRow: .refusedRow
            case .refusedIndex: .refusedIndex
            case .memoryLimit: .memoryLimit
            }
    }
}
