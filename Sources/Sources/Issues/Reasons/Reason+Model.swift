extension SeedIssue.Reason {
    /// What the model or the reference asks for, and a plan or this version does not fulfil, or only
    /// by a guess.
    package enum Model: Equatable, Sendable {
        /// An abstract entity has no objects.
        case abstractEntity
        /// The reference holds what this version cannot fill; what it is, in words.
        case unsupported(String)
        /// The relationship needs what the plan does not say.
        case relationshipKind(String)
        /// A non-optional property that the plan leaves out.
        case missingRequiredProperty
        /// A reference that is no usable store; the reason in words of ``StoreFormat``.
        case badReference(String)
        /// The reference holds the bookkeeping of CloudKit mirroring.
        case mirroredByCloudKit(table: String)
        /// A rule of the model that cannot be checked here, in the format of `NSPredicate`.
        case uncheckedValidation(String)
        /// A default of the model that has no stored form.
        case unstoredDefault
        /// A required UUID attribute that neither the plan nor the model gives a value: each object
        /// gets one that follows from its key.
        case derivedUUID
        /// UUIDs of objects that nothing but their primary keys tells apart.
        case uuidByPosition(objects: Int)
        /// Objects that have the UUID of another one.
        case sharedUUID(objects: Int)
        /// A date default of the model that is the moment of one launch of the app.
        case launchDate
        /// An attribute that is left out, and to which the app gives a value when it makes an object.
        case launchValue
        /// The app's own value transformer decides what the bytes mean.
        case ownTransformer(String)
    }
}

extension SeedIssue.Reason.Model {
    /// Who has to act on such an issue.
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
