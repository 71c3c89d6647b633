import Files
import ObjectModel

/// The files and folders that a project may use, each inspected once.
///
/// A project, workspace or package may name any path, and links may lead anywhere. Only files inside the repository
/// count; without a repository, only the project's folder and the folders beside it. All other files are left out and
/// reported in one warning.
final class ProjectReach {
    /// The outermost folder, with links resolved.
    private let root: FilePath
    /// The project's folder, if there is no repository. The folders beside it count, but ``root`` itself does not.
    private let projectFolder: FilePath?
    private var outside: [String] = []
    private var knownOutside: Set<String> = []
    private var warnings: [ModelSourceIssue] = []
    private var walks: [FileIdentity: [String]] = [:]
    private var folderCount = 0
    private var classes: [String: Bool] = [:]

    /// Limits a project to the surroundings of its folder.
    ///
    /// - Throws: `FileError`.
    init(folder: String) throws(FileError) {
        let folder = try FilePath(folder).resolved
        if let repository = try Self.repository(of: folder) {
            (root, projectFolder) = (repository, nil)
        } else {
            // A folder in the root folder would otherwise reach the whole file system.
            let isOutermost = folder.folder.folder == folder.folder
            (root, projectFolder) = (isOutermost ? folder : folder.folder, folder)
        }
    }

    /// Returns the outermost folder of the git repository around a folder; nil if there is none.
    private static func repository(of folder: FilePath) throws(FileError) -> FilePath? {
        var (current, found) = (folder, FilePath?.none)
        while true {
            let marker = current.appending(".git").text
            if let status = try FileStatus(path: marker) {
                found = current
                // The `.git` of a submodule is a file that names a folder of the repository around it.
                let link = status.isRegularFile ? try FileBytes.first(4_096, of: marker) : []
                if !String(decoding: link, as: UTF8.self).contains("/modules/") { return found }
            }
            if current.folder == current { return found }
            current = current.folder
        }
    }

    /// The warnings about omitted files.
    var issues: [ModelSourceIssue] {
        let first = outside.first.map {
            ModelSourceIssue(.warning, .outside(of: root.text, others: outside.count - 1), path: $0)
        }
        return (first.map { [$0] } ?? []) + warnings
    }

    func warn(_ problem: ModelSourceIssue.Problem, at path: String) {
        let issue = ModelSourceIssue(.warning, problem, path: path)
        if !warnings.contains(issue) { warnings.append(issue) }
    }

    /// Returns whether a path is inside the limits; if not, a warning mentions it.
    ///
    /// - Throws: `FileError`.
    func admits(_ path: String) throws(FileError) -> Bool {
        let place = try FilePath(path).resolved
        let isInside = place.leads(through: root)
        let isBeside = projectFolder.map { place != root || $0 == root } ?? true
        if isInside, isBeside { return true }
        if knownOutside.insert(path).inserted { outside.append(path) }
        return false
    }

    /// Returns the path as the file system writes it; nil, with a warning, if it is outside the limits.
    ///
    /// - Throws: `FileError`.
    func admitted(_ path: String) throws(FileError) -> String? {
        guard try admits(path) else { return nil }
        let found = try XcodeProject.onDisk(path)
        // The name on disk may be that of a link.
        if found.utf8.elementsEqual(path.utf8) { return found }
        return try admits(found) ? found : nil
    }

    // MARK: Folders

    /// Wrappers whose content is not compiled, or compiled as a whole.
    private static let wrappers: Set<String> = [
        "xcassets", "xcodeproj", "xcworkspace", "playground", "docc", "bundle", "framework", "xcframework",
        "app", "lproj", "xcmappingmodel", "rtfd", "scnassets",
    ]

    /// Returns the names of Swift files and models below a folder, in binary order of their paths; none if the folder is
    /// missing.
    ///
    /// - Throws: ``ModelSourceFailure``, `FileError`.
    func names(below folder: String) throws -> [String] {
        guard try FileStatus(path: folder)?.isFolder == true, try admits(folder),
            let identity = try FileIdentity(folder)
        else { return [] }
        if let known = walks[identity] { return known }
        var walk = Walk(root: folder)
        try add(folder, relative: "", depth: 0, to: &walk)
        walks[identity] = walk.names
        return walk.names
    }

