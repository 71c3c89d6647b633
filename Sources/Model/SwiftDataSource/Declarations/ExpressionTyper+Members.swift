import ObjectModel
import SwiftSource

extension ExpressionTyper {
    /// Returns the type of a member of a type or of a value.
    func member(
        _ name: String, of base: ExpressionSyntax, in scope: TypeResolver.Scope, depth: Int
    ) -> Found? {
        if let owner = known(base.type, in: scope) { return staticMember(name, of: owner, depth) }
        guard let owner = type(of: base, in: scope, depth: depth + 1) else { return nil }
        switch owner.resolved {
        case .array(let element), .set(let element):
            switch name {
            case "count": return Self.standard("Int")
            case "isEmpty": return Self.standard("Bool")
            case "first", "last":
                guard case .array(let syntax) = owner.syntax else { return nil }
                return Found(resolved: element, syntax: syntax).optional
            default: return nil
            }
        case .standard(let type): return Self.members[type.name]?[name].flatMap(Self.standard)
        case .declared(let type):
            if type.kind == .enum, name == "rawValue",
                !type.properties.contains(where: { $0.binding.name == name })
            {
                return rawType(of: type)
            }
            return resolver.property(name, of: type, isStatic: false).flatMap {
                self.type(of: $0, depth: depth + 1)
            }
        default: return nil
        }
    }

    /// The types of members of Apple's types.
    private static let members: [String: [String: String]] = [
        "UUID": ["uuidString": "String"],
        "String": ["count": "Int", "isEmpty": "Bool", "capitalized": "String"],
        "Date": [
            "timeIntervalSince1970": "Double", "timeIntervalSinceReferenceDate": "Double",
            "timeIntervalSinceNow": "Double",
        ],
        "Locale": ["identifier": "String"], "TimeZone": ["identifier": "String"],
        "URL": ["absoluteString": "String", "path": "String", "lastPathComponent": "String"],
    ]

    private func rawType(of type: DeclaredType) -> Found? {
        guard let first = type.inherited.first else { return nil }
        let found = known(first.type, in: TypeResolver.Scope(type: first.scope, unit: first.unit))
        return found?.standard == nil ? nil : found
    }

    private func staticMember(_ name: String, of owner: Found, _ depth: Int) -> Found? {
        switch owner.resolved {
        case .optional: return name == "none" ? owner : nil
        case .standard(let type):
            return Self.statics[type.name]?.contains(name) ?? false ? owner : nil
        case .declared(let type):
            if type.cases.contains(where: { $0.element.name == name && $0.element.associated.isEmpty }) {
                return owner
            }
            if let property = resolver.property(name, of: type, isStatic: true) {
                return self.type(of: property, depth: depth + 1)
            }
            guard type.kind == .enum, name == "allCases" else { return nil }
            return Found(resolved: .array(owner.resolved), syntax: .array(owner.syntax))
        default: return nil
        }
    }

    /// The static members of Apple's types that are values of the type itself.
    private static let statics: [String: Set<String>] = {
        let whole: Set<String> = ["zero", "max", "min"]
        let real: Set<String> = [
            "zero", "pi", "infinity", "nan", "greatestFiniteMagnitude", "leastNormalMagnitude",
        ]
        return [
            "Date": ["now", "distantPast", "distantFuture"], "Decimal": ["zero", "nan", "pi"],
            "Int": whole, "Int8": whole, "Int16": whole, "Int32": whole, "Int64": whole, "UInt": whole,
            "UInt8": whole, "UInt16": whole, "UInt32": whole, "UInt64": whole, "Double": real, "Float": real,
            "TimeInterval": real, "CGFloat": real, "CGPoint": ["zero"], "CGSize": ["zero"],
            "CGRect": ["zero"], "Locale": ["current", "autoupdatingCurrent"],
            "TimeZone": ["current", "autoupdatingCurrent", "gmt"],
            "Calendar": ["current", "autoupdatingCurrent"],
        ]
    }()
}
