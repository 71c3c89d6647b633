import ObjectModel
import SwiftSource

/// Reads the properties, constraints and indexes of one `@Model` class.
struct EntityReader {
    let resolver: TypeResolver
    /// The model of a store that the app created. It settles what the source leaves open.
    let settling: ManagedObjectModel?
    private(set) var issues: [ModelSourceIssue] = []

    /// Attributes and macros of a property that do not change how it is stored.
    private static let harmless: Set<String> = [
        "Attribute", "Relationship", "Transient", "available", "MainActor", "objc", "nonobjc", "_spi",
        "usableFromInline", "inlinable", "preconcurrency", "GKInspectable", "IBInspectable", "backDeployed",
        "discardableResult", "_documentation", "ObservationTracked", "_PersistedProperty",
    ]

    /// Reads an entity.
    mutating func entity(_ type: DeclaredType) -> UnlinkedEntity {
        let parent = resolver.superclass(of: type)
        if let parent, !parent.isModel {
            add(
                type.unit.issue(.error, .notModel(parent.qualifiedName), at: type.location, entity: type.name)
            )
        }
        if !type.parameters.isEmpty {
            add(
                type.unit.issue(
                    .error, .unknownForm("a generic class"), at: type.location, entity: type.name))
        }
        let draft = UnlinkedEntity(type, superclass: parent?.isModel == true ? parent : nil)
        if parent?.isModel == true {
            add(
                type.unit.issue(
                    .warning, .analogy("class inheritance"), at: type.location, entity: type.name))
        }
        var unique: [[String]] = []
        for property in type.storedProperties { read(property, of: type, into: draft, &unique) }
        for property in type.absent where property.isPersisted { warnOfCondition(property, of: type) }
        draft.constraints = unique
        for (macro, unit) in type.macros {
            switch macro.name {
            case "Unique": draft.constraints += keyPaths(of: macro, unit, draft)
            case "Index": draft.indexes += keyPaths(of: macro, unit, draft)
            default: break
            }
        }
        reportComposites(in: draft)
        return draft
    }

    mutating func add(_ issue: ModelSourceIssue) {
        if !issues.contains(issue) { issues.append(issue) }
    }

    private mutating func warnOfCondition(_ property: DeclaredType.Property, of type: DeclaredType) {
        guard let condition = property.condition else { return }
        add(
            property.unit.issue(
                .warning, .condition(condition.condition, holds: condition.holds),
                at: property.binding.location, entity: type.name, property: property.binding.name))
    }

    // MARK: Properties

    private mutating func read(
        _ property: DeclaredType.Property, of type: DeclaredType, into draft: UnlinkedEntity,
        _ unique: inout [[String]]
    ) {
        let location = property.binding.location
        guard let name = property.binding.name else {
            return add(property.unit.issue(.error, .noType, at: location, entity: type.name))
        }
        func issue(
            _ severity: ModelSourceIssue.Severity, _ problem: ModelSourceIssue.Problem
        ) -> ModelSourceIssue {
            property.unit.issue(severity, problem, at: location, entity: type.name, property: name)
        }
        warnOfCondition(property, of: type)
        let isLazy = property.head.modifiers.contains("lazy")
        let unknown = property.head.attributes.filter { !Self.harmless.contains($0.name) }
        if isLazy || unknown.contains(where: { $0.name != "ObservationIgnored" }),
            settle(name, draft, issue, mayBeAbsent: true)
        {
            return
        }
        for attribute in unknown {
            add(
                property.unit.issue(
                    attribute.name == "ObservationIgnored" ? .warning : .error,
                    .unknownMacro(attribute.name), at: attribute.location, entity: type.name,
                    property: name))
        }
        if isLazy { add(issue(.error, .notStorable("a lazy property"))) }
        if case .observers = property.binding.accessors {
            add(issue(.warning, .analogy("a property with observers")))
        }
        if property.head.modifiers.contains(where: { $0.hasPrefix("unowned") }) {
            add(issue(.warning, .analogy("an unowned property")))
        }
        let scope = TypeResolver.Scope(type: type, unit: property.unit)
        let found = PropertyType(property, in: scope, resolver)
        let isRelationship = property.head.attribute("Relationship") != nil
        var options = PropertyOptions(property.head.attribute("Attribute"))
        guard let resolved = found.resolved, let syntax = found.syntax else {
            if !isRelationship, settle(name, draft, issue) {
                if options.isUnique { unique.append([name]) }
                return
            }
            return add(issue(.error, .noType))
        }
        if let target = ModelReach.target(of: property, in: type, resolver),
            options.transformer == nil
        {
            let relationship = relationship(property, name, resolved, to: target, of: type)
            if let declared = ModelReach.declaredTarget(of: property, in: type, resolver), declared !== target
            {
                add(
                    issue(
                        .warning,
                        .sharedClass(leadsTo: declared.qualifiedName, taken: target.qualifiedName)))
            }
            if case .set = resolved.unwrapped.type {
                add(issue(.error, .unknownForm(syntax.description)))
            }
            if options.isUnique || relationship.isUnique { unique.append([name]) }
            draft.relationships.append(relationship.draft)
            return
        }
        if isRelationship {
            switch leading(resolved) {
            case .declared(let other)? where other.kind == .class:
                add(issue(.error, .notModel(other.qualifiedName)))
            case .unknown(let name)?: add(issue(.error, .unknownType(name)))
            case .ambiguous(let name, let types)?:
                add(issue(.error, .ambiguousType(name, locations: types.map(\.locationText))))
            default: add(issue(.error, .notModel(syntax.unwrapped.type.description)))
            }
            return
        }
        if case .unwrapped = syntax { add(issue(.warning, .analogy("\(syntax)"))) }
        if options.isUnique { unique.append([name]) }
        if !options.problems.isEmpty {
            if settle(name, draft, issue) { return }
            for problem in options.problems { add(issue(.error, problem)) }
        }
        attribute(name, resolved, syntax, &options, property, issue, into: draft)
    }

