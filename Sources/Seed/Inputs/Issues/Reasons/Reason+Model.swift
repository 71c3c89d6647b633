extension SeedIssue.Reason {
    /// Requirements of the model or the reference that a plan or this version does not meet, or meets only by
    /// assumption.
    package enum Model: Equatable, Sendable {
        /// An abstract entity has no objects.
        case abstractEntity
        /// The reference has content that this version cannot fill. The text describes it.
        case unsupported(String)
        /// The relationship needs information that the plan lacks.
        case relationshipKind(String)
        /// The plan omits a non-optional property.
        case missingRequiredProperty
        /// The reference is not a usable store. The reason is a text of ``StoreFormat``.
        case badReference(String)
        /// The reference has tables for CloudKit mirroring.
        case mirroredByCloudKit(table: String)
        /// A rule of the model that cannot be checked here, in `NSPredicate` format.
        case uncheckedValidation(String)
        /// A default value of the model that has no stored form.
        case unstoredDefault
        /// Neither the plan nor the model gives a value for a required UUID attribute. Each object gets a UUID
        /// derived from its key.
        case derivedUUID
        /// The UUIDs of objects that differ only in their primary keys.
        case uuidByPosition(objects: Int)
        /// Several objects have the same UUID.
        case sharedUUID(objects: Int)
        /// A date default of the model that is the time of a launch of the app.
        case launchDate
        /// An omitted attribute to which the app assigns a value when it creates an object.
        case launchValue
        /// The meaning of the bytes depends on the app's own value transformer.
        case ownTransformer(String)
    }
}

extension SeedIssue.Reason.Model {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault {
        switch self {
        case .badReference:
            .data
        case .abstractEntity, .unsupported, .relationshipKind, .missingRequiredProperty, .mirroredByCloudKit,
            .uncheckedValidation, .unstoredDefault, .derivedUUID, .uuidByPosition, .sharedUUID, .launchDate,
            .launchValue, .ownTransformer:
            .plan
        }
    }
}
