/// The reason why git cannot provide an earlier version of a model.
package enum GitError: Error, Equatable, Sendable {
    /// `git` is not installed.
    case missing
    /// The model is not in a repository; git's message.
    case noRepository(String)
    /// Git does not know the revision.
    case unknownRevision(String)
    /// There is nothing to compare with.
    case noBase
    /// The repository is a partial clone that lacks a file of the base.
    case notFetched(String)
    /// Git failed; its message.
    case failed(String)
}
