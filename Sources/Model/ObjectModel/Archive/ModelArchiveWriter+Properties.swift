extension ModelArchiveWriter {
    mutating func write(
        _ property: PropertyDescription, of entity: EntityDescription, at uid: PropertyList
    ) throws(ModelArchiveError) {
        switch property {
        case .attribute(let attribute):
            try write(attribute, of: entity, at: uid)
        case .relationship(let relationship):
            write(relationship, of: entity, at: uid)
        case .fetchedProperty(let fetched):
            let user = "\(entity.name).\(fetched.name)"
            var fields = traits(fetched.traits, of: entity)
            fields["NSFetchRequest"] = try fetchRequest(fetched.fetchRequest, usedBy: user)
            fields["_NSFetchRequestEntityName"] = builder.string(fetched.fetchRequest.entityName)
            builder.fill(uid, className: "NSFetchedPropertyDescription", fields)
        }
    }

    /// Bits of `_P`, which all properties in real archives have besides their flags.
    private enum Bit {
        static let isAlwaysSet = 1
        static let isOptional = 2
        static let isReadOnly = 4
        static let isTransient = 8
        static let hasNoValidation = 16 | 32
        static let hasNoUserInfo = 64
        static let hasNoVersionHashModifier = 128
        static let isOrdered = 1024
        static let allowsCloudEncryption = 2048
    }

    private mutating func traits(
        _ traits: PropertyTraits, of entity: EntityDescription, isOrdered: Bool = false,
        allowsCloudEncryption: Bool = false
    ) -> [String: PropertyList] {
        var bits = Bit.isAlwaysSet
        var fields: [String: PropertyList] = [
            "NSPropertyName": builder.string(traits.name),
            "NSRenamingIdentifier": builder.string(traits.renamingIdentifier ?? traits.name),
            "NSEntity": reference(toEntity: entity.name),
        ]
        // A flag that is off is not written.
        if traits.isOptional {
            fields["NSIsOptional"] = .bool(true)
            bits |= Bit.isOptional
        }
        if traits.isReadOnly {
            fields["NSIsReadOnly"] = .bool(true)
            bits |= Bit.isReadOnly
        }
        if traits.isTransient {
            fields["NSIsTransient"] = .bool(true)
            bits |= Bit.isTransient
        }
        if traits.isIndexed { fields["NSIsIndexed"] = .bool(true) }
        if traits.isIndexedBySpotlight { fields["NSIndexedBySpotlight"] = .bool(true) }
        if isOrdered { bits |= Bit.isOrdered }
        if allowsCloudEncryption {
            fields["NSAllowsCloudEncryption"] = .bool(true)
            bits |= Bit.allowsCloudEncryption
        }
        if traits.userInfo.isEmpty {
            bits |= Bit.hasNoUserInfo
        } else {
            fields["NSUserInfo"] = userInfo(
                traits.userInfo, usedBy: "\(entity.name).\(traits.name)")
        }
        if let modifier = traits.versionHashModifier {
            fields["NSVersionHashModifier"] = builder.string(modifier)
        } else {
            bits |= Bit.hasNoVersionHashModifier
        }
        let validation = validation(
            traits.validation, usedBy: "\(entity.name).\(traits.name)")
        if let (predicates, warnings) = validation {
            fields["NSValidationPredicates"] = predicates
            fields["NSValidationWarnings"] = warnings
        } else {
            bits |= Bit.hasNoValidation
        }
        fields["_P"] = .integer(Int64(bits))
        return fields
    }

    /// Returns the validation predicates and, for each, its error code from `CoreDataErrors.h`.
    private mutating func validation(
        _ validation: PropertyValidation, usedBy user: String
    ) -> (predicates: PropertyList, warnings: PropertyList)? {
        var predicates: [PropertyList] = []
        var warnings: [PropertyList] = []
        for (predicate, code) in validation.archivedPredicates {
            do {
                predicates.append(try builder.predicate(predicate, usedBy: user))
                warnings.append(builder.integer(code))
            } catch {
                omit(error)
            }
        }
        guard !predicates.isEmpty else { return nil }
        return (builder.array(predicates), builder.array(warnings))
    }

    // MARK: Attributes

    /// Bits of `NSFlagsKey` (docs/internals/format.md#version-hashes).
    private enum Flag {
        static let allowsExternalBinaryDataStorage: Int64 = 4
        static let preservesValueInHistoryOnDeletion: Int64 = 16
    }

    private mutating func write(
        _ attribute: AttributeDescription, of entity: EntityDescription, at uid: PropertyList,
        isElement: Bool = false
    ) throws(ModelArchiveError) {
        let user = "\(entity.name).\(attribute.name)"
        var fields = traits(
            attribute.traits, of: entity, allowsCloudEncryption: attribute.allowsCloudEncryption)
        if isElement, !(elementsNameEntity ?? (entity.managedObjectClassName == nil)) {
            fields["NSEntity"] = KeyedArchiveBuilder.null
        }
        fields["NSAttributeType"] = .integer(Int64(attribute.type.rawValue))
        fields["NSAttributeValueClassName"] = builder.string(
            attribute.attributeValueClassName ?? attribute.type.valueClassName)
        fields["NSValueTransformerName"] = builder.string(attribute.valueTransformerName)
        fields["NSDefaultValue"] = defaultValue(of: attribute, usedBy: user)
        var flags: Int64 = 0
        if attribute.allowsExternalBinaryDataStorage {
            flags |= Flag.allowsExternalBinaryDataStorage
        }
        if attribute.preservesValueInHistoryOnDeletion {
            flags |= Flag.preservesValueInHistoryOnDeletion
        }
        fields["NSFlagsKey"] = .integer(flags)
        var className = "NSAttributeDescription"
        if let derivation = attribute.derivation {
            className = "NSDerivedAttributeDescription"
            fields["NSDerivationExpression"] = try builder.expression(derivation, usedBy: user)
            fields["NSFilteringPredicate"] = try builder.predicate(
                attribute.derivationFilter, usedBy: user)
        }
        if attribute.isComposite {
            className = "NSCompositeAttributeDescription"
            var elements: [PropertyList] = []
            for element in attribute.elements {
                let uid = builder.reserve()
                try write(element, of: entity, at: uid, isElement: true)
                elements.append(uid)
            }
            fields["NSCompositeElements"] = builder.array(elements)
        }
        builder.fill(uid, className: className, fields)
    }

    /// Returns a default value. One of the app's own classes is left out and recorded as an omission.
    private mutating func defaultValue(
        of attribute: AttributeDescription, usedBy user: String
    ) -> PropertyList {
        guard let value = attribute.defaultValue else { return KeyedArchiveBuilder.null }
        // The compiler archives truth values as numbers in 187 of 194 cases.
        if case .bool(let flag) = value { return builder.integer(flag ? 1 : 0) }
        do {
            return try builder.value(value, usedBy: user)
        } catch {
            omit(error)
            return KeyedArchiveBuilder.null
        }
    }

    // MARK: Relationships

    private mutating func write(
        _ relationship: RelationshipDescription, of entity: EntityDescription,
        at uid: PropertyList
    ) {
        var fields = traits(relationship.traits, of: entity, isOrdered: relationship.isOrdered)
        fields["NSDestinationEntity"] = reference(toEntity: relationship.destinationEntityName)
        // A subentity's copy of a relationship that is its own inverse is also its own inverse. Its version hash
        // shows that, because the hash does not include the inverse's name (docs/internals/format.md#version-hashes).
        let owner =
            relationship.isItsOwnInverse(in: entity, of: model)
            ? entity.name : relationship.destinationEntityName
        fields["NSInverseRelationship"] = reference(
            toProperty: relationship.inverseRelationshipName, of: owner)
        fields["_NSDestinationEntityName"] = builder.string(relationship.destinationEntityName)
        fields["_NSInverseRelationshipName"] = builder.string(
            relationship.inverseRelationshipName)
        fields["NSDeleteRule"] = .integer(Int64(relationship.deleteRule.rawValue))
        fields["NSMinCount"] = .integer(Int64(relationship.minCount))
        fields["NSMaxCount"] = .integer(Int64(relationship.maxCount))
        if relationship.isOrdered { fields["NSIsOrdered"] = .bool(true) }
        builder.fill(uid, className: "NSRelationshipDescription", fields)
    }
}

