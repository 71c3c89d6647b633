import ArgumentParser
import Messages
import ObjectModel
import StoreFormat

/// `zseed identify`: finds the model that a store was created with.
struct Identify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Find the model that a store was created with.",
        discussion: """
            Compares the store's version hashes with those of all given models: versions of an .xcdatamodeld \
            or .momd, versioned schemas of Swift source, other stores, and all of these in folders. If none \
            matches, prints the differences from the nearest model, and exits with 1.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Stores, models, Swift source, or folders with any of these.", valueName: "path"))
    var among: [String]

    @Flag(help: HelpText.json)
    var json = false

    func run() throws {
        try Failures.reported(about: store) {
            guard try !ModelSubject.isModel(store) else { throw StoreError(.isModel, path: store) }
            let file = try ComparedFile(path: store)
            let candidates = try ModelCandidates(in: among, besides: store)
            let found = Identification(
                store: file.hashes, model: file.model?.model, candidates: candidates.all)
            ModelSourceRenderer.report(candidates.issues)
            for failure in candidates.failures { report(failure) }
            // The matching model may be among those that could not be read.
            let unread = candidates.failures.compactMap { Failure($0.error, about: $0.place.path) }
                .first { $0.status == .machine }
            if found.matches.isEmpty, let unread { throw unread }
            let renderer = IdentificationRenderer(store: store)
            if json {
                Terminal.printData(try renderer.json(found) + "\n")
            } else {
                for line in renderer.lines(found) { Terminal.print(line) }
            }
            guard !found.matches.isEmpty else { throw ExitStatus.data.code }
        }
    }

    private func report(_ failure: (place: ModelCandidate.Place, error: any Error)) {
        let words =
            Failure(failure.error, about: failure.place.path)?.errors.first?.message ?? "\(failure.error)"
        Diagnostics.emit(
            "is left out: \(words)", about: IdentificationRenderer.name(failure.place), .warning)
    }
}
