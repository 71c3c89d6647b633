import Files
import ObjectModel

extension ModelFile {
    /// Reads a model from a file of any kind, including Swift source.
    ///
    /// - Throws: `ModelError`, `ModelSourceFailure`, or `DatabaseError` for a damaged store; also if the choice has
    ///   options that only apply to source code.
    package static func read(path: String, choice: ModelChoice) throws -> ModelFile {
        let (path, issues) = try place(of: path, choice)
        if try isSource(path) { return try SwiftModelReader.read(path: path, choice: choice) }
        if choice.isOfSource { throw ModelError(.noVersions, path: path) }
        return try read(path: path, version: choice.version).adding(issues)
    }

    /// Returns the model file of a project or folder: the only one of the target, or of a folder without projects and
    /// `@Model` classes. Returns the path itself if the model is in source, or the path is a model.
    ///
    /// - Throws: `ModelSourceFailure`, `FileError`; also if the choice names a target and the path has none.
    package static func located(_ path: String, _ choice: ModelChoice) throws -> String {
        try place(of: path, choice).path
    }

    /// Returns the model file of a project, with the warnings about files that the search left out.
    private static func place(
        of path: String, _ choice: ModelChoice
    ) throws -> (path: String, issues: [ModelSourceIssue]) {
        let isFolder = try FileStatus(path: path)?.isFolder == true
        guard isFolder, let targets = try AppTargets(path: path, target: choice.target) else {
            guard choice.target == nil else {
                throw ModelSourceFailure([ModelSourceIssue(.error, .noTargets, path: path)])
            }
            return isFolder && !choice.isOfSource ? try onlyModel(in: path) : (path, [])
        }
        let members = try SwiftModelReader.settlingTarget(path: path, choice: choice) {
            try targets.chosen($0.target)
        }.members
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

    /// Returns the only model file in a folder without projects. Models of tests count only if there are no others.
    /// Returns the folder itself if it is a model, has `@Model` classes, or has no model file.
    ///
    /// - Throws: `ModelSourceFailure` if there are several, `FileError`.
    private static func onlyModel(in folder: String) throws -> (path: String, issues: [ModelSourceIssue]) {
        let reach = try ProjectReach(folder: folder)
        let models = try models(below: folder, within: reach)
        guard !models.isEmpty else { return (folder, []) }
        var members = Members()
        for name in try reach.names(below: folder) {
            members.add(XcodeProject.path(name, in: folder), module: "")
        }
        guard try !reach.hasClasses(members) else { return (folder, []) }
        guard models.count == 1 else {
            throw ModelSourceFailure([
                ModelSourceIssue(.error, .severalModels(paths: models, hasClasses: false), path: folder)
            ])
        }
        return (models[0], reach.issues)
    }

    /// Returns the model files in a folder; none if the folder is a model itself.
    private static func models(below folder: String, within reach: ProjectReach) throws -> [String] {
        guard mayHoldSource(folder),
            try !Folder.names(in: folder).contains(where: {
                $0.hasSuffix(".xcdatamodel") || $0 == "VersionInfo.plist" || $0 == "contents"
            })
        else { return [] }
        var (models, tests): ([String], [String]) = ([], [])
        for name in try reach.names(below: folder) where Members.isModel(name) {
            let folders = name.split(separator: "/").dropLast().map(String.init)
            guard !folders.contains(where: SwiftFileFinder.isSkipped) else { continue }
            let path = XcodeProject.path(name, in: folder)
            if folders.contains(where: SourceUnit.holdsTests) {
                tests.append(path)
            } else {
                models.append(path)
            }
        }
        return models.isEmpty ? tests : models
    }

    /// Returns whether a folder contains a model file, at any depth.
    ///
    /// - Throws: `FileError` if the folder cannot be read, `ModelSourceFailure` if it has more folders than the limit.
    package static func holdsModel(_ folder: String) throws -> Bool {
        try FileStatus(path: folder)?.isFolder == true
            && !models(below: folder, within: ProjectReach(folder: folder)).isEmpty
    }

    /// Returns whether a path names Swift source. A folder that is a model in another form does not.
    ///
    /// - Throws: `FileError` if the path cannot be read.
    package static func isSource(_ path: String) throws(FileError) -> Bool {
        guard mayHoldSource(path) else { return false }
        return try SwiftModelReader.isSource(path)
    }

    /// Returns whether the name of a path is not that of a model.
    private static func mayHoldSource(_ path: String) -> Bool {
        ![".xcdatamodel", ".xcdatamodeld", ".momd"].contains {
            path.hasSuffix($0) || path.hasSuffix($0 + "/")
        }
    }
}
