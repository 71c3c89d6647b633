import ArgumentParser
import Messages
import ObjectLayer
import ObjectModel
import Printing
import StoreFormat
import SwiftDataSource

/// `zseed query`: prints objects of a store.
struct Query: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Fetch, sort, group and print objects by predicate.",
        discussion: """
            A query is the name of an entity, optionally followed by SELECT, WHERE, GROUP BY, HAVING, ORDER \
            BY, \
            LIMIT and OFFSET, in this order; conditions are NSPredicate format strings:

              zseed query Store.sqlite 'Item WHERE unit.name == "kg" ORDER BY name'

            Texts compared with dates are read as ISO 8601, and texts compared with UUIDs as UUIDs. The \
            store is opened read-only, with a live -wal. See docs/guides/query.md.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @Argument(help: "The query. The name of an entity alone shows all its objects.")
    var query: String?

    @Option(help: "Use this fetch request template of the model instead of a query.")
    var template: String?

    @Option(help: ArgumentHelp("A value for a variable, $NAME.", valueName: "NAME=VALUE"))
    var set: [String] = []

    @Option(name: .customLong("where"), help: "An additional condition.")
    var condition: String?

    @Option(help: "Sort by these key paths instead, each with ASC or DESC.")
    var sort: String?

    @Option(
        help: ArgumentHelp(
            "The language for sorting with [l] and [n], such as sv_SE. By default, en_US.",
            valueName: "identifier"))
    var locale: String?

    @Option(help: "The maximum number of rows.")
    var limit: Int?

    @Option(help: "Show these key paths and expressions instead, separated by commas.")
    var columns: String?

    @Flag(help: "Print only the number of objects.")
    var count = false

    @Flag(name: .customLong("no-subentities"), help: "Leave out objects of subentities.")
    var excludesSubentities = false

    @Option(help: "The output format.")
    var format = RowPrinter.Format.table

    @Flag(help: "The same as --format json.")
    var json = false

    @Flag(
        name: .customLong("bom"), help: "With --format csv: begin with a byte order mark, for Excel.")
    var writesByteOrderMark = false

    @Flag(help: "Show each SQL statement with its values and time on standard error.")
    var sql = false

    @OptionGroup
    var model: ModelOptions

    func validate() throws {
        guard (query == nil) != (template == nil) else {
            throw ValidationError("use either a query or --template")
        }
        guard !writesByteOrderMark || format == .csv && !json && !count else {
            throw ValidationError("--bom needs --format csv")
        }
        guard limit ?? 0 >= 0 else { throw ValidationError("--limit must not be less than 0") }
        try model.requirePath()
        for pair in set where !pair.dropFirst().contains("=") {
            throw ValidationError("--set needs NAME=VALUE, not '\(pair)'")
        }
    }

    func run() throws {
        try Failures.reported(about: store) {
            guard try !ModelSubject.isModel(store) else { throw StoreError(.isModel, path: store) }
            let app = try model.app()
            let coordinator = try PersistentStoreCoordinator(
                path: store, managedObjectModel: app, sqlDebug: sql ? SQLTrace.printing() : nil)
            if coordinator.modelOrigin == .inferred {
                Diagnostics.emit(
                    "the store contains no model, so names are guessed from its tables: add the app's model "
                        + "with --model", about: store, .warning)
            }
            try reported(coordinator.managedObjectModel) { try show(coordinator) }
        }
    }

    private func show(_ coordinator: PersistentStoreCoordinator) throws {
        let context = try ManagedObjectContext(coordinator)
        var isCount = count
        var request: FetchRequest
        if let query {
            request = try FetchRequest(format: query)
        } else {
            let name = template ?? ""
            guard let template = coordinator.managedObjectModel.fetchRequestTemplate(named: name)
            else { throw FetchRequestError.unknownTemplate(name) }
            isCount = isCount || template.resultType == .count
            request = try FetchRequest(
                template, substituting: try values(for: template.predicate?.variableNames ?? []))
        }
        try refine(&request)
        if request.sortDescriptors.contains(where: \.textOrder.isLocalized), !TextOrder.isLocaleKnown {
            Diagnostics.emit(
                "no locales are available here: texts are sorted by their letters, without case and "
                    + "accents", about: "query", .warning)
        }
        guard !isCount else {
            var counted = request
            counted.propertiesToFetch = []
            counted.sortDescriptors = []
            warn(of: try counted.refusals(in: coordinator), coordinator)
            Terminal.print(String(try context.count(for: request)))
            return
        }
        let table = try TableFetch(request, in: context)
        warn(of: table.refusals, coordinator)
        let printer = RowPrinter(
            json ? .json : format, table.columns, writesByteOrderMark: writesByteOrderMark,
            output: Terminal.printData)
        // Stops if the reader of the output has closed it.
        func goOn() throws { if Terminal.failure != nil { throw ExitStatus.machine.code } }
        let plain = try table.shownRows()
        if let rows = plain as? ShownRows {
            try rows.forEachRow {
                try printer.print(rows)
                try goOn()
            }
        } else if let rows = plain {
            try rows.forEachRow {
                try printer.print(rows)
                try goOn()
            }
        } else {
            try table.forEachRow { row in
                printer.print(row)
                try goOn()
            }
        }
        printer.finish()
    }

    /// Warns about the parts of the request that an app cannot use with its store.
    private func warn(of refusals: [FetchRefusal], _ coordinator: PersistentStoreCoordinator) {
        for line in renderer(coordinator.managedObjectModel).lines(refusals) {
            Terminal.report(line)
        }
    }

    /// Adds the values of the options.
    private func refine(_ request: inout FetchRequest) throws {
        request.allowsExtensions = true
        if let locale { request.localeIdentifier = locale }
        request.interpretsTextConstants = true
        request.includesSubentities = request.includesSubentities && !excludesSubentities
        if let columns {
            let part = try part("SELECT", columns, "--columns")
            request.propertiesToFetch = part.propertiesToFetch
            request.returnsDistinctResults = part.returnsDistinctResults
        }
        if let condition {
            let more = try option("--where", condition) { () throws(PredicateFormatError) in
                try Predicate(format: condition)
            }
            request.predicate = request.predicate.map { .and([$0, more]) } ?? more
        }
        if let sort {
            request.sortDescriptors = try part("ORDER BY", sort, "--sort").sortDescriptors
        }
        if let limit { request.fetchLimit = limit }
        guard query != nil else { return }
        let values = try values(for: request.predicate?.variableNames ?? [])
        request.predicate = request.predicate?.substituting(values)
    }

    // MARK: Texts

    /// Returns a clause that was given as an option.
    private func part(_ keyword: String, _ text: String, _ name: String) throws -> FetchRequest {
        let before = "E \(keyword) "
        do {
            return try FetchRequest(format: before + text)
        } catch {
            let offset = max(error.utf8Offset - before.utf8.count, 0)
            throw OptionError(
                name: name, text: text,
                error: PredicateFormatError(error.reason, format: text, utf8Offset: offset))
        }
    }

    private func option<Result>(
        _ name: String, _ text: String, _ body: () throws(PredicateFormatError) -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch { throw OptionError(name: name, text: text, error: error) }
    }

    /// Returns the values of `--set` for variables: constants in the format language, or texts.
    private func values(for variables: Set<String>) throws -> [String: Expression] {
        var values: [String: Expression] = [:]
        for pair in set {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard variables.contains(name) else {
                let known = variables.sortedInBinaryOrder().map { "$\($0)" }.joined(separator: ", ")
                throw ValidationError(
                    "--set \(name): there is no such variable"
                        + (known.isEmpty ? "" : ", but \(known)"))
            }
            let text = parts.count > 1 ? String(parts[1]) : ""
            if let expression = try? Expression(format: text), case .constant = expression {
                values[name] = expression
            } else {
                values[name] = .constant(.string(text))
            }
        }
        return values
    }

    // MARK: Errors

    private struct OptionError: Error {
        let name: String
        let text: String
        let error: PredicateFormatError
    }

    /// Reports an error in the query, which is an error of the command line.
    private func reported(_ model: ManagedObjectModel, _ body: () throws -> Void) throws {
        let lines: [String]
        do {
            return try body()
        } catch let error as OptionError {
            lines = QueryErrorRenderer(subject: error.name, text: error.text, model: model)
                .lines(error.error)
        } catch let error as PredicateFormatError {
            lines = renderer(model).lines(error)
        } catch let error as FetchRequestError {
            lines = renderer(model).lines(error)
        }
        for line in lines { Terminal.report(line) }
        throw ExitStatus.plan.code
    }

    private func renderer(_ model: ManagedObjectModel) -> QueryErrorRenderer {
        QueryErrorRenderer(
            subject: query == nil ? "template" : "query",
            text: query ?? [columns, condition, sort].compactMap(\.self).joined(separator: " "),
            model: model)
    }
}

extension RowPrinter.Format: ExpressibleByArgument {}
