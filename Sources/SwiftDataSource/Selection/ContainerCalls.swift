import ObjectModel
import SwiftSource

/// The calls by which an app says what its models are.
struct ContainerCalls {
    /// One call with the models that it names.
    struct Found {
        let set: SchemaReader.ModelSet
        /// The call in words: `ModelContainer(for:)`.
        let name: String
        /// `path:line:column`, for sentences.
        let location: String
    }

    /// The calls of the app itself: those of tests, previews and containers in memory do not count.
    private(set) var found: [Found] = []
    /// The names of configurations, nil for one without a name.
    private(set) var configurations: [String?] = []

    init(table: DeclarationTable, schemas: SchemaReader) {
        for unit in table.units where !unit.isTest && !unit.file.calls.isEmpty {
            for call in unit.file.calls where call.macro != "Preview" {
                let scope = TypeResolver.Scope(
                    type: table.type(around: call.location, in: unit), unit: unit)
                guard !Self.isPreview(scope.type), !Self.isInMemory(call) else { continue }
                if call.name == "ModelConfiguration" {
                    configurations.append(Self.configurationName(call))
                } else if let set = Self.models(of: call, schemas, scope), !set.models.isEmpty,
                    set.models.allSatisfy(\.isModel)
                {
                    found.append(
                        Found(
                            set: set, name: Self.words(call), location: unit.text(of: call.location)))
                }
            }
        }
    }

    private static func words(_ call: CallSyntax) -> String {
        switch call.name {
        case "ModelContainer": "ModelContainer(for:)"
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

    /// Whether a container keeps nothing, itself or by its configuration.
    private static func isInMemory(_ call: CallSyntax) -> Bool {
        func isInMemory(_ arguments: [ExpressionSyntax.Argument], depth: Int) -> Bool {
            arguments.contains { argument in
                if ["inMemory", "isStoredInMemoryOnly"].contains(argument.label ?? ""),
                    argument.value == .boolean(true)
                {
                    return true
                }
                guard depth < 4, case .call(_, let inner) = argument.value else { return false }
                return isInMemory(inner, depth: depth + 1)
            }
        }
        return isInMemory(call.arguments, depth: 0)
    }

    private static func configurationName(_ call: CallSyntax) -> String? {
        guard let first = call.arguments.first, first.label == nil,
            case .string(let text?) = first.value
        else { return nil }
        return text
    }

    private static func models(
        of call: CallSyntax, _ schemas: SchemaReader, _ scope: TypeResolver.Scope
    ) -> SchemaReader.ModelSet? {
        if call.name == "Schema" {
            guard !call.isMember else { return nil }
            return schemas.modelSet(ofSchema: call.arguments, in: scope)
        }
        guard let first = call.arguments.firstIndex(where: { $0.label == "for" }) else { return nil }
        guard var set = schemas.modelSet(of: call.arguments[first].value, in: scope) else {
            return nil
        }
        // `for: A.self, B.self` may go on.
        for argument in call.arguments[(first + 1)...] {
            guard argument.label == nil else { break }
            guard let type = schemas.type(argument.value, in: scope) else { return nil }
            set.models.append(type)
        }
        return set
    }
}
