/// A check that runs at the same time as others.
package protocol RunningCheck {
    /// Completes the check, or waits for it. Must be called once.
    ///
    /// - Parameter store: the store, for the calling thread.
    func finish(on store: VerifiedStore) -> CheckOutcome
}
