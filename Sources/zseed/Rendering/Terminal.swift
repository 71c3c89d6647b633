import Foundation

/// Writes to standard output and standard error.
enum Terminal {
    /// Writes a line to standard output.
    static func print(_ line: String) { write(line, to: .standardOutput) }

    /// Writes a line to standard error.
    static func report(_ line: String) { write(line, to: .standardError) }

    private static func write(_ line: String, to file: FileHandle) {
        file.write(Data((harmless(line) + "\n").utf8))
    }

    /// The line without what a terminal would obey: names and texts come from files of others.
    /// Tabs and line ends stay, since some output has them.
    static func harmless(_ line: String) -> String {
        func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "\t" || scalar == "\n" || scalar.properties.generalCategory != .control
        }
        guard !line.unicodeScalars.allSatisfy(isHarmless) else { return line }
        return line.unicodeScalars.map {
            isHarmless($0) ? String($0) : "\\u{\(String($0.value, radix: 16))}"
        }.joined()
    }
}
