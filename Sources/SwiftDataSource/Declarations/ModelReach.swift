import ObjectModel
import SwiftSource

/// Which models others lead to.
struct ModelReach {
    let resolver: TypeResolver

    /// The models, those that their relationships lead to, and their superclasses, each once, in the
    /// order in which they are met.
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

    /// The model that a property leads to; nil for an attribute. Relationships lead to entities by name: to that of the
    /// versioned schema that is read, where the class of another one is declared.
    static func target(
        of property: DeclaredType.Property, in type: DeclaredType, _ resolver: TypeResolver
    ) -> DeclaredType? {
        declaredTarget(of: property, in: type, resolver).map { resolver.listed[$0.name] ?? $0 }
    }

    /// The model that a property declares to lead to.
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
    /// The properties that a value keeps and SwiftData sees, in declared order.
    var storedProperties: [Property] { properties.filter(\.isPersisted) }
}

extension DeclaredType.Property {
    /// Whether it is stored in values, belongs to them, and is not `@Transient`.
    var isPersisted: Bool {
        binding.isStored && !head.isStatic && !isInExtension && head.attribute("Transient") == nil
    }
}
