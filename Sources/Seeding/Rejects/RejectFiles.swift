import Files
import Foundation
import SQLite

/// The rows that were left out: one file for each source, in its own form, and why in `reason`.
///
/// The files are written to a private folder beside the output and come into place with the store.
final class RejectFiles {
    /// Where the files go.
    let folder: String
    private let temporaryFolder: String
    private let forms: [String: RejectForm]
    private let text: @Sendable (SeedIssue) -> String
    private var files: [String: any RejectFile] = [:]
    private var cleanupSlots: [Int?] = []
    private var isPlaced = false

    /// The paths of the files, once they are in place.
    private(set) var paths: [String] = []

    /// Prepares the files; nothing is written before the first row is left out.
    ///
    /// - Parameters:
    ///   - folder: where the files go.
    ///   - sources: all sources of the plan: their files of an earlier build are removed.
    ///   - text: the words for an issue.
    init(
        folder: String, sources: [SourceDefinition],
        text: @escaping @Sendable (SeedIssue) -> String
    ) {
        self.folder = folder
        forms = Dictionary(
            sources.map { ($0.name.value, RejectForm($0.kind)) },
            uniquingKeysWith: { first, _ in first })
        self.text = text
        let parent = (folder as NSString).deletingLastPathComponent
        let name = (folder as NSString).lastPathComponent
        temporaryFolder =
            (parent.isEmpty ? "." : parent)
            + "/.\(name).zseed-\(ProcessInfo.processInfo.processIdentifier)"
    }

    deinit {
        files = [:]
        if !isPlaced { try? FileManager.default.removeItem(atPath: temporaryFolder) }
        cleanupSlots.forEach(InterruptCleanup.unregister)
    }

    /// Adds the current row of a source.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    func add(_ source: any RecordSource, named name: String, issues: [SeedIssue]) throws {
        guard let form = forms[name] else { return }
        let reason = issues.map(text).joined(separator: "; ")
        try reported { try file(named: name, form, for: source).add(source, reason: reason) }
    }

    private func file(
        named name: String, _ form: RejectForm, for source: any RecordSource
    ) throws -> any RejectFile {
        if let file = files[name] { return file }
        try FileManager.default.createDirectory(
            atPath: temporaryFolder, withIntermediateDirectories: true)
        let path = temporaryFolder + "/" + Self.fileName(name, form)
        cleanupSlots.append(InterruptCleanup.register(path))
        if files.isEmpty { cleanupSlots.append(InterruptCleanup.register(temporaryFolder)) }
        let file = try form.create(at: path, for: source)
        files[name] = file
        return file
    }

    /// Puts the files in place, and removes those of an earlier build.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    func place() throws {
        let manager = FileManager.default
        try reported {
            for (name, form) in forms {
                let path = folder + "/" + Self.fileName(name, form)
                if manager.fileExists(atPath: path) { try manager.removeItem(atPath: path) }
            }
            let written = files.keys.sorted()
            for file in files.values { try file.close() }
            files = [:]
            for name in written {
                guard let form = forms[name] else { continue }
                try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
                let path = folder + "/" + Self.fileName(name, form)
                try manager.moveItem(
                    atPath: temporaryFolder + "/" + Self.fileName(name, form), toPath: path)
                paths.append(path)
            }
            try? manager.removeItem(atPath: temporaryFolder)
            isPlaced = true
            if written.isEmpty, try manager.fileExists(atPath: folder)
                && manager.contentsOfDirectory(atPath: folder).isEmpty
            {
                try manager.removeItem(atPath: folder)
            }
        }
    }

    private func reported(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let issue as SeedIssue {
            throw issue
        } catch let error as DatabaseError {
            throw SeedIssue(.fileSystem(error.message), at: .init(path: folder))
        } catch {
            throw SeedIssue(.fileSystem("\(error)"), at: .init(path: folder))
        }
    }

    private static func fileName(_ source: String, _ form: RejectForm) -> String {
        source.replacingOccurrences(of: "/", with: "_") + "." + form.fileExtension
    }
}
