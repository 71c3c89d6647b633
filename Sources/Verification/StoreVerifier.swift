import SQLite
import StoreFormat

/// Makes all checks on a store.
public struct StoreVerifier: Sendable {
    /// What one check found.
    public struct Result: Equatable, Sendable {
        public let name: String
        public let purpose: String
        public let outcome: CheckOutcome

        /// Whether nothing is wrong.
        public var isPassed: Bool { outcome.wrong == 0 }
    }

    /// Every check, in the order in which they are made.
    public static let allChecks: [any StoreCheck] = [
        IntegrityCheck(), MetadataCheck(), EntityNumberCheck(), HighestPrimaryKeyCheck(),
        EntityCheck(), VersionCounterCheck(), StorageClassCheck(), RequiredAttributeCheck(),
        ToOneTargetCheck(), EntityColumnCheck(), OneToOneCheck(), OrderKeyCheck(),
        JoinTableCheck(), UniquenessCheck(),
    ]

    private let checks: [any StoreCheck]

    /// Prepares a verifier.
    public init(checks: [any StoreCheck] = StoreVerifier.allChecks) {
        self.checks = checks
    }

    /// Makes the checks on a store.
    ///
    /// A database that SQLite finds damaged fails the integrity check; what could not be read
    /// because of that counts as wrong too.
    ///
    /// - Throws: `StoreError` where the file is no store at all.
    public func verify(
        path: String, modelPath: String? = nil, modelVersion: String? = nil,
        declared: [DeclaredRelationship] = []
    ) throws -> [Result] {
        let store = try VerifiedStore(
            path: path, modelPath: modelPath, modelVersion: modelVersion, declared: declared)
        return checks.map { check in
            var outcome = CheckOutcome()
            do {
                try check.run(on: store, into: &outcome)
            } catch let error as DatabaseError {
                outcome.report(Finding("cannot be read: \(error.message)"))
            } catch {
                outcome.report(Finding("cannot be read: \(error)"))
            }
            return Result(name: check.name, purpose: check.purpose, outcome: outcome)
        }
    }
}
