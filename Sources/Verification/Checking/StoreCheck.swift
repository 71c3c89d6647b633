/// One thing that a sound store fulfils: small, named, and described in `docs/checks.md`.
package protocol StoreCheck: Sendable {
    /// A short name, such as `to-one targets`.
    var name: String { get }
    /// What it looks at, in one line.
    var purpose: String { get }
    /// The check itself, where it looks at single rows and can share a walk with others; otherwise
    /// nil. (A property, because a cast to a protocol searches the whole program for it.)
    var asRowCheck: (any RowCheck)? { get }

    /// Begins the check on another thread, before anything is known of the store; nil where it needs
    /// to know, or does not go on beside others.
    func start(onFile path: String, _ thread: CheckThread) throws -> (any RunningCheck)?

    /// Begins the check on another thread; nil where it does not go on beside others.
    func start(on store: VerifiedStore, _ thread: CheckThread) throws -> (any RunningCheck)?

    /// Looks at a store.
    ///
    /// - Throws: `DatabaseError` where the store cannot be read.
    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws
}

extension StoreCheck {
    package var asRowCheck: (any RowCheck)? { nil }

    /// Nil, unless a check goes on beside others.
    package func start(onFile path: String, _ thread: CheckThread) throws -> (any RunningCheck)? { nil }

    /// Nil, unless a check goes on beside others.
    package func start(on store: VerifiedStore, _ thread: CheckThread) throws -> (any RunningCheck)? { nil }

    /// What the check finds; where it cannot be made, that is what it finds.
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
    /// the check's section in `docs/checks.md`.
    package static func text(of name: String) -> String {
        name.lowercased().split(separator: " ").joined(separator: "-")
    }
}
