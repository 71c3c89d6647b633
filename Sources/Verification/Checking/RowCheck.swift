import ObjectLayer
import StoreFormat

/// A check that looks at each row by itself. All of them share one walk through the tables.
package protocol RowCheck: StoreCheck {
    /// Whether what it finds keeps objects from being fetched and followed.
    var isAboutObjects: Bool { get }

    /// Why the check cannot be made on a store; nil where it can.
    func obstacle(on store: VerifiedStore) -> String?

    /// What to look at in every row of a root entity's table, whatever its `Z_ENT`.
    func rules(ofTableOf root: EntityLayout, in store: VerifiedStore) throws -> [RowRule]

    /// What to look at in every row of a concrete entity.
    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule]

    /// Looks at what rows show only together.
    ///
    /// - Parameter rowCounts: how many rows there are of each `Z_ENT`.
    func finish(
        on store: VerifiedStore, _ rowCounts: [Int: Int64], into outcome: inout CheckOutcome
    ) throws
}

extension RowCheck {
    /// The check itself.
    package var asRowCheck: (any RowCheck)? { self }

    /// False, unless a check says otherwise.
    package var isAboutObjects: Bool { false }

    /// None, unless a check has one.
    package func obstacle(on store: VerifiedStore) -> String? { nil }

    /// None, unless a check has some.
    package func rules(
        ofTableOf root: EntityLayout, in store: VerifiedStore
    ) throws -> [RowRule] { [] }

    /// None, unless a check has some.
    package func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] { [] }

    /// Does nothing, unless a check has something left to look at.
    package func finish(
        on store: VerifiedStore, _ rowCounts: [Int: Int64], into outcome: inout CheckOutcome
    ) throws {}

    /// Makes the check by itself.
    package func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for found in TableWalk(store: store, checks: [self]).outcomes() { outcome.add(found) }
    }
}

/// What a check looks at in one row.
package struct RowRule {
    /// What a rule finds.
    package enum Verdict {
        /// There is nothing to look at, such as a NULL.
        case absent
        /// All is well.
        case sound
        /// What is wrong, and where a relationship leads to.
        case wrong(target: String? = nil, String)
        /// What an app can live with.
        case doubtful(String)
    }

    /// The property it is about.
    package let property: String?
    /// The columns it reads.
    package let columns: [String]
    /// Looks at a row; the indices are those of the columns.
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
