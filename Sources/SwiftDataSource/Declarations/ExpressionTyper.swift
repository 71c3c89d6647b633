import ObjectModel
import SwiftSource

/// Tells the type of a value, by the language's rules for literals, calls of types, members and
/// operators. What runs to find it out has none here.
struct ExpressionTyper {
    /// A type, and how it would be written.
    struct Found {
        let resolved: ResolvedType
        let syntax: TypeSyntax

        var optional: Found { Found(resolved: .optional(resolved), syntax: .optional(syntax)) }

        /// The type of the standard library or Foundation.
        var standard: StandardType? {
            guard case .standard(let type) = resolved else { return nil }
            return type
        }
    }

    let resolver: TypeResolver
    private let effort = Effort()
    private static let deepest = 20

    /// How many more expressions are looked at for one property: constants that are sums of others,
    /// and these again, would take for ever.
    private final class Effort {
        var left = 10_000
    }

    init(resolver: TypeResolver) { self.resolver = resolver }

    /// The type of a value; nil where it does not follow from the value alone.
    func type(
        of value: ExpressionSyntax, in scope: TypeResolver.Scope, depth: Int = 0
    ) -> Found? {
        effort.left -= 1
        guard depth < Self.deepest, effort.left > 0 else { return nil }
        func inner(_ value: ExpressionSyntax) -> Found? {
            type(of: value, in: scope, depth: depth + 1)
        }
        switch value {
        case .string: return Self.standard("String")
        case .integer: return Self.standard("Int")
        case .number: return Self.standard("Double")
        case .boolean: return Self.standard("Bool")
        case .cast(.other, .optional): return nil
        case .cast(_, let type): return known(type, in: scope)
        case .forced(let value):
            guard let found = inner(value), case .optional(let type) = found.resolved else {
                return nil
            }
            return Found(resolved: type, syntax: found.syntax.unwrapped.type)
        case .array(let elements):
            // In `[Kind.first, .second]` the first tells what the second is.
            var told = elements.filter { if case .implicitMember = $0 { false } else { true } }
            if told.isEmpty { told = elements }
            return common(told, told.map(inner)).map { element in
                Found(resolved: .array(element.resolved), syntax: .array(element.syntax))
            }
        case .dictionary(let entries):
            guard let key = common(entries.map(\.key), entries.map { inner($0.key) }),
                let value = common(entries.map(\.value), entries.map { inner($0.value) })
            else { return nil }
            return Found(resolved: .dictionary, syntax: .dictionary(key.syntax, value.syntax))
        case .sequence(let operands, let operators):
            return sequence(operands, operands.map(inner), operators)
        case .name(let component):
            return resolver.constant(named: component.name, in: scope).flatMap {
                type(of: $0, depth: depth + 1)
            }
        case .call(let callee, let arguments):
            return call(callee, arguments, in: scope, depth: depth)
        case .member(let base, let part): return member(part.name, of: base, in: scope, depth: depth)
        default: return nil
        }
    }

    /// The type of a declared constant or property.
    func type(of declared: TypeResolver.Constant, depth: Int = 0) -> Found? {
        if let type = declared.type { return known(type, in: declared.scope) }
        return declared.value.flatMap { self.type(of: $0, in: declared.scope, depth: depth + 1) }
    }

    private static func standard(_ name: String) -> Found? {
        StandardType.all[name].map { type in
            Found(resolved: .standard(type), syntax: .name([.init("Swift"), .init(name)]))
        }
    }

    /// A type that is one indeed.
    private func known(_ syntax: TypeSyntax?, in scope: TypeResolver.Scope) -> Found? {
        guard let syntax else { return nil }
        let resolved = resolver.resolve(syntax, in: scope)
        switch resolved {
        case .unknown, .ambiguous, .notStorable: return nil
        default: return Found(resolved: resolved, syntax: syntax)
        }
    }

    // MARK: Several values

    /// The type that all of several values have; whole numbers that are written out may be fractions.
    private func common(_ values: [ExpressionSyntax], _ types: [Found?]) -> Found? {
        let found = types.compactMap(\.self)
        guard let first = found.first, found.count == types.count else { return nil }
        if found.allSatisfy({ Self.isSame($0, first) }) { return first }
        let typed = zip(values, found).filter { value, _ in !Self.isWholeNumber(value) }.map(\.1)
        guard let real = typed.first, real.standard.map({ Self.reals.contains($0.name) }) ?? false,
            typed.allSatisfy({ Self.isSame($0, real) })
        else { return nil }
        return real
    }

    private static let reals: Set<String> = [
        "Double", "Float", "TimeInterval", "CGFloat", "Decimal", "Float32", "Float64",
    ]

    private static func isWholeNumber(_ value: ExpressionSyntax) -> Bool {
        if case .integer = value { true } else { false }
    }

    private static func isSame(_ one: Found, _ other: Found) -> Bool {
        func name(_ type: StandardType) -> String { type.name == "TimeInterval" ? "Double" : type.name }
        switch (one.resolved, other.resolved) {
        case (.standard(let left), .standard(let right)): return name(left) == name(right)
        case (.declared(let left), .declared(let right)): return left === right
        default: return one.syntax == other.syntax
        }
    }

    private static let computing: Set<String> = ["+", "-", "*", "/", "%", "&+", "&-", "&*", "|", "&", "^"]
    private static let comparing: Set<String> = [
        "==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!==",
    ]

