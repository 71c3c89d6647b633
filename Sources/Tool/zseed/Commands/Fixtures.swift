import ArgumentParser
import Files
import Messages
import Migration
import ObjectModel
import StoreFormat
import SwiftDataSource

/// `zseed fixtures`: builds a small store for each version of an app's model.
struct Fixtures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fixtures",
        abstract: "Create a small store for each version of a model.",
        discussion: """
            Creates a store with invented objects for each version of an .xcdatamodeld or .momd, and for each \
            versioned schema of Swift source. These are the old stores that the app's migration tests open, \
            for example the test that `zseed codegen --pin` writes. The same model gives the same stores.

            An existing store is kept, because users have stores like it. Exits with 1 if its version was \
            edited after the store was created.
            """
    ).partOfZSeed

    @Argument(help: "The app: an .xcdatamodel(d), .momd, Xcode project, package or Swift source.")
    var model: String

    @Option(name: [.short, .long], help: "The folder for the stores; created if it is missing.")
    var output: String

    @Option(help: "The number of objects per entity.")
    var rows = 20

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    @Flag(name: [.short, .long], help: HelpText.quiet)
    var quiet = false

    func validate() throws {
        guard rows > 0 else { throw ValidationError("--rows must be at least 1") }
    }

    func run() throws {
        try Failures.reported(about: model) {
            if let status = try FileStatus(path: output), !status.isFolder {
                throw OutputError(.isFile, path: output)
            }
            let set = try VersionSet(path: model, choice: choosing.choice)
            for (name, failure) in set.failures {
                Diagnostics.emit(
                    "\(name) cannot be read, so it gets no store: \(LaunchRenderer.reason(failure))",
                    about: model,
                    .warning, reason: "unreadableSchema")
            }
            var edited = false
            for version in set.versions where try !write(version, of: set) { edited = true }
            if edited { throw ExitStatus.data.code }
        }
    }

    /// Writes the store of a version, unless it exists.
    ///
    /// - Returns: false if a store of another model exists.
    private func write(_ version: VersionSet.Version, of set: VersionSet) throws -> Bool {
        let isSwift = version.file.origin.kind == .swift
        let path = FilePath(output).appending(version.name + (isSwift ? ".store" : ".sqlite")).text
        if try FileStatus(path: path) != nil {
            let present = try ComparedFile(.store(ReferenceStore(path: path)), path: path)
            guard VersionVerdict(present.hashes, version.hashes).willOpen else {
                Diagnostics.emit(
                    "was created with another \(version.name): if that was published, restore it and add a "
                        + "version; otherwise remove this store", about: path, .error, reason: "editedVersion"
                )
                return false
            }
            if !quiet { Terminal.print("\(path): exists") }
            return true
        }
        try Folder.make(output)
        var choice = choosing.choice
        if isSwift, set.hasVersions { choice.schema = version.name }
        let file = isSwift ? try ModelFile.located(model, choice) : version.file.origin.path
        try InventedStore(file: version.file, path: file, choice: choice, rows: rows).write(to: path)
        if !quiet { Terminal.print("\(path): created") }
        return true
    }
}
