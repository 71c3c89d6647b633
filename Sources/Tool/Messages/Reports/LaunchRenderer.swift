import Migration
import ObjectModel
import SwiftDataSource

/// The text for the result of an app's migration plan at launch.
package enum LaunchRenderer {
    /// Returns the error as Core Data prints it.
    package static func words(_ error: LaunchError) -> String {
        let words =
            switch error {
            case .unknownModelVersion: "Cannot use staged migration with an unknown model version."
            case .unknownCoordinatorVersion:
                "Cannot use staged migration with an unknown coordinator model version."
            case .duplicateChecksums: "Duplicate version checksums detected."
            case .missingMapping: "Persistent store migration failed, missing mapping model."
            case .missingMandatoryValue:
                "Validation error missing attribute values on mandatory destination attribute"
            }
        return (error.code.map { "\($0) " } ?? "") + "\"\(words)\""
    }

    package static func words(_ issue: LaunchIssue) -> String {
        let ends = issue.error.map { ": the app ends at launch with \(words($0))" } ?? ""
        let plan = issue.plan
        switch issue.kind {
        case .duplicateVersions(let names):
            return
                "\(names.joined(separator: " and ")) of \(plan) are the same model\(ends); declare the classes of each "
                + "version inside its schema, and remove a schema that changes nothing"
        case .identifierDoesNotGrow(let schema, let former):
            return "the version identifier of \(schema) in \(plan) is not higher than that of \(former)"
        case .unlistedSchema(let name, let stage):
            return "\(words(stage)) of \(plan) names \(name), which is not among its schemas"
        case .noStage(let name):
            let stores = issue.error == .unknownModelVersion ? " on stores of \(name)" : ""
            return "no stage of \(plan) names \(name)\(ends)\(stores)"
        case .noStages:
            return "\(plan) has several schemas and no stages: it is not known how SwiftData handles this; "
                + "add a stage between each pair of schemas"
        case .gap(let name, let next):
            return
                "no stage of \(plan) leads from \(name) to \(next) or a later schema: it is not known what "
                + "happens to stores of \(name)"
        case .otherContainer(let last, let opened):
            return
                "the container opens \(opened ?? "models that are not in a schema of \(plan)"), and the "
                + "last schema of "
                + "\(plan) is \(last)\(ends)"
        case .needsMapping(let difference, let stage):
            return "\(words(stage)) of \(plan): \(MigrationRenderer.plainLine(difference))\(ends)"
        case .unreadable(let name, let failure):
            return "\(name) of \(plan) cannot be read, so its stores are not checked: \(reason(failure))"
        case .notWrittenOut:
            return "the schemas or stages of \(plan) are computed, so they are not checked"
        case .unused:
            return "no container of the app names \(plan): pass it to ModelContainer(for:migrationPlan:)"
        }
    }

    /// Returns the first error of a model that cannot be read, with its location.
    package static func reason(_ failure: ModelSourceFailure) -> String {
        guard let issue = failure.issues.first(where: { $0.severity == .error }) ?? failure.issues.first
        else {
            return ""
        }
        let place = [issue.path, issue.line.map(String.init)].compactMap(\.self).joined(separator: ":")
        return "\(place): \(IssueDescription(issue).message)"
    }

    /// Returns a stage as text: `SchemaV1 → SchemaV2 (lightweight)`.
    package static func words(_ stage: StagedMigrationPlan.Stage) -> String {
        "\(stage.from) → \(stage.to) (\(stage.kind.rawValue))"
    }

    /// Returns the result of the plan for a store, as text.
    package static func words(_ passage: StagedPassage) -> String {
        switch passage.outcome {
        case .stages(let stages):
            return "created with \(passage.version ?? "a schema"), passes "
                + stages.map(words).joined(separator: ", ")
        case .crash(let error, let nearest):
            let ends = "the app ends at launch with \(words(error))"
            if let version = passage.version { return "created with \(version): \(ends)" }
            guard error == .unknownModelVersion else { return ends }
            return "created with a model that is not in the plan: \(ends)"
                + (nearest.map { "; the nearest schema is \($0.version)" } ?? "")
        case .unsettled(let doubt):
            let made =
                passage.version.map { "created with \($0)" } ?? "created with a model that is not in the plan"
            return "\(made), and it is not known how the app handles it: \(words(doubt))"
        }
    }

    /// Returns the result of the plan for a store, with the differences from the nearest schema.
    package static func lines(_ passage: StagedPassage) -> [String] {
        var lines = ["Migration plan \(passage.plan):", "  \(words(passage))"]
        if case .crash(_, let nearest?) = passage.outcome {
            let text = ModelDifferenceText(left: "the store", right: nearest.version)
            lines += nearest.differences.map { "    \(text.describe($0))" }
        }
        return lines
    }

    private static func words(_ doubt: StagedPassage.Doubt) -> String {
        switch doubt {
        case .notWrittenOut: "its schemas or stages are computed"
        case .noStages: "the plan has no stages"
        case .unreadable(let names): "\(names.joined(separator: ", ")) cannot be read and may have created it"
        case .gap(let name): "no stage continues from \(name)"
        }
    }
}

extension IssueDescription {
    package init(_ issue: LaunchIssue) {
        self.init(
            path: issue.place.path, line: issue.place.line, column: issue.place.column,
            reason: IssueCode(issue.kind), message: LaunchRenderer.words(issue))
    }
}
