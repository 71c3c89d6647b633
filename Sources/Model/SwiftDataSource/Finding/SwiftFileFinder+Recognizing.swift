import Files

extension SwiftFileFinder {
    /// Returns whether a path names Swift source: a `.swift` file, or a folder with one at any depth.
    static func isSource(_ path: String) throws(FileError) -> Bool {
        guard let status = try FileStatus(path: path) else { return false }
        guard status.isFolder else { return path.hasSuffix(".swift") }
        if try AppTargets.root(of: path) != nil { return true }
        var visited: Set<FileIdentity> = []
        return try holdsSource(path, depth: 0, &visited)
    }

    private static func holdsSource(
        _ folder: String, depth: Int, _ visited: inout Set<FileIdentity>
    ) throws(FileError) -> Bool {
        guard depth < Limits.folderLevels.most else { return false }
        if let identity = try FileIdentity(folder), !visited.insert(identity).inserted { return false }
        guard visited.count <= Limits.swiftFolders.most else { return false }
        let names: [String]
        do {
            names = try Folder.names(in: folder).filter { !$0.hasPrefix(".") }.sorted()
        } catch  where error.isForbidden && depth > 0 {
            return false
        }
        if names.contains(where: { $0.hasSuffix(".swift") }) { return true }
        for name in names where !isSkipped(name) {
            let inner = folder + "/" + name
            guard try FileStatus(path: inner)?.isFolder == true else { continue }
            if try holdsSource(inner, depth: depth + 1, &visited) { return true }
        }
        return false
    }

    /// Returns the Swift files and models of a path, in reading order. The project or package files that list them are
    /// first.
    ///
    /// - Throws: `FileError`, ``ModelSourceFailure``.
    static func files(of path: String, target: String?) throws -> [String] {
        if let targets = try AppTargets(path: path, target: target) {
            let members = try targets.chosen(target).members
            return try targets.files
                + (members.sources.map(\.path) + members.models).filter {
                    try FileStatus(path: $0) != nil
                }
        }
        guard try FileStatus(path: path)?.isFolder == true else { return [path] }
        var visited: Set<FileIdentity> = []
        var files: [String] = []
        try addFiles(of: path, depth: 0, &visited, to: &files)
        return files
    }

    private static func addFiles(
        of folder: String, depth: Int, _ visited: inout Set<FileIdentity>, to files: inout [String]
    ) throws(FileError) {
        guard depth < Limits.folderLevels.most else { return }
        if let identity = try FileIdentity(folder), !visited.insert(identity).inserted { return }
        guard visited.count <= Limits.swiftFolders.most else { return }
        let names: [String]
        do {
            names = try Folder.names(in: folder).sorted()
        } catch  where error.isForbidden && depth > 0 {
            return
        }
        for name in names where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            guard let status = try FileStatus(path: path) else { continue }
            if status.isFolder {
                if !isSkipped(name) { try addFiles(of: path, depth: depth + 1, &visited, to: &files) }
            } else if name.hasSuffix(".swift"), status.isRegularFile {
                files.append(path)
            }
        }
    }

    /// Returns whether a folder contains third-party or generated files, by its name.
    static func isSkipped(_ name: String) -> Bool {
        name.hasSuffix(".xcassets")
            || ["Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules"].contains(name)
    }
}
