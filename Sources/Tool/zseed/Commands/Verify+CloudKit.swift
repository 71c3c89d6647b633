import ArgumentParser
import Messages
import ObjectModel
import StoreFormat
import Verification

/// `zseed verify --cloudkit`: checks whether CloudKit can mirror stores of a model.
extension Verify {
    /// Whether the check is requested, by its own option or by name.
    var asksForCloudKit: Bool { cloudKit || chosen.contains(where: Self.isCloudKit) }

    /// Returns the checks of stores.
    ///
    /// - Throws: `UnknownCheck` for a name that no check has.
    func storeChecks() throws(UnknownCheck) -> [any StoreCheck] {
        let others = chosen.filter { !Self.isCloudKit($0) }
        guard others.isEmpty == chosen.isEmpty else { return [] }
        return try StoreVerifier.checks(
            chosen: others, skipped: skipped, hasFullIntegrity: fullIntegrity)
    }

    private static func isCloudKit(_ check: String) -> Bool {
        CheckIdentifier.text(of: check) == CheckIdentifier.text(of: CloudKitCheck.name)
    }

    /// Returns the report about a model without a store.
    ///
    /// - Throws: `StoreError` if a store is required; `ModelError`; `ValidationError`.
    func makeModelReport() throws -> VerificationReport {
        guard asksForCloudKit else { throw StoreError(.isModel, path: store) }
        let isAboutStores =
            model != nil || !chosen.allSatisfy(Self.isCloudKit) || !skipped.isEmpty || fullIntegrity || sql
            || through != nil
        guard !isAboutStores else {
            throw ValidationError("\(store) is a model, for which only --cloudkit works")
        }
        let file = try ModelFile.read(path: store, choice: choosing.choice)
        ModelSourceRenderer.report(file.modelIssues)
        var report = VerificationReport(store: store)
        report.results = [try Self.result(outcome(of: file))]
        return counted(report)
    }

    /// Returns the result of the check for a store and its model, or the app's model.
    ///
    /// - Throws: `StoreError`, `DatabaseError`, `ValidationError`.
    func cloudKitResult(_ app: ComparedFile?) throws -> StoreVerifier.Result {
        let opened = try ReferenceStore(path: store)
        var outcome: CheckOutcome
        if let file = app?.model {
            outcome = try self.outcome(of: file)
        } else {
            try validateConfiguration(of: opened.model)
            outcome = CloudKitCheck.outcome(
                opened.model, configuration: configuration, values: opened.sourceValues, isSource: false)
        }
        try CloudKitCheck.noteMirroring(opened, for: app?.model?.model, into: &outcome)
        return Self.result(outcome)
    }

    private func outcome(of file: ModelFile) throws -> CheckOutcome {
        try validateConfiguration(of: file.model)
        return CloudKitCheck.outcome(
            file.model, configuration: configuration, values: file.sourceValues,
            isSource: file.origin.kind == .swift)
    }

    private func validateConfiguration(of model: ManagedObjectModel) throws {
        guard let configuration, model.configurations[configuration] == nil else { return }
        let known = model.configurationNames
        throw ValidationError(
            "the model has no configuration '\(configuration)'"
                + (known.isEmpty ? "" : "; it has \(known.joined(separator: ", "))"))
    }

    private static func result(_ outcome: CheckOutcome) -> StoreVerifier.Result {
        StoreVerifier.Result(
            name: CloudKitCheck.name, purpose: CloudKitCheck.purpose, outcome: outcome)
    }
}
