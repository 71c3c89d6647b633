import ObjectModel
import SQLite

/// The versions of the program and of its parts, defined only here.
enum ProgramVersions {
    /// The base address of the published project files.
    static let publication = "https://github.com/zseed/zseed/blob/main"

    /// The output of `zseed --version --verbose`, with a name and a version on each line.
    static var lines: [String] {
        ["zseed \(zseed)"]
            + packages.map { "\($0.name) \($0.version)" }
            + [
                "SQLite \(SQLiteLibrary.version) (\(SQLiteLibrary.sourceID))",
                "zlib \(ZLibrary.version)",
                "Swift \(compiler)",
            ]
    }

    /// The minor version of the compiler, if the conditions below distinguish it.
    private static var compiler: String {
        #if compiler(>=6.5)
            "6.5 or later"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #elseif compiler(>=6.2)
            "6.2"
        #else
            "6.1"
        #endif
    }
}
