/// An error that a ZIP archive causes.
package struct ArchiveError: Error, Equatable, Sendable {
    /// The kinds of error.
    package enum Problem: Equatable, Sendable {
        /// The end of the file has no directory: the file is not an archive, or its end is missing.
        case noDirectory
        /// A directory that contradicts itself or the file.
        case brokenDirectory
        /// More members than zseed reads.
        case tooManyMembers(limit: Int)
        /// Two members have the same name.
        case repeatedMember
        /// The member needs a password.
        case encrypted
        /// The member has a compression method that zseed does not read. The number is that of APPNOTE, 4.4.5.
        case unknownMethod(Int)
        /// A member whose compressed data cannot be read.
        case damagedMember
        /// The member has fewer bytes than the directory states.
        case truncatedMember
        /// The member's bytes do not match its checksum.
        case wrongChecksum
        /// The member expands to an implausible multiple of its compressed size, as in a ZIP bomb.
        case unfoldsTooFar(times: Int)
        /// The file cannot be read. The reason is the system's text.
        case unreadable(String)
    }

    package let problem: Problem
    /// The name of the affected member, as the archive has it.
    package let member: String?

    /// The error for a file that does not begin like an archive.
    package static let notAnArchive = ArchiveError(.noDirectory)

    init(_ problem: Problem, member: String? = nil) {
        self.problem = problem
        self.member = member
    }
}
