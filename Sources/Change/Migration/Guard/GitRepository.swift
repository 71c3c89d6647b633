import Files
import Foundation

/// Files of an earlier revision in a git repository. `git` is run as a process and changes nothing.
///
/// The settings of a repository may name programs. The commands used here run none of them: they read objects without
/// filters, and fetch nothing.
struct GitRepository {
    /// A folder of the working tree.
    let folder: String

    /// - Throws: ``GitError`` if the folder is not in a repository.
    init(folder: String) throws {
        self.folder = folder
        let answer = try run(["rev-parse", "--is-inside-work-tree"])
        guard answer.status == 0 else { throw GitError.noRepository(answer.errors) }
    }

    /// Returns the outermost folder of the working tree.
    ///
    /// - Throws: ``GitError``.
    func top() throws -> String {
        let answer = try run(["rev-parse", "--show-toplevel"])
        guard answer.status == 0 else { throw GitError.failed(answer.errors) }
        return answer.text
    }

    /// Returns the commit where this branch left the base.
    ///
    /// - Parameter base: A branch, tag or commit; nil for the target branch of a pull request, or for the main branch.
    /// - Returns: The name of the base, and the commit.
    /// - Throws: ``GitError``.
    func start(of base: String?) throws -> (name: String, commit: String) {
        let name = try base ?? standardBase()
        guard let tip = try commit(name) else { throw GitError.unknownRevision(name) }
        let shared = try run(["merge-base", tip, "HEAD"])
        // A shallow clone may lack the common ancestor of both branches.
        guard shared.status == 0 else { return (name, tip) }
        return (name, shared.text)
    }

    private func standardBase() throws -> String {
        var names = ["origin/HEAD", "origin/main", "origin/master", "main", "master"]
        if let target = ProcessInfo.processInfo.environment["GITHUB_BASE_REF"], !target.isEmpty {
            names.insert("origin/" + target, at: 0)
        }
        for name in names where try commit(name) != nil { return name }
        throw GitError.noBase
    }

    private func commit(_ name: String) throws -> String? {
        // Git would read a name that begins with a hyphen as an option.
        guard !name.hasPrefix("-") else { return nil }
        let answer = try run(["rev-parse", "--verify", "--quiet", name + "^{commit}"])
        return answer.status == 0 ? answer.text : nil
    }

    /// A file of a commit.
    struct Entry: Equatable {
        let path: String
        /// The identifier of the object with its content.
        let object: String
    }

    /// Returns the files of a file or folder in a commit; none if the commit does not have it.
    ///
    /// - Parameter name: The name in ``folder``; `.` for all files.
    /// - Throws: ``GitError``.
    func files(of name: String, in commit: String) throws -> [Entry] {
        let list = try run(["ls-tree", "-r", "-z", commit, "--", "./" + name])
        guard list.status == 0 else { throw GitError.failed(list.errors) }
        return list.output.split(separator: 0).compactMap { entry in
            // Each entry is `100644 blob HASH<tab>path`. Symbolic links are skipped, because they may lead elsewhere.
            let text = String(decoding: entry, as: UTF8.self)
            guard text.hasPrefix("100"), let tab = text.firstIndex(of: "\t") else { return nil }
            let parts = text[..<tab].split(separator: " ")
            let path = String(text[text.index(after: tab)...])
            guard parts.count == 3,
                name == "." || path == name || path.hasPrefix(name + "/"),
                !path.split(separator: "/").contains("..")
            else { return nil }
            return Entry(path: path, object: String(parts[2]))
        }
    }

