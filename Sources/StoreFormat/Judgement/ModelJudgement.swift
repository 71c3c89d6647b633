import ObjectModel

/// How much of what Core Data makes of a model is known: the one place where that is judged.
///
/// Known is what files of Core Data's own show, or hashes that Apple's frameworks printed. All else is a doubt,
/// told by what it rests on: a rule that those show of something alike, or nothing.
package struct ModelJudgement: Sendable {
    /// What something rests on.
    package enum Certainty: String, Sendable {
        /// Files show it.
        case known
        /// It follows from what files show of something alike.
        case analogy
        /// No rule gives it.
        case unknown
    }

    /// Something that no file has shown.
    package enum Doubt: Equatable, Sendable {
        /// The version hash of an entity with such a derived attribute.
        case hash(entity: String, attribute: String)
        /// Tables, indexes or triggers.
        case schema(SchemaProblem)
        /// What SwiftData makes of a declaration.
        case source(ModelSourceIssue)

        /// Whether it is that a store lacks triggers.
        fileprivate var isOmission: Bool {
            if case .schema(let problem) = self { problem.isOmission } else { false }
        }

        /// What it rests on.
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

    /// What no file has shown, in the order of the model.
    package private(set) var doubts: [Doubt]

    /// Only what is about version hashes.
    package var ofHashes: [Doubt] { doubts.filter { if case .hash = $0 { true } else { false } } }

    /// Judges a model or a store.
    ///
    /// - Throws: as `ModelSubject.declaredHashes`.
    package init(_ subject: ModelSubject) throws {
        switch subject {
        case .store(let reference): self.init(reference)
        case .model(let file): self.init(file)
        }
    }

    /// Judges the model of a file; version hashes that the file itself declares are known.
    package init(_ file: ModelFile) {
        self.init(
            model: file.model, hasHistory: file.origin.kind == .swift,
            framework: SchemaEra.newestFramework,
            shown: [], modelIssues: file.modelIssues, knowsHashes: file.declaredHashes != nil)
    }

    /// Judges a store, or what was made of a model as a reference: triggers and indexes that no rule gives are
    /// there only where Core Data made them. Of a store of its own, everything is known but triggers that are
    /// not there.
    package init(_ reference: ReferenceStore) {
        let inspection = reference.inspection
        let metadata = try? StoreMetadata(uuid: "", propertyList: inspection.metadataPropertyList)
        let framework = metadata?.frameworkVersion.flatMap { Int32(exactly: $0) }.map(Int.init) ?? 0
        let isMade = StoreIdentity.isDerived(inspection.uuid)
        self.init(
            model: reference.model, hasHistory: false,
            framework: framework > 0 ? framework : SchemaEra.newestFramework,
            shown: inspection.schemaObjects.filter { !isMade || $0.kind != .table },
            modelIssues: reference.modelIssues,
            // Frameworks before had no triggers that would tell.
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

    /// What is left of the doubts about an app's model where a store has its version hashes: nothing that a
    /// store of Core Data's own answers.
    package func settled(by store: ReferenceStore) -> ModelJudgement {
        let own = ModelJudgement(store)
        let isEvidence = !StoreIdentity.isDerived(store.inspection.uuid) && own.ofHashes.isEmpty
        guard isEvidence else {
            // What the app's model leaves open is open in the store; that triggers are missing there only it tells.
            var judgement = self
            judgement.doubts += own.doubts.filter { $0.isOmission && !doubts.contains($0) }
            return judgement
        }
        return own
    }
}

extension SchemaProblem {
    /// Whether it is that a store lacks triggers, which one of Core Data's own has.
    fileprivate var isOmission: Bool { if case .omittedTriggers = self { true } else { false } }
}
