/// A check that goes on beside others.
package protocol RunningCheck {
    /// Does what is left of it, or waits for it; to be called once.
    ///
    /// - Parameter store: the store, for the calling thread.
    func finish(on store: VerifiedStore) -> CheckOutcome
}
