/// What is not as it should be beside an output that is in place, or of what a killed process left: the work is
/// done all the same, and somebody is told.
package enum FileRemark: Equatable, Sendable {
    /// Something that nobody needs any more cannot be removed; the user's file, or where it lies.
    case left(path: String, reason: String)
    /// Files of a store that was replaced are left, and nothing refers to them: the first of them and how many;
    /// nil where nobody could look.
    case leftOfReplaced(path: String, reason: String, count: Int?)
    /// The file that was replaced had something beside its content that the new one cannot have.
    case notKept(Attribute, path: String, reason: String)
    /// The file that was replaced has other names, hard links, under which the old content stays.
    case otherNames(path: String, count: Int)

    /// What a file has beside its content and its permissions.
    package enum Attribute: Equatable, Sendable {
        case owner, group, extended(String)
    }

    nonisolated(unsafe) private static var listener: (@Sendable (FileRemark) -> Void)?

    /// Gives remarks to `listener` from now on; set once, before anything is written.
    package static func listen(_ listener: @escaping @Sendable (FileRemark) -> Void) {
        self.listener = listener
    }

    /// Tells somebody, where somebody listens.
    package func tell() { Self.listener?(self) }

    /// Tells what came of removing something.
    ///
    /// - Parameter code: 0, or an error number.
    static func tell(_ code: Int32, _ path: String) {
        guard code != 0, !System.isMissing(code) else { return }
        FileRemark.left(path: path, reason: System.words(code)).tell()
    }
}
