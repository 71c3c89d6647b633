import ObjectModel
import SwiftSource

/// Reads the models that a versioned schema, a migration plan or a call names.
struct SchemaReader {
    /// A set of models.
    struct ModelSet {
        var models: [DeclaredType] = []
        /// The version `major.minor.patch` of a versioned schema.
        var version: [Int]?
        /// The versioned schema.
        var schema: DeclaredType?
    }

    let table: DeclarationTable
    let resolver: TypeResolver
    private let effort = Effort()
    private static let deepest = 20
    private static let mostExpressions = 10_000

    /// The number of expressions that are still inspected for one list. It is limited because nested sums have
    /// exponentially many terms.
    private final class Effort {
        var left = 0
    }

    // MARK: Schemas

    /// The versioned schemas that the sources declare, in the order of files.
    var schemas: [DeclaredType] {
        table.all.filter(\.isVersionedSchema)
    }

    /// The migration plans.
    var plans: [DeclaredType] {
        table.all.filter { type in
            type.inherited.contains { $0.type.components?.last?.name == "SchemaMigrationPlan" }
        }
    }

    /// Returns the models and the version of a versioned schema; nil if its list is computed.
    func modelSet(of schema: DeclaredType, depth: Int = 0) -> ModelSet? {
        guard let list = value("models", of: schema),
            var set = modelSet(of: list.value, in: list.scope, depth: depth)
        else { return nil }
        set.version = version(of: schema)
        set.schema = schema
        return set
    }

    /// Returns the version of a versioned schema; nil if it is not written as three numbers.
    func version(of schema: DeclaredType) -> [Int]? {
        guard let found = value("versionIdentifier", of: schema) else { return nil }
        return version(resolver.followed(found.value, in: found.scope).value)
    }

    /// Returns the three numbers in `Schema.Version(1, 0, 0)`.
    func version(_ expression: ExpressionSyntax) -> [Int]? {
        guard case .call(_, let arguments) = expression, arguments.count == 3 else { return nil }
        let numbers = arguments.compactMap { argument -> Int? in
            guard case .integer(let text) = argument.value else { return nil }
            return Int(text)
        }
        return numbers.count == 3 ? numbers : nil
    }

    /// Returns the schemas of a migration plan, the oldest first; nil if the list is not a literal or constant.
    func schemas(of plan: DeclaredType) -> [DeclaredType]? { list("schemas", of: plan) { type($0, in: $1) } }

    /// Returns the elements of a static list of a migration plan, which may be a sum of literals and constants; nil if
    /// one of them cannot be read.
    func list<Element>(
        _ name: String, of plan: DeclaredType,
        _ element: (ExpressionSyntax, TypeResolver.Scope) -> Element?
    ) -> [Element]? {
        guard let list = value(name, of: plan) else { return nil }
        effort.left = Self.mostExpressions
        return elements(of: list.value, in: list.scope, depth: 0, element)
    }

    private func elements<Element>(
        of value: ExpressionSyntax, in scope: TypeResolver.Scope, depth: Int,
        _ element: (ExpressionSyntax, TypeResolver.Scope) -> Element?
    ) -> [Element]? {
        effort.left -= 1
        guard effort.left > 0, depth < Self.deepest else { return nil }
        let (value, scope) = resolver.followed(value, in: scope)
        switch value {
        case .array(let expressions):
            let found = expressions.compactMap { element($0, scope) }
            return found.count == expressions.count ? found : nil
        case .sequence(let operands, let operators):
            // `[first] + others`
            let parts = operands.compactMap { elements(of: $0, in: scope, depth: depth + 1, element) }
            guard operators.allSatisfy({ $0 == "+" }), parts.count == operands.count else { return nil }
            return parts.flatMap(\.self)
        default: return nil
        }
    }

