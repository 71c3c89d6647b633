import Foundation
import ObjectLayer
import ObjectModel
import StoreFormat
import SwiftDataSource

/// Makes checks on a store.
package struct StoreVerifier: Sendable {
    /// What one check found.
    package struct Result: Equatable, Sendable {
        /// The check's name.
        package let name: String
        /// What it looks at, in one line.
        package let purpose: String
        /// What it found.
        package let outcome: CheckOutcome

        /// Creates a result.
        package init(name: String, purpose: String, outcome: CheckOutcome) {
            self.name = name
            self.purpose = purpose
            self.outcome = outcome
        }

        /// Whether nothing is wrong; there may be warnings.
        package var isPassed: Bool { outcome.wrong == 0 }
    }

    /// Every check, in the order in which they are told.
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

    /// The name of the check that finds damage of the file.
    package static let damageCheck = IntegrityCheck().name

    private let checks: [any StoreCheck]
    private let sqlDebug: SQLTrace.Hook?
    /// Told what is looked at, and how much of the work is done.
    package var progress: (@Sendable (_ what: String, _ fraction: Double) -> Void)?

    /// Prepares a verifier.
    ///
    /// - Parameter sqlDebug: told of every statement of the object layer; nil for what the
    ///   environment asks for.
    package init(
        checks: [any StoreCheck] = StoreVerifier.allChecks, sqlDebug: SQLTrace.Hook? = nil
    ) {
        self.checks = checks
        self.sqlDebug = sqlDebug
    }

    /// Makes the checks on a store.
    ///
    /// A database that SQLite finds damaged fails the integrity check; what could not be read
    /// because of that counts as wrong too.
    ///
    /// - Throws: `StoreError` where the file is no store at all, or the machine could not read all of
    ///   it. A thread may then go on reading it for a while.
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

    /// Makes the checks on a store that is open.
    ///
    /// - Parameter sourceValues: what source code of the same model says of values.
    /// - Throws: `StoreError` where the machine could not read all of it.
    package func verify(
        _ reference: ReferenceStore, sourceValues: SourceValues = .none
    ) throws -> [Result] {
        try verify(
            VerifiedStore(reference, sourceValues: sourceValues, sqlDebug: sqlDebug),
            begin(reference.path))
    }

    /// What goes on before anything is known of a store.
    private typealias Begun = (thread: CheckThread, running: [(any RunningCheck)?])

    /// SQLite's own check takes as long as all others, and needs to know nothing of the store.
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
