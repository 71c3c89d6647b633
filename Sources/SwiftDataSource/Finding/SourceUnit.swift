import ObjectModel
import SwiftSource

/// One Swift file of an app, read.
final class SourceUnit {
    /// The path to show.
    let path: String
    /// What it declares.
    let file: SwiftFile
    /// The part of its path that names its module, as far as folders tell it.
    let module: String
    /// Whether it belongs to tests.
    let isTest: Bool

    /// - Parameters:
    ///   - relative: the path below the folder that was named.
    ///   - target: the target that the file belongs to, where a project or package says so.
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

    /// Whether a folder holds tests.
    static func holdsTests(_ folder: String) -> Bool {
        folder.hasSuffix("Tests") || folder.hasSuffix("Test") || folder.hasPrefix("Tests ")
    }

    /// `Sources/App` of `Sources/App/Models`; the folder of the tests for tests; else all is one.
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

    /// An issue at a location in the file.
    func issue(
        _ severity: ModelSourceIssue.Severity = .error, _ problem: ModelSourceIssue.Problem,
        at location: SourceLocation, entity: String? = nil, property: String? = nil
    ) -> ModelSourceIssue {
        ModelSourceIssue(
            severity, problem, path: path, line: location.line, column: location.column,
            entity: entity, property: property)
    }

    /// `path:line:column`, for sentences.
    func text(of location: SourceLocation) -> String {
        "\(path):\(location.line):\(location.column)"
    }
}