    /// Returns the value of a static or an instance property.
    func value(
        _ name: String, of type: DeclaredType, isStatic: Bool = true
    ) -> (value: ExpressionSyntax, scope: TypeResolver.Scope)? {
        let all = type.properties.filter { $0.binding.name == name && $0.head.isStatic == isStatic }
        guard let property = all.first else { return nil }
        let scope = TypeResolver.Scope(type: type, unit: property.unit)
        if let value = property.binding.value { return (value, scope) }
        guard case .computed(let value?) = property.binding.accessors else { return nil }
        return (value, scope)
    }

    // MARK: Expressions

    /// Returns the type `Trip` for `Trip.self`; nil if the sources do not declare it.
    func type(_ expression: ExpressionSyntax, in scope: TypeResolver.Scope) -> DeclaredType? {
        guard case .member(let base, let part) = expression, part.name == "self",
            let syntax = base.type
        else { return nil }
        return resolver.resolve(syntax, in: scope).declared
    }

    /// Returns the models that an expression lists; nil if they cannot be determined.
    func modelSet(
        of expression: ExpressionSyntax, in scope: TypeResolver.Scope, depth: Int = 0
    ) -> ModelSet? {
        effort.left = depth == 0 ? Self.mostExpressions : effort.left - 1
        guard effort.left > 0, depth < Self.deepest else { return nil }
        switch expression {
        case .array(let elements):
            var set = ModelSet()
            for element in elements {
                guard let type = type(element, in: scope) else { return nil }
                set.models.append(type)
            }
            return set
        case .sequence(let operands, let operators):
            // `[Trip.self] + Self.others`
            let sets = operands.compactMap { modelSet(of: $0, in: scope, depth: depth + 1) }
            guard operators.allSatisfy({ $0 == "+" }), sets.count == operands.count else { return nil }
            return ModelSet(models: sets.flatMap(\.models))
        case .cast(let value, _): return modelSet(of: value, in: scope, depth: depth + 1)
        case .call(let callee, let arguments):
            guard callee.type?.components?.last?.name == "Schema" else { return nil }
            return modelSet(ofSchema: arguments, in: scope, depth: depth + 1)
        case .member(let base, let part):
            if part.name == "self" {
                guard let type = type(expression, in: scope) else { return nil }
                return ModelSet(models: [type])
            }
            guard let syntax = base.type, let owner = resolver.resolve(syntax, in: scope).declared
            else { return nil }
            if part.name == "models", let set = modelSet(of: owner, depth: depth + 1) { return set }
            guard let found = value(part.name, of: owner) else { return nil }
            return modelSet(of: found.value, in: found.scope, depth: depth + 1)
        case .name(let part):
            var outer = scope.type
            while let type = outer {
                if let found = value(part.name, of: type) ?? value(part.name, of: type, isStatic: false) {
                    return modelSet(of: found.value, in: found.scope, depth: depth + 1)
                }
                outer = type.parent
            }
            guard let variables = table.variables[part.name], variables.count == 1,
                let value = variables[0].binding.value
            else { return nil }
            return modelSet(
                of: value, in: TypeResolver.Scope(type: nil, unit: variables[0].unit),
                depth: depth + 1)
        default: return nil
        }
    }

    /// Returns the models of `Schema([…], version: …)` or `Schema(versionedSchema: …)`.
    func modelSet(
        ofSchema arguments: [ExpressionSyntax.Argument], in scope: TypeResolver.Scope, depth: Int = 0
    ) -> ModelSet? {
        if depth == 0 { effort.left = Self.mostExpressions }
        if let schema = arguments.first(where: { $0.label == "versionedSchema" }) {
            return type(schema.value, in: scope).flatMap { modelSet(of: $0, depth: depth + 1) }
        }
        guard let list = arguments.first(where: { $0.label == nil }),
            var set = modelSet(of: list.value, in: scope, depth: depth + 1)
        else { return nil }
        // `Schema(SchemaV1.models)` lists the models of a version, not the version.
        set.schema = nil
        set.version = arguments.first { $0.label == "version" }.flatMap {
            version(resolver.followed($0.value, in: scope).value)
        }
        return set
    }
}
