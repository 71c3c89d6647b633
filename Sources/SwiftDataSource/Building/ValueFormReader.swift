import ObjectModel
import SwiftSource

/// Reads what the source says of the values of attributes: the cases of enumerations with their raw
/// values, and what arrays hold.
struct ValueFormReader {
    let resolver: TypeResolver
    private static let deepest = 8

    /// What is known of an attribute and its elements, by their paths.
    func forms(
        of type: ResolvedType, at path: String, isElement: Bool = false, depth: Int = 0
    ) -> [String: SourceValues.Form] {
        guard depth < Self.deepest else { return [:] }
        switch type.unwrapped.type {
        case .array(let element), .set(let element):
            return [path: .array(of: self.element(element))]
        case .standard(let standard) where isElement && standard.attribute == .binaryData:
            return [path: .data]
        case .declared(let type) where type.kind == .enum:
            return resolver.rawCases(of: type).map { [path: .enumeration($0)] } ?? [:]
        case .declared(let type) where type.kind == .struct:
            var forms: [String: SourceValues.Form] = [:]
            for property in type.storedProperties {
                guard let name = property.binding.name else { continue }
                let scope = TypeResolver.Scope(type: type, unit: property.unit)
                guard let inner = PropertyType(property, in: scope, resolver).resolved else { continue }
                let path = path + "." + name
                forms.merge(self.forms(of: inner, at: path, isElement: true, depth: depth + 1)) { $1 }
            }
            return forms
        default: return [:]
        }
    }

    /// The members of a structure that are not optional, by their paths.
    func requiredMembers(of type: ResolvedType, at path: String, depth: Int = 0) -> Set<String> {
        guard depth < Self.deepest, case .declared(let type) = type.unwrapped.type, type.kind == .struct
        else { return [] }
        var paths: Set<String> = []
        for property in type.storedProperties {
            guard let name = property.binding.name else { continue }
            let scope = TypeResolver.Scope(type: type, unit: property.unit)
            guard let inner = PropertyType(property, in: scope, resolver).resolved else { continue }
            let path = path + "." + name
            if !inner.unwrapped.isOptional { paths.insert(path) }
            paths.formUnion(requiredMembers(of: inner, at: path, depth: depth + 1))
        }
        // With a decoder of its own it may do without.
        return type.functions.contains("encode") ? [] : paths
    }

    private func element(_ type: ResolvedType) -> SourceValues.Element {
        switch type {
        case .standard(let standard): standard.attribute.map { .value($0) } ?? .other
        case .declared(let type) where type.kind == .enum:
            resolver.rawCases(of: type).map { .enumeration($0) } ?? .other
        default: .other
        }
    }
}