    private struct Walk {
        let root: String
        var names: [String] = []
        var visited: Set<FileIdentity> = []
    }

    private func add(_ folder: String, relative: String, depth: Int, to walk: inout Walk) throws {
        guard depth < Limits.folderLevels.most else {
            return warn(
                .tooMany(what: "nested folders", limit: Limits.folderLevels.most), at: folder)
        }
        // Links may form a circle.
        if let identity = try FileIdentity(folder), !walk.visited.insert(identity).inserted { return }
        folderCount += 1
        guard folderCount <= Limits.swiftFolders.most else {
            throw Self.tooMany("folders", Limits.swiftFolders, walk.root)
        }
        for (name, status) in try entries(of: folder) {
            let inner = FilePath(folder).appending(name).text
            let text = relative.isEmpty ? name : relative + "/" + name
            if status.isFolder, !Members.isModel(name) {
                try add(inner, relative: text, depth: depth + 1, to: &walk)
                continue
            }
            walk.names.append(text)
            guard walk.names.count <= Limits.swiftFiles.most else {
                throw Self.tooMany("Swift files", Limits.swiftFiles, walk.root)
            }
        }
    }

    /// Returns the folders and Swift files in a folder, in binary order; none, with a warning, if the user may not read
    /// it.
    private func entries(of folder: String) throws(FileError) -> [(name: String, status: FileStatus)] {
        var entries: [(name: String, status: FileStatus)] = []
        do throws(FileError) {
            for name in try Folder.names(in: folder).sortedInBinaryOrder() where !name.hasPrefix(".") {
                let path = FilePath(folder).appending(name).text
                guard var status = try FileStatus(path: path, followsLinks: false) else { continue }
                let isLink = status.isLink
                if isLink {
                    guard let target = try FileStatus(path: path) else { continue }
                    status = target
                }
                let isOfInterest =
                    status.isFolder
                    ? !Self.wrappers.contains(FilePath(name).fileExtension)
                    : name.hasSuffix(".swift") && status.isRegularFile
                guard isOfInterest else { continue }
                if isLink { guard try admits(path) else { continue } }
                entries.append((name, status))
            }
        } catch {
            guard error.isForbidden else { throw error }
            warn(.unreadable(error.reason + ": the folder is left out"), at: folder)
            return []
        }
        return entries
    }

    static func tooMany(_ what: String, _ limit: Limit, _ path: String) -> ModelSourceFailure {
        ModelSourceFailure([ModelSourceIssue(.error, .tooMany(what: what, limit: limit.most), path: path)])
    }

    // MARK: Classes

    /// Returns whether one of the Swift files has a `@Model` class, including one in a comment.
    ///
    /// - Throws: `FileError`.
    func hasClasses(_ members: Members) throws(FileError) -> Bool {
        for source in members.sources where try hasClass(source.path) { return true }
        return false
    }

    private func hasClass(_ path: String) throws(FileError) -> Bool {
        if let known = classes[path] { return known }
        let isFound = try readsClass(path)
        classes[path] = isFound
        return isFound
    }

    private func readsClass(_ path: String) throws(FileError) -> Bool {
        guard try FileStatus(path: path)?.isRegularFile == true else { return false }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.first(Limits.swiftFileBytes.most, of: path)
        } catch {
            guard error.isForbidden else { throw error }
            // The file is reported as an error if its target is chosen.
            return false
        }
        let word = Array("@Model".utf8)
        var start = bytes.startIndex
        while let sign = bytes[start...].firstIndex(of: word[0]) {
            if bytes[sign...].starts(with: word) { return true }
            start = sign + 1
        }
        return false
    }

    /// Returns whether there is a Core Data model among the members, or a `@Model` class in a Swift file.
    ///
    /// - Throws: `FileError`.
    func hasModels(_ members: Members) throws(FileError) -> Bool {
        if !members.models.isEmpty { return true }
        return try hasClasses(members)
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
