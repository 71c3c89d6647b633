/// An issue of a model that was read from source code: an error, an uncertainty, or a choice.
package struct ModelSourceIssue: Error, Equatable, Sendable {
    /// The severity of an issue.
    package enum Severity: Equatable, Sendable {
        /// A choice that was made.
        case note
        /// An uncertainty.
        case warning
        /// An error that prevents reading the model.
        case error
    }

    /// The severity.
    package let severity: Severity
    /// The problem.
    package let problem: Problem
    /// The file.
    package let path: String
    /// The line, from 1.
    package let line: Int?
    /// The column in bytes, from 1.
    package let column: Int?
    /// The entity concerned.
    package let entity: String?
    /// The property concerned.
    package let property: String?

    /// Whether the issue is an error, or may be the reason for one: missing files declare nothing.
    package var explainsErrors: Bool {
        switch problem {
        case .missingMember, .missingReference, .outside, .unreadable: true
        default: severity == .error
        }
    }

    /// Creates an issue from its parts.
    package init(
        _ severity: Severity, _ problem: Problem, path: String, line: Int? = nil,
        column: Int? = nil, entity: String? = nil, property: String? = nil
    ) {
        self.severity = severity
        self.problem = problem
        self.path = path
        self.line = line
        self.column = column
        self.entity = entity
        self.property = property
    }

    /// Creates an issue from a warning about a model file; nil if the compiler ignores the same part.
    package init?(_ warning: ModelWarning, path: String) {
        guard case .predicateLeftOut = warning else { return nil }
        self.init(.warning, .leftOut(warning), path: path)
    }

    /// The kinds of problems.
    package enum Problem: Equatable, Sendable {
        // MARK: Files

        /// The file is not readable Swift. `code` is the kind, `detail` a character or number.
        case syntax(code: String, detail: String)
        /// The file cannot be read.
        case unreadable(String)
        /// There is more of something than any app has.
        case tooMany(what: String, limit: Int)
        /// The folder has no Swift file.
        case noSources
        /// There is no `@Model` class.
        case noModels
        /// The named files have no `@Model` class, but other targets have some, which are given as options.
        case modelsElsewhere([String])
        /// All `@Model` classes are under a condition of `#if` that does not hold.
        case modelsUnderCondition(String)
        /// An Xcode project or workspace is damaged, or not in the form that Xcode writes. The text describes the
        /// problem.
        case damagedProject(String)
        /// Members of a target are missing. The first one is at the path of the issue.
        case missingMember(target: String, count: Int)
        /// A project or package that a project or workspace refers to is missing.
        case missingReference
        /// A project refers to this path and others outside the folder that it may read. They are left out.
        case outside(of: String, others: Int)
        /// A package names itself as a dependency.
        case selfDependency

        // MARK: Declarations

        /// No type with that name is declared or known.
        case unknownType(String)
        /// Several declarations match equally well.
        case ambiguousType(String, locations: [String])
        /// The destination of a relationship is not a `@Model` class.
        case notModel(String)
        /// A store cannot contain this type.
        case notStorable(String)
        /// No store shows the form of this type (the rule is in docs/start/swiftdata.md).
        case unknownForm(String)
        /// A property has no type, and its value does not show it.
        case noType
        /// An attribute or a macro of a property is unknown.
        case unknownMacro(String)
        /// An option is unknown.
        case unknownOption(String)
        /// An inverse is not a relationship of its destination.
        case badInverse(String)
        /// Two relationships name the same inverse. As a warning, the first one is used.
        case conflictingInverse(String)
        /// A uniqueness constraint or an index names something other than a property.
        case unknownKeyPath(String)
        /// Two classes would be entities with the same name.
        case duplicateEntity(locations: [String])
        /// Two relationships may or may not be inverses of one another.
        case openInverse(String, reason: InverseReason)

        // MARK: Uncertainties

        /// No store shows the form. It is inferred from a similar one.
        case analogy(String)
        /// The stored values depend on a compilation condition, which was assumed to have this value.
        case condition(String, holds: Bool)
        /// A default that is evaluated when the app starts is not a default of the seed.
        case launchDefault(String)
        /// A default is used in the seed but not in the model cache, because no store shows its form there.
        case seedDefault(String)
        /// A container opens other models than the app's own container, and is ignored.
        case strayContainer(models: [String])
        /// A class that several schemas share refers by name to an entity of another schema.
        case sharedClass(leadsTo: String, taken: String)
        /// A value is computed, with the value that is used instead: "the version of A is" and "1.0.0 is used".
        case computed(what: String, taken: String)
        /// A part of a file other than source code was not understood.
        case leftOut(ModelWarning)
        /// The hashes differ from those of the store that was named to settle the model.
        case otherHash

        // MARK: Choices

        /// The entities that were chosen, and the evidence for them.
        case chosen(entities: [String], evidence: Evidence)
        /// A store settled a question that the source code leaves open.
        case settled(by: String)

        // MARK: Options on the command line

        /// There is no model or schema with that name.
        case unknownName(String, available: [String])
        /// There are several models or schemas with that name.
        case ambiguousName(String, candidates: [String])
        /// The source code contains several sets of models.
        case ambiguousChoice([Choice])
        /// The targets of a project do not show which one is meant. These have models.
        case ambiguousTarget([String])
        /// Several projects have a target with that name. These are their paths.
        case ambiguousProject(target: String, paths: [String])
        /// There is no target with that name.
        case unknownTarget(String, available: [String])
        /// A target was named for something that is neither a project nor a package.
        case noTargets
        /// A target has several models, of which one must be named: their paths, and whether there are also `@Model`
        /// classes.
        case severalModels(paths: [String], hasClasses: Bool)
        /// A target was chosen because it is the only one with models, or the only application.
        case target(String)
        /// Several targets have the same model, and the first one was used.
        case equalTargets([String])
    }

    /// The reason that the inverse of a relationship is not certain (docs/start/swiftdata.md).
    package enum InverseReason: Equatable, Sendable {
        /// Only one side has `@Relationship`.
        case mixed
        /// Both sides have `@Relationship`.
        case annotated
        /// Several relationships could be the inverse.
        case several
        /// Both relationships lead to their own entity.
        case selfReference
        /// The to-many side is optional.
        case optionalToMany
    }

    /// The evidence for a choice of models.
    package enum Evidence: Equatable, Sendable {
        /// The command line or the plan names the models.
        case given
        /// The command line or the plan names a versioned schema.
        case givenSchema(String)
        /// A call that creates the app's container, at `location`.
        case call(String, location: String)
        /// A type alias for a model of one schema.
        case alias(String, schema: String)
        /// The last schema of a migration plan.
        case migrationPlan(String, schema: String)
        /// The schemas with the highest versions.
        case latestSchema([String])
        /// There is only one set of models.
        case all
    }

    /// One of several sets of models.
    package struct Choice: Equatable, Sendable {
        /// The evidence for the set.
        package let evidence: Evidence
        /// The versioned schema with the set; nil for a set of models.
        package let schema: String?
        /// The models of the set, which choose it if there is no versioned schema.
        package let models: [String]

        /// Creates a choice.
        package init(evidence: Evidence, schema: String? = nil, models: [String] = []) {
            self.evidence = evidence
            self.schema = schema
            self.models = models
        }

        /// The option that chooses it.
        package var option: String {
            schema.map { "--schema \($0)" } ?? "--models \(models.joined(separator: ","))"
        }
    }
}

/// All errors of a model in source code that cannot be read.
package struct ModelSourceFailure: Error, Equatable, Sendable {
    /// The issues, with at least one error.
    package let issues: [ModelSourceIssue]

    /// Creates a failure.
    package init(_ issues: [ModelSourceIssue]) { self.issues = issues }

    /// Whether the machine caused the failure, because it could not read existing files.
    package var isMachineFault: Bool {
        issues.contains { if case .unreadable = $0.problem { $0.severity == .error } else { false } }
    }

    /// Whether the command line or the plan must choose, or choose differently.
    package var isChoice: Bool {
        issues.contains { issue in
            switch issue.problem {
            case .unknownName, .ambiguousName, .ambiguousChoice, .ambiguousTarget, .ambiguousProject,
                .unknownTarget, .noTargets, .severalModels:
                true
            default: false
            }
        }
    }
}
