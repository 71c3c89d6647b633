import ObjectModel
import SwiftSource

/// The calls by which an app declares its models.
struct ContainerCalls {
    /// A call, with the models that it names.
    struct Found {
        let set: SchemaReader.ModelSet
        /// The call for messages: `ModelContainer(for:)`.
        let name: String
        /// The location as `path:line:column`, for messages.
        let location: String
        /// Whether the call declares all models of the app: a schema, the container of a scene or of the app itself, or
        /// a container with a migration plan.
        let isDeclaration: Bool
        /// The file of the call, for warnings.
        let unit: SourceUnit
        let place: SourceLocation
    }

    /// A `ModelConfiguration`, which describes one store.
    struct Configuration {
        /// The name; nil for one without a name.
        let name: String?
        /// The models that the configuration names; nil if the container names them.
        let set: SchemaReader.ModelSet?
        /// The location as `path:line:column`, for messages.
        let location: String
    }

    /// The calls of the app itself. Calls in tests and previews, and of containers in memory, are left out.
    private(set) var found: [Found] = []
    /// Calls of the app whose models are not literals, or are declared elsewhere.
    private(set) var unread: [ModelSourceIssue] = []
    /// Calls that `#if` conditions leave out.
    private(set) var omitted: [ModelSourceIssue] = []
    /// The configurations of stores on disk.
    private(set) var configurations: [Configuration] = []

    init(table: DeclarationTable, schemas: SchemaReader) {
        /// Calls that refer to their models by a name that the sources do not declare.
        var elsewhere: [ModelSourceIssue] = []
        for unit in table.units where !unit.isTest && !unit.file.calls.isEmpty {
            let calls = unit.file.calls.filter { $0.macro != "Preview" }
            for (index, call) in calls.enumerated() {
                let scope = TypeResolver.Scope(
                    type: table.type(around: call.location, in: unit), unit: unit)
                guard !Self.isPreview(scope.type), !Self.isInMemory(calls, index) else { continue }
                let (isTaken, doubt) = CompilationCondition.evaluate(call.conditions)
                guard isTaken else {
                    if let doubt, Self.models(of: call, schemas, scope) != nil {
                        let problem = ModelSourceIssue.Problem.condition(doubt.condition, holds: doubt.holds)
                        omitted.append(unit.issue(.warning, problem, at: call.location))
                    }
                    continue
                }
                if call.name == "ModelConfiguration" {
                    configurations.append(
                        Configuration(
                            name: Self.configurationName(call),
                            set: Self.models(ofConfiguration: call, schemas, scope),
                            location: unit.text(of: call.location)))
                } else if let set = Self.models(of: call, schemas, scope) {
                    guard !set.models.isEmpty, set.models.allSatisfy(\.isModel) else { continue }
                    found.append(
                        Found(
                            set: set, name: Self.words(call), location: unit.text(of: call.location),
                            isDeclaration: Self.isDeclaration(call, scope.type), unit: unit,
                            place: call.location))
                } else if let problem = Self.problem(with: call, schemas, scope) {
                    if case .computed = problem, call.name != "Schema" {
                        elsewhere.append(unit.issue(.warning, problem, at: call.location))
                    } else {
                        unread.append(unit.issue(.warning, problem, at: call.location))
                    }
                }
            }
        }
        // The schema in `for: schema` is usually one that a call of `Schema` declares.
        if found.isEmpty, unread.isEmpty { unread = elsewhere }
    }

    /// Returns why the models of a call cannot be read; nil if the call names no models.
    private static func problem(
        with call: CallSyntax, _ schemas: SchemaReader, _ scope: TypeResolver.Scope
    ) -> ModelSourceIssue.Problem? {
        guard scope.unit.file.imports.contains("SwiftData") else { return nil }
        var values: [ExpressionSyntax]
        switch call.name {
        case "Schema":
            guard !call.isMember, call.arguments.first?.label == nil || call.arguments.count == 1,
                let first = call.arguments.first
            else { return nil }
            values = [first.value]
        default:
            guard let first = call.arguments.firstIndex(where: { $0.label == "for" }) else { return nil }
            let others = call.arguments[(first + 1)...].prefix { $0.label == nil }
            values = [call.arguments[first].value] + others.map(\.value)
        }
        if values.count == 1, case .array(let elements) = values[0] { values = elements }
        for value in values {
            guard case .member(let base, let part) = value, part.name == "self", let syntax = base.type
            else { continue }
            if case .unknown = schemas.resolver.resolve(syntax, in: scope) {
                return .unknownType(syntax.description)
            }
        }
        return .computed(what: "the models in \(words(call)) are", taken: "the call is ignored")
    }

    private static func isDeclaration(_ call: CallSyntax, _ type: DeclaredType?) -> Bool {
        if call.name == "Schema" || call.isSchemaInitializer || call.name == "modelContainer" { return true }
        return call.arguments.contains { $0.label == "migrationPlan" }
            || type?.inherited.contains { $0.type.components?.last?.name == "App" } ?? false
    }

