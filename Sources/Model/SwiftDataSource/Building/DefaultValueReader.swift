import ObjectModel
import SwiftSource

/// Reads the default values of attributes from the initial values of properties.
struct DefaultValueReader {
    /// The default of a property.
    struct Result {
        /// The default that the model has for the attribute.
        var value = DefaultValue.none
        /// The values of new rows, by the paths of attributes: the raw value or the case of an enumeration, the members
        /// of a structure. No store shows how a model cache records them.
        var elements: [String: PropertyValue] = [:]
    }

    let resolver: TypeResolver

    /// Returns the default of an attribute, from the initial value of its property.
    func read(
        _ value: ExpressionSyntax?, of attribute: AttributeDescription, _ type: ResolvedType,
        in scope: TypeResolver.Scope
    ) -> Result {
        guard let value, value != .null else { return Result() }
        if case .member(let base, let part) = value, part.name == "none",
            let syntax = base.type, case .optional = resolver.resolve(syntax, in: scope)
        {
            return Result()
        }
        let (written, inner) = resolver.followed(value, in: scope)
        guard attribute.isComposite else {
            let constant = DefaultValue.constant(written, attribute.type)
            return Result(value: constant.map { .constant($0) } ?? .launch)
        }
        guard let declared = type.unwrapped.type.declared,
            let elements = elements(written, declared, at: attribute.name, in: inner)
        else { return Result(value: .launch) }
        let values = elements.compactMapValues(\.self)
        // As stores show, a structure without any value has an empty dictionary.
        let isEmpty = declared.kind == .struct && values.isEmpty
        return Result(value: isEmpty ? .constant(.dictionary([:])) : .none, elements: values)
    }

    /// Returns the values of the elements, with nil for an empty one; nil if any value is not a literal.
    private func elements(
        _ value: ExpressionSyntax, _ type: DeclaredType, at path: String,
        in scope: TypeResolver.Scope
    ) -> [String: PropertyValue?]? {
        switch type.kind {
        case .enum: enumeration(value, type, at: path, in: scope)
        case .struct: structure(value, type, at: path, in: scope)
        default: nil
        }
    }

    private func enumeration(
        _ value: ExpressionSyntax, _ type: DeclaredType, at path: String,
        in scope: TypeResolver.Scope, depth: Int = 0
    ) -> [String: PropertyValue?]? {
        var name: String
        switch value {
        case .implicitMember(let member): name = member
        case .member(let base, let part):
            guard let syntax = base.type, resolver.resolve(syntax, in: scope).declared === type else {
                return nil
            }
            name = part.name
        default: return nil
        }
        guard let known = type.cases.first(where: { $0.element.name == name }) else {
            // A constant of the enumeration, for example `.standard`.
            guard depth < 8, let constant = resolver.property(name, of: type, isStatic: true),
                constant.isConstant, let inner = constant.value
            else { return nil }
            let (written, place) = resolver.followed(inner, in: constant.scope)
            return enumeration(written, type, at: path, in: place, depth: depth + 1)
        }
        name = known.element.name
        guard type.inherited.isEmpty || type.cases.allSatisfy({ $0.condition == nil }) else { return nil }
        if let cases = resolver.rawCases(of: type) {
            return cases.first { $0.name == name }.map { [path: $0.rawValue] }
        }
        guard !resolver.hasRawType(type), !type.functions.contains("encode") else { return nil }
        return [path + "." + name: .string(name)]
    }

    /// Returns the members of `Place()` and `Place(x: 1)` if the compiler writes the initialiser.
    private func structure(
        _ value: ExpressionSyntax, _ type: DeclaredType, at path: String,
        in scope: TypeResolver.Scope
    ) -> [String: PropertyValue?]? {
        guard case .call(let callee, let arguments) = value, !type.functions.contains("init"),
            !type.functions.contains("encode")
        else { return nil }
        if callee != .implicitMember("init") {
            var syntax = callee.type
            if case .member(let base, let part) = callee, part.name == "init" { syntax = base.type }
            guard let syntax, resolver.resolve(syntax, in: scope).declared === type else { return nil }
        }
        var given = Dictionary(keepingFirst: arguments.map { ($0.label ?? "", $0.value) })
        var elements: [String: PropertyValue?] = [:]
        for property in type.storedProperties {
            guard let name = property.binding.name else { return nil }
            let own = TypeResolver.Scope(type: type, unit: property.unit)
            guard let resolved = PropertyType(property, in: own, resolver).resolved else { return nil }
            let argument = given.removeValue(forKey: name)
            let (written, _) = resolver.followed(
                argument ?? property.binding.value ?? .null, in: argument == nil ? own : scope)
            let (inner, isOptional) = resolved.unwrapped
            if written == .null {
                guard isOptional else { return nil }
                elements.updateValue(nil, forKey: path + "." + name)
                continue
            }
            guard let constant = member(written, inner) else { return nil }
            elements[path + "." + name] = constant
        }
        return given.isEmpty ? elements : nil
    }

    private func member(_ value: ExpressionSyntax, _ type: ResolvedType) -> PropertyValue? {
        switch type {
        case .standard(let standard):
            return standard.attribute.flatMap { DefaultValue.constant(value, $0) }
        case .array:
            // Plain JSON.
            guard case .array([])? = DefaultValue.constant(value, .transformable) else { return nil }
            return .data(Array("[]".utf8))
        default: return nil
        }
    }
}
