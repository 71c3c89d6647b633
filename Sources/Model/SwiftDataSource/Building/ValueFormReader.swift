import ObjectModel
import SwiftSource

/// Reads the forms of attribute values from the source: the cases of enumerations with their raw values, and the
/// elements of arrays.
struct ValueFormReader {
    let resolver: TypeResolver
    private static let deepest = 8

    /// Returns the known forms of an attribute and its elements, by their paths.
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

    /// Returns the paths of the structure's members that are not optional.
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
        // A structure with its own coding may leave them out.
        return type.functions.contains("encode") ? [] : paths
    }

    /// Returns the JSON that an encoder writes for a value. For a structure, it is known only if the compiler writes
    /// the coding.
    private func element(_ type: ResolvedType, depth: Int = 0) -> SourceValues.Element {
        guard depth < Self.deepest else { return .other }
        switch type {
        case .standard(let standard):
            // Structures and colours of the system have their own coding.
            return standard.attribute.flatMap { standard.fields.isEmpty ? .value($0) : nil } ?? .other
        case .declared(let type) where type.kind == .enum:
            return resolver.rawCases(of: type).map { .enumeration($0) } ?? .other
        case .declared(let type) where type.kind == .struct:
            return members(of: type, depth: depth + 1).map { .structure($0) } ?? .other
        case .array(let inner): return .list(of: element(inner, depth: depth + 1))
        default: return .other
        }
    }

    /// Returns the names of a structure's properties in JSON, by the properties' names; nil if the cases of its
    /// `CodingKeys` are not all literals.
    private static func keys(_ type: DeclaredType, _ resolver: TypeResolver) -> [String: String]? {
        guard type.kind == .enum, !type.cases.isEmpty, type.cases.allSatisfy({ $0.condition == nil }) else {
            return nil
        }
        // Without raw values, the names of the cases are the keys.
        guard resolver.hasRawType(type) else {
            return Dictionary(keepingFirst: type.cases.map { ($0.element.name, $0.element.name) })
        }
        guard let cases = resolver.rawCases(of: type) else { return nil }
        return Dictionary(
            keepingFirst: cases.map { known in
                guard case .string(let text) = known.rawValue else { return (known.name, known.name) }
                return (known.name, text)
            })
    }

    /// Returns the members of a structure; nil if it has its own coding, or some members are unknown.
    private func members(of type: DeclaredType, depth: Int) -> [SourceValues.Member]? {
        guard type.functions.isDisjoint(with: ["encode", "init(from:)"]), type.parameters.isEmpty,
            !resolver.isRawRepresentable(type)
        else { return nil }
        var keys: [String: String]?
        if let coding = type.types["CodingKeys"] {
            guard coding.count == 1, let found = Self.keys(coding[0], resolver) else { return nil }
            keys = found
            // A key without a property needs hand-written coding.
            guard Set(found.keys).isSubset(of: type.storedProperties.compactMap(\.binding.name)) else {
                return nil
            }
        }
        var members: [SourceValues.Member] = []
        for property in type.storedProperties {
            guard let own = property.binding.name else { return nil }
            // The compiler leaves out a property without a key, which then keeps its initial value.
            guard let name = keys == nil ? own : keys?[own] else { continue }
            guard property.condition == nil,
                property.head.attributes.isEmpty, !property.isConstant || property.binding.value == nil
            else { return nil }
            let scope = TypeResolver.Scope(type: type, unit: property.unit)
            guard let inner = PropertyType(property, in: scope, resolver).resolved else { return nil }
            let (kind, isOptional) = inner.unwrapped
            members.append(
                .init(name: name, element: element(kind, depth: depth), isOptional: isOptional))
        }
        return members
    }
}
