import Files
import Seeding

/// Writes a drafted plan to a file.
package enum PlanFile {
    /// Writes a plan, whole or not at all; a file that is there already stays.
    ///
    /// - Parameter inputs: what must not be overwritten.
    /// - Throws: ``SeedIssue``.
    package static func write(
        _ text: String, to path: String, inputs: InputFiles = InputFiles()
    ) throws {
        try reported {
            try checkIsNew(path)
            try TextOutput.write(text, to: path, inputs: inputs)
        }
    }

    /// Finds out whether a plan may go to a path, and writes nothing.
    ///
    /// - Throws: ``SeedIssue``.
    package static func check(_ path: String, inputs: InputFiles) throws {
        try reported {
            try TextOutput.check(path, inputs: inputs)
            try checkIsNew(path)
        }
    }

    private static func checkIsNew(_ path: String) throws {
        if let status = FileStatus(path: path, followsLinks: false), !status.isStream {
            let leadsToStream = FileStatus(path: path)?.isStream == true
            guard leadsToStream || FileStatus.isStandardStream(path) else {
                throw SeedIssue(.output(.fileExists), at: .init(path: path))
            }
        }
    }

    private static func reported(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as OutputError {
            throw SeedIssue(error)
        } catch let error as FileError {
            throw SeedIssue(error)
        }
    }
}
