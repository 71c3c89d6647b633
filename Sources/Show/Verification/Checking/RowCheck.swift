import ObjectLayer
import StoreFormat

/// A check that examines each row separately. All row checks share one walk through the tables.
package protocol RowCheck: StoreCheck {
    /// Whether errors of this check prevent objects from being fetched and relationships from being followed.
    var isAboutObjects: Bool { get }

    /// Returns the reason why the check cannot run on a store; nil if it can.
    func obstacle(on store: VerifiedStore) -> String?

    /// Returns the rules for every row of a root entity's table, whatever its `Z_ENT`.
    func rules(ofTableOf root: EntityLayout, in store: VerifiedStore) throws -> [RowRule]

    /// Returns the rules for every row of a concrete entity.
    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule]

    /// Examines everything that needs more than a single row.
    ///
    /// - Parameter rowCounts: the number of rows for each `Z_ENT`.
    func finish(
        on store: VerifiedStore, _ rowCounts: [Int: Int64], into outcome: inout CheckOutcome
    ) throws
}

extension RowCheck {
    /// The check itself.
    package var asRowCheck: (any RowCheck)? { self }

    /// False by default.
    package var isAboutObjects: Bool { false }

    /// Nil by default.
    package func obstacle(on store: VerifiedStore) -> String? { nil }

    /// Empty by default.
    package func rules(
        ofTableOf root: EntityLayout, in store: VerifiedStore
    ) throws -> [RowRule] { [] }

    /// Empty by default.
    package func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] { [] }

    /// Does nothing by default.
    package func finish(
        on store: VerifiedStore, _ rowCounts: [Int: Int64], into outcome: inout CheckOutcome
    ) throws {}

    /// Runs only this check.
    package func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for found in TableWalk(store: store, checks: [self]).outcomes() { outcome.add(found) }
    }
}

/// A test that a check applies to each row.
package struct RowRule {
    /// The result of a rule for a row.
    package enum Verdict {
        /// There is nothing to examine, for example because the value is NULL.
        case absent
        /// The row is valid.
        case sound
        /// The row is invalid: the destination of the relationship, if it is about one, and the problem.
        case wrong(target: String? = nil, String)
        /// The row has a problem that an app tolerates.
        case doubtful(String)
    }

    /// The property that the rule is about.
    package let property: String?
    /// The columns that the rule reads.
    package let columns: [String]
    /// Examines a row; the indices are those of the columns.
    package let verdict: (_ row: WalkedRow, _ indices: [Int]) throws -> Verdict

    /// Creates a rule.
    package init(
        _ property: String? = nil, columns: [String] = [],
        _ verdict: @escaping (_ row: WalkedRow, _ indices: [Int]) throws -> Verdict
    ) {
        self.property = property
        self.columns = columns
        self.verdict = verdict
    }
}