extension PropertyValidation {
    /// The predicates for this validation in model archives, and Core Data's error codes for them
    /// (`NSManagedObjectValidationError` and the codes after it).
    var archivedPredicates: [(predicate: Predicate, code: Int64)] {
        var result: [(predicate: Predicate, code: Int64)] = []
        func add(
            _ left: Expression, _ comparator: PredicateOperator, _ value: PropertyValue?,
            code: Int64, dateCode: Int64? = nil
        ) {
            switch value {
            case .bool(let flag)?:
                add(left, comparator, .integer(flag ? 1 : 0), code: code)
            case .date?:
                result.append((.comparing(left, comparator, .constant(value ?? .null)), dateCode ?? code))
            case .integer?, .double?, .decimal?, .string?:
                result.append((.comparing(left, comparator, .constant(value ?? .null)), code))
            case nil, .data?, .uuid?, .uri?, .array?, .dictionary?, .object?, .null?: break
            }
        }
        add(.evaluatedObject, .greaterThanOrEqualTo, minimum, code: 1620, dateCode: 1640)
        add(.evaluatedObject, .lessThanOrEqualTo, maximum, code: 1610, dateCode: 1630)
        let length = Expression.keyPath("length")
        add(
            length, .greaterThanOrEqualTo, minimumLength.map { .integer(Int64($0)) }, code: 1670)
        add(length, .lessThanOrEqualTo, maximumLength.map { .integer(Int64($0)) }, code: 1660)
        add(.evaluatedObject, .matches, regularExpression.map { .string($0) }, code: 1680)
        return result + predicates.map { ($0, 1550) }
    }
}
