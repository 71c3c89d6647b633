import ArgumentParser
import Files

/// The files for CI systems with the results.
struct ReportOptions: ParsableArguments {
    @Option(help: "Write the results to this file in JUnit's form, for CI.")
    var junit: String?

    @Option(help: "Write what is wrong to this file as SARIF 2.1.0, for code scanning.")
    var sarif: String?

    /// Whether any file is requested.
    var areNeeded: Bool { junit != nil || sarif != nil }

    /// Throws if a file cannot be written, before anything else is done.
    ///
    /// - Parameter stores: the other outputs of the command.
    /// - Throws: ``OutputError``, ``FileError``.
    func check(besides stores: [String] = []) throws {
        for path in [junit, sarif].compactMap(\.self) {
            try TextOutput.check(path)
            for store in stores {
                for file in [store] + InputFiles.companions.map({ store + $0 })
                where try FileIdentity.isSame(path, file) {
                    throw OutputError(.isInput(file), path: path)
                }
            }
        }
        if let junit, let sarif, try FileStatus(path: junit)?.isStream != true,
            try FileIdentity.isSame(junit, sarif)
        {
            throw OutputError(
                .unusablePath("--junit and --sarif name the same file"), path: sarif)
        }
    }

    /// Writes all requested files, or none.
    ///
    /// - Throws: ``OutputError``, ``FileError``.
    func write(junit junitText: () -> String, sarif sarifText: () throws -> String) throws {
        var texts: [(String, String)] = []
        if let junit { texts.append((junitText(), junit)) }
        if let sarif { texts.append((try sarifText(), sarif)) }
        try TextOutput.write(texts, makesFolders: false)
    }
}
