import ArgumentParser
import CodeGeneration
import Files
import Messages
import ObjectModel
import StoreFormat
import SwiftDataSource

/// `zseed codegen`: writes typed classes for the entities of a model.
struct CodegenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codegen",
        abstract: "Write Swift classes, and code that loads the seed.",
        discussion: """
            For the object layer of zseed, for Core Data or for SwiftData: a class per entity with \
            typed properties, and SeedStore.swift, which copies the bundled seed on the first launch, \
            replaces it with a newer one, moves it to the folder of an App Group, opens it read-only beside \
            the user's store, and gives previews and tests their own copy. Files that were not generated are \
            overwritten only with --force. See docs/guides/codegen.md.

            An app that already has its classes needs only SeedStore.swift: --only SeedStore. This is the \
            default for Swift source with --for swiftdata, whose classes would be declared twice.

            With --package, SeedStore.swift imports the package's product SeedStore, and contains only what \
            depends on the model. Without it, the file needs no package.

            With --pin, a test for the app's own suite (Swift Testing) is written instead, \
            StoreVersionTests.swift. It pins the version hashes of each version of the model, and opens the \
            stores in the folder OldStores beside it with the current version. A pinned version that was \
            edited since then is an error.

            With --for swiftdata --schema SchemaV1=1.0.0, only the models of that version are written, \
            frozen in an enum SchemaV1: VersionedSchema with the version hashes of the store.
            """
    ).partOfZSeed

    @Argument(help: "An .xcdatamodel(d), .mom, .momd, Swift source, or a store with its model.")
    var model: String

    @Option(name: [.short, .long], help: "The folder for the files; created if it is missing.")
    var output: String

    @Option(name: .customLong("for"), help: "The framework.")
    var flavor = CodeGenerator.Flavor.objectLayer

    /// A file that can be written alone.
    enum Part: String, CaseIterable, ExpressibleByArgument { case seedStore = "SeedStore" }

    @Option(help: "Write only this file, because the app has its classes: SeedStore.")
    var only: Part?

    @Flag(help: "Import the package's product SeedStore instead of writing its code.")
    var package = false

    @Flag(help: "Write a test that pins the version hashes of each version, and opens old stores.")
    var pin = false

    @Option(help: "The module with the app's classes, for the import in the test of --pin.")
    var module: String?

    @Flag(help: "Numbers and booleans as scalars, with 0 and false for no value.")
    var scalars = false

    @Flag(help: "Numbers and booleans as optionals (NSNumber with Core Data).")
    var objects = false

    @Flag(help: "Overwrite files that were not generated, and pins of versions that were edited.")
    var force = false

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    @Flag(name: [.short, .long], help: HelpText.quiet)
    var quiet = false

    func validate() throws {
        guard !scalars || !objects else {
            throw ValidationError("--scalars and --objects exclude each other")
        }
        guard only == nil || !scalars && !objects else {
            throw ValidationError("--only SeedStore writes no classes: omit --scalars and --objects")
        }
        guard !pin || only == nil && !scalars && !objects, try !pin || frozen() == nil else {
            throw ValidationError(
                "--pin writes only a test: omit --only, --scalars, --objects and --schema NAME=VERSION"
            )
        }
        guard !package || !pin, try !package || frozen() == nil else {
            throw ValidationError(
                "--package is for SeedStore.swift: omit --pin and --schema NAME=VERSION")
        }
        guard module.map(Self.isName) ?? true else {
            throw ValidationError("--module needs the name of a module, as in an import")
        }
        guard pin || module == nil else { throw ValidationError("--module needs --pin") }
        guard !pin || flavor != .swiftData || module != nil || choosing.target != nil else {
            throw ValidationError(
                "--pin --for swiftdata needs --module NAME: the module with the classes, which the test imports"
            )
        }
        guard try frozen() == nil || only == nil else {
            throw ValidationError("--only SeedStore excludes --schema NAME=VERSION, which writes classes")
        }
    }

    func run() throws {
        try Failures.reported(about: model) {
            let frozen = try frozen()
            var choice = choosing.choice
            if frozen != nil { choice.schema = nil }
            let file = try ModelFile.read(path: model, choice: choice)
            ModelSourceRenderer.report(file.modelIssues)
            let generator: CodeGenerator
            do {
                generator = try CodeGenerator(
                    model: file.model, name: Self.name(ofModelAt: model), flavor: flavor,
                    style: scalars ? .scalars : objects ? .objects : .asModel,
                    traits: file.codeGenerationTraits(),
                    values: flavor == .swiftData ? values(of: file) : file.sourceValues,
                    sourceClasses: file.sourceClasses, importsSeedStore: package)
            } catch let error as CodeGenerationError {
                Diagnostics.emit(CodeRenderer.words(error), about: model, .error)
                throw ExitStatus.data.code
            }
            if let frozen {
                let code = generator.frozenSchema(
                    named: frozen.name, version: frozen.version, values: try values(of: file))
                return try write([code])
            }
            if pin {
                let pins = try pins(of: file, name: generator.name)
                let code = generator.pinned(pins)
                try checkPins(pins, in: code)
                return try write([code])
            }
            if only == nil, flavor == .swiftData, file.origin.kind == .swift {
                Diagnostics.emit(
                    "the app has these classes, so only SeedStore.swift is written; --schema SchemaV1=1.0.0 "
                        + "freezes them for a version", about: model, .note)
                return try write([generator.seedStore()])
            }
            guard only == nil else { return try write([generator.seedStore()]) }
            for note in generator.notes() {
                Diagnostics.emit(CodeRenderer.words(note), about: model, .warning)
            }
            let files = generator.files()
            if flavor == .swiftData, file.model.isSwiftData { try checkHashes(of: files, file.model) }
            try write(files)
        }
    }

    /// Reads the classes of a SwiftData model as an app's source code, and compares their version hashes with those of
    /// the model. With other hashes, the app could not open its stores.
    private func checkHashes(of files: [GeneratedFile], _ model: ManagedObjectModel) throws {
        let folder = try TemporaryFolder(files: files.map(\.name), for: output)
        for file in files {
            let writer = try FileWriter(creating: folder.path + "/" + file.name)
            try writer.write(file.text.utf8)
            try writer.finish()
        }
        let written = withExtendedLifetime(folder) {
            try? ModelFile.read(path: folder.path, choice: .current).model.versionHashes
        }
        let verdict = VersionVerdict(written ?? VersionHashes(entities: [:]), model.versionHashes)
        guard !verdict.willOpen else { return }
        Diagnostics.emit(
            "the classes of \(verdict.unequal.joined(separator: ", ")) have other version hashes than the model",
            about: self.model, .error)
        throw ExitStatus.data.code
    }

    /// Returns the app's name for the model: the name of the file without its extension.
    private static func name(ofModelAt path: String) throws -> String {
        let given = FilePath(path)
        let file = given.name.isEmpty ? try given.resolved : given
        let isInside =
            file.name == "contents"
            || file.fileExtension == "mom"
                && file.folder.fileExtension == "momd"
        return (isInside ? file.folder : file).stem
    }

    // MARK: Versions

    /// Returns the name and version of `--schema SchemaV1=1.0.0`; nil if the option chooses a schema, or is not given.
    private func frozen() throws -> (name: String, version: [Int])? {
        guard let schema = choosing.schema, let mark = schema.firstIndex(of: "=") else { return nil }
        let name = String(schema[..<mark])
        let numbers = schema[schema.index(after: mark)...]
            .split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        let version = numbers.compactMap(\.self).filter { $0 >= 0 }
        guard Self.isName(name), numbers.count == 3, version.count == 3 else {
            throw ValidationError(
                "--schema \(schema): a name and three numbers are needed, as in SchemaV1=1.0.0")
        }
        guard flavor == .swiftData else {
            throw ValidationError("--schema NAME=VERSION is for --for swiftdata")
        }
        return (name, version)
    }

    /// Returns whether a text is a valid Swift name.
    private static func isName(_ text: String) -> Bool {
        (text.first.map { $0.isLetter || $0 == "_" } ?? false)
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Returns the known cases of enumerations, from source code or from the rows of a store.
    private func values(of file: ModelFile) throws -> SourceValues {
        guard file.sourceValues.isEmpty, file.origin.kind == .store else { return file.sourceValues }
        return try ReferenceStore(path: model).storedCases()
    }

    // MARK: Files

    /// Writes all files, or none if one of them exists and was not generated.
    private func write(_ files: [GeneratedFile]) throws {
        let folder = try StagedOutput(.members, path: output)
        var changed: [String] = []
        var same: Set<String> = []
        var names = FileNames()
        for file in files {
            let name = names.name(for: FilePath(file.name).stem, suffixes: [".swift"]) + ".swift"
            let shown = FilePath(output).appending(name).text
            guard try isToWrite(file, at: FilePath(folder.path).appending(name).text, shown) else {
                same.insert(name)
                continue
            }
            let writer = try FileWriter(creating: folder.file(named: name), shownAs: shown)
            try writer.write(file.text.utf8)
            try writer.finish()
            changed.append(shown)
        }
        folder.others = same
        try folder.place {
            guard !quiet else { return }
            for path in changed { Terminal.print(path) }
            Terminal.print(
                "\(changed.count) \(changed.count == 1 ? "file" : "files") written, \(same.count) unchanged")
            try Terminal.requireOutput()
        }
    }

    /// Returns whether a file is missing or different. A file that was not generated must not be replaced.
    private func isToWrite(_ file: GeneratedFile, at path: String, _ shown: String) throws -> Bool {
        guard let status = try FileStatus(path: path) else { return true }
        guard status.isRegularFile else {
            throw FileError(path: shown, action: .open, reason: "is not a readable file")
        }
        let text = Array(file.text.utf8)
        let present = try InputFiles.lookingAtOutput {
            try FileBytes.first(max(Int(status.size), 0) + 1, of: path)
        }
        guard present != text else { return false }
        guard force || present.starts(with: Array(GeneratedFile.marker.utf8)) else {
            Diagnostics.emit("exists and was not generated; overwrite it with --force", about: shown, .error)
            throw ExitStatus.plan.code
        }
        return true
    }
}

extension CodeGenerator.Flavor: ExpressibleByArgument {}
