import ObjectLayer
import ObjectModel
import StoreFormat
import SwiftDataSource

/// Runs checks on a store.
package struct StoreVerifier: Sendable {
    /// The result of one check.
    package struct Result: Equatable, Sendable {
        /// The name of the check.
        package let name: String
        /// A description of the check in one line.
        package let purpose: String
        /// The outcome of the check.
        package let outcome: CheckOutcome

        /// Creates a result.
        package init(name: String, purpose: String, outcome: CheckOutcome) {
            self.name = name
            self.purpose = purpose
            self.outcome = outcome
        }

        /// Whether there are no errors. There may be warnings.
        package var isPassed: Bool { outcome.wrong == 0 }
    }

    /// All checks, in the order of their results.
    package static let allChecks: [any StoreCheck] = [
        IntegrityCheck(), LeftoverFilesCheck(), MetadataCheck(), VersionHashCheck(),
        EntityNumberCheck(), SchemaCheck(), HighestPrimaryKeyCheck(), HistoryCheck(),
        EntityCheck(), VersionCounterCheck(), ObjectCountCheck(), StorageClassCheck(),
        RequiredPropertyCheck(), ValidationCheck(), EnumerationCheck(),
        CodableArrayCheck(), ToOneTargetCheck(), EntityColumnCheck(),
        OneToOneCheck(), OrderKeyCheck(), ToManyTargetCheck(), JoinTableCheck(),
        RelationshipCountCheck(), UniquenessCheck(), DerivedValueCheck(), LocationTreeCheck(),
        ExternalFileCheck(), ObjectWalkCheck(),
        FetchRequestCheck(),
    ]

    /// The name of the check that finds damage in the file.
    package static let damageCheck = IntegrityCheck().name

    private let checks: [any StoreCheck]
    private let sqlDebug: SQLTrace.Hook?
    /// Called with the current work and the completed fraction of all work.
    package var progress: (@Sendable (_ what: String, _ fraction: Double) -> Void)?

    /// Creates a verifier.
    ///
    /// - Parameter sqlDebug: called for every statement of the object layer; nil for the setting of the environment
    ///   variable.
    package init(
        checks: [any StoreCheck] = StoreVerifier.allChecks, sqlDebug: SQLTrace.Hook? = nil
    ) {
        self.checks = checks
        self.sqlDebug = sqlDebug
    }

    /// Runs the checks on a store.
    ///
    /// If SQLite finds the database damaged, the integrity check fails. Data that cannot be read for this reason counts
    /// as an error in other checks as well.
    ///
    /// - Throws: `StoreError` if the file is not a store, or if the machine could not read all of it. A thread may
    ///   still read the store for a while afterwards.
    package func verify(
        path: String, modelPath: String? = nil, modelChoice: ModelChoice = .current,
        declared: [DeclaredRelationship] = [], sourceValues: SourceValues = .none
    ) throws -> [Result] {
        let begun = try begin(path)
        return try verify(
            VerifiedStore(
                path: path, modelPath: modelPath, modelChoice: modelChoice, declared: declared,
                sourceValues: sourceValues, sqlDebug: sqlDebug),
            begun)
    }

    /// Runs the checks on an open store.
    ///
    /// - Parameter sourceValues: the rules for values in source code of the same model.
    /// - Throws: `StoreError` if the machine could not read all of it.
    package func verify(
        _ reference: ReferenceStore, sourceValues: SourceValues = .none
    ) throws -> [Result] {
        try verify(
            VerifiedStore(reference, sourceValues: sourceValues, sqlDebug: sqlDebug),
            begin(reference.path))
    }

    /// The checks that started before the store was opened.
    private typealias Begun = (thread: CheckThread, running: [(any RunningCheck)?])

    /// Starts the checks that need no open store. SQLite's own check takes as long as all others.
    private func begin(_ path: String) throws -> Begun {
        let thread = CheckThread(path: path)
        return (thread, try checks.map { try $0.start(onFile: path, thread) })
    }

    private func verify(_ store: VerifiedStore, _ begun: Begun) throws -> [Result] {
        var outcomes: [CheckOutcome?] = checks.map { _ in nil }
        let running = try zip(checks, begun.running).map { check, running in
            try running ?? check.start(on: store, begun.thread)
        }
        let rowChecks = checks.enumerated().compactMap { index, check in
            check.asRowCheck.map { (index: index, check: $0) }
        }
        let steps = Double(store.roots.count + checks.count)
        let found = TableWalk(
            store: store, checks: rowChecks.map(\.check),
            progress: { entity, number in
                progress?(entity, Double(number) / steps)
            }
        ).outcomes()
        for ((index, check), outcome) in zip(rowChecks, found) {
            outcomes[index] = outcome
            if check.isAboutObjects, outcome.wrong > 0 { store.hasBrokenObjects = true }
        }
        for (index, check) in checks.enumerated()
        where outcomes[index] == nil && running[index] == nil {
            progress?(check.name, Double(store.roots.count + index) / steps)
            outcomes[index] = check.outcome(on: store)
        }
        for index in checks.indices {
            if running[index] != nil { progress?(checks[index].name, 1) }
            if let found = running[index]?.finish(on: store) { outcomes[index] = found }
        }
        if let fault = outcomes.lazy.compactMap({ $0?.machineFault }).first { throw fault }
        return zip(checks, outcomes).map { check, outcome in
            Result(name: check.name, purpose: check.purpose, outcome: outcome ?? CheckOutcome())
        }
    }
}
