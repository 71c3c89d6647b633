import ArgumentParser
import Drafting
import Files
import Messages
import StoreFormat

/// `zseed schema`: prints the JSON Schema of plans, for editors.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of plans, for editors.",
        discussion: """
            JSON Schema draft-07: every key with its values and meaning. With a model, the names of its \
            entities, attributes and relationships are completed and checked as well. A plan that begins \
            with the line `# yaml-language-server: $schema=seed.schema.json`, as `zseed plan` writes it, \
            uses the schema in the file of that name beside it.
            """
    ).partOfZSeed

    @Option(
        help: "An .xcdatamodel(d), .mom, .momd, Swift source, or a store with its model, for its names.")
    var model: String?

    @Option(name: [.short, .long], help: "Write the schema to a file.")
    var output: String?

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    func validate() throws { try choosing.validate(besides: model) }

    func run() throws {
        try Failures.reported(about: model ?? "schema") {
            let subject = try model.map { try ModelSubject.open($0, choice: choosing.choice) }
            switch subject {
            case .model(let file): ModelSourceRenderer.report(file.modelIssues)
            case .store(let store): ModelSourceRenderer.report(store.modelIssues)
            case nil: break
            }
            let text = try JSONText.of(PlanSchema(subject).schema) + "\n"
            guard let output else { return Terminal.printData(text) }
            try TextOutput.write(text, to: output)
        }
    }
}
