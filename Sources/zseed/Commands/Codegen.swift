import ArgumentParser
import CodeGeneration
import Files
import Foundation
import ObjectModel
import SQLite

/// `zseed codegen`: writes typed classes for the entities of a model.
struct Codegen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codegen",
        abstract: "Write Swift classes for the entities of a model, and code to load a seed.",
        discussion: """
            For the object layer of zseed, for Core Data or for SwiftData: a class per entity with \
            typed properties, and SeedStore.swift, which copies the bundled seed on the first \
            launch and replaces it by a newer one. Files that were not generated are never \
            overwritten without --force. docs/codegen.md has more.
            """
    ).partOfZSeed

    @Argument(help: "An .xcdatamodel(d), .mom, .momd, or a store with its model.")
    var model: String

    @Option(name: [.short, .long], help: "The folder for the files; made where it is missing.")
    var output: String

    @Option(name: .customLong("for"), help: "The framework.")
    var flavor = CodeGenerator.Flavor.objectLayer

    @Flag(help: "Numbers and booleans as scalars, 0 and false for no value.")
    var scalars = false

    @Flag(help: "Numbers and booleans as optionals, with Core Data as NSNumber.")
    var objects = false

    @Flag(help: "Overwrite files that were not generated.")
    var force = false

    @Option(help: "The version of an .xcdatamodeld or .momd; the current one otherwise.")
    var version: String?

    @Flag(name: [.short, .long], help: "Print nothing but warnings and errors.")
    var quiet = false

    func validate() throws {
        guard !scalars || !objects else {
            throw ValidationError("--scalars and --objects exclude each other")
        }
    }

    func run() throws {
        try Failures.reported(about: model) {
            let file = try ModelFile.read(path: model, version: version)
            let generator: CodeGenerator
            do {
                generator = try CodeGenerator(
                    model: file.model, name: Self.name(ofModelAt: model), flavor: flavor,
                    style: scalars ? .scalars : objects ? .objects : .asModel,
                    traits: file.codeGenerationTraits())
            } catch let error as CodeGenerationError {
                Terminal.report("\(model): error: \(CodeRenderer.words(error))")
                throw ExitStatus.data.code
            }
            for note in generator.notes() {
                Terminal.report("\(model): warning: \(CodeRenderer.words(note))")
            }
            try write(generator.files())
        }
    }

    /// What the app calls the model: the name of the file without its ending.
    private static func name(ofModelAt path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent()
        let isInside = url.lastPathComponent == "contents" || url.pathExtension == "mom"
            && folder.pathExtension == "momd"
        return (isInside ? folder : url).deletingPathExtension().lastPathComponent
    }

    // MARK: Files

    /// Writes all files, or none where one of them is somebody's own.
    private func write(_ files: [GeneratedFile]) throws {
        let folder = URL(fileURLWithPath: output)
        var changed: [(path: String, text: String)] = []
        for file in files {
            let path = folder.appendingPathComponent(file.name).path
            let shown = output + (output.hasSuffix("/") ? "" : "/") + file.name
            guard let present = FileManager.default.contents(atPath: path) else {
                guard !FileManager.default.fileExists(atPath: path) else {
                    throw FileError(path: shown, action: .open, reason: "is no readable file")
                }
                changed.append((shown, file.text))
                continue
            }
            guard present != Data(file.text.utf8) else { continue }
            guard force || present.starts(with: Data(GeneratedFile.marker.utf8)) else {
                Terminal.report(
                    "\(shown): error: is there and was not generated; --force overwrites it")
                throw ExitStatus.plan.code
            }
            changed.append((shown, file.text))
        }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError(path: output, action: .write, reason: error.localizedDescription)
        }
        for (path, text) in changed {
            do {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                throw FileError(path: path, action: .write, reason: error.localizedDescription)
            }
            if !quiet { Terminal.print(path) }
        }
        guard !quiet else { return }
        let same = files.count - changed.count
        Terminal.print(
            "\(changed.count) \(changed.count == 1 ? "file" : "files") written, \(same) unchanged")
    }
}

extension CodeGenerator.Flavor: ExpressibleByArgument {}
