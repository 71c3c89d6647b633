import ObjectLayer
import ObjectModel
import StoreFormat

extension IssueCode {
    init(_ problem: StoreError.Problem) {
        self =
            switch problem {
            case .missing: .missing
            case .isFolder: .isFolder
            case .unreadable: .unreadable
            case .empty: .empty
            case .notSQLite: .notSQLite
            case .encrypted: .encrypted
            case .truncated: .truncated
            case .viewForTable: .viewForTable
            case .damaged: .damaged
            case .refused: .refused
            case .notCoreData: .notCoreData
            case .badBookkeeping: .badBookkeeping
            case .isModel: .isModel
            case .noModel: .noModel
            case .otherModel: .otherModel
            case .badSQL: .badSQL
            }
    }
}

extension IssueCode {
    init(_ problem: ModelError.Problem) {
        self =
            switch problem {
            case .duplicateEntity: .duplicateEntity
            case .duplicateProperty: .duplicateProperty
            case .unknownSuperentity: .unknownSuperentity
            case .inheritanceCycle: .inheritanceCycle
            case .inheritanceTooDeep: .inheritanceTooDeep
            case .unknownDestination: .unknownDestination
            case .unknownInverse: .unknownInverse
            case .unknownProperty: .unknownProperty
            case .unknownEntity: .unknownEntity
            case .tooMany: .tooMany
            case .unknownValue: .unknownValue
            case .unknownVersion: .unknownVersion
            case .noCurrentVersion: .noCurrentVersion
            case .lostCurrentVersion: .lostCurrentVersion
            case .noVersions: .noVersions
            case .missing: .missing
            case .badFormat: .badFormat
            case .malformed: .malformed
            case .noModel: .noModel
            case .unreadable: .unreadable
            }
    }
}

extension IssueCode {
    init(_ error: StoreCreationError) {
        self =
            switch error {
            case .inferredModel: .inferredModel
            case .unsupported: .unsupported
            case .badFramework: .badFramework
            case .badUUID: .badUUID
            }
    }
}

extension IssueCode {
    init(_ problem: ModelArchiveError.Problem) {
        self =
            switch problem {
            case .unknownArchivedForm: .unknownArchivedForm
            case .objectWithoutPlainForm: .objectWithoutPlainForm
            case .decimalOutOfRange: .decimalOutOfRange
            }
    }
}

extension IssueCode {
    init(_ error: PersistentStoreError) {
        self =
            switch error {
            case .modelRequired: .modelRequired
            case .readOnly: .readOnly
            case .notStored: .notStored
            case .badMetadata: .badMetadata
            case .reservedMetadataKey: .reservedMetadataKey
            case .noPrimaryKeyRow: .noPrimaryKeyRow
            case .notDerivable: .notDerivable
            case .primaryKeysExhausted: .primaryKeysExhausted
            }
    }
}

extension IssueCode {
    init(_ error: ManagedObjectError) {
        self =
            switch error {
            case .unknownEntity: .unknownEntity
            case .abstractEntity: .abstractEntity
            case .unknownKey: .unknownKey
            case .notStored: .notStored
            case .missingExternalData: .missingExternalData
            case .missingValue: .missingValue
            case .unexpectedClass: .unexpectedClass
            case .unacceptableValue: .unacceptableValue
            case .unacceptableDestination: .unacceptableDestination
            case .derivedValue: .derivedValue
            case .notOrdered: .notOrdered
            case .indexOutOfRange: .indexOutOfRange
            case .faultNotFulfilled: .faultNotFulfilled
            case .noContext: .noContext
            case .otherContext: .otherContext
            case .deleted: .deleted
            case .otherStore: .otherStore
            }
    }
}

extension IssueCode {
    init(_ problem: ModelSourceIssue.Problem) {
        self =
            switch problem {
            case .syntax: .swiftSyntax
            case .unreadable: .unreadable
            case .tooMany: .tooMany
            case .noSources: .noSwiftSource
            case .noModels, .modelsElsewhere: .noModelClass
            case .unknownType: .unknownSwiftType
            case .ambiguousType: .ambiguousSwiftType
            case .notModel: .noModelOfSwiftData
            case .notStorable: .notStorable
            case .unknownForm: .unknownForm
            case .noType: .noSwiftType
            case .unknownMacro: .unknownMacro
            case .unknownOption: .unknownOption
            case .badInverse: .badInverse
            case .conflictingInverse: .conflictingInverse
            case .unknownKeyPath: .unknownKeyPath
            case .duplicateEntity: .duplicateEntity
            case .openInverse: .openInverse
            case .analogy: .analogy
            case .condition: .compilationCondition
            case .launchDefault: .launchDefault
            case .seedDefault: .seedDefault
            case .computed: .computedInSource
            case .leftOut: .predicateLeftOut
            case .otherHash: .otherHash
            case .chosen: .chosenModels
            case .settled: .settledByStore
            case .unknownName: .unknownModelName
            case .ambiguousName: .ambiguousModelName
            case .ambiguousChoice: .ambiguousModels
            case .damagedProject: .damagedProject
            case .missingMember: .missingMember
            case .ambiguousTarget: .ambiguousTarget
            case .unknownTarget: .unknownTarget
            case .noTargets: .noTargets
            case .severalModels: .severalModels
            case .target: .target
            }
    }
}
