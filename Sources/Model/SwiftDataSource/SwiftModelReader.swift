import Files
import ObjectModel

/// Reads the model of a SwiftData app from its source, without running it.
///
/// ```swift
/// let file = try SwiftModelReader.read(path: "App/Models", choice: .current)
/// file.model.versionHashes.checksum
/// ```
///
/// docs/start/swiftdata.md has the rules that convert declarations to a model, with the stores that show each rule. If
/// no store shows a rule, the reader reports an error that names the property, or a warning if the rule follows from a
/// similar one.
package enum SwiftModelReader {
    /// Reads a model.
    ///
    /// - Parameters:
    ///   - path: A Swift file, or a folder with some.
    ///   - choice: The choice of models.
    /// - Throws: ``ModelSourceFailure``, or what reading the store of the choice throws.
    package static func read(path: String, choice: ModelChoice) throws -> ModelFile {
        let (sources, choice) = try settlingTarget(path: path, choice: choice) {
            (try Sources(path: path, target: $0.target), $0)
        }
        return try read(sources, choice: choice)
    }

    /// Reads the model of a text.
    ///
    /// - Parameter name: The name of the text, used as its path.
    /// - Throws: ``ModelSourceFailure``.
    package static func read(text: String, name: String) throws -> ModelFile {
        try read(Sources(text: text, name: name), choice: .current)
    }

    /// Reads a model of sources that have been read.
    static func read(_ sources: Sources, choice: ModelChoice) throws -> ModelFile {
        let (path, table) = (sources.path, sources.table)
        var resolver = sources.resolver
        let settling = try choice.store.map { try ModelFile.read(path: $0) }
        var issues = sources.finder.issues
        if choice.equalTargets.count > 1 {
            issues.append(ModelSourceIssue(.note, .equalTargets(choice.equalTargets), path: path))
        }
        let selection: ModelSelector.Selection
        do {
            selection = try ModelSelector(table: table, resolver: resolver, path: path).select(choice)
        } catch let failure as ModelSourceFailure {
            let others = try failure.issues.map { issue in
                guard issue.problem == .noModels else { return issue }
                if let (file, models) = try ConditionalModels.first(in: sources.finder.units.map(\.path)) {
                    let problem = ModelSourceIssue.Problem.modelsUnderCondition(models.condition)
                    return ModelSourceIssue(.error, problem, path: file, line: models.line)
                }
                let places = NearbyModels(
                    path: path, target: choice.target, besides: sources.finder.targetName
                ).places
                return places.isEmpty ? issue : ModelSourceIssue(.error, .modelsElsewhere(places), path: path)
            }
            throw ModelSourceFailure(issues.filter(\.explainsErrors) + others)
        }
        let versioned = selection.roots.filter { $0.parent?.isVersionedSchema ?? false }
        resolver.listed = Dictionary(keepingFirst: versioned.map { ($0.name, $0) })
        let types = ModelReach(resolver: resolver).closure(of: selection.roots)
        issues.append(
            ModelSourceIssue(
                .note,
                .chosen(
                    entities: types.map(\.name).sortedInBinaryOrder(),
                    evidence: selection.evidence), path: path))
        issues += selection.issues
        try checkNames(types, path: path)
        var reader = EntityReader(resolver: resolver, settling: settling?.model)
        let drafts = types.map { reader.entity($0) }
        var inverses = InverseFinder(
            resolver: resolver, settling: settling?.model, infersOpen: choice.infersOpenInverses)
        inverses.find(in: drafts)
        issues += reader.issues + inverses.issues
        guard !issues.contains(where: { $0.severity == .error }) else {
            throw ModelSourceFailure(issues.filter(\.explainsErrors))
        }
        let model = try model(drafts, selection)
        if let settling, let store = choice.store {
            issues = settled(issues, by: store)
            issues += differences(model, settling, drafts)
        }
        return ModelFile(
            model: model, origin: ModelFile.Origin(kind: .swift, path: path, version: choice.schema),
            modelIssues: issues, sourceValues: sourceValues(of: drafts),
            sourceClasses: Dictionary(keepingFirst: types.map { ($0.name, $0.qualifiedName) }))
    }

    /// Returns whether a path names Swift source: a `.swift` file, or a folder with one at any depth.
    ///
    /// - Throws: `FileError` if the path cannot be read.
    package static func isSource(_ path: String) throws(FileError) -> Bool {
        try SwiftFileFinder.isSource(path)
    }

    /// Returns the Swift files of a path: the file itself, all files below a folder that are read, or the members of a
    /// target with the project or package files that list them.
    ///
    /// - Throws: `FileError` if the path cannot be read, ``ModelSourceFailure`` for a damaged project.
    package static func files(of path: String, target: String? = nil) throws -> [String] {
        try settlingTarget(path: path, choice: ModelChoice(target: target)) {
            try SwiftFileFinder.files(of: path, target: $0.target)
        }
    }

    /// Returns whether a path names an Xcode project or workspace, a package, or a folder with one.
    ///
    /// - Throws: `FileError` if the path cannot be read.
    package static func isProject(_ path: String) throws(FileError) -> Bool {
        try AppTargets.root(of: path) != nil
    }

    /// Returns whether a file may contain a model of a project, or list the project's members.
    package static func isPartOfProjects(_ path: String) -> Bool {
        path.hasSuffix(".swift") || path.hasSuffix(".xcodeproj/project.pbxproj")
            || path.hasSuffix(".xcworkspace/contents.xcworkspacedata")
            || path.contains(".xcdatamodel/") || path.contains(".xcdatamodeld/")
            || path == "project.yml" || path.hasSuffix("/project.yml")
    }

    /// The targets of a project that have models.
    package struct Targets {
        /// A target with its models.
        package struct Target {
            package let name: String
            /// The paths of its `.xcdatamodeld` and `.xcdatamodel` folders.
            package let models: [String]
            /// Whether it has `@Model` classes.
            package let hasClasses: Bool
            fileprivate let chosen: AppTargets.Chosen
        }

        package let all: [Target]
        private let path: String
        private let targets: AppTargets

        fileprivate init(_ targets: AppTargets, path: String) throws {
            (self.targets, self.path) = (targets, path)
            all = try targets.allWithModels().map {
                Target(
                    name: $0.name, models: $0.members.models, hasClasses: try targets.hasClasses($0.members),
                    chosen: $0)
            }
        }

        /// Warnings about missing and omitted files.
        package var issues: [ModelSourceIssue] { targets.issues }

        /// Reads every versioned schema of a target, see ``SwiftModelReader/readVersions(path:target:)``.
        ///
        /// - Throws: ``ModelSourceFailure``.
        package func versions(of target: Target) throws -> [Version] {
            try SwiftModelReader.versions(
                of: Sources(
                    path: path,
                    finder: SwiftFileFinder(path: path, target.chosen, of: targets)))
        }
    }

    /// Returns the targets of a project that have models; nil if the path is not a project.
    ///
    /// - Throws: ``ModelSourceFailure``, `FileError`.
    package static func targets(of path: String) throws -> Targets? {
        try AppTargets(path: path, target: nil).map { try Targets($0, path: path) }
    }

    private static func checkNames(_ types: [DeclaredType], path: String) throws {
        var seen: [String: DeclaredType] = [:]
        for type in types {
            if let other = seen[type.name] {
                throw ModelSourceFailure([
                    type.unit.issue(
                        .error, .duplicateEntity(locations: [other.locationText, type.locationText]),
                        at: type.location, entity: type.name)
                ])
            }
            seen[type.name] = type
        }
    }

    /// Returns the value forms of each entity's attributes, including inherited ones.
    private static func sourceValues(of drafts: [UnlinkedEntity]) -> SourceValues {
        var forms: [String: [String: SourceValues.Form]] = [:]
        var required: [String: Set<String>] = [:]
        var defaults: [String: [String: PropertyValue]] = [:]
        var launched: [String: Set<String>] = [:]
        for draft in drafts {
            var own = draft.valueForms
            var members = draft.requiredMembers
            defaults[draft.type.name] = draft.seedDefaults
            launched[draft.type.name] = draft.launchDefaults
            var parent = draft.superclass
            var depth = 0
            while let type = parent, depth < drafts.count {
                let inherited = drafts.first { $0.type === type }
                own.merge(inherited?.valueForms ?? [:]) { first, _ in first }
                members.formUnion(inherited?.requiredMembers ?? [])
                defaults[draft.type.name]?.merge(inherited?.seedDefaults ?? [:]) { first, _ in first }
                launched[draft.type.name]?.formUnion(inherited?.launchDefaults ?? [])
                parent = inherited?.superclass
                depth += 1
            }
            forms[draft.type.name] = own
            required[draft.type.name] = members
        }
        return SourceValues(forms, required: required, defaults: defaults, launched: launched)
    }

    private static func model(
        _ drafts: [UnlinkedEntity], _ selection: ModelSelector.Selection
    ) throws -> ManagedObjectModel {
        let version = (selection.version ?? [1, 0, 0]).map(String.init).joined(separator: ".")
        return try ManagedObjectModel(
            entities: drafts.map(\.description), versionIdentifiers: [version],
            configurations: [selection.configuration ?? "default": drafts.map(\.type.name)])
    }

    private static func settled(_ issues: [ModelSourceIssue], by store: String) -> [ModelSourceIssue] {
        issues.map { issue in
            guard case .settled = issue.problem else { return issue }
            return ModelSourceIssue(
                issue.severity, .settled(by: store), path: issue.path, line: issue.line,
                column: issue.column, entity: issue.entity, property: issue.property)
        }
    }

    /// Returns warnings about the entities whose hashes differ in the store that settles the model.
    private static func differences(
        _ model: ManagedObjectModel, _ store: ModelFile, _ drafts: [UnlinkedEntity]
    ) -> [ModelSourceIssue] {
        let declared = store.declaredHashes?.hashes ?? store.model.versionHashes
        let computed = model.versionHashes
        return drafts.filter { declared[$0.type.name] != computed[$0.type.name] }.map { draft in
            draft.type.unit.issue(
                .warning, .otherHash, at: draft.type.location, entity: draft.type.name)
        }
    }
}
