/// An error that crashes an app at launch because of its migration plan (docs/guides/migrating.md#migration-plans).
package enum LaunchError: Equatable, Sendable, CaseIterable {
    /// The plan has no stage for the model of the store.
    case unknownModelVersion
    /// The plan has no stage for the model that the container opens.
    case unknownCoordinatorVersion
    /// Two schemas of the plan are the same model.
    case duplicateChecksums
    /// No mapping can be inferred for a stage.
    case missingMapping
    /// A stage adds a required property, or makes a property required, and the property has no default value.
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
