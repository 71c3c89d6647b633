/// Something about a model that was read from source code: what is wrong, what is not certain, or
/// what was chosen.
package struct ModelSourceIssue: Error, Equatable, Sendable {
    /// How much it matters.
    package enum Severity: Equatable, Sendable {
        /// What was chosen.
        case note
        /// What is not certain.
        case warning
        /// What keeps the model from being read.
        case error
    }

    /// How much it matters.
    package let severity: Severity
    /// What it is.
    package let problem: Problem
    /// The file.
    package let path: String
    /// The line, from 1.
    package let line: Int?
    /// The column in bytes, from 1.
    package let column: Int?
    /// The entity that it is about.
    package let entity: String?
    /// The property that it is about.
    package let property: String?

    /// Whether it is an error, or may be the reason of one: what is not there declares nothing.
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

    /// Takes what reading a model file left out; nil where the compiler leaves it out as well.
    package init?(_ warning: ModelWarning, path: String) {
        guard case .predicateLeftOut = warning else { return nil }
        self.init(.warning, .leftOut(warning), path: path)
    }

    /// The kinds of what there is to say.
    package enum Problem: Equatable, Sendable {
        // What is wrong with files.

        /// The file is no Swift that can be read; `code` is the kind, `detail` a character or number.
        case syntax(code: String, detail: String)
        /// The file cannot be read.
        case unreadable(String)
        /// More of something than any app has.
        case tooMany(what: String, limit: Int)
        /// There is no Swift file in the folder.
        case noSources
        /// There is no `@Model` class.
        case noModels
        /// There is none in what was named, but in other targets, which are here as options.
        case modelsElsewhere([String])
        /// The only `@Model` classes are under a condition of `#if`, which does not hold.
        case modelsUnderCondition(String)
        /// An Xcode project or workspace that is damaged, or not as Xcode writes one; in words.
        case damagedProject(String)
        /// Members of a target that are missing: the first one is at the path of the issue.
        case missingMember(target: String, count: Int)
        /// A project or package that a project or workspace refers to is not there.
        case missingReference
        /// A project leads out of the folder that it may read, with this and other paths; they are left out.
        case outside(of: String, others: Int)
        /// A package names itself among the packages that it depends on.
        case selfDependency

        // What is wrong with declarations.

        /// No type of that name is declared or known.
        case unknownType(String)
        /// Several declarations are meant equally well.
        case ambiguousType(String, locations: [String])
        /// A relationship leads to a class that is no `@Model`.
        case notModel(String)
        /// A type that no store keeps.
        case notStorable(String)
        /// A type of which no store shows what becomes of it (the rule is in docs/swiftdata.md).
        case unknownForm(String)
        /// A property without type, whose value does not tell it.
        case noType
        /// An attribute or a macro in front of a property that is not known.
        case unknownMacro(String)
        /// An option that is not known.
        case unknownOption(String)
        /// An inverse that is no relationship of its destination.
        case badInverse(String)
        /// Two relationships name one inverse; as a warning, the first one is taken.
        case conflictingInverse(String)
        /// A uniqueness constraint or an index names what is no property.
        case unknownKeyPath(String)
        /// Two classes would be entities of one name.
        case duplicateEntity(locations: [String])
        /// A pair of relationships that may or may not be inverses of one another.
        case openInverse(String, reason: InverseReason)

        // What is not certain.

        /// No store shows it; the form follows from that of something alike.
        case analogy(String)
        /// What is stored depends on a compilation condition, which was taken to be so.
        case condition(String, holds: Bool)
        /// A default that is evaluated when the app starts is no default of the seed.
        case launchDefault(String)
        /// A default that is one of the seed and not of the model cache: no store shows its form there.
        case seedDefault(String)
        /// A container that opens other models than the app's own one does, and does not count.
        case strayContainer(models: [String])
        /// A class that several schemas share leads to an entity of another schema by its name.
        case sharedClass(leadsTo: String, taken: String)
        /// Something that is not written out, and what it is taken to be.
        case computed(what: String, taken: String)
        /// What a file that is no source code holds and was not understood.
        case leftOut(ModelWarning)
        /// The hashes differ from those of the store that was named to settle the model.
        case otherHash

        // What was chosen.

        /// The entities, and what speaks for them.
        case chosen(entities: [String], evidence: Evidence)
        /// The reading of what the source leaves open comes from a store.
        case settled(by: String)

        // What the command line asks for.

        /// No model or schema of that name.
        case unknownName(String, available: [String])
        /// Several models or schemas of that name.
        case ambiguousName(String, candidates: [String])
        /// The source speaks for several sets of models.
        case ambiguousChoice([Choice])
        /// A project whose targets do not show which is meant: those that have models.
        case ambiguousTarget([String])
        /// Several projects that have a target of a name: their paths.
        case ambiguousProject(target: String, paths: [String])
        /// No target of that name.
        case unknownTarget(String, available: [String])
        /// A target of what has none: neither a project nor a package.
        case noTargets
        /// A target with several models, of which one has to be named: their paths, and whether there are
        /// `@Model` classes as well.
        case severalModels(paths: [String], hasClasses: Bool)
        /// A target was taken since it alone has models, or is the only application.
        case target(String)
        /// The first of several targets was taken, since all have the same model.
        case equalTargets([String])
    }

    /// Why a pair of relationships is open (docs/swiftdata.md).
    package enum InverseReason: Equatable, Sendable {
        /// Only one side has `@Relationship`.
        case mixed
        /// Both sides have `@Relationship`.
        case annotated
        /// Several relationships could be the inverse.
        case several
        /// Both lead to the own entity.
        case selfReference
        /// The to-many side is optional.
        case optionalToMany
    }

    /// What speaks for a choice of models.
    package enum Evidence: Equatable, Sendable {
        /// The command line or the plan names them.
        case given
        /// A versioned schema that the command line or the plan names.
        case givenSchema(String)
        /// A call that makes the app's container, at `location`.
        case call(String, location: String)
        /// A type alias of a model of one schema.
        case alias(String, schema: String)
        /// The last schema of a migration plan.
        case migrationPlan(String, schema: String)
        /// The schemas with the highest versions.
        case latestSchema([String])
        /// There is nothing to choose from.
        case all
    }

    /// One of several sets of models.
    package struct Choice: Equatable, Sendable {
        /// What speaks for it.
        package let evidence: Evidence
        /// The option that chooses it.
        package let option: String

        /// Creates a choice.
        package init(evidence: Evidence, option: String) {
            self.evidence = evidence
            self.option = option
        }
    }
}

/// A model in source code that cannot be read: everything that is wrong with it.
package struct ModelSourceFailure: Error, Equatable, Sendable {
    /// What is wrong; at least one error.
    package let issues: [ModelSourceIssue]

    /// Creates a failure.
    package init(_ issues: [ModelSourceIssue]) { self.issues = issues }

    /// Whether the machine is at fault: files that are there and cannot be read.
    package var isMachineFault: Bool {
        issues.contains { if case .unreadable = $0.problem { $0.severity == .error } else { false } }
    }

    /// Whether the command line or the plan has to say more, or something else.
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
