import Files
import ObjectModel

extension SwiftModelReader {
    /// A set of models that the source declares.
    package struct Version: Sendable {
        /// The versioned schema; nil for the models that the app uses.
        package let schema: String?
        /// The models, if this is one of several sets that the app uses; otherwise empty.
        package var models: [String] = []
        /// The model, or the reasons why it cannot be read.
        package let result: Result<ModelFile, ModelSourceFailure>
    }

    /// Runs `body` with the choice, or with the first of a project's targets if the project does not show which one is
    /// meant and all of them have the same model.
    static func settlingTarget<Answer>(
        path: String, choice: ModelChoice, _ body: (ModelChoice) throws -> Answer
    ) throws -> Answer {
        do {
            return try body(choice)
        } catch let failure as ModelSourceFailure {
            // Warnings about missing files are before the error.
            guard choice.target == nil,
                case .ambiguousTarget(let names)? = failure.issues.first(where: { $0.severity == .error })?
                    .problem,
                let settled = try Self.choice(choice, ofEqual: names, path: path)
            else { throw failure }
            return try body(settled)
        }
    }

    /// Returns the choice with the first of some targets; nil unless all of them have the same model.
    private static func choice(
        _ choice: ModelChoice, ofEqual names: [String], path: String
    ) throws -> ModelChoice? {
        let most = 20
        guard names.count > 1, names.count <= most else { return nil }
        var hashes: VersionHashes?
        for name in names {
            var other = choice
            other.target = name
            let model: ManagedObjectModel
            do {
                model = try ModelFile.read(path: path, choice: other).model
            } catch is ModelSourceFailure {
                return nil
            } catch is ModelError {
                return nil
            }
            guard hashes.map({ VersionVerdict($0, model.versionHashes).willOpen }) ?? true else { return nil }
            hashes = model.versionHashes
        }
        var settled = choice
        (settled.target, settled.equalTargets) = (names[0], names)
        return settled
    }

    /// Returns the possible choices if the source does not show which model is meant; otherwise only the choice itself.
    ///
    /// - Throws: `ModelSourceFailure` if there is only one choice and its models cannot be read.
    package static func alternatives(path: String, choice: ModelChoice) throws -> [ModelChoice] {
        do {
            _ = try ModelFile.read(path: path, choice: choice)
            return [choice]
        } catch let failure as ModelSourceFailure {
            let others = failure.alternatives(to: choice)
            guard !others.isEmpty else { throw failure }
            return others
        }
    }

    /// The models of an app's source in all versions, read once.
    package struct VersionedModels: Sendable {
        /// The models of the choice. Without a choice, the models that the app uses.
        package let current: Result<ModelFile, ModelSourceFailure>
        /// The versioned schemas, the oldest first.
        package let schemas: [Version]
        /// The migration plans of the app.
        package let plans: [StagedMigrationPlan]
        /// Whether ``current`` contains the models that the app uses, and not models that the choice names.
        package let isOwnChoice: Bool

        /// The migration plan of the app; nil if there is none, or if the source does not show which one is used.
        package var plan: StagedMigrationPlan? {
            let used = plans.filter { $0.isUsed ?? false }
            return used.count == 1 ? used[0] : plans.count == 1 ? plans[0] : nil
        }
    }

    /// Reads every versioned schema of sources, the migration plans, and the models of the choice.
    ///
    /// - Parameter path: A Swift file, or a folder with some.
    /// - Throws: ``ModelSourceFailure`` if the files cannot be read; the errors of reading the store of the choice.
    package static func versionedModels(path: String, choice: ModelChoice) throws -> VersionedModels {
        let (sources, choice) = try settlingTarget(path: path, choice: choice) {
            (try Sources(path: path, target: $0.target), $0)
        }
        return try versionedModels(of: sources, choice: choice)
    }

    private static func result(
        _ sources: Sources, _ choice: ModelChoice
    ) throws -> Result<ModelFile, ModelSourceFailure> {
        do {
            return .success(try read(sources, choice: choice))
        } catch let failure as ModelSourceFailure {
            return .failure(failure)
        }
    }

