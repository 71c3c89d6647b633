import Files
import ObjectModel
import SwiftSource

/// Finds and reads the Swift files that a path names.
struct SourceFinder {
    /// Limits that no app reaches.
    enum Limit {
        static let files = 50_000
        static let folders = 20_000
        static let depth = 64
        static let fileSize = 8 << 20
    }

    /// The calls by which apps say what their models are.
    static let calls: Set<String> = [
        "Schema", "ModelContainer", "modelContainer", "ModelConfiguration", "init",
    ]

    private(set) var units: [SourceUnit] = []
    /// What could not be read.
    private(set) var issues: [ModelSourceIssue] = []
    private let root: String
    private var visited: Set<FileIdentity> = []

    /// Reads the Swift files of a path: one file, or all below a folder.
    ///
    /// - Throws: ``ModelSourceFailure`` where there are none, or more than any app has.
    init(path: String) throws {
        root = path
        guard try FileStatus(path: path)?.isFolder == true else {
            try read(path, relative: FilePath(path).name)
            let errors = issues.map { Self.asError($0) }
            guard errors.isEmpty else { throw ModelSourceFailure(errors) }
            return
        }
        try InputFiles.watched?.addOpenFolder(path)
        // Nothing is read before it is known that it is not too much: somebody may have named `/`.
        var found: [(path: String, relative: String)] = []
        try walk(path, relative: "", depth: 0, into: &found)
        for file in found { try read(file.path, relative: file.relative) }
        if units.isEmpty {
            throw ModelSourceFailure(
                issues.isEmpty ? [ModelSourceIssue(.error, .noSources, path: path)] : issues)
        }
    }

    private static func asError(_ issue: ModelSourceIssue) -> ModelSourceIssue {
        ModelSourceIssue(
            .error, issue.problem, path: issue.path, line: issue.line, column: issue.column)
    }

    private mutating func walk(
        _ folder: String, relative: String, depth: Int,
        into found: inout [(path: String, relative: String)]
    ) throws {
        guard depth < Limit.depth else {
            issues.append(
                ModelSourceIssue(
                    .warning, .tooMany(what: "folders in one another", limit: Limit.depth),
                    path: folder))
            return
        }
        // Links may lead in circles.
        if let identity = try FileIdentity(folder), !visited.insert(identity).inserted { return }
        guard visited.count <= Limit.folders else { throw tooMany("folders", Limit.folders) }
        let names: [String]
        do throws(FileError) {
            names = try Folder.names(in: folder).sortedInBinaryOrder()
        } catch {
            throw ModelSourceFailure([ModelSourceIssue(.error, .unreadable(error.reason), path: folder)])
        }
        for name in names where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            let inner = relative.isEmpty ? name : relative + "/" + name
            guard let status = try FileStatus(path: path) else { continue }
            if status.isFolder {
                guard !Self.isSkipped(name) else { continue }
                try walk(path, relative: inner, depth: depth + 1, into: &found)
            } else if name.hasSuffix(".swift"), status.isRegularFile {
                guard found.count < Limit.files else { throw tooMany("Swift files", Limit.files) }
                found.append((path, inner))
            }
        }
    }

    private func tooMany(_ what: String, _ limit: Int) -> ModelSourceFailure {
        ModelSourceFailure([ModelSourceIssue(.error, .tooMany(what: what, limit: limit), path: root)])
    }

    private mutating func read(_ path: String, relative: String) throws {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.first(Limit.fileSize + 1, of: path)
        } catch {
            throw ModelSourceFailure([ModelSourceIssue(.error, .unreadable(error.reason), path: path)])
        }
        guard bytes.count <= Limit.fileSize else {
            issues.append(
                ModelSourceIssue(
                    .warning, .tooMany(what: "bytes", limit: Limit.fileSize), path: path))
            return
        }
        let file = SwiftFile(bytes: bytes, callsOf: Self.calls)
        // What belongs to a template or a test of a parser may be no Swift; if a model needs it,
        // something will be missing, and that is an error.
        for problem in file.problems {
            issues.append(
                ModelSourceIssue(
                    .warning, Self.problem(problem.kind), path: path, line: problem.location.line,
                    column: problem.location.column))
        }
        units.append(SourceUnit(path: path, relative: relative, file: file))
    }

    private static func problem(_ kind: SyntaxProblem.Kind) -> ModelSourceIssue.Problem {
        switch kind {
        case .notUTF8: .syntax(code: "notUTF8", detail: "")
        case .tooLong(let limit): .syntax(code: "tooLong", detail: String(limit))
        case .tooDeep(let limit): .syntax(code: "tooDeep", detail: String(limit))
        case .openComment: .syntax(code: "openComment", detail: "")
        case .openString: .syntax(code: "openString", detail: "")
        case .openRegex: .syntax(code: "openRegex", detail: "")
        case .openBracket(let bracket): .syntax(code: "openBracket", detail: String(bracket))
        case .strayBracket(let bracket): .syntax(code: "strayBracket", detail: String(bracket))
        case .unbalancedCondition: .syntax(code: "unbalancedCondition", detail: "")
        case .conflictMarker: .syntax(code: "conflictMarker", detail: "")
        case .expected(let words): .syntax(code: "expected", detail: words)
        }
    }
}
