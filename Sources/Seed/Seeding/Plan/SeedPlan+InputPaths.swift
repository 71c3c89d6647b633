import Files
import Inputs
import ObjectModel
import StoreFormat
import SwiftDataSource

extension SeedPlan {
    /// Returns the paths of all files that a build of the plan may read, for build systems: those that are known
    /// before it runs, and all files of the folders in which rows name files.
    ///
    /// - Throws: `FileError`.
    package func inputPaths() throws -> [String] {
        var paths = InputPaths()
        for path in try knownInputPaths() { paths.add(path) }
        for folder in valueFolders { try paths.addAll(within: folder) }
        for table in tables {
            let files = ExactValueFiles(besideTable: table.path.value)
            if try FileStatus(path: files.folder) != nil { try paths.addAll(within: files.folder) }
        }
        return paths.paths.filter { $0 != StandardInput.path }
    }

    /// Returns the paths of the files that are known before the plan runs, each once. It includes the contents of
    /// folders, the matches of patterns, and SQLite's companion files of databases.
    ///
    /// - Throws: `FileError`.
    func knownInputPaths() throws -> [String] {
        var paths = InputPaths()
        paths.add(path)
        try paths.addModelOrStore(reference.value, target: modelChoice.target)
        if let model = model?.value { try paths.addModelOrStore(model, target: modelChoice.target) }
        if let store = modelChoice.store { try paths.addModelOrStore(store) }
        for source in sources {
            for path in source.kind.inputPaths { try paths.addModelOrStore(path) }
        }
        for table in tables { paths.add(table.path.value) }
        return paths.paths
    }
}

/// Paths in the order in which they were added, each once.
private struct InputPaths {
    private(set) var paths: [String] = []
    private var known: Set<String> = []

    mutating func add(_ path: String) { if known.insert(path).inserted { paths.append(path) } }

    /// Adds a model, which may be a folder, or a store and its companion files.
    ///
    /// - Parameter target: that of a project or package.
    mutating func addModelOrStore(_ path: String, target: String? = nil) throws {
        guard try FileStatus(path: path)?.isFolder != true else {
            guard try ModelFile.isSource(path) else { return try addAll(within: path) }
            for file in try SwiftModelReader.files(of: path, target: target) {
                if try FileStatus(path: file)?.isFolder == true {
                    try addAll(within: file)
                } else {
                    add(file)
                }
            }
            return
        }
        add(path)
        for suffix in ["-wal", "-journal"] where try FileStatus.size(of: path + suffix) > 0 {
            add(path + suffix)
        }
        let values = ExternalValues.folder(ofStore: path)
        if try FileStatus(path: values)?.isFolder == true { try addAll(within: values) }
    }

    /// Adds all files of a folder and its subfolders.
    mutating func addAll(within path: String) throws {
        guard try FileStatus(path: path)?.isFolder == true else { return }
        for name in try Folder.names(in: path) where name != ".DS_Store" {
            let file = FilePath(path).appending(name).text
            if try FileStatus(path: file, followsLinks: false)?.isFolder == true {
                try addAll(within: file)
            } else if try FileStatus(path: file)?.isFolder != true {
                add(file)
            }
        }
    }
}