    /// Returns the tags of the repository with their commits, the oldest first.
    ///
    /// - Throws: ``GitError``.
    func tags() throws -> [(name: String, commit: String)] {
        let format = "%(refname:short)%09%(objecttype)%09%(objectname)%09%(*objecttype)%09%(*objectname)%09."
        let list = try run([
            "for-each-ref", "--sort=version:refname", "--sort=creatordate", "--format=" + format, "refs/tags",
        ])
        guard list.status == 0 else { throw GitError.failed(list.errors) }
        return list.text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 6 else { return nil }
            // An annotated tag is a separate object that refers to the commit.
            if parts[1] == "commit" { return (parts[0], parts[2]) }
            return parts[3] == "commit" ? (parts[0], parts[4]) : nil
        }
    }

    /// Returns the paths of the files and of all folders that contain them. Outer folders are before inner ones.
    static func withFolders(_ entries: [Entry]) -> [String] {
        let files = entries.map(\.path)
        var folders: Set<String> = []
        for file in files {
            var folder = FilePath(file).folder.text
            while folder != ".", folders.insert(folder).inserted { folder = FilePath(folder).folder.text }
        }
        return folders.sorted { $0.utf8.count < $1.utf8.count } + files
    }

    /// Writes the files of a commit into another folder.
    ///
    /// - Throws: ``GitError``, `FileError`.
    func extract(_ files: [Entry], of commit: String, to target: String) throws {
        let (atOnce, bytesAtOnce) = (200, 64 << 20)
        var rest = files[...]
        while !rest.isEmpty {
            let next = Array(rest.prefix(atOnce))
            rest = rest.dropFirst(atOnce)
            let sizes = try sizes(of: next, in: commit)
            var (part, bytes) = ([(entry: Entry, size: Int)](), 0)
            for entry in next {
                guard let size = sizes[entry.object] else { throw try failure(entry.path, [entry]) }
                if !part.isEmpty, bytes + size >= bytesAtOnce {
                    try write(part, to: target)
                    (part, bytes) = ([], 0)
                }
                part.append((entry, size))
                bytes += size
            }
            try write(part, to: target)
        }
    }

    /// Returns the sizes of the objects of some files.
    ///
    /// - Throws: ``GitError``; also if an object is missing.
    private func sizes(of entries: [Entry], in commit: String) throws -> [String: Int] {
        let list = try run(["ls-tree", "-z", "-l", commit, "--"] + entries.map { "./" + $0.path })
        guard list.status == 0 else { throw try failure(list.errors, entries) }
        var sizes: [String: Int] = [:]
        for entry in list.output.split(separator: 0) {
            // `100644 blob HASH SIZE<tab>path`.
            let parts = String(decoding: entry.prefix { $0 != 9 }, as: UTF8.self).split(separator: " ")
            if parts.count == 4, let size = Int(parts[3]) { sizes[String(parts[2])] = size }
        }
        return sizes
    }

    private func write(_ part: [(entry: Entry, size: Int)], to target: String) throws {
        // Git prints the contents of the objects one after the other, without separators.
        let content = try run(["show", "--no-textconv"] + part.map(\.entry.object))
        guard content.status == 0, content.output.count == part.reduce(0, { $0 + $1.size }) else {
            throw try failure(content.errors, part.map(\.entry))
        }
        var start = content.output.startIndex
        for (entry, size) in part {
            let file = FilePath(target).appending(entry.path)
            try Folder.make(file.folder.text)
            let writer = try FileWriter(creating: file.text)
            try writer.write(Array(content.output[start..<start + size]))
            try writer.finish()
            start += size
        }
    }

    /// Returns why git cannot read some files.
    private func failure(_ errors: String, _ entries: [Entry]) throws -> GitError {
        guard try isPartial,
            let missing = try entries.first(where: { try run(["cat-file", "-e", $0.object]).status != 0 })
        else { return .failed(errors) }
        return .notFetched(missing.path)
    }

    /// Whether git would fetch missing files on demand.
    private var isPartial: Bool {
        get throws {
            let settings = "^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$"
            return try run(["config", "--get-regexp", settings]).status == 0
        }
    }

    // MARK: Running git

    private struct Answer {
        /// The exit code; -1 if a signal terminated git.
        let status: Int32
        let output: [UInt8]
        let errors: String
        var text: String {
            String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    private static let settings = ["-c", "protocol.allow=never", "-c", "protocol.ext.allow=never"]
    // Older versions of git do not support `GIT_NO_LAZY_FETCH`, so no protocol is allowed either.
    private static let variables = [
        "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    ]

    private func run(_ arguments: [String]) throws -> Answer {
        do {
            let git = try ChildProcess(
                ["git"] + Self.settings + arguments, in: folder, variables: Self.variables)
            let output = try git.allOutput()
            let ending = git.wait()
            let status: Int32 = if case .status(let code) = ending { code } else { -1 }
            return Answer(status: status, output: output, errors: git.errorText())
        } catch let failure as ChildProcess.StartFailure {
            switch failure {
            case .notFound: throw GitError.missing
            case .other(let words): throw GitError.failed(words)
            }
        }
    }
}
