import ObjectModel
import SwiftSource

/// Selects the models of a store: those that the user names, or those that the source declares.
struct ModelSelector {
    /// The selected models.
    struct Selection {
        /// The models, without the destinations of their relationships.
        var roots: [DeclaredType]
        /// The version of the versioned schema.
        var version: [Int]?
        /// The name of the configuration; nil for `default`.
        var configuration: String?
        var evidence: ModelSourceIssue.Evidence
        /// Warnings about computed values, with the assumed values.
        var issues: [ModelSourceIssue] = []
    }

    let table: DeclarationTable
    let resolver: TypeResolver
    let path: String

    var schemas: SchemaReader { SchemaReader(table: table, resolver: resolver) }
    var reach: ModelReach { ModelReach(resolver: resolver) }

    func failure(_ problem: ModelSourceIssue.Problem) -> ModelSourceFailure {
        ModelSourceFailure([ModelSourceIssue(.error, problem, path: path)])
    }

    /// All `@Model` classes of the app, or those of its tests if the app has none.
    private var models: [DeclaredType] {
        let all = table.all.filter(\.isModel)
        let active = all.filter { !$0.isInactive }
        let sound = active.isEmpty ? all : active
        let own = sound.filter { !$0.unit.isTest }
        return own.isEmpty ? sound : own
    }

    // MARK: Choosing

    func select(_ choice: ModelChoice) throws -> Selection {
        guard !table.all.filter(\.isModel).isEmpty else { throw failure(.noModels) }
        if !choice.models.isEmpty {
            let roots = try choice.models.map(model)
            let reached = Set(reach.closure(of: roots).map(ObjectIdentifier.init))
            let calls = ContainerCalls(table: table, schemas: schemas)
            let store = stores(of: calls).first { $0.reached == reached }
            return Selection(
                roots: roots, version: nil, configuration: store?.configuration.name, evidence: .given)
        }
        if let name = choice.schema ?? choice.version { return try select(schema: name) }
        let calls = ContainerCalls(table: table, schemas: schemas)
        let stores = stores(of: calls)
        guard stores.count < 2 else {
            throw failure(
                .ambiguousChoice(
                    stores.map { store in
                        ModelSourceIssue.Choice(
                            evidence: .call("ModelConfiguration", location: store.configuration.location),
                            models: store.configuration.set?.models.map(\.qualifiedName) ?? [])
                    }))
        }
        let configuration = configuration(of: calls)
        if let found = try select(calls.found) {
            var selection = found
            selection.configuration = configuration
            selection.issues += calls.omitted
            return selection
        }
        if let missing = calls.unread.first(where: { issue in
            if case .unknownType = issue.problem { true } else { false }
        }) {
            throw ModelSourceFailure([
                ModelSourceIssue(
                    .error, missing.problem, path: missing.path, line: missing.line,
                    column: missing.column)
            ])
        }
        var selection = try selectVersion() ?? selectAll()
        selection.configuration = configuration
        selection.issues += calls.unread
        return selection
    }

    /// Returns the configurations that name different models. The app has a store for each.
    private func stores(
        of calls: ContainerCalls
    ) -> [(configuration: ContainerCalls.Configuration, reached: Set<ObjectIdentifier>)] {
        var stores: [(configuration: ContainerCalls.Configuration, reached: Set<ObjectIdentifier>)] = []
        for configuration in calls.configurations {
            guard let models = configuration.set?.models, !models.isEmpty, models.allSatisfy(\.isModel) else {
                continue
            }
            let reached = Set(reach.closure(of: models).map(ObjectIdentifier.init))
            guard !stores.contains(where: { $0.reached == reached }) else { continue }
            stores.append((configuration, reached))
        }
        return stores
    }

    private func configuration(of calls: ContainerCalls) -> String? {
        let names = Set(calls.configurations.map(\.name))
        guard names.count == 1, let only = names.first else { return nil }
        return only
    }

    /// Returns a model by its full name, or by the end of its name.
    private func model(named name: String) throws -> DeclaredType {
        let all = table.all.filter(\.isModel)
        let found = all.filter { type in
            type.qualifiedName == name || type.qualifiedName.hasSuffix("." + name)
        }
        let exact = found.filter { $0.qualifiedName == name }
        for group in [exact, found] where !group.isEmpty {
            let best = group.filter { !$0.unit.isTest && !$0.isInactive }
            let candidates = best.isEmpty ? group : best
            if candidates.count == 1 { return candidates[0] }
            // A type alias may decide between several.
            for alias in table.aliases[name] ?? [] where !alias.unit.isTest {
                let scope = TypeResolver.Scope(type: nil, unit: alias.unit)
                if let type = resolver.resolve(alias.declaration.type, in: scope).declared,
                    candidates.contains(where: { $0 === type })
                {
                    return type
                }
            }
            throw failure(
                .ambiguousName(
                    name, candidates: candidates.map { "\($0.qualifiedName) (\($0.locationText))" }))
        }
        // The name may be that of an alias of a model.
        for alias in table.aliases[name] ?? [] {
            let scope = TypeResolver.Scope(type: nil, unit: alias.unit)
            if let type = resolver.resolve(alias.declaration.type, in: scope).declared, type.isModel {
                return type
            }
        }
        throw failure(.unknownName(name, available: all.map(\.qualifiedName)))
    }

