import Files
import ObjectModel
import SwiftSource

/// Finds and reads the Swift files of a path.
struct SwiftFileFinder {
    /// The calls by which apps declare their models.
    static let calls: Set<String> = [
        "Schema", "ModelContainer", "modelContainer", "ModelConfiguration", "init",
    ]

    private(set) var units: [SourceUnit] = []
    /// The files that could not be read, as issues.
    private(set) var issues: [ModelSourceIssue] = []
    /// The target of the files; nil if the path has no targets.
    private(set) var targetName: String?
    private let root: String
    private var visited: Set<FileIdentity> = []

    /// Reads the Swift files of a path: one file, or all below a folder.
    ///
    /// - Throws: ``ModelSourceFailure`` if there are no files, or more than the limit.
    init(path: String, target: String? = nil) throws {
        root = path
        if let targets = try AppTargets(path: path, target: target) {
            try read(targets.chosen(target), of: targets)
            return
        }
        guard try FileStatus(path: path)?.isFolder == true else {
            try read(path, relative: FilePath(path).name)
            let errors = issues.map { Self.asError($0) }
            guard errors.isEmpty else { throw ModelSourceFailure(errors) }
            return
        }
        try InputFiles.watched?.addOpenFolder(path)
        // The limits are checked before any file is read, because the user may have named `/`.
        var found: [(path: String, relative: String)] = []
        try walk(path, relative: "", depth: 0, into: &found)
        for file in found { try read(file.path, relative: file.relative) }
        if units.isEmpty {
            throw ModelSourceFailure(
                issues.isEmpty ? [ModelSourceIssue(.error, .noSources, path: path)] : issues)
        }
    }

    /// Uses a text as the only file.
    init(text: String, name: String) {
        root = name
        units = [
            SourceUnit(
                path: name, relative: name, file: SwiftFile(bytes: Array(text.utf8), callsOf: Self.calls))
        ]
    }

    /// Reads the members of a target.
    ///
    /// - Throws: ``ModelSourceFailure`` if there are none.
    init(path: String, _ target: AppTargets.Chosen, of targets: AppTargets) throws {
        root = path
        try read(target, of: targets)
    }

    private mutating func read(_ target: AppTargets.Chosen, of targets: AppTargets) throws {
        targetName = target.name
        issues += targets.issues
        if target.isInferred {
            let project = target.project.map { " of " + FilePath($0).name } ?? ""
            issues.append(ModelSourceIssue(.note, .target(target.name + project), path: root))
        }
        var missing: [(target: String, path: String, count: Int)] = []
        for source in target.members.sources {
            guard try FileStatus(path: source.path)?.isRegularFile == true,
                let identity = try FileIdentity(source.path)
            else {
                if let index = missing.firstIndex(where: { $0.target == source.module }) {
                    missing[index].count += 1
                } else {
                    missing.append((source.module, source.path, 1))
                }
                continue
            }
            // A file may be a member twice, by its folder and by itself.
            guard visited.insert(identity).inserted else { continue }
            guard units.count < Limits.swiftFiles.most else {
                throw tooMany("Swift files", Limits.swiftFiles.most)
            }
            try read(source.path, relative: source.path, module: source.module, sharing: targets)
        }
        issues += missing.map {
            ModelSourceIssue(.warning, .missingMember(target: $0.target, count: $0.count), path: $0.path)
        }
        if units.isEmpty {
            throw ModelSourceFailure(
                issues.filter(\.explainsErrors) + [ModelSourceIssue(.error, .noSources, path: root)])
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
        guard depth < Limits.folderLevels.most else {
            issues.append(
                ModelSourceIssue(
                    .warning, .tooMany(what: "nested folders", limit: Limits.folderLevels.most),
                    path: folder))
            return
        }
        // Links may form a circle.
        if let identity = try FileIdentity(folder), !visited.insert(identity).inserted { return }
        guard visited.count <= Limits.swiftFolders.most else {
            throw tooMany("folders", Limits.swiftFolders.most)
        }
        let names: [String]
        do throws(FileError) {
            names = try Folder.names(in: folder).sortedInBinaryOrder()
        } catch  where error.isForbidden && depth > 0 {
            issues.append(
                ModelSourceIssue(
                    .warning, .unreadable(error.reason + ": the folder is left out"), path: folder))
            return
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
                guard found.count < Limits.swiftFiles.most else {
                    throw tooMany("Swift files", Limits.swiftFiles.most)
                }
                found.append((path, inner))
            }
        }
    }

    private func tooMany(_ what: String, _ limit: Int) -> ModelSourceFailure {
        ModelSourceFailure([ModelSourceIssue(.error, .tooMany(what: what, limit: limit), path: root)])
    }

    private mutating func read(
        _ path: String, relative: String, module: String? = nil, sharing targets: AppTargets? = nil
    ) throws {
        guard let file = try targets?.sourceFiles[path] ?? parsed(path) else { return }
        targets?.sourceFiles[path] = file
        // Templates and test data for parsers may not be valid Swift, so this is only a warning. If a model needs the
        // file, an error about the missing type follows.
        for problem in file.problems {
            issues.append(
                ModelSourceIssue(
                    .warning, ModelSourceIssue.Problem(problem.kind), path: path, line: problem.location.line,
                    column: problem.location.column))
        }
        units.append(SourceUnit(path: path, relative: relative, module: module, file: file))
    }
    /// Reads a file; nil, with a warning, if it is too long.
    private mutating func parsed(_ path: String) throws -> SwiftFile? {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.first(Limits.swiftFileBytes.most + 1, of: path)
        } catch {
            throw ModelSourceFailure([ModelSourceIssue(.error, .unreadable(error.reason), path: path)])
        }
        guard bytes.count <= Limits.swiftFileBytes.most else {
            issues.append(
                ModelSourceIssue(
                    .warning, .tooMany(what: "bytes", limit: Limits.swiftFileBytes.most), path: path))
            return nil
        }
        return SwiftFile(bytes: bytes, callsOf: Self.calls)
    }
}
