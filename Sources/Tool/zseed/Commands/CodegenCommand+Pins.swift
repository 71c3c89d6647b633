import CodeGeneration
import Files
import Messages
import Migration
import ObjectModel
import SwiftDataSource

/// `zseed codegen --pin`.
extension CodegenCommand {
    /// Returns the pins for the test: the current versions of the model.
    func pins(of file: ModelFile, name: String) throws -> VersionPins {
        let set = try VersionSet(path: model, choice: choosing.choice)
        LaunchRenderer.report(set.launchIssues)
        let isTwice = set.launchIssues.contains { $0.error == .duplicateChecksums }
        guard !isTwice || force else { throw ExitStatus.data.code }
        let planned = set.launchIssues.compactMap { issue in
            if case .unreadable(let name, _) = issue.kind { name } else { nil }
        }
        for (name, failure) in set.failures where !planned.contains(name) {
            Diagnostics.emit(
                "\(name) is not pinned, because it cannot be read: \(LaunchRenderer.reason(failure))",
                about: model,
                .warning, reason: "unreadableSchema")
        }
        let isSwift = file.origin.kind == .swift
        let path = try ModelFile.located(model, choosing.choice)
        let versions = set.versions.map { version in
            // The object layer computes the hashes, whatever a compiled model declares.
            VersionPins.Version(
                name: set.hasVersions ? version.name : name,
                hashes: flavor == .objectLayer ? version.file.model.versionHashes : version.hashes)
        }
        return VersionPins(
            versions: versions,
            current: set.hasVersions
                ? (versions.contains { $0.name == set.current } ? set.current : versions.last?.name ?? name)
                : name,
            areSeveral: set.hasVersions,
            modelPath: isSwift ? nil : try FilePath(path).relative(toFolder: FilePath(output)),
            module: module ?? (flavor == .swiftData ? choosing.target.map(Self.module(ofTarget:)) : nil),
            migrationPlan: isSwift && flavor == .swiftData && set.hasVersions
                ? set.plan?.name : nil)
    }

    /// Returns the module name that Xcode and SwiftPM use for a target.
    private static func module(ofTarget name: String) -> String {
        let plain = String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return plain.first?.isNumber == true ? "_" + plain.dropFirst() : plain
    }

    /// Throws if versions that are already pinned have changed since then.
    ///
    /// - Throws: the exit code, unless `--force` is given.
    func checkPins(_ pins: VersionPins, in file: GeneratedFile) throws {
        let path = FilePath(output).appending(file.name)
        guard !force, let status = try FileStatus(path: path.text), status.isRegularFile else { return }
        let present = try InputFiles.lookingAtOutput {
            try FileBytes.first(max(Int(status.size), 0) + 1, of: path.text)
        }
        let changes = pins.changes(since: String(decoding: present, as: UTF8.self))
        for change in changes { Diagnostics.emit(CodeRenderer.words(change), about: path.text, .error) }
        guard changes.isEmpty else { throw ExitStatus.data.code }
    }
}
