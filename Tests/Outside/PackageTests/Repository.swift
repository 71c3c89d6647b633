import Foundation
import TestSupport
import Testing

/// This package as a git repository with a release.
enum Repository {
    static let isPresent: Bool = {
        let files = try? run("git", ["ls-files", "Package.swift"], in: Corpus.packageRoot)
        return files?.output == "Package.swift\n"
    }()

    /// Creates a repository with the current files, one commit, and a tag for it.
    static func publish(as tag: String, in folder: String) throws {
        let tracked = try run(
            "git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            in: Corpus.packageRoot)
        for name in tracked.output.split(separator: "\0").map(String.init) {
            let source = Corpus.packageRoot + "/" + name
            guard FileManager.default.fileExists(atPath: source) else { continue }
            let target = URL(fileURLWithPath: folder + "/" + name)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: source, toPath: target.path)
        }
        let author = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        for arguments in [
            ["init", "--quiet"], ["add", "--all"], author + ["commit", "--quiet", "-m", "Files"],
            ["tag", tag],
        ] {
            let result = try run("git", arguments, in: folder)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
        }
    }
}
