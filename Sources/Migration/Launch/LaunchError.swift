/// An error with which an app ends at launch because of its migration plan (docs/migrating.md#migration-plans).
package enum LaunchError: Equatable, Sendable, CaseIterable {
    /// No stage of the plan knows the model of the store.
    case unknownModelVersion
    /// No stage of the plan knows the model that the container opens.
    case unknownCoordinatorVersion
    /// Two schemas of the plan are one model.
    case duplicateChecksums
    /// No mapping can be inferred for a stage.
    case missingMapping
    /// A stage adds or requires a property that has no default value.
    case missingMandatoryValue

    /// The code in `NSCocoaErrorDomain`; nil for an exception.
    package var code: Int? {
        switch self {
        case .unknownModelVersion, .unknownCoordinatorVersion: 134_504
        case .duplicateChecksums: nil
        case .missingMapping: 134_140
        case .missingMandatoryValue: 134_110
        }
    }
}
