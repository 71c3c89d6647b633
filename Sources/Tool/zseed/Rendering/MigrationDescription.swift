import Messages
import Migration

/// The result of a migration or a check for programs: the content of `zseed migrate --json`.
struct MigrationDescription: Encodable {
    struct Step: Encodable {
        /// The version after the step; nil for a single model.
        let version: String?
        let differences: [Difference]
    }

    struct Difference: Encodable {
        /// The entity's name in the new model; nil if the difference is about the store.
        let entity: String?
        let property: String?
        /// The stable name of the kind of difference.
        let kind: IssueCode
        /// `inferred`, `loss` or `refusal`.
        let consequence: String
        let objects: Int64
        let values: Int64
        /// The difference as a line for people.
        let text: String
    }

    let store: String
    let model: String
    /// `opensAsItIs`, `lightweight`, `needsMapping`, `losesData` or `crashesAtLaunch`.
    let verdict: String
    /// The path of the store through the app's migration plan; nil if there is no plan, or if the store opens without
    /// migration.
    let passage: PassageDescription?
    let steps: [Step]
    /// The path of the new store; nil if none was written.
    let output: String?
    /// The number of objects of each entity in the new store.
    let objects: [String: Int64]
    /// The warnings from the verification of the new store.
    let warnings: [IssueDescription]
    let errors: [IssueDescription]

    init(
        _ report: MigrationReport, store: String, model: String, output: String?,
        warnings: [IssueDescription] = [], errors: [IssueDescription] = []
    ) {
        self.store = store
        self.model = model
        verdict = report.verdict.rawValue
        passage = report.passage.map(PassageDescription.init)
        steps = report.steps.map { step in
            Step(version: step.version, differences: step.differences.map(Self.difference))
        }
        self.output = output
        objects = Dictionary(report.objects.map { ($0.entity, $0.count) }) { first, _ in first }
        self.warnings = warnings
        self.errors = errors
    }

    private static func difference(_ difference: MigrationDifference) -> Difference {
        Difference(
            entity: difference.entity.isEmpty ? nil : difference.entity,
            property: difference.property, kind: IssueCode(difference.kind),
            consequence: difference.consequence.rawValue, objects: difference.objects,
            values: difference.values,
            text: IssueRenderer.printable(MigrationRenderer.line(difference)))
    }
}

/// The path of a store through an app's migration plan, for programs.
struct PassageDescription: Encodable {
    let plan: String
    /// The schema that matches the store.
    let version: String?
    /// The stages that the store passes, such as `SchemaV1 → SchemaV2 (lightweight)`.
    let stages: [String]
    /// Whether the app crashes.
    let crashes: Bool
    /// The code of the error in `NSCocoaErrorDomain`; nil for an exception.
    let code: Int?
    /// The most similar schema, if no schema matches the store.
    let nearest: String?
    /// The whole path as a line of text.
    let text: String

    init(_ passage: StagedPassage) {
        plan = passage.plan
        version = passage.version
        if case .stages(let passed) = passage.outcome {
            stages = passed.map(LaunchRenderer.words)
        } else {
            stages = []
        }
        crashes = passage.crashes
        code = passage.error?.code
        if case .crash(_, let near) = passage.outcome { nearest = near?.version } else { nearest = nil }
        text = LaunchRenderer.words(passage)
    }
}
