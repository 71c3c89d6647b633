import ArgumentParser
import Messages
import ObjectModel
import StoreFormat

/// `zseed inspect`: shows a store or a model file.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the model, tables and metadata of a store.",
        discussion: """
            Entities with their attributes and relationships, rows and primary keys. Column names are shown \
            in brackets if they are not just Z and the name in capitals. A live -wal is read as well, and \
            nothing is written.
            """
    ).partOfZSeed

    @Argument(help: "A store, SQL text that creates one, an .xcdatamodel(d), .mom or .momd, or Swift source.")
    var file: String

    @Flag(help: HelpText.json)
    var json = false

    @Flag(help: "Print the SQL of the schema: that of the store, or of a new store of the model.")
    var sql = false

    @Option(
        help: "Print a diagram: \(ModelDiagram.Format.allCases.map(\.rawValue).joined(separator: " or ")).")
    var diagram: ModelDiagram.Format?

    @OptionGroup
    var model: ModelOptions

    func validate() throws {
        guard [json, sql, diagram != nil].filter(\.self).count <= 1 else {
            throw ValidationError("--json, --sql and --diagram exclude each other")
        }
    }

    func run() throws {
        try Failures.reported(about: file) {
            let subject = try ModelSubject.open(file, choice: model.choice, modelPath: model.path)
            if case .model = subject, model.path != nil {
                throw ValidationError("--model is for a store: \(file) is a model itself")
            }
            switch subject {
            case .model(let file): ModelSourceRenderer.report(file.modelIssues)
            case .store(let store): ModelSourceRenderer.report(store.modelIssues)
            }
            if let diagram {
                Terminal.printData(ModelDiagram(model: subject.model).text(diagram) + "\n")
            } else if sql {
                for statement in Self.statements(subject) { Terminal.print(statement + ";") }
            } else {
                try describe(subject)
            }
        }
    }

    private func describe(_ subject: ModelSubject) throws {
        if case .model(let file) = subject {
            // Omitted predicates were already reported when the file was read.
            for warning in file.warnings where ModelSourceIssue(warning, path: self.file) == nil {
                Diagnostics.emit(IssueRenderer.words(warning), about: self.file, .warning)
            }
        }
        let description = try ModelDescription(subject, path: file)
        guard json else {
            for line in description.lines { Terminal.print(line) }
            return
        }
        Terminal.printData(try JSONText.of(description) + "\n")
    }

    private static func statements(_ subject: ModelSubject) -> [String] {
        switch subject {
        case .store(let reference):
            let inspection = reference.inspection
            return inspection.schemaObjects.map(\.sql) + inspection.views.map(\.sql)
        case .model(let file):
            let hasHistory = file.origin.kind == .swift
            return StoreSchema(model: file.model, hasHistory: hasHistory).statements.objects
                .map(\.sql)
        }
    }
}

extension ModelDiagram.Format: ExpressibleByArgument {}
