import ArgumentParser
import Files

/// The files that CI systems read results from.
///
/// A command declares both options itself: a group of options costs a build of few rows as much as
/// reading its plan.
struct ReportFiles {
    static let junitHelp: ArgumentHelp = "Write the results to this file in JUnit's form, for CI."
    static let sarifHelp: ArgumentHelp = "Write what is wrong to this file as SARIF 2.1.0, for code scanning."

    let junit: String?
    let sarif: String?

    /// Whether any is asked for.
    var areNeeded: Bool { junit != nil || sarif != nil }

    /// Refuses files that cannot be written, before anything is done.
    ///
    /// - Parameter inputs: what must not be overwritten.
    /// - Throws: ``OutputError``.
    func check(inputs: InputFiles) throws {
        for path in [junit, sarif].compactMap(\.self) {
            try TextOutput.check(path, inputs: inputs)
        }
        if let junit, let sarif, FileStatus(path: junit)?.isStream != true,
            FileIdentity.isSame(junit, sarif)
        {
            throw OutputError(
                .unusablePath("--junit and --sarif name the same file"), path: sarif)
        }
    }

    /// Writes the files that were asked for, all or none.
    ///
    /// - Throws: ``OutputError``, ``FileError``.
    func write(
        junit junitText: () -> String, sarif sarifText: () throws -> String, inputs: InputFiles
    ) throws {
        var texts: [(String, String)] = []
        if let junit { texts.append((junitText(), junit)) }
        if let sarif { texts.append((try sarifText(), sarif)) }
        try TextOutput.write(texts, inputs: inputs, makesFolders: false)
    }
}
