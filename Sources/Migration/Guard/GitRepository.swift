import Files
import Foundation

/// Files as an earlier revision of a git repository has them; `git` is run as a process, and changes
/// nothing.
///
/// The settings of a repository may name programs. None of the commands here runs one: they read objects, without
/// filters, and fetch nothing.
struct GitRepository {
    /// A folder of the working tree.
    let folder: String

    /// - Throws: ``GitError`` where the folder is in no repository.
    init(folder: String) throws {
        self.folder = folder
        let answer = try run(["rev-parse", "--is-inside-work-tree"])
        guard answer.status == 0 else { throw GitError.noRepository(answer.errors) }
    }

    /// The outermost folder of the working tree.
    ///
    /// - Throws: ``GitError``.
    func top() throws -> String {
        let answer = try run(["rev-parse", "--show-toplevel"])
        guard answer.status == 0 else { throw GitError.failed(answer.errors) }
        return answer.text
    }

    /// The commit where this branch left the base.
    ///
    /// - Parameter base: a branch, tag or commit; nil for the one that a pull request goes to, or the
    ///   main branch.
    /// - Returns: the name of the base, and the commit.
    /// - Throws: ``GitError``.
    func start(of base: String?) throws -> (name: String, commit: String) {
        let name = try base ?? standardBase()
        guard let tip = try commit(name) else { throw GitError.unknownRevision(name) }
        let shared = try run(["merge-base", tip, "HEAD"])
        // A shallow clone may not have what both branches come from.
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
        // A name like an option would be one.
        guard !name.hasPrefix("-") else { return nil }
        let answer = try run(["rev-parse", "--verify", "--quiet", name + "^{commit}"])
        return answer.status == 0 ? answer.text : nil
    }

    /// The files that a file or folder consists of in a commit; none where the commit does not have it.
    ///
    /// - Parameter name: its name in ``folder``; `.` for all.
    /// - Throws: ``GitError``.
    func files(of name: String, in commit: String) throws -> [String] {
        let list = try run(["ls-tree", "-r", "-z", commit, "--", "./" + name])
        guard list.status == 0 else { throw GitError.failed(list.errors) }
        return list.output.split(separator: 0).compactMap { entry in
            // `100644 blob HASH<tab>path`; links lead elsewhere.
            let text = String(decoding: entry, as: UTF8.self)
            guard text.hasPrefix("100"), let tab = text.firstIndex(of: "\t") else { return nil }
            let path = String(text[text.index(after: tab)...])
            guard name == "." || path == name || path.hasPrefix(name + "/"),
                !path.split(separator: "/").contains("..")
            else { return nil }
            return path
        }
    }

    /// The files with all folders that they lie in, the outer ones first.
    static func withFolders(_ files: [String]) -> [String] {
        var folders: Set<String> = []
        for file in files {
            var folder = FilePath(file).folder.text
            while folder != ".", folders.insert(folder).inserted { folder = FilePath(folder).folder.text }
        }
        return folders.sorted { $0.utf8.count < $1.utf8.count } + files
    }

    /// Writes files as a commit has them into another folder.
    ///
    /// - Throws: ``GitError``, `FileError`.
    func extract(_ files: [String], of commit: String, to target: String) throws {
        for path in files {
            let content = try run(["cat-file", "blob", "\(commit):./\(path)"])
            guard content.status == 0 else {
                throw try isPartial ? GitError.notFetched(path) : GitError.failed(content.errors)
            }
            let file = FilePath(target).appending(path)
            try Folder.make(file.folder.text)
            let writer = try FileWriter(creating: file.text)
            try writer.write(content.output)
            try writer.finish()
        }
    }

    /// Whether git would fetch files when they are needed.
    private var isPartial: Bool {
        get throws {
            let settings = "^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$"
            return try run(["config", "--get-regexp", settings]).status == 0
        }
    }

    // MARK: Running git

    private struct Answer {
        /// The exit code; -1 if a signal ended git.
        let status: Int32
        let output: [UInt8]
        let errors: String
        var text: String {
            String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    private static let settings = ["-c", "protocol.allow=never", "-c", "protocol.ext.allow=never"]
    // Older versions of git know no `GIT_NO_LAZY_FETCH`; for these no protocol is allowed.
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