    private func sequence(
        _ operands: [ExpressionSyntax], _ types: [Found?], _ operators: [String]
    ) -> Found? {
        let known = Self.computing.union(Self.comparing)
        if operators.allSatisfy(known.contains), operators.contains(where: Self.comparing.contains) {
            return Self.standard("Bool")
        }
        if operators == ["??"] {
            // What a literal stands for follows from what is before it.
            guard case .optional(let type)? = types[0]?.resolved, let syntax = types[0]?.syntax else {
                return nil
            }
            if case .optional? = types[1]?.resolved { return types[0] }
            return Found(resolved: type, syntax: syntax.unwrapped.type)
        }
        guard operators.allSatisfy(Self.computing.contains) else { return nil }
        if let first = types.first, let first, first.standard?.name == "Date",
            types.dropFirst().allSatisfy({ found in
                found?.standard.map { Self.reals.contains($0.name) || $0.name == "Int" } ?? false
            })
        {
            return first
        }
        return common(operands, types)
    }

    // MARK: Calls

    private func call(
        _ callee: ExpressionSyntax, _ arguments: [ExpressionSyntax.Argument],
        in scope: TypeResolver.Scope, depth: Int
    ) -> Found? {
        if case .member(let base, let part) = callee, part.name == "init" {
            return known(base.type, in: scope).flatMap {
                made(by: $0, arguments, in: scope, depth: depth)
            }
        }
        if let syntax = callee.type {
            if let found = collection(syntax, arguments, in: scope, depth: depth) { return found }
            if let found = known(syntax, in: scope) {
                return made(by: found, arguments, in: scope, depth: depth)
            }
        }
        switch callee {
        case .name(let component) where component.name == "NSLocalizedString":
            return Self.standard("String")
        case .member(let base, let part):
            if let owner = known(base.type, in: scope) {
                return staticResult(of: part.name, owner)
            }
            guard let owner = type(of: base, in: scope, depth: depth + 1) else { return nil }
            return result(of: part.name, owner)
        default: return nil
        }
    }

    /// `Array(repeating: 0, count: 3)`, whose elements its arguments tell.
    private func collection(
        _ syntax: TypeSyntax, _ arguments: [ExpressionSyntax.Argument],
        in scope: TypeResolver.Scope, depth: Int
    ) -> Found? {
        guard let last = syntax.components?.last, last.arguments.isEmpty else { return nil }
        guard ["Array", "Set"].contains(last.name), let first = arguments.first else { return nil }
        switch (last.name, first.label, first.value) {
        case ("Array", "repeating"?, let value):
            guard let element = type(of: value, in: scope, depth: depth + 1) else { return nil }
            return Found(resolved: .array(element.resolved), syntax: .array(element.syntax))
        case ("Set", nil, .array(let elements)):
            let types = elements.map { type(of: $0, in: scope, depth: depth + 1) }
            guard let element = common(elements, types) else { return nil }
            return Found(
                resolved: .set(element.resolved),
                syntax: .name([.init("Set", arguments: [element.syntax])]))
        default: return nil
        }
    }

    /// What an initialiser makes: some may fail, and give an optional.
    private func made(
        by found: Found, _ arguments: [ExpressionSyntax.Argument], in scope: TypeResolver.Scope,
        depth: Int
    ) -> Found? {
        switch found.resolved {
        case .declared(let type):
            if type.kind == .enum, arguments.first?.label == "rawValue" { return found.optional }
            return type.hasFailableInitializer ? nil : found
        case .array(.unknown), .set(.unknown): return nil
        case .standard(let type):
            let label = arguments.first?.label
            if let label, Self.failing[type.name]?.contains(label) ?? false { return found.optional }
            guard Self.numbers.contains(type.name) else { return found }
            if label == "exactly" { return found.optional }
            guard let first = arguments.first, label == nil else { return found }
            switch self.type(of: first.value, in: scope, depth: depth + 1)?.standard?.name {
            case "String"?: return type.name == "Decimal" ? nil : found.optional
            case nil: return nil
            default: return found
            }
        default: return found
        }
    }

    private static let numbers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
        "Float", "CGFloat", "Decimal", "Bool",
    ]

    /// The first labels of initialisers that may fail.
    private static let failing: [String: Set<String>] = [
        "URL": ["string", "dataRepresentation"], "UUID": ["uuidString"], "Decimal": ["string"],
        "Data": ["base64Encoded"], "String": ["data", "bytes", "validating", "validatingUTF8"],
        "TimeZone": ["identifier", "abbreviation", "secondsFromGMT"],
    ]

    private func staticResult(of name: String, _ owner: Found) -> Found? {
        switch owner.resolved {
        case .standard(let type):
            return name == "random" && Self.numbers.contains(type.name) ? owner : nil
        case .declared(let type):
            if type.cases.contains(where: { $0.element.name == name }) { return owner }
            return declaredResult(of: name, type)
        default: return nil
        }
    }

    private func declaredResult(of name: String, _ type: DeclaredType) -> Found? {
        guard let results = type.results[name], let first = results.first, let first,
            results.allSatisfy({ $0?.type == first.type })
        else { return nil }
        return known(first.type, in: TypeResolver.Scope(type: type, unit: first.unit))
    }

    private func result(of name: String, _ owner: Found) -> Found? {
        if case .declared(let type) = owner.resolved { return declaredResult(of: name, type) }
        switch (owner.standard?.name, name) {
        case ("Date"?, "addingTimeInterval"), ("Date"?, "advanced"): return owner
        case ("Date"?, "formatted"), ("Date"?, "ISO8601Format"): return Self.standard("String")
        case ("String"?, "uppercased"), ("String"?, "lowercased"), ("String"?, "trimmingCharacters"),
            ("String"?, "replacingOccurrences"), ("String"?, "appending"):
            return owner
        case ("Calendar"?, "startOfDay"): return Self.standard("Date")
        case ("Calendar"?, "component"): return Self.standard("Int")
        case ("Calendar"?, "date"): return Self.standard("Date")?.optional
        default: return nil
        }
    }

    // MARK: Members

    private func member(
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

    /// What members of Apple's types are.
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
