import ObjectModel
import SwiftSource

/// Finds the models that other models refer to.
struct ModelReach {
    let resolver: TypeResolver

    /// Returns the models, the destinations of their relationships, and their superclasses, each once, in the order of
    /// their discovery.
    func closure(of roots: [DeclaredType]) -> [DeclaredType] {
        var result: [DeclaredType] = []
        var seen: Set<ObjectIdentifier> = []
        var waiting = Array(roots.reversed())
        while let type = waiting.popLast() {
            guard seen.insert(ObjectIdentifier(type)).inserted else { continue }
            result.append(type)
            var next: [DeclaredType] = []
            if let parent = resolver.superclass(of: type), parent.isModel { next.append(parent) }
            for property in type.storedProperties {
                if let target = Self.target(of: property, in: type, resolver) { next.append(target) }
            }
            waiting += next.reversed()
        }
        return result
    }

    /// Returns the destination model of a property; nil for an attribute. Relationships refer to entities by name: if
    /// the class is declared in another versioned schema, this is the entity of that name in the schema that is read.
    static func target(
        of property: DeclaredType.Property, in type: DeclaredType, _ resolver: TypeResolver
    ) -> DeclaredType? {
        declaredTarget(of: property, in: type, resolver).map { resolver.listed[$0.name] ?? $0 }
    }

    /// Returns the destination model that a property declares.
    static func declaredTarget(
        of property: DeclaredType.Property, in type: DeclaredType, _ resolver: TypeResolver
    ) -> DeclaredType? {
        let scope = TypeResolver.Scope(type: type, unit: property.unit)
        guard let found = PropertyType(property, in: scope, resolver).resolved else { return nil }
        switch found.unwrapped.type {
        case .declared(let target): return target.isModel ? target : nil
        case .array(let element), .set(let element):
            return element.unwrapped.type.declared.flatMap { $0.isModel ? $0 : nil }
        default: return nil
        }
    }
}

extension DeclaredType {
    /// The properties that are stored in values and visible to SwiftData, in declared order.
    var storedProperties: [Property] { properties.filter(\.isPersisted) }
}

extension DeclaredType.Property {
    /// Whether it is a stored instance property of the type itself, and not `@Transient`.
    var isPersisted: Bool {
        binding.isStored && !head.isStatic && !isInExtension && head.attribute("Transient") == nil
    }
}
