import ObjectModel
import SwiftSource

/// The choice of the current versioned schema of an app.
extension ModelSelector {
    /// Returns the current versioned schema: by a type alias or a migration plan, or otherwise the latest.
    func selectVersion() throws -> Selection? {
        let all = schemas.schemas.filter { !$0.unit.isTest && !$0.isInactive }
        guard !all.isEmpty else { return nil }
        var current: [(schema: DeclaredType, evidence: ModelSourceIssue.Evidence)] = []
        func add(_ schema: DeclaredType, _ evidence: ModelSourceIssue.Evidence) {
            if !current.contains(where: { $0.schema === schema }) {
                current.append((schema, evidence))
            }
        }
        for plan in schemas.plans where !plan.unit.isTest {
            guard let list = schemas.schemas(of: plan), let last = list.last else { continue }
            let latest = list.max { isOlder($0, $1) } ?? last
            let newest = isOlder(last, latest) ? latest : last
            add(newest, .migrationPlan(plan.qualifiedName, schema: newest.qualifiedName))
        }
        for alias in currentAliases(of: all) {
            add(alias.schema, .alias(alias.name, schema: alias.schema.qualifiedName))
        }
        if current.isEmpty { return try selectLatest(all) }
        if current.count == 1 { return try selection(of: current[0].schema, current[0].evidence) }
        return try union(of: current.map(\.schema), evidence: nil) {
            current.map { entry in
                ModelSourceIssue.Choice(
                    evidence: entry.evidence, schema: entry.schema.qualifiedName)
            }
        }
    }

    /// Returns the type aliases that make a schema the current one. These are aliases that have the same name as a
    /// model of it, or otherwise aliases of a model with a name that is not that of an old version. Aliases of a schema
    /// count too, unless they are only short names for several schemas. If the names of some contain `current`, `latest`
    /// or `newest`, only these count.
    private func currentAliases(of all: [DeclaredType]) -> [(name: String, schema: DeclaredType)] {
        var ofModels: [(name: String, schema: DeclaredType)] = []
        var ofSchemas: [(name: String, schema: DeclaredType)] = []
        var others: [(name: String, schema: DeclaredType)] = []
        for (name, aliases) in table.aliases.sorted(by: { $0.key < $1.key }) {
            for alias in aliases where !alias.unit.isTest {
                let scope = TypeResolver.Scope(type: nil, unit: alias.unit)
                guard let type = resolver.resolve(alias.declaration.type, in: scope).declared,
                    let schema = type.isModel ? type.parent : type,
                    all.contains(where: { $0 === schema })
                else { continue }
                if !type.isModel {
                    ofSchemas.append((name, schema))
                } else if name == type.name {
                    ofModels.append((name, schema))
                } else if !Self.speaksOfOld(name) {
                    others.append((name, schema))
                }
            }
        }
        let named = Set(ofModels.map { Self.stem($0.schema.qualifiedName) })
        others.removeAll { named.contains(Self.stem($0.schema.qualifiedName)) }
        ofModels += Self.agreeing(others)
        let marked = ofSchemas.filter { alias in
            ["current", "latest", "newest"].contains { alias.name.lowercased().contains($0) }
        }
        if !marked.isEmpty { ofSchemas = marked }
        return ofModels + Self.agreeing(ofSchemas)
    }

    /// Returns the aliases, or none if two of them refer to schemas of one family.
    private static func agreeing(
        _ aliases: [(name: String, schema: DeclaredType)]
    ) -> [(name: String, schema: DeclaredType)] {
        let stems = Set(aliases.map { stem($0.schema.qualifiedName) })
        return stems.count < Set(aliases.map { ObjectIdentifier($0.schema) }).count ? [] : aliases
    }

    /// Returns whether a name is that of an old version: `LegacyTrip`, `TripV1`.
    private static func speaksOfOld(_ name: String) -> Bool {
        let lower = name.lowercased()
        return ["old", "legacy", "previous"].contains { lower.contains($0) }
            || stem(name) != name && name.last?.isNumber ?? false
    }

    /// Selects the latest schema of each family: `CardSchemaV1` and `CardSchemaV2` belong to one family.
    private func selectLatest(_ all: [DeclaredType]) throws -> Selection? {
        var families: [(stem: String, latest: DeclaredType)] = []
        for schema in all {
            let stem = Self.stem(schema.qualifiedName)
            if let index = families.firstIndex(where: { $0.stem == stem }) {
                if isOlder(families[index].latest, schema) { families[index].latest = schema }
            } else {
                families.append((stem, schema))
            }
        }
        let latest = families.map(\.latest)
        let evidence = ModelSourceIssue.Evidence.latestSchema(latest.map(\.qualifiedName))
        if latest.count == 1 { return try selection(of: latest[0], evidence) }
        return try union(of: latest, evidence: evidence) {
            latest.map { schema in
                ModelSourceIssue.Choice(
                    evidence: .latestSchema([schema.qualifiedName]),
                    schema: schema.qualifiedName)
            }
        }
    }

    /// Selects the models of several schemas, unless two would be entities of one name.
    private func union(
        of schemas: [DeclaredType], evidence: ModelSourceIssue.Evidence?,
        _ choices: () -> [ModelSourceIssue.Choice]
    ) throws -> Selection {
        var result: Selection?
        for schema in schemas {
            let part = try selection(of: schema, evidence ?? .latestSchema(schemas.map(\.qualifiedName)))
            result?.roots += part.roots
            result?.issues += part.issues
            if result?.version != part.version { result?.version = nil }
            result = result ?? part
        }
        guard let result else { throw failure(.noModels) }
        let names = reach.closure(of: result.roots).map(\.name)
        guard Set(names).count == names.count else { throw failure(.ambiguousChoice(choices())) }
        return result
    }

    private func isOlder(_ one: DeclaredType, _ other: DeclaredType) -> Bool {
        let versions = (schemas.version(of: one), schemas.version(of: other))
        if let left = versions.0, let right = versions.1, left != right {
            return left.lexicographicallyPrecedes(right)
        }
        return Self.number(one.qualifiedName) < Self.number(other.qualifiedName)
    }

    private static func stem(_ name: String) -> String {
        var stem = name[...]
        while let last = stem.last, last.isNumber || last == "_" || last == "." { stem.removeLast() }
        if stem.hasSuffix("V") || stem.hasSuffix("v") { stem.removeLast() }
        return String(stem)
    }

    private static func number(_ name: String) -> [Int] {
        let digits = name.reversed().prefix { $0.isNumber || $0 == "_" }.reversed()
        return String(digits).split(separator: "_").map { Int($0) ?? 0 }
    }
}

private func < (one: [Int], other: [Int]) -> Bool { one.lexicographicallyPrecedes(other) }
