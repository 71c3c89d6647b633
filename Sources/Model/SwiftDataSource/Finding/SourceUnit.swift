import ObjectModel
import SwiftSource

/// One parsed Swift file of an app.
final class SourceUnit {
    /// The path for messages.
    let path: String
    /// The parsed content.
    let file: SwiftFile
    /// The module of the file, inferred from its path where folders show it.
    let module: String
    /// Whether it belongs to tests.
    let isTest: Bool

    /// - Parameters:
    ///   - relative: The path below the folder that the user named.
    ///   - target: The target of the file, if a project or package assigns it.
    init(path: String, relative: String, module target: String? = nil, file: SwiftFile) {
        self.path = path
        self.file = file
        if let target {
            isTest = file.imports.contains { $0 == "XCTest" || $0 == "Testing" }
            module = target
            return
        }
        let folders = relative.split(separator: "/").dropLast().map(String.init)
        isTest =
            folders.contains(where: Self.holdsTests)
            || file.imports.contains { $0 == "XCTest" || $0 == "Testing" }
        module = Self.module(folders)
    }

    /// Returns whether a folder contains tests, by its name.
    static func holdsTests(_ folder: String) -> Bool {
        folder.hasSuffix("Tests") || folder.hasSuffix("Test") || folder.hasPrefix("Tests ")
    }

    /// Returns the module: `Sources/App` for `Sources/App/Models`, and the tests' folder for tests. Everything else is
    /// one module.
    private static func module(_ folders: [String]) -> String {
        if let index = folders.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }),
            index + 1 < folders.count
        {
            return folders[...(index + 1)].joined(separator: "/")
        }
        if let index = folders.firstIndex(where: holdsTests) {
            return folders[...index].joined(separator: "/")
        }
        return ""
    }

    /// Creates an issue at a location in the file.
    func issue(
        _ severity: ModelSourceIssue.Severity = .error, _ problem: ModelSourceIssue.Problem,
        at location: SourceLocation, entity: String? = nil, property: String? = nil
    ) -> ModelSourceIssue {
        ModelSourceIssue(
            severity, problem, path: path, line: location.line, column: location.column,
            entity: entity, property: property)
    }

    /// Returns the location as `path:line:column`, for messages.
    func text(of location: SourceLocation) -> String {
        "\(path):\(location.line):\(location.column)"
    }
}
