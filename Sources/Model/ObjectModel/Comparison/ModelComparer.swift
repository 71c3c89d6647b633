/// Finds the differences of two models.
struct ModelComparer {
    let left: ManagedObjectModel
    let right: ManagedObjectModel
    private let entityMatch: RenamingMatch
    /// The name on the right for each name of an entity on the left.
    private let entityNames: [String: String]
    /// The own properties of each entity of the left model, matched with those on the right.
    private let propertyMatches: [String: RenamingMatch]
    /// For each entity of the left model and each of its own properties the name on the right.
    private let propertyNames: [String: [String: String]]
    private var differences: [ModelDifference] = []

    init(left: ManagedObjectModel, right: ManagedObjectModel) {
        self.left = left
        self.right = right
        let match = RenamingMatch(
            left: left.entities.map { ($0.name, $0.renamingIdentifier) },
            right: right.entities.map { ($0.name, $0.renamingIdentifier) })
        entityMatch = match
        entityNames = match.rightNames
        var matches: [String: RenamingMatch] = [:]
        for pair in match.pairs {
            let one = left.entity(named: pair.left)?.ownProperties ?? []
            let other = right.entity(named: pair.right)?.ownProperties ?? []
            matches[pair.left] = RenamingMatch(
                left: one.map { ($0.name, $0.renamingIdentifier) },
                right: other.map { ($0.name, $0.renamingIdentifier) })
        }
        propertyMatches = matches
        propertyNames = matches.mapValues(\.rightNames)
    }

    mutating func compare() -> [ModelDifference] {
        var byName: [(name: String, differences: [ModelDifference])] = []
        for name in entityMatch.onlyInLeft { byName.append((name, [.entity(name, onlyIn: .left)])) }
        for name in entityMatch.onlyInRight {
            byName.append((name, [.entity(name, onlyIn: .right)]))
        }
        for pair in entityMatch.pairs {
            guard let one = left.entity(named: pair.left),
                let other = right.entity(named: pair.right)
            else { continue }
            differences = []
            compare(one, other)
            byName.append((pair.right, differences))
        }
        let ofEntities = byName.sortedInBinaryOrder { $0.name }.flatMap(\.differences)
        differences = []
        compareModels()
        return ofEntities + differences
    }

    // MARK: The model

    private mutating func compareModels() {
        if left.versionIdentifiers != right.versionIdentifiers {
            differences.append(
                .modelAspect(
                    .versionIdentifiers, name: nil, left: .list(left.versionIdentifiers),
                    right: .list(right.versionIdentifiers)))
        }
        let configurations = Set(left.configurationNames).union(right.configurationNames)
        for name in configurations.sortedInBinaryOrder() {
            let one = left.configurations[name]?.map { rightName($0) }.sortedInBinaryOrder()
            let other = right.configurations[name]
            guard one != other else { continue }
            differences.append(
                .modelAspect(
                    .configuration, name: name,
                    left: left.configurations[name].map { .list($0) } ?? .absent,
                    right: other.map { .list($0) } ?? .absent))
        }
        let templates = Set(
            (left.fetchRequestTemplates + right.fetchRequestTemplates).map(\.name))
        for name in templates.sortedInBinaryOrder() {
            let one = left.fetchRequestTemplate(named: name)
            let other = right.fetchRequestTemplate(named: name)
            guard one != other else { continue }
            differences.append(
                .modelAspect(
                    .fetchRequestTemplate, name: name, left: .of(one),
                    right: .of(other)))
        }
    }

    /// Returns the name on the right for an entity of the left model.
    func rightName(_ name: String) -> String { entityNames[name] ?? name }

    // MARK: Entities

    private mutating func compare(_ one: EntityDescription, _ other: EntityDescription) {
        if one.name != other.name {
            differences.append(.entityRenamed(left: one.name, right: other.name))
        }
        func add(
            _ aspect: ModelDifference.EntityAspect,
            _ value: (EntityDescription) -> ModelDifference.Value
        ) {
            let (first, second) = (value(one), value(other))
            guard first != second else { return }
            differences.append(
                .entityAspect(entity: other.name, aspect, left: first, right: second))
        }
        add(.isAbstract) { .flag($0.isAbstract) }
        if one.superentityName.map({ rightName($0) }) != other.superentityName {
            add(.superentity) { .of($0.superentityName) }
        }
        add(.uniquenessConstraints) {
            .list($0.uniquenessConstraints.map { $0.joined(separator: "+") }.sortedInBinaryOrder())
        }
        add(.versionHashModifier) { .of($0.versionHashModifier) }
        add(.managedObjectClassName) { .of($0.managedObjectClassName) }
        // The difference of a renamed entity already shows the identifier.
        if one.name == other.name {
            add(.renamingIdentifier) { .of($0.renamingIdentifier) }
        }
        add(.compoundIndexes) { .list($0.compoundIndexes.map { $0.joined(separator: "+") }) }
        add(.fetchIndexes) { .list($0.fetchIndexes.map { Self.text(of: $0) }) }
        add(.coreSpotlightDisplayName) {
            .of($0.coreSpotlightDisplayNameExpression?.format)
        }
        add(.userInfo) { .of($0.userInfo) }
        compareProperties(one, other)
    }

    private mutating func compareProperties(_ one: EntityDescription, _ other: EntityDescription) {
        guard let match = propertyMatches[one.name] else { return }
        var byName: [(name: String, differences: [ModelDifference])] = []
        let before = differences
        for (names, entity, side) in [
            (match.onlyInLeft, one, ModelDifference.Side.left),
            (match.onlyInRight, other, .right),
        ] {
            for name in names {
                guard let property = entity.property(named: name) else { continue }
                byName.append(
                    (
                        name,
                        [
                            .property(
                                entity: other.name, property: name, kind: property.kind,
                                onlyIn: side)
                        ]
                    ))
            }
        }
        for pair in match.pairs {
            guard let first = one.property(named: pair.left),
                let second = other.property(named: pair.right)
            else { continue }
            var comparer = PropertyComparer(entity: other.name, property: pair.right, models: self)
            comparer.compare(first, second)
            byName.append((pair.right, comparer.differences))
        }
        differences = before + byName.sortedInBinaryOrder { $0.name }.flatMap(\.differences)
    }

    /// Returns the name on the right of the inverse that a relationship of the left model names.
    func rightInverse(of relationship: RelationshipDescription) -> String? {
        guard let name = relationship.inverseRelationshipName,
            var owner = relationship.destinationEntityName.flatMap({ left.entity(named: $0) })
        else { return relationship.inverseRelationshipName }
        // An ancestor of the destination may declare the inverse.
        while !owner.declares(name), let parent = left.superentity(of: owner) { owner = parent }
        return propertyNames[owner.name]?[name] ?? name
    }
}
