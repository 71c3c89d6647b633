import ObjectModel

/// A judgement of how certain Core Data's treatment of a model is. No other code makes this judgement.
///
/// Facts are known if Core Data's own files show them, or hashes that Apple's frameworks printed. Everything else is
/// a doubt, with its basis: an analogy to known facts, or nothing.
package struct ModelJudgement: Sendable {
    /// The basis of a fact.
    package enum Certainty: String, Sendable {
        /// Files show it.
        case known
        /// It is inferred from similar facts in files.
        case analogy
        /// No rule defines it.
        case unknown
    }

    /// A fact that no file shows.
    package enum Doubt: Equatable, Sendable {
        /// The version hash of an entity with such a derived attribute.
        case hash(entity: String, attribute: String)
        /// Tables, indexes or triggers.
        case schema(SchemaProblem)
        /// SwiftData's treatment of a declaration.
        case source(ModelSourceIssue)

        /// Whether the doubt is about missing triggers of a store.
        fileprivate var isOmission: Bool {
            if case .schema(let problem) = self { problem.isOmission } else { false }
        }

        /// The basis of the doubtful fact.
        package var certainty: Certainty {
            switch self {
            case .hash, .source: .analogy
            case .schema(let problem):
                switch problem {
                case .uncertainJoinTable, .guessedJoinTable, .uncertainJoinColumns, .publishedTrigger:
                    .analogy
                case .unknownDerivation, .omittedTriggers, .unknownIndex, .noColumn, .duplicateName,
                    .appTriggers:
                    .unknown
                }
            }
        }
    }

    /// The facts that no file shows, in the order of the model.
    package private(set) var doubts: [Doubt]

    /// The doubts about version hashes.
    package var ofHashes: [Doubt] { doubts.filter { if case .hash = $0 { true } else { false } } }

    /// Judges a model or a store.
    ///
    /// - Throws: the errors of `ModelSubject.declaredHashes`.
    package init(_ subject: ModelSubject) throws {
        switch subject {
        case .store(let reference): self.init(reference)
        case .model(let file): self.init(file)
        }
    }

    /// Judges the model of a file. Version hashes that the file itself declares are known.
    package init(_ file: ModelFile) {
        self.init(
            model: file.model, hasHistory: file.origin.kind == .swift,
            framework: SchemaEra.newestFramework,
            shown: [], modelIssues: file.modelIssues, knowsHashes: file.declaredHashes != nil)
    }

    /// Judges a store, or a reference created from a model. Triggers and indexes that no rule defines exist only if
    /// Core Data created them. In a store that Core Data created, only missing triggers are doubtful.
    package init(_ reference: ReferenceStore) {
        let inspection = reference.inspection
        let framework =
            inspection.metadata?.frameworkVersion.flatMap { Int32(exactly: $0) }.map(Int.init) ?? 0
        let isMade = StoreIdentity.isDerived(inspection.uuid)
        self.init(
            model: reference.model, hasHistory: false,
            framework: framework > 0 ? framework : SchemaEra.newestFramework,
            shown: inspection.schemaObjects.filter { !isMade || $0.kind != .table },
            modelIssues: reference.modelIssues,
            // Earlier frameworks had no triggers that would show this.
            knowsHashes: !isMade && framework < SchemaEra.derivedAttributeFramework, isMade: isMade)
    }

    private init(
        model: ManagedObjectModel, hasHistory: Bool, framework: Int, shown: [SchemaObject],
        modelIssues: [ModelSourceIssue], knowsHashes: Bool, isMade: Bool = true
    ) {
        guard !model.isInferred else {
            doubts = []
            return
        }
        let rules = StoreSchema(
            model: model, era: SchemaEra(framework: framework), hasHistory: hasHistory, reference: shown
        ).statements
        let found = rules.taking(shown)
        let answered = rules.problems.filter { !found.problems.contains($0) }
        var doubts: [Doubt] = []
        if !knowsHashes {
            for case .unsampledDerivation(let entity, let attribute) in model.unsampledDerivations
            where !answered.contains(.unknownDerivation(entity: entity, attribute: attribute))
                && !answered.contains(.publishedTrigger(entity: entity, attribute: attribute))
            {
                doubts.append(.hash(entity: entity, attribute: attribute))
            }
        }
        doubts += found.omittingUnknownTriggers().guessingJoinTables().problems
            .filter { isMade || $0.isOmission && framework >= SchemaEra.derivedAttributeFramework }.map {
                .schema($0)
            }
        doubts += modelIssues.filter { issue in
            switch issue.problem {
            case .analogy, .openInverse, .conflictingInverse, .sharedClass: issue.severity == .warning
            default: false
            }
        }.map { .source($0) }
        self.doubts = doubts
    }

    /// Returns the remaining doubts about an app's model if a store has the same version hashes. A store that Core
    /// Data created settles them.
    package func settled(by store: ReferenceStore) -> ModelJudgement {
        let own = ModelJudgement(store)
        let isEvidence = !StoreIdentity.isDerived(store.inspection.uuid) && own.ofHashes.isEmpty
        guard isEvidence else {
            // The doubts about the app's model also apply to the store. Only the store shows that triggers are
            // missing.
            var judgement = self
            judgement.doubts += own.doubts.filter { $0.isOmission && !doubts.contains($0) }
            return judgement
        }
        return own
    }
}

extension SchemaProblem {
    /// Whether the problem is that a store lacks triggers which Core Data would have created.
    fileprivate var isOmission: Bool { if case .omittedTriggers = self { true } else { false } }
}
