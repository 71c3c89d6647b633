/// Why git does not tell what a model was.
package enum GitError: Error, Equatable, Sendable {
    /// There is no `git` on this machine.
    case missing
    /// The model is in no repository; git's words.
    case noRepository(String)
    /// Git knows no such revision.
    case unknownRevision(String)
    /// Nothing tells what to compare with.
    case noBase
    /// A partial clone, which lacks a file of the base.
    case notFetched(String)
    /// Git fails; its words.
    case failed(String)
}
