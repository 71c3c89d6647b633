import ObjectModel
import SQLite

/// The versions of the program and of what it was built with: the one place that tells them.
enum ProgramVersions {
    /// Where the project's files can be read.
    static let publication = "https://github.com/zseed/zseed/blob/main"

    /// What `zseed --version --verbose` prints: a name and a version in each line.
    static var lines: [String] {
        ["zseed \(zseed)"]
            + packages.map { "\($0.name) \($0.version)" }
            + [
                "SQLite \(SQLiteLibrary.version) (\(SQLiteLibrary.sourceID))",
                "zlib \(ZLibrary.version)",
                "Swift \(compiler)",
            ]
    }

    /// The minor version of the compiler, as far as its language can tell.
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
