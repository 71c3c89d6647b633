import ObjectModel
import SwiftSource

/// Finds the inverses of relationships: those that the source names, and those that SwiftData infers
/// (docs/start/swiftdata.md).
struct InverseFinder {
    let resolver: TypeResolver
    let settling: ManagedObjectModel?
    /// Whether pairs that the source leaves open are inverses; nil if the caller did not specify it.
    let infersOpen: Bool?
    private(set) var issues: [ModelSourceIssue] = []
    private var byOwner: [ObjectIdentifier: [RelationshipDraft]] = [:]

    init(resolver: TypeResolver, settling: ManagedObjectModel?, infersOpen: Bool?) {
        self.resolver = resolver
        self.settling = settling
        self.infersOpen = infersOpen
    }

    /// Sets the inverses of all relationships of a model.
    mutating func find(in entities: [UnlinkedEntity]) {
        let all = entities.flatMap(\.relationships)
        for entity in entities { byOwner[ObjectIdentifier(entity.type)] = entity.relationships }
        for relationship in all { setNamed(relationship) }
        for relationship in all where relationship.inverse == nil && relationship.inversePath == nil {
            infer(relationship)
        }
    }

    // MARK: Named

    private mutating func setNamed(_ relationship: RelationshipDraft) {
        guard let (start, names) = relationship.inversePath else { return }
        // All but the last part of `\SchemaV1.Trip.stops` name a type.
        var (root, path) = (start, names)
        if let parts = start?.components, names.count > 1 {
            root = .name(parts + names.dropLast().map { TypeSyntax.Component($0) })
            path = Array(names.suffix(1))
        }
        let scope = TypeResolver.Scope(
            type: relationship.owner, unit: relationship.property.unit)
        var owner: DeclaredType? = relationship.destination
        if let root {
            owner = resolver.resolve(root, in: scope).unwrapped.type.declared
            if let named = owner, named !== relationship.destination,
                !isKind(relationship.destination, of: named)
            {
                // Possibly a copy of the class in another module. Otherwise the compiler rejects it.
                owner = named.name == relationship.destination.name ? relationship.destination : nil
            }
        }
        let text = (root.map { "\($0)" } ?? "") + "." + path.joined(separator: ".")
        guard path.count == 1, let owner, let inverse = find(path[0], in: owner),
            isKind(relationship.owner, of: inverse.destination)
                || isKind(inverse.destination, of: relationship.owner)
        else {
            issues.append(relationship.issue(.error, .badInverse(text)))
            return
        }
        if let other = inverse.inverse, other !== relationship {
            guard
                let known = settling?.entity(named: inverse.owner.name)?.relationship(named: inverse.name)?
                    .inverseRelationshipName
            else {
                issues.append(relationship.issue(.warning, .conflictingInverse(inverse.fullName)))
                return
            }
            issues.append(relationship.issue(.note, .settled(by: "")))
            guard known == relationship.name, other.name != known || other.owner !== relationship.owner else {
                return
            }
            other.inverse = nil
        }
        relationship.inverse = inverse
        inverse.inverse = relationship
    }

    private func find(_ name: String, in type: DeclaredType) -> RelationshipDraft? {
        var current: DeclaredType? = type
        var depth = 0
        while let owner = current, depth < 50 {
            if let found = byOwner[ObjectIdentifier(owner)]?.first(where: { $0.name == name }) {
                return found
            }
            current = resolver.superclass(of: owner)
            depth += 1
        }
        return nil
    }

    private func isKind(_ type: DeclaredType, of ancestor: DeclaredType) -> Bool {
        var current: DeclaredType? = type
        var depth = 0
        while let owner = current, depth < 50 {
            if owner === ancestor { return true }
            current = resolver.superclass(of: owner)
            depth += 1
        }
        return false
    }

    // MARK: Inferred

    /// Returns the relationships of a type to another that have no inverse.
    private func free(_ from: DeclaredType, _ to: DeclaredType) -> [RelationshipDraft] {
        (byOwner[ObjectIdentifier(from)] ?? []).filter {
            $0.destination === to && $0.inverse == nil && $0.inversePath == nil
        }
    }

    /// Returns whether SwiftData never infers that two relationships are inverses: a many-to-many pair, or a pair with
    /// a required to-one side.
    private static func isNever(_ one: RelationshipDraft, _ other: RelationshipDraft) -> Bool {
        one.isToMany && other.isToMany
            || !one.isToMany && !one.isOptional || !other.isToMany && !other.isOptional
    }

    private mutating func infer(_ relationship: RelationshipDraft) {
        let (owner, destination) = (relationship.owner, relationship.destination)
        let back = free(destination, owner).filter { $0 !== relationship }
        let candidates = back.filter { !Self.isNever(relationship, $0) }
        guard let first = candidates.first else { return }
        if owner === destination {
            return open(relationship, candidates, .selfReference)
        }
        let forth = free(owner, destination)
        guard back.count == 1, forth.count == 1 else {
            // If several relationships match and none is annotated, SwiftData infers no inverse. No store shows whether
            // an annotated relationship, or one that never is an inverse, counts as a match.
            let others = forth.filter { other in back.contains { !Self.isNever(other, $0) } }
            let isPlain = !(back + forth).contains { $0.isAnnotated }
            if isPlain, candidates.count > 1 || others.count > 1 { return }
            return open(relationship, candidates, .several)
        }
        if relationship.isAnnotated != first.isAnnotated {
            return open(relationship, candidates, .mixed)
        }
        if relationship.isToMany && relationship.isOptional || first.isToMany && first.isOptional {
            return open(relationship, candidates, .optionalToMany)
        }
        guard !relationship.isAnnotated else { return open(relationship, candidates, .annotated) }
        relationship.inverse = first
        first.inverse = relationship
    }

    /// Handles a pair for which the source does not show whether the two are inverses.
    private mutating func open(
        _ relationship: RelationshipDraft, _ candidates: [RelationshipDraft],
        _ reason: ModelSourceIssue.InverseReason
    ) {
        if let known = settling?.entity(named: relationship.owner.name)?
            .relationship(named: relationship.name)
        {
            let inverse = candidates.first { $0.name == known.inverseRelationshipName }
            if let inverse {
                relationship.inverse = inverse
                inverse.inverse = relationship
            }
            issues.append(relationship.issue(.note, .settled(by: "")))
            return
        }
        let names = candidates.map(\.fullName).joined(separator: ", ")
        let problem = ModelSourceIssue.Problem.openInverse(names, reason: reason)
        if infersOpen ?? (reason == .annotated), candidates.count == 1, let first = candidates.first {
            relationship.inverse = first
            first.inverse = relationship
            issues.append(relationship.issue(.warning, problem))
            return
        }
        // One store shows a mixed pair: it has no inverse. No store shows the other kinds.
        let isError = infersOpen == nil && reason != .mixed && reason != .annotated
        // Each pair is reported once.
        let isReported = issues.contains { issue in
            guard case .openInverse(let others, reason) = issue.problem else { return false }
            return others.split(separator: ", ").contains { $0 == relationship.fullName }
        }
        guard !isReported else { return }
        issues.append(relationship.issue(isError ? .error : .warning, problem))
    }
}