    private static func versionedModels(
        of sources: Sources, choice: ModelChoice
    ) throws -> VersionedModels {
        let reader = SchemaReader(table: sources.table, resolver: sources.resolver)
        func result(_ schema: String?) throws -> Result<ModelFile, ModelSourceFailure> {
            var choice = choice
            if let schema { (choice.schema, choice.version, choice.models) = (schema, nil, []) }
            return try Self.result(sources, choice)
        }
        let sorted = reader.schemas.filter { !$0.isInactive }.sorted { one, other in
            let versions = (reader.version(of: one) ?? [], reader.version(of: other) ?? [])
            guard versions.0 == versions.1 else { return versions.0.lexicographicallyPrecedes(versions.1) }
            return one.qualifiedName.precedesInBinaryOrder(other.qualifiedName)
        }
        let schemas = try sorted.map {
            Version(schema: $0.qualifiedName, result: try result($0.qualifiedName))
        }
        let plans = try reader.plans.filter { !$0.unit.isTest && !$0.isInactive }.map { plan in
            let versions = try reader.schemas(of: plan)?.map { schema in
                let name = schema.qualifiedName
                return StagedMigrationPlan.Version(
                    name: name, identifier: reader.version(of: schema), place: .init(schema),
                    result: try schemas.first { $0.schema == name }?.result ?? result(name))
            }
            let stages = reader.stages(of: plan)?.map { stage in
                StagedMigrationPlan.Stage(
                    kind: stage.isCustom ? .custom : .lightweight, from: stage.from.qualifiedName,
                    to: stage.to.qualifiedName)
            }
            return StagedMigrationPlan(
                name: plan.qualifiedName, place: .init(plan), versions: versions, stages: stages,
                isUsed: reader.isUsed(plan))
        }
        return VersionedModels(
            current: try result(nil), schemas: schemas, plans: plans,
            isOwnChoice: choice.schema == nil && choice.version == nil && choice.models.isEmpty)
    }

    /// Reads every versioned schema of sources, the oldest first, and then the models that the app
    /// uses.
    ///
    /// - Parameter path: A Swift file, or a folder with some.
    /// - Throws: ``ModelSourceFailure`` if the files cannot be read.
    package static func readVersions(path: String, target: String? = nil) throws -> [Version] {
        let (sources, choice) = try settlingTarget(path: path, choice: ModelChoice(target: target)) {
            (try Sources(path: path, target: $0.target), $0)
        }
        return try versions(of: sources, choice: choice)
    }

    static func versions(of sources: Sources, choice: ModelChoice = .current) throws -> [Version] {
        let all = try versionedModels(of: sources, choice: choice)
        guard case .failure(let failure) = all.current, failure.isChoice else {
            return all.schemas + [Version(schema: nil, result: all.current)]
        }
        // If the source does not show which models the app uses, each set is a version.
        let others = failure.alternatives(to: choice).filter { !$0.models.isEmpty }
        let sets = try others.map { other in
            Version(schema: nil, models: other.models, result: try result(sources, other))
        }
        return all.schemas.isEmpty && sets.isEmpty
            ? [Version(schema: nil, result: all.current)] : all.schemas + sets
    }

    /// Sources that have been read.
    struct Sources {
        let path: String
        let finder: SwiftFileFinder
        let table: DeclarationTable
        let resolver: TypeResolver

        init(path: String, target: String? = nil) throws {
            self.init(path: path, finder: try SwiftFileFinder(path: path, target: target))
        }

        init(path: String, finder: SwiftFileFinder) {
            self.path = path
            self.finder = finder
            table = DeclarationTable(units: finder.units)
            resolver = TypeResolver(table: table)
        }

        init(text: String, name: String) {
            path = name
            finder = SwiftFileFinder(text: text, name: name)
            table = DeclarationTable(units: finder.units)
            resolver = TypeResolver(table: table)
        }
    }
}

extension StagedMigrationPlan.Place {
    fileprivate init(_ type: DeclaredType) {
        self.init(path: type.unit.path, line: type.location.line, column: type.location.column)
    }
}

extension ModelSourceFailure {
    /// Returns the choices that the errors list.
    fileprivate func alternatives(to choice: ModelChoice) -> [ModelChoice] {
        issues.flatMap { issue -> [ModelChoice] in
            switch issue.problem {
            case .ambiguousChoice(let choices):
                return choices.map { found in
                    var other = choice
                    if let schema = found.schema {
                        other.schema = schema
                    } else {
                        other.models = found.models
                    }
                    return other
                }
            case .ambiguousTarget(let names):
                return names.map { name in
                    var other = choice
                    other.target = name
                    return other
                }
            default: return []
            }
        }
    }
}
