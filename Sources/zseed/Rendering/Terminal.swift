import Foundation

/// Writes to standard output and standard error.
enum Terminal {
    /// Writes a line to standard output.
    static func print(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Writes a line to standard error.
    static func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
