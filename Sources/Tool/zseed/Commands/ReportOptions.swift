import ArgumentParser
import Files

/// The file for CI systems with the results.
struct ReportOptions: ParsableArguments {
    @Option(help: "Write the results to this file in JUnit format, for CI.")
    var junit: String?

    /// Whether the file is requested.
    var areNeeded: Bool { junit != nil }

    /// Throws if the file cannot be written, before anything else is done.
    ///
    /// - Parameter stores: the other outputs of the command.
    /// - Throws: ``OutputError``, ``FileError``.
    func check(besides stores: [String] = []) throws {
        guard let junit else { return }
        try TextOutput.check(junit)
        for store in stores {
            for file in [store] + InputFiles.companions.map({ store + $0 })
            where try FileIdentity.isSame(junit, file) {
                throw OutputError(.isInput(file), path: junit)
            }
        }
    }

    /// Writes the file if it is requested.
    ///
    /// - Throws: ``OutputError``, ``FileError``.
    func write(_ text: () -> String) throws {
        guard let junit else { return }
        try TextOutput.write(text(), to: junit, makesFolders: false)
    }
}