    private func select(schema name: String) throws -> Selection {
        let all = table.all.filter { type in
            schemas.schemas.contains { $0 === type } || schemas.modelSet(of: type) != nil
        }
        let found = all.filter { $0.qualifiedName == name || $0.qualifiedName.hasSuffix("." + name) }
        let exact = found.filter { $0.qualifiedName == name }
        let own = (exact.isEmpty ? found : exact).filter { !$0.unit.isTest && !$0.isInactive }
        let candidates = own.isEmpty ? (exact.isEmpty ? found : exact) : own
        guard let schema = candidates.first else {
            throw failure(.unknownName(name, available: all.map(\.qualifiedName)))
        }
        guard candidates.count == 1 else {
            throw failure(
                .ambiguousName(
                    name, candidates: candidates.map { "\($0.qualifiedName) (\($0.locationText))" }))
        }
        return try selection(of: schema, .givenSchema(schema.qualifiedName))
    }

    /// Selects the models of a versioned schema. If its list is computed, these are the models nested in it.
    func selection(
        of schema: DeclaredType, _ evidence: ModelSourceIssue.Evidence
    ) throws -> Selection {
        let set = schemas.modelSet(of: schema)
        let inside = schema.types.sorted { $0.key < $1.key }.flatMap(\.value).filter(\.isModel)
        let roots = set?.models ?? inside
        guard !roots.isEmpty else { throw failure(.noModels) }
        var selection = Selection(
            roots: roots, version: set?.version ?? schemas.version(of: schema), evidence: evidence)
        func warn(_ what: String, taken: String) {
            selection.issues.append(
                schema.unit.issue(.warning, .computed(what: what, taken: taken), at: schema.location))
        }
        if set == nil {
            warn("the models of \(schema.qualifiedName) are", taken: "the models nested in it are used")
        }
        if selection.version == nil {
            warn("the version of \(schema.qualifiedName) is", taken: "1.0.0 is used")
        }
        return selection
    }

    // MARK: Declarations of the source

    /// Selects the models that the app's calls name. The models of one call may include those of another.
    private func select(_ found: [ContainerCalls.Found]) throws -> Selection? {
        var groups: [(call: ContainerCalls.Found, reached: Set<ObjectIdentifier>)] = []
        for call in found {
            let reached = Set(reach.closure(of: call.set.models).map(ObjectIdentifier.init))
            if let same = groups.firstIndex(where: { $0.reached.isSuperset(of: reached) }) {
                // Of two equal calls, the one with a version has more information.
                if groups[same].reached == reached, groups[same].call.set.version == nil {
                    groups[same].call = call.set.version == nil ? groups[same].call : call
                }
                continue
            }
            groups.removeAll { $0.reached.isSubset(of: reached) }
            groups.append((call, reached))
        }
        // A container for some models does not count if another call declares the app's schema.
        let declared = groups.filter(\.call.isDeclaration)
        let stray = declared.count == 1 ? groups.filter { !$0.call.isDeclaration } : []
        if declared.count == 1 { groups = declared }
        guard let first = groups.first else { return nil }
        guard groups.count == 1 else {
            throw failure(
                .ambiguousChoice(
                    groups.map { group in
                        ModelSourceIssue.Choice(
                            evidence: .call(group.call.name, location: group.call.location),
                            schema: group.call.set.schema?.qualifiedName,
                            models: group.call.set.models.map(\.qualifiedName))
                    }))
        }
        return Selection(
            roots: first.call.set.models, version: first.call.set.version,
            evidence: .call(first.call.name, location: first.call.location),
            issues: stray.map { group in
                let models = group.call.set.models.map(\.qualifiedName)
                return group.call.unit.issue(.warning, .strayContainer(models: models), at: group.call.place)
            })
    }

    /// Selects all models, unless two have the same name.
    private func selectAll() throws -> Selection {
        let all = models
        var byName: [String: [DeclaredType]] = [:]
        for type in all { byName[type.name, default: []].append(type) }
        for (name, types) in byName.sorted(by: { $0.key < $1.key }) where types.count > 1 {
            throw failure(
                .ambiguousName(
                    name, candidates: types.map { "\($0.qualifiedName) (\($0.locationText))" }))
        }
        return Selection(roots: all, evidence: .all)
    }
}
