/// The stable name of a kind of error: what `reason` is in the JSON of a build, see
/// docs/build-report.md.
///
/// Programs compare these texts: this list is what they may find. An error has the one with the name of its case, but
/// for ``otherNames``; a test holds every case of every error against the list, so that a new or renamed one cannot
/// go without a code.
enum IssueCode: String, CaseIterable, Encodable {
    case abstractEntity
    case ambiguousDelimiter
    case ambiguousKey
    case badBookkeeping
    case badDatePattern
    case badExternalData
    case badFormat
    case badFramework
    case badMetadata
    case badPredicate
    case badPrimaryKey
    case badReference
    case badRegularExpression
    case badSQL
    case badTemplate
    case badUUID
    case badVariable
    case beyondRoot
    case changedWhileRead
    case columnsByName
    case conflictingKeys
    case contradictingByteOrderMark
    case damaged
    case damagedGzip
    case damagedImage
    case database
    case dateFormat
    case dateWithoutZone
    case decimalOutOfRange
    case declaringXML
    case deflate
    case deleted
    case derivedUUID
    case derivedValue
    case duplicateColumn
    case duplicateEntity
    case duplicateKey
    case duplicateProperty
    case empty
    case encrypted
    case endlessQuery
    case failedCheck
    case faultNotFulfilled
    case fileExists
    case fileNotFound
    case fileOutside
    case fileSystem
    case fileTooLarge
    case folderNotEmpty
    case foreignFormat
    case fractionInInteger
    case furtherNearDuplicates
    case imageTooLarge
    case indexOutOfRange
    case inexactDecimal
    case inferredModel
    case inheritanceCycle
    case inheritanceTooDeep
    case invalidText
    case invalidUTF8
    case isFile
    case isFolder
    case isModel
    case launchDate
    case launchValue
    case lostCurrentVersion
    case malformed
    case malformedEscape
    case malformedJSON
    case malformedLineEnd
    case malformedPlan
    case malformedPropertyList
    case malformedQuoting
    case malformedXML
    case memoryLimit
    case mirroredByCloudKit
    case missing
    case missingColumns
    case missingExternalData
    case missingExternalFiles
    case missingHeader
    case missingKey
    case missingRequiredProperty
    case missingTimeZone
    case missingValue
    case modelRequired
    case nearDuplicate
    case noContext
    case noCurrentVersion
    case noMatchingFile
    case noModel
    case noPlainFile
    case noPrimaryKeyRow
    case noRecords
    case noRows
    case noSuchCase
    case noSuchMember
    case noSuchDate
    case noSuchFile
    case noSuchProperty
    case noSuchRecords
    case noSuchTarget
    case notA
    case notAList
    case notAnExactValue
    case notAnImage
    case notCoreData
    case notDerivable
    case notFinite
    case notInLookup
    case notOrdered
    case notRegularFile
    case notSQLite
    case notStored
    case noVersions
    case nothingFits
    case nulCharacter
    case objectWithoutPlainForm
    case oneToManyTaken
    case oneToOneTaken
    case otherColumns
    case otherContext
    case otherModel
    case otherStore
    case outOfRange
    case outputInUse
    case outputIsInput
    case ownTransformer
    case parentCycle
    case parentIsNoObject
    case primaryKeysExhausted
    case raggedRow
    case readOnly
    case recordIsNoObject
    case recordsAreNoArray
    case remark
    case recordTooLong
    case refused
    case refusedIndex
    case refusedRow
    case relationshipCount
    case relationshipKind
    case repeatedFile
    case repeatedRecords
    case repeatedValue
    case reservedMetadataKey
    case rowTooLong
    case separatorInElement
    case sharedUUID
    case sourceDatabase
    case sourceStore
    case sourceTooLarge
    case staleFormula
    case textForBytes
    case textTooLong
    case tooDeep
    case tooFewParts
    case tooMany
    case tooManyColumns
    case tooSmall
    case truncated
    case truncatedGzip
    case unacceptableDestination
    case unacceptableValue
    case uncheckedValidation
    case unexpectedClass
    case unknownArchivedForm
    case unknownByteOrder
    case unknownChoice
    case unknownDestination
    case unknownDiscriminator
    case unknownEntity
    case unknownInverse
    case unknownKey
    case unknownName
    case unknownProperty
    case unknownReject
    case unknownSuperentity
    case unknownValue
    case unknownVersion
    case unmatchable
    case unreadable
    case unreadableFile
    case unreadableModel
    case unstoredDefault
    case unsupported
    case unsupportedEncoding
    case unsupportedImage
    case unterminatedQuote
    case unusableKey
    case unusablePath
    case unusedSource
    case uuidByPosition
    case validation
    case viewForTable
    case wrongKind
    case wrongStorageClass
    case badCell
    case commandFailed
    case commandNotAllowed
    case commandNotFound
    case commandNotStarted
    case commandReadBefore
    case commandSaid
    case damagedArchive
    case errorCell
    case firstSheet
    case hiddenColumns
    case hiddenRows
    case hiddenSheet
    case mergedCells
    case misplacedCell
    case missingPart
    case noSheets
    case noSuchSheet
    case staleFormulas
    case tooMuchText
    case uncalculatedFormula
    case unnamedColumns
    case swiftSyntax
    case noSwiftSource
    case noModelClass
    case unknownSwiftType
    case ambiguousSwiftType
    case noModelOfSwiftData
    case notStorable
    case unknownForm
    case noSwiftType
    case unknownMacro
    case unknownOption
    case badInverse
    case conflictingInverse
    case unknownKeyPath
    case openInverse
    case analogy
    case compilationCondition
    case launchDefault
    case seedDefault
    case computedInSource
    case predicateLeftOut
    case otherHash
    case chosenModels
    case settledByStore
    case unknownModelName
    case ambiguousModelName
    case ambiguousModels
    case damagedProject
    case missingMember
    case ambiguousTarget
    case unknownTarget
    case noTargets
    case severalModels
    case target
    case needsMapping
    case notRepairable
    case noMetadataKey
    case badMask
    case entityLeft
    case attributeLeft
    case typeDiffers
    case relationshipLeft
    case relationshipDiffers
    case linksLeft
    case linksLost
    case historyLeft
    case mirroringLeft
    case tableLeft
    case derivationUnknown
    case requiredValue
    case requiredLink
    case foundInTarget
    case ambiguousMatch
    case otherEntity
    case equalValues
    case otherFile
    case noGit
    case noRepository
    case unknownRevision
    case badChanges
    case otherBase
    case otherEdition
    case unrelatedBase
    case zeroFormulas
}

