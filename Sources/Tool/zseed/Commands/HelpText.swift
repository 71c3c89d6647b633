import ArgumentParser

/// The text of `--help` and `zseed help TOPIC` beyond the descriptions of commands.
enum HelpText {
    /// The title of the options that choose a model, in the help of every command with them.
    static let modelOptions = "Choosing the model"

    static let json: ArgumentHelp = "Print JSON, for programs."
    static let quiet: ArgumentHelp = "Print nothing but warnings and errors."

    /// The commands, grouped by task.
    static let groups = [
        CommandGroup(
            name: "From a spreadsheet to a store",
            subcommands: [PlanCommand.self, Build.self, Verify.self, ReportCommand.self]),
        CommandGroup(
            name: "Look at a store",
            subcommands: [
                Inspect.self, Query.self, Export.self, Dump.self, Diff.self, History.self,
                MetadataCommand.self,
            ]),
        CommandGroup(
            name: "A new model",
            subcommands: [
                ModelCommand.self, Create.self, Compare.self, Identify.self, Hash.self, Migrate.self,
                Guard.self, Fixtures.self,
            ]),
        CommandGroup(name: "New data", subcommands: [Copy.self, Merge.self, Repair.self]),
        CommandGroup(
            name: "For developers", subcommands: [CodegenCommand.self, SchemaCommand.self]),
    ]

    /// The topics of `zseed help` that are not commands, with their texts.
    static let topics: KeyValuePairs = [
        "alike": """
        Comparing:
          diff        two stores: which objects were added, removed and changed
          compare     two models: whether a store of one opens with the other
          identify    one store, many models: which one the store was created with
          hash        one model or store: only its version hashes

        Writing the contents of a store elsewhere:
          export      for other programs: CSV files with a plan, or a plain database
          dump        for people and git: sorted text, which zseed does not read
          copy        for apps: another store, all of it or a part

        Creating a store from another one:
          migrate     the same objects, another version of the model
          merge       the same model, the objects of a new edition as well
          repair      the same model and objects, without the damage
        """,
        "exit-codes": """
        0   done
        1   the data or a store is invalid: rows that do not fit, a damaged store,
            stores that differ
        2   the command line or the plan is invalid
        3   the machine failed: a full disk, an unreadable file
        """,
        "models": """
        A MODEL is any of these:
          App.xcdatamodeld, App.xcdatamodel     as Xcode edits them
          App.momd, App.mom                     as apps bundle them
          Item.swift, Sources/                  @Model classes, a file or a folder
          App.xcodeproj, App.xcworkspace        the models of the app, or of a --target
          a folder with Package.swift           the models of a package
          App.sqlite                            a store that contains its model

        If there are several, choose with --model-version (.xcdatamodeld, .momd), or
        with --schema or --models (Swift source). If the source does not determine the
        model, add --beside with a store that the app created, or --inverses.
        """,
    ]

    /// Returns the text of a topic.
    static func topic(_ name: String) -> String? {
        topics.first { $0.key == name }?.value
    }

    /// Returns ArgumentParser's help in another order: the options that choose a model are last, and groups of commands
    /// have their given names.
    static func arranged(_ text: String) -> String {
        var sections = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n").map {
            $0.replacing(" SUBCOMMANDS:\n", with: ":\n")
        }
        let title = modelOptions.uppercased() + ":\n"
        if let shared = sections.firstIndex(where: { $0.hasPrefix(title) }) {
            sections.append(sections.remove(at: shared))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }
}
