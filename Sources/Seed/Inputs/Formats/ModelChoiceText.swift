import Files
import ObjectModel
import SwiftDataSource

extension ModelChoice {
    /// Returns the lines for a plan that select the same models in Swift source.
    ///
    /// - Parameter folder: the folder of the plan, to which its paths are relative.
    /// - Throws: `FileError`.
    package func planLines(from folder: FilePath) throws(FileError) -> [String] {
        var lines: [String] = []
        if let target { lines.append("target: \(YAMLText.scalar(target))") }
        if let schema { lines.append("schema: \(YAMLText.scalar(schema))") }
        if !models.isEmpty {
            lines.append("models: [" + models.map(YAMLText.quoted).joined(separator: ", ") + "]")
        }
        if let store {
            lines.append("beside: \(YAMLText.scalar(try FilePath(store).relative(toFolder: folder)))")
        }
        if let infersOpenInverses {
            lines.append("inverses: \(infersOpenInverses ? "inferred" : "declared")")
        }
        return lines
    }
}