extension IssueCode {
    /// The code of a reason, which is a case of an enumeration; where it holds a reason of a narrower kind, as
    /// `SeedIssue.Reason` does, the code of that.
    init(_ reason: some Equatable & Sendable) {
        let (type, name) = Self.caseName(reason)
        if type == "SeedIssue.Reason", let inner = Mirror(reflecting: reason).children.first?.value {
            let (type, name) = Self.caseName(inner)
            self = Self.named(name, of: type) ?? .remark
        } else {
            self = Self.named(name, of: type) ?? .remark
        }
    }

    /// The code for a case of an enumeration, by their names; nil where there is none.
    static func named(_ name: String, of type: String) -> IssueCode? {
        otherNames["\(type).\(name)"] ?? IssueCode(rawValue: name)
    }

    private static func caseName(_ reason: Any) -> (type: String, name: String) {
        // Without the name of the room.
        let type = String(reflecting: Swift.type(of: reason)).split(separator: ".").dropFirst()
        return (type.joined(separator: "."), Mirror(reflecting: reason).children.first?.label ?? "\(reason)")
    }

    /// Where the name of a case says too little outside of its enumeration, and where several cases have one code.
    private static let otherNames: [String: IssueCode] = [
        "SeedIssue.Reason.Spreadsheet.archive": .damagedArchive,
        "SeedIssue.Reason.Spreadsheet.noSuchDay": .noSuchDate,
        "SeedIssue.Reason.Command.notAllowed": .commandNotAllowed,
        "SeedIssue.Reason.Command.notFound": .commandNotFound,
        "SeedIssue.Reason.Command.notStarted": .commandNotStarted,
        "SeedIssue.Reason.Command.failed": .commandFailed,
        "SeedIssue.Reason.Command.said": .commandSaid,
        "SeedIssue.Reason.Command.readBefore": .commandReadBefore,
        "SeedIssue.Reason.Database.modelSource": .unreadableModel,
        "SeedIssue.Reason.Output.outputOpen": .outputInUse,
        "ModelSourceIssue.Problem.syntax": .swiftSyntax,
        "ModelSourceIssue.Problem.noSources": .noSwiftSource,
        "ModelSourceIssue.Problem.noModels": .noModelClass,
        "ModelSourceIssue.Problem.modelsElsewhere": .noModelClass,
        "ModelSourceIssue.Problem.unknownType": .unknownSwiftType,
        "ModelSourceIssue.Problem.ambiguousType": .ambiguousSwiftType,
        "ModelSourceIssue.Problem.notModel": .noModelOfSwiftData,
        "ModelSourceIssue.Problem.noType": .noSwiftType,
        "ModelSourceIssue.Problem.condition": .compilationCondition,
        "ModelSourceIssue.Problem.computed": .computedInSource,
        "ModelSourceIssue.Problem.leftOut": .predicateLeftOut,
        "ModelSourceIssue.Problem.chosen": .chosenModels,
        "ModelSourceIssue.Problem.settled": .settledByStore,
        "ModelSourceIssue.Problem.unknownName": .unknownModelName,
        "ModelSourceIssue.Problem.ambiguousName": .ambiguousModelName,
        "ModelSourceIssue.Problem.ambiguousChoice": .ambiguousModels,
        "CopyIssue.Kind.unknownAttribute": .unknownProperty,
        "CopyIssue.Kind.abstractLeft": .entityLeft,
        "CopyIssue.Kind.mirroringUnaware": .mirroredByCloudKit,
        "CopyIssue.Kind.missingFiles": .missingExternalFiles,
        "CopyIssue.Kind.conflict": .foundInTarget,
        "CopyIssue.Kind.ambiguous": .ambiguousMatch,
        "MergeError.Problem.sameFile": .repeatedFile,
        "MergeError.Problem.notUnique": .repeatedValue,
        "MergeError.Problem.contradictingBase": .otherBase,
        "MergeError.Problem.brokenChain": .otherEdition,
        "MergeError.Problem.unnamedEditions": .otherEdition,
    ]
}
