/// What is wrong with an archive.
package struct ArchiveError: Error, Equatable, Sendable {
    /// The kinds of it.
    package enum Problem: Equatable, Sendable {
        /// No directory is at the end of the file: it is no archive, or its end is missing.
        case noDirectory
        /// A directory that contradicts itself or the file.
        case brokenDirectory
        /// More members than any sensible archive has.
        case tooManyMembers(limit: Int)
        /// A member that is there twice.
        case repeatedMember
        /// A member behind a password.
        case encrypted
        /// A member that is compressed in a way which is not read; its number (APPNOTE, 4.4.5).
        case unknownMethod(Int)
        /// A member whose compressed data cannot be read.
        case damagedMember
        /// A member that ends before it has as many bytes as the directory says.
        case truncatedMember
        /// A member whose bytes are not those that were packed.
        case wrongChecksum
        /// A member that unfolds to many times its size, as no file does that somebody works with.
        case unfoldsTooFar(times: Int)
        /// The file cannot be read; the system's words.
        case unreadable(String)
    }

    package let problem: Problem
    /// The name of the member concerned, as the archive has it.
    package let member: String?

    /// A file that does not begin like an archive.
    package static let notAnArchive = ArchiveError(.noDirectory)

    init(_ problem: Problem, member: String? = nil) {
        self.problem = problem
        self.member = member
    }
}
