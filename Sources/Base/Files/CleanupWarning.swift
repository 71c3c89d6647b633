/// A cleanup problem that does not affect the result of a command. It is reported as a warning.
///
/// It concerns files next to a placed output, or the leftovers of a killed process.
package enum CleanupWarning: Equatable, Sendable {
    /// An unneeded file could not be removed. The path is the user's file, or the folder that contains the
    /// leftover.
    case left(path: String, reason: String)
    /// Files of a replaced store could not be removed, although nothing refers to them any longer. The path is the
    /// first of them. The count is nil if the folder could not be listed.
    case leftOfReplaced(path: String, reason: String, count: Int?)
    /// The replaced file had an attribute that could not be copied to the new one.
    case notKept(Attribute, path: String, reason: String)
    /// The replaced file has other names (hard links), which still lead to the old content.
    case otherNames(path: String, count: Int)

    /// An attribute of a file other than its permissions.
    package enum Attribute: Equatable, Sendable {
        case owner, group, extended(String)
    }

    nonisolated(unsafe) private static var listener: (@Sendable (CleanupWarning) -> Void)?

    /// Sends warnings to `listener` from now on. Called once, before anything is written.
    package static func listen(_ listener: @escaping @Sendable (CleanupWarning) -> Void) {
        self.listener = listener
    }

    /// Passes the warning to the listener, if there is one.
    package func emit() { Self.listener?(self) }

    /// Reports a failed removal.
    ///
    /// - Parameter code: 0, or an error number.
    static func emit(_ code: Int32, _ path: String) {
        guard code != 0, !System.isMissing(code) else { return }
        CleanupWarning.left(path: path, reason: System.words(code)).emit()
    }
}
