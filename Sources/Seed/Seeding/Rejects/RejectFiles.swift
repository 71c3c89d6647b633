import Files
import Inputs
import SQLite

/// The files with the rows that were left out, one for each source in the source's own form. Their column `reason`
/// has the issues.
///
/// The files are written to a private folder and moved into place before the store. They replace and remove only
/// unchanged reject files of an earlier build of the same output.
final class RejectFiles {
    /// The path of the files' folder, as given.
    let folder: String
    /// The staged folder that is moved into place.
    let output: StagedOutput
    /// The kind of each source, and the name of its file.
    private let targets: [String: (kind: any SourceKind, fileName: String)]
    private let text: @Sendable (SeedIssue) -> String
    private var record: RejectRecord
    /// The files that this build writes.
    private var fresh: Set<RejectRecord.Entry> = []
    /// The files of earlier builds, set once this build has recorded its own.
    private var known: Set<RejectRecord.Entry>?
    /// The registration of the record, which an interrupt removes.
    private var slot: Int?
    private var files: [String: any RejectFile] = [:]
    private var written: [String] = []

    /// The paths of the files, set when the files are finished.
    private(set) var paths: [String] = []

    /// Prepares the files. Nothing is written before the first row is left out.
    ///
    /// - Parameters:
    ///   - folder: the path of the files' folder.
    ///   - sources: all sources of the plan.
    ///   - store: the path of the store.
    ///   - text: returns the text of an issue.
    /// - Throws: ``OutputError`` if a file would replace one that no earlier build wrote, `FileError`.
    init(
        folder: String, sources: [SourceDefinition], store: String,
        text: @escaping @Sendable (SeedIssue) -> String
    ) throws {
        self.folder = folder
        self.text = text
        targets = Self.targets(sources)
        let givenStore = FilePath(store)
        let store = try givenStore.resolved
        output = try StagedOutput(.members, path: folder, isOwn: true)
        do {
            record = try RejectRecord(ofOutput: store)
        } catch let error as OutputError {
            let name = FilePath(error.path).name
            throw OutputError(error.problem, path: givenStore.folder.appending(name).text)
        }
        try InputFiles.check(output: record.path, isOwn: true)
        try check(store)
    }

    /// Returns a safe name for the file of each source. All names are different.
    private static func targets(
        _ sources: [SourceDefinition]
    ) -> [String: (kind: any SourceKind, fileName: String)] {
        var taken = FileNames()
        var targets: [String: (kind: any SourceKind, fileName: String)] = [:]
        for source in sources where targets[source.name.value] == nil {
            let suffix = "." + source.kind.rejectExtension
            let name = taken.name(for: source.name.value, suffixes: [suffix]) + suffix
            targets[source.name.value] = (source.kind, name)
        }
        return targets
    }

    // MARK: Checking

    /// Refuses to replace an input, the store, or a file of the user. It checks all possible files, since the rows
    /// decide later which ones are written.
    private func check(_ store: FilePath) throws {
        guard !FilePath(output.path).leads(through: store) else {
            throw OutputError(.isInput(store.text), path: folder)
        }
        for name in targets.values.map(\.fileName).sorted() {
            let shown = FilePath(folder).appending(name).text
            let path = self.path(of: name)
            try InputFiles.check(output: path, shownAs: shown, isOwn: true)
            guard try !FileIdentity.isSame(path, store.text) else {
                throw OutputError(.isInput(store.text), path: shown)
            }
            try checkIsKnown(name)
        }
    }

    private func checkIsKnown(_ name: String) throws {
        let path = path(of: name)
        guard try FileStatus(path: path, followsLinks: false) != nil else { return }
        guard try record.knows(name, at: path) else {
            throw OutputError(.unknownFile, path: FilePath(folder).appending(name).text)
        }
    }

    private func path(of name: String) -> String {
        FilePath(output.path).appending(name).text
    }

    // MARK: Writing

    /// Adds the current row of a source.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    func add(_ source: any RecordSource, named name: String, issues: [SeedIssue]) throws {
        guard let target = targets[name] else { return }
        let reason = issues.map(text).joined(separator: "; ")
        try reported { try file(named: name, target, for: source).add(source, reason: reason) }
    }

    private func file(
        named name: String, _ target: (kind: any SourceKind, fileName: String), for source: any RecordSource
    ) throws -> any RejectFile {
        if let file = files[name] { return file }
        let file = try target.kind.createRejects(
            at: output.file(named: target.fileName), for: source,
            reason: Self.reasonColumn(beside: source.columns))
        files[name] = file
        written.append(target.fileName)
        return file
    }

    /// Returns `reason`, or another name if the source has such a column.
    private static func reasonColumn(beside columns: [String]) -> String {
        let taken = Set(columns.map { $0.lowercased() })
        var name = "reason"
        while taken.contains(name) { name = "zseed-" + name }
        return name
    }

    // MARK: Placing

    /// Finishes the files, checks again the files that they replace, and records them. From then on later builds
    /// recognize them, even if this process is killed.
    ///
    /// - Throws: ``SeedIssue``.
    func finish() throws {
        try reported {
            for file in files.values { try file.close() }
            files = [:]
            for name in written { try checkIsKnown(name) }
            fresh = Set(
                try written.map { name in
                    let path = FilePath(output.temporaryPath).appending(name).text
                    return .init(digest: try RejectRecord.digest(ofFile: path), name: name)
                })
            known = record.entries
            // An interrupt must remove a record that did not exist before.
            if record.entries.isEmpty { slot = InterruptCleanup.register(record.path) }
            try record.write(record.entries.union(fresh))
            paths = written.sorted().map { FilePath(folder).appending($0).text }
        }
    }

    /// Removes the files that were not moved into place from the record.
    func undo() {
        guard let known else { return }
        try? record.write(known)
        InterruptCleanup.unregister(slot)
        slot = nil
    }

    /// Removes the files of an earlier build that this one has not replaced.
    ///
    /// - Throws: ``SeedIssue``.
    func removeOld() throws {
        try reported("the store is in place, but rejects of an earlier build may remain: ") {
            InterruptCleanup.unregister(slot)
            slot = nil
            var left = fresh
            var failure: Int32 = 0
            for name in record.names where !written.contains(name) {
                let path = path(of: name)
                guard try !InputFiles.hold(path), try record.knows(name, at: path) else {
                    continue
                }
                let code = Folder.remove(path)
                guard code != 0 else { continue }
                failure = code
                left.formUnion(record.entries.filter { $0.name == name })
            }
            if written.isEmpty, !record.entries.isEmpty { Folder.removeIfEmpty(output.path) }
            try record.write(left)
            guard failure == 0 else {
                throw FileError(path: folder, action: .remove, reason: System.words(failure))
            }
        }
    }

    /// - Parameter prefix: the text before the system's message.
    private func reported(_ prefix: String = "", _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let issue as SeedIssue {
            throw issue
        } catch let error as OutputError {
            throw SeedIssue(error)
        } catch let error as DatabaseError {
            throw SeedIssue(
                .file(.fileSystem(prefix + error.message)), at: .init(path: folder), fault: .machine)
        } catch let error as FileError {
            throw SeedIssue(.file(.fileSystem(prefix + error.reason)), at: .init(path: folder))
        }
    }
}