    /// Returns the type of the destination, if the property is a relationship.
    private func leading(_ type: ResolvedType) -> ResolvedType? {
        switch type.unwrapped.type {
        case .array(let element), .set(let element): element.unwrapped.type
        case let other: other
        }
    }

    private mutating func attribute(
        _ name: String, _ resolved: ResolvedType, _ syntax: TypeSyntax,
        _ options: inout PropertyOptions, _ property: DeclaredType.Property,
        _ issue: (ModelSourceIssue.Severity, ModelSourceIssue.Problem) -> ModelSourceIssue,
        into draft: UnlinkedEntity
    ) {
        let (type, isOptional) = resolved.unwrapped
        let traits = PropertyTraits(
            name: name, isOptional: isOptional, isTransient: options.isEphemeral,
            isIndexedBySpotlight: options.isInSpotlight, versionHashModifier: options.hashModifier,
            renamingIdentifier: options.originalName)
        let form = AttributeReader(resolver: resolver).attribute(
            type, syntax: syntax, traits: traits, options: options)
        switch form {
        case .attribute(let attribute, let warnings):
            for warning in warnings { add(issue(.warning, warning)) }
            for (isSet, word) in [
                (options.hashModifier != nil, "hashModifier"),
                (options.isPreserved, ".preserveValueOnDeletion"),
                (options.originalName != nil, "originalName"),
            ] where isSet {
                add(issue(.warning, .analogy(word)))
            }
            var isData = false
            if case .standard = type { isData = attribute.type == .binaryData }
            if options.isExternal, !isData {
                if settle(name, draft, issue) { return }
                add(issue(.error, .unknownForm(".externalStorage of a type other than Data")))
            }
            let scope = TypeResolver.Scope(type: draft.type, unit: property.unit)
            let standard = DefaultValueReader(resolver: resolver).read(
                property.binding.value, of: attribute, type, in: scope)
            var constant: PropertyValue?
            if case .constant(let plain) = standard.value { constant = plain }
            if standard.value == .launch {
                draft.launchDefaults.insert(name)
                add(issue(.note, .launchDefault(syntax.description)))
            }
            if !standard.elements.isEmpty {
                draft.seedDefaults.merge(standard.elements) { $1 }
                add(issue(.note, .seedDefault(syntax.description)))
            }
            if options.transformer == nil {
                let reader = ValueFormReader(resolver: resolver)
                draft.valueForms.merge(reader.forms(of: type, at: name)) { $1 }
                draft.requiredMembers.formUnion(reader.requiredMembers(of: type, at: name))
            }
            draft.attributes.append(
                AttributeDescription(
                    attribute.traits, type: attribute.type, defaultValue: constant,
                    attributeValueClassName: attribute.attributeValueClassName,
                    valueTransformerName: attribute.valueTransformerName,
                    allowsExternalBinaryDataStorage: options.isExternal,
                    preservesValueInHistoryOnDeletion: options.isPreserved,
                    allowsCloudEncryption: options.isEncrypted, elements: attribute.elements))
        case .problem(let problem):
            if settle(name, draft, issue) { return }
            add(issue(.error, problem))
        }
    }

    /// Takes an attribute from the store that settles what the source leaves open. Returns whether the store settles
    /// it.
    ///
    /// - Parameter mayBeAbsent: Whether a store without the attribute shows that the property is not stored.
    private mutating func settle(
        _ name: String, _ draft: UnlinkedEntity,
        _ issue: (ModelSourceIssue.Severity, ModelSourceIssue.Problem) -> ModelSourceIssue,
        mayBeAbsent: Bool = false
    ) -> Bool {
        guard let entity = settling?.entity(named: draft.type.name) else { return false }
        if let attribute = entity.attribute(named: name) {
            draft.attributes.append(attribute)
        } else if !mayBeAbsent || entity.relationship(named: name) != nil {
            return false
        }
        add(issue(.note, .settled(by: "")))
        return true
    }
}
