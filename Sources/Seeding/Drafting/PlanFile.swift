import Foundation

/// Writes a drafted plan to a file.
public enum PlanFile {
    /// Writes a plan, whole or not at all; a file that is there already stays.
    ///
    /// - Throws: ``SeedIssue``.
    public static func write(_ text: String, to path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw SeedIssue(.fileExists, at: .init(path: path))
        }
        let output = try OutputFile(path: path)
        let file = try ExportFile(path: output.temporaryPath)
        try file.write(text.utf8)
        try file.close()
        try output.place()
    }
}
