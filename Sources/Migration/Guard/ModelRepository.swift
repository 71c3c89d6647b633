import Files
import ObjectModel
import SwiftDataSource

/// A model as the commits of a git repository have it.
struct ModelRepository {
    let git: GitRepository
    /// The model in the working tree, as the user named it.
    private let path: String
    /// The model, from the folder of ``git``.
    private let place: String
    private let isProject: Bool
    /// Whether it is in a folder with a project, Swift files or a model.
    private let isFolder: Bool

    /// Finds the repository of a model in the working tree.
    ///
    /// - Throws: ``GitError``, `FileError`, `ModelSourceFailure`.
    init(path: String) throws {
        self.path = path
        let file = try FilePath(path).resolved
        // A model may be the folder itself; of others any folder may be the outermost one of its repository.
        isProject = try SwiftModelReader.isProject(path)
        isFolder =
            try isProject
            || FileStatus(path: path)?.isFolder == true
                && (ModelFile.isSource(path) || ModelFile.holdsModel(path))
        var repository = try GitRepository(folder: isFolder ? file.text : file.folder.text)
        var place = file.name
        if isFolder {
            // What belongs to it may lie anywhere beside it.
            repository = try GitRepository(folder: repository.top())
            place = try file.relative(toFolder: FilePath(repository.folder))
        }
        (git, self.place) = (repository, place)
    }

    /// The files that may belong to the model in a commit.
    ///
    /// - Throws: ``GitError``.
    func files(in commit: String) throws -> [GitRepository.Entry] {
        let files = try git.files(of: isProject ? "." : place, in: commit)
        return isFolder ? files.filter { SwiftModelReader.isPartOfProjects($0.path) } : files
    }

    /// The model's versions in a commit with some files; nil if the commit does not have the model.
    ///
    /// - Throws: ``GitError``, `ModelError`, `ModelSourceFailure`, `FileError`.
    func versions(
        _ files: [GitRepository.Entry], of commit: String, _ choice: ModelChoice
    ) throws -> VersionSet? {
        guard !files.isEmpty else { return nil }
        // To projects it is a repository: they may lead to what is in it.
        let folder = try TemporaryFolder(files: [".git"] + GitRepository.withFolders(files), for: path)
        try Folder.make(folder.path + "/.git")
        try git.extract(files, of: commit, to: folder.path)
        let old = folder.path + "/" + place
        guard try FileStatus(path: old) != nil else { return nil }
        return try VersionSet(path: old, choice: choice)
    }
}
