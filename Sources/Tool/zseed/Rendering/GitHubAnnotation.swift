import Files
import Foundation

/// A command in the output of a GitHub workflow that annotates a line of a file.
///
/// See <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.
struct GitHubAnnotation {
    let severity: Diagnostics.Severity
    let path: String?
    var line: Int?
    var column: Int?
    var title: String?
    let message: String

    /// Whether this process runs in a workflow, so that annotations are written to standard error.
    static let areWanted = ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true"

    private static let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"]

    /// The command, always on one line, whatever the names and texts contain.
    var text: String {
        var properties: [String] = []
        if let path { properties.append("file=" + Self.escaped(Self.fromWorkspace(path), isProperty: true)) }
        if let line { properties.append("line=\(line)") }
        if line != nil, let column { properties.append("col=\(column)") }
        if let title { properties.append("title=" + Self.escaped(title, isProperty: true)) }
        let command = severity == .note ? "notice" : severity.rawValue
        let list = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
        return "::\(command)\(list)::\(Self.escaped(message))"
    }

    /// Returns the path relative to the folder of the checkout, as GitHub requires, wherever the command runs.
    private static func fromWorkspace(_ path: String) -> String {
        guard let workspace, !workspace.isEmpty else { return path }
        let root = (try? FilePath(workspace).resolved.text) ?? workspace
        let whole = (try? FilePath(path).resolved.text) ?? path
        return whole.hasPrefix(root + "/") ? String(whole.dropFirst(root.count + 1)) : path
    }

    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