    private static func words(_ call: CallSyntax) -> String {
        switch call.name {
        case "init" where call.isSchemaInitializer: "Schema"
        case "ModelContainer", "init": "ModelContainer(for:)"
        case "modelContainer": ".modelContainer(for:)"
        default: "Schema"
        }
    }

    private static func isPreview(_ type: DeclaredType?) -> Bool {
        var outer = type
        while let type = outer {
            if type.name.hasSuffix("Preview") || type.name.hasSuffix("Previews")
                || type.name.hasPrefix("Preview")
                || type.inherited.contains(where: {
                    ["PreviewProvider", "PreviewModifier"].contains(
                        $0.type.components?.last?.name ?? "")
                })
            {
                return true
            }
            outer = type.parent
        }
        return false
    }

    /// Returns whether a container is only in memory, by its own arguments or by its configuration, or whether a schema
    /// belongs to such a container.
    static func isInMemory(_ calls: [CallSyntax], _ index: Int) -> Bool {
        let call = calls[index]
        if isInMemory(call.arguments, depth: 0) { return true }
        switch call.name {
        case "Schema":
            // The schema is in memory if all containers between it and the next schema are.
            let users = calls[(index + 1)...].prefix { $0.name != "Schema" || $0.isMember }
            let configurations = users.filter { $0.name == "ModelConfiguration" }
            return configurations.isEmpty
                ? users.contains { isInMemory($0.arguments, depth: 0) }
                : configurations.allSatisfy { isInMemory($0.arguments, depth: 0) }
        case "ModelContainer", "init":
            // `configurations: configuration` refers to the last configuration before the call.
            guard let argument = call.arguments.first(where: { $0.label == "configurations" }),
                let last = calls[..<index].last(where: { $0.name == "ModelConfiguration" })
            else { return false }
            var value = argument.value
            if case .array(let elements) = value, elements.count == 1 { value = elements[0] }
            guard case .name = value else { return false }
            return isInMemory(last.arguments, depth: 0)
        default: return false
        }
    }

    private static func isInMemory(_ arguments: [ExpressionSyntax.Argument], depth: Int) -> Bool {
        arguments.contains { argument in
            if ["inMemory", "isStoredInMemoryOnly"].contains(argument.label ?? ""),
                argument.value == .boolean(true)
            {
                return true
            }
            guard depth < 4 else { return false }
            switch argument.value {
            case .call(_, let inner): return isInMemory(inner, depth: depth + 1)
            case .array(let elements):
                return isInMemory(elements.map { .init(nil, $0) }, depth: depth + 1)
            default: return false
            }
        }
    }

    private static func configurationName(_ call: CallSyntax) -> String? {
        guard let first = call.arguments.first, first.label == nil,
            case .string(let text?) = first.value
        else { return nil }
        return text
    }

    /// Returns the models in `ModelConfiguration("User", schema: Schema([Item.self]))` or `ModelConfiguration(for:
    /// Item.self)`.
    private static func models(
        ofConfiguration call: CallSyntax, _ schemas: SchemaReader, _ scope: TypeResolver.Scope
    ) -> SchemaReader.ModelSet? {
        guard let schema = call.arguments.first(where: { $0.label == "schema" }) else {
            return models(of: call, schemas, scope)
        }
        return schemas.modelSet(of: schema.value, in: scope)
    }

    private static func models(
        of call: CallSyntax, _ schemas: SchemaReader, _ scope: TypeResolver.Scope
    ) -> SchemaReader.ModelSet? {
        if call.name == "Schema" || call.isSchemaInitializer {
            guard !call.isMember || call.name == "init" else { return nil }
            return schemas.modelSet(ofSchema: call.arguments, in: scope)
        }
        guard let first = call.arguments.firstIndex(where: { $0.label == "for" }) else { return nil }
        guard var set = schemas.modelSet(of: call.arguments[first].value, in: scope) else {
            return nil
        }
        // `for: A.self, B.self` may list more types.
        for argument in call.arguments[(first + 1)...] {
            guard argument.label == nil else { break }
            guard let type = schemas.type(argument.value, in: scope) else { return nil }
            set.models.append(type)
        }
        return set
    }
}

extension CallSyntax {
    /// Whether the call is `.init([Trip.self])` or `.init(versionedSchema: SchemaV1.self)`, which only a schema's
    /// initialiser can be.
    fileprivate var isSchemaInitializer: Bool {
        guard name == "init", isMember, let first = arguments.first else { return false }
        if first.label == "versionedSchema" { return true }
        guard first.label == nil, case .array(let elements) = first.value, !elements.isEmpty else {
            return false
        }
        return elements.allSatisfy { element in
            if case .member(_, let part) = element { part.name == "self" } else { false }
        }
    }
}
