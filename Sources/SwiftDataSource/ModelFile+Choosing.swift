import Files
import ObjectModel

extension ModelFile {
    /// Reads a model from whatever holds one, Swift source included.
    ///
    /// - Throws: `ModelError`, `ModelSourceFailure`, or `DatabaseError` for a damaged store; also where
    ///   the choice asks for what only source code has.
    package static func read(path: String, choice: ModelChoice) throws -> ModelFile {
        let (path, issues) = try place(of: path, choice)
        if try isSource(path) { return try SwiftModelReader.read(path: path, choice: choice) }
        if choice.isOfSource { throw ModelError(.noVersions, path: path) }
        return try read(path: path, version: choice.version).adding(issues)
    }

    /// The model that a project, or a folder with one, has in a file: the only one of the target. The path itself
    /// where the model is in the target's source, or where the path names no project.
    ///
    /// - Throws: `ModelSourceFailure`, `FileError`; also where the choice names a target of what has none.
    package static func located(_ path: String, _ choice: ModelChoice) throws -> String {
        try place(of: path, choice).path
    }

    /// The model of a project, with the warnings about what was left out in the search for it.
    private static func place(
        of path: String, _ choice: ModelChoice
    ) throws -> (path: String, issues: [ModelSourceIssue]) {
        let isFolder = try FileStatus(path: path)?.isFolder == true
        guard isFolder, let targets = try AppTargets(path: path, target: choice.target) else {
            guard choice.target == nil else {
                throw ModelSourceFailure([ModelSourceIssue(.error, .noTargets, path: path)])
            }
            return (path, [])
        }
        let members = try targets.chosen(choice.target).members
        let models = try members.models.filter { try FileStatus(path: $0)?.isFolder == true }
        guard !models.isEmpty, !choice.isOfSource else { return (path, []) }
        let hasClasses = try targets.hasClasses(members)
        guard models.count == 1, !hasClasses else {
            throw ModelSourceFailure([
                ModelSourceIssue(.error, .severalModels(paths: models, hasClasses: hasClasses), path: path)
            ])
        }
        return (models[0], targets.issues)
    }

    /// Whether a path names Swift source. A folder that holds a model in another form is none.
    ///
    /// - Throws: `FileError` where it cannot be looked at.
    package static func isSource(_ path: String) throws(FileError) -> Bool {
        for ending in [".xcdatamodel", ".xcdatamodeld", ".momd", ".xcdatamodel/", ".xcdatamodeld/", ".momd/"]
        where path.hasSuffix(ending) {
            return false
        }
        return try SwiftModelReader.isSource(path)
    }
}
