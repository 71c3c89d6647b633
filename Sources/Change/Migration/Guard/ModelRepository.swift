import Files
import ObjectModel
import SwiftDataSource

/// A model in the commits of a git repository.
struct ModelRepository {
    let git: GitRepository
    /// The model in the working tree, as the user named it.
    private let path: String
    /// The path of the model, relative to the folder of ``git``.
    private let place: String
    private let isProject: Bool
    /// Whether the path is a folder with a project, Swift files or a model.
    private let isFolder: Bool

    /// Finds the repository of a model in the working tree.
    ///
    /// - Throws: ``GitError``, `FileError`, `ModelSourceFailure`.
    init(path: String) throws {
        self.path = path
        let file = try FilePath(path).resolved
        // Any folder may be the outermost one of its repository, unless the model is the folder itself.
        isProject = try SwiftModelReader.isProject(path)
        isFolder =
            try isProject
            || FileStatus(path: path)?.isFolder == true
                && (ModelFile.isSource(path) || ModelFile.holdsModel(path))
        var repository = try GitRepository(folder: isFolder ? file.text : file.folder.text)
        var place = file.name
        if isFolder {
            // Files that belong to the folder may be anywhere beside it.
            repository = try GitRepository(folder: repository.top())
            place = try file.relative(toFolder: FilePath(repository.folder))
        }
        (git, self.place) = (repository, place)
    }

    /// Returns the files that may belong to the model in a commit.
    ///
    /// - Throws: ``GitError``.
    func files(in commit: String) throws -> [GitRepository.Entry] {
        let files = try git.files(of: isProject ? "." : place, in: commit)
        return isFolder ? files.filter { SwiftModelReader.isPartOfProjects($0.path) } : files
    }

    /// Returns the model's versions in a commit; nil if the commit does not have the model.
    ///
    /// - Throws: ``GitError``, `ModelError`, `ModelSourceFailure`, `FileError`.
    func versions(
        _ files: [GitRepository.Entry], of commit: String, _ choice: ModelChoice
    ) throws -> VersionSet? {
        guard !files.isEmpty else { return nil }
        // Projects treat a folder with `.git` as a repository, so they may refer to all files in it.
        let folder = try TemporaryFolder(files: [".git"] + GitRepository.withFolders(files), for: path)
        try Folder.make(folder.path + "/.git")
        try git.extract(files, of: commit, to: folder.path)
        let old = folder.path + "/" + place
        guard try FileStatus(path: old) != nil else { return nil }
        return try VersionSet(path: old, choice: choice)
    }
}
