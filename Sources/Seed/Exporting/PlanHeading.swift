import Files
import ObjectModel
import StoreFormat

/// The first lines of an export's plan, and its file.
enum PlanHeading {
    static let fileName = "seed.yml"

    /// Returns a description, and the reference: the exported store, as a path relative to the folder.
    static func lines(
        for reference: ReferenceStore, modelPath: String?, folder: String, summary: String
    ) throws -> [String] {
        let name = FilePath(reference.path).name
        var lines = [
            YAMLText.comment("The content of \(name). \(summary)"),
            "# Build it with `zseed build seed.yml -o STORE`.", "",
            "reference: \(try path(reference.path, from: folder))",
        ]
        if let modelPath { lines.append("model: \(try path(modelPath, from: folder))") }
        return try lines + reference.modelChoice.planLines(from: FilePath(folder))
    }

    private static func path(_ file: String, from folder: String) throws -> String {
        YAMLText.scalar(try FilePath(file).relative(toFolder: FilePath(folder)))
    }

    /// Writes the plan.
    ///
    /// - Throws: ``SeedIssue``.
    static func write(_ lines: [String], to folder: StagedOutput) throws {
        let file = try FileWriter(creating: folder.file(named: fileName))
        try file.write((lines.joined(separator: "\n") + "\n").utf8)
        try file.finish()
    }
}
