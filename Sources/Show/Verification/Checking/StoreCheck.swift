/// One requirement for a sound store: small, named, and described in `docs/reference/checks.md`.
package protocol StoreCheck: Sendable {
    /// A short name, such as `to-one targets`.
    var name: String { get }
    /// A description of the check in one line.
    var purpose: String { get }
    /// The check itself if it examines single rows and can share a walk with others; otherwise nil. It is a property
    /// because a cast to a protocol searches the whole program for conformances.
    var asRowCheck: (any RowCheck)? { get }

    /// Starts the check on another thread before the store has been opened. Returns nil if the check needs an open
    /// store or cannot run at the same time as others.
    func start(onFile path: String, _ thread: CheckThread) throws -> (any RunningCheck)?

    /// Starts the check on another thread. Returns nil if it cannot run at the same time as others.
    func start(on store: VerifiedStore, _ thread: CheckThread) throws -> (any RunningCheck)?

    /// Runs the check on a store.
    ///
    /// - Throws: `DatabaseError` if the store cannot be read.
    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws
}

extension StoreCheck {
    package var asRowCheck: (any RowCheck)? { nil }

    /// Nil by default.
    package func start(onFile path: String, _ thread: CheckThread) throws -> (any RunningCheck)? { nil }

    /// Nil by default.
    package func start(on store: VerifiedStore, _ thread: CheckThread) throws -> (any RunningCheck)? { nil }

    /// Runs the check and returns its outcome. An error becomes a finding.
    func outcome(on store: VerifiedStore) -> CheckOutcome {
        var outcome = CheckOutcome()
        do {
            try run(on: store, into: &outcome)
        } catch {
            outcome.report(error)
        }
        return outcome
    }
}

/// The name of a check in a form for command lines, links and files of results.
package enum CheckIdentifier {
    /// The name in lower case with hyphens for spaces: `to-one-targets`. It is also the anchor of
    /// the check's section in `docs/reference/checks.md`.
    package static func text(of name: String) -> String {
        name.lowercased().split(separator: " ").joined(separator: "-")
    }
}
