import Files
import Foundation

/// Finds the lines of entities and properties in the XML of a model, for reviews of code.
struct ModelSourceLines {
    private let lines: [Substring]

    /// Reads a file; one that is no text has no lines.
    ///
    /// - Throws: `FileError`.
    init(path: String) throws(FileError) {
        guard try FileStatus(path: path)?.isRegularFile == true else {
            lines = []
            return
        }
        let text = String(bytes: try FileBytes.first(.max, of: path), encoding: .utf8) ?? ""
        lines =
            text.hasPrefix("<?xml") ? text.split(separator: "\n", omittingEmptySubsequences: false) : []
    }

    /// The line, from 1, where an entity or one of its properties begins; that of the entity where it
    /// has no such property; nil where there is none.
    func line(entity: String?, property: String?) -> Int? {
        guard let entity,
            let start = lines.firstIndex(where: { $0.contains("<entity name=\"\(entity)\"") })
        else { return nil }
        guard let property else { return start + 1 }
        let end = lines[start...].firstIndex { $0.contains("</entity>") } ?? lines.count - 1
        let name = property.prefix { $0 != "." }
        let found = lines[start...end].dropFirst().firstIndex { $0.contains(" name=\"\(name)\"") }
        return (found ?? start) + 1
    }
}
