import Files
import ObjectModel

/// A folder all of whose files are members of something.
struct ProjectFolder {
    let path: String

    /// Wrappers whose content is compiled by nobody, or as a whole.
    private static let wrappers: Set<String> = [
        "xcassets", "xcodeproj", "xcworkspace", "playground", "docc", "bundle", "framework", "xcframework",
        "app", "lproj", "xcmappingmodel", "rtfd", "scnassets",
    ]

    /// Gives the names of Swift files and models below, in binary order of their paths; one that is not there
    /// has none.
    ///
    /// - Throws: ``ModelSourceFailure``, `FileError`.
    func walk(_ body: (String) throws -> Void) throws {
        guard try FileStatus(path: path)?.isFolder == true else { return }
        var visited: Set<FileIdentity> = []
        try walk(path, relative: "", depth: 0, &visited, body)
    }

    private func walk(
        _ folder: String, relative: String, depth: Int, _ visited: inout Set<FileIdentity>,
        _ body: (String) throws -> Void
    ) throws {
        let isTooDeep = depth >= Limits.folderLevels.most
        guard !isTooDeep, visited.count <= Limits.swiftFolders.most else {
            let problem: ModelSourceIssue.Problem =
                isTooDeep
                ? .tooMany(what: "folders in one another", limit: Limits.folderLevels.most)
                : .tooMany(what: "folders", limit: Limits.swiftFolders.most)
            throw ModelSourceFailure([ModelSourceIssue(.error, problem, path: path)])
        }
        // Links may lead in circles.
        if let identity = try FileIdentity(folder), !visited.insert(identity).inserted { return }
        for name in try Folder.names(in: folder).sortedInBinaryOrder() where !name.hasPrefix(".") {
            let inner = FilePath(folder).appending(name).text
            let text = relative.isEmpty ? name : relative + "/" + name
            guard let status = try FileStatus(path: inner) else { continue }
            if !status.isFolder {
                if name.hasSuffix(".swift"), status.isRegularFile { try body(text) }
            } else if name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel") {
                try body(text)
            } else if !Self.wrappers.contains(FilePath(name).fileExtension) {
                try walk(inner, relative: text, depth: depth + 1, &visited, body)
            }
        }
    }
}

extension FilePath {
    /// The text without slashes at its end.
    var withoutFinalSlash: String {
        var text = text
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
