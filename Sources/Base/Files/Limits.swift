/// A limit on input, so that neither a mistake nor a malicious file exhausts memory, time or disk space.
package struct Limit: Equatable, Sendable {
    /// The unit of an amount.
    package enum Unit: Equatable, Sendable {
        case bytes
        /// A count of the named things.
        case count(of: String)
    }

    /// The name of the limited thing.
    package let name: String
    /// The greatest allowed amount.
    package let most: Int
    package let unit: Unit
    /// The exit code if the limit is exceeded: 1 for invalid data, 2 for an invalid plan or command line, 0 if the
    /// excess is left out and reported.
    package let exitCode: Int32

    fileprivate init(_ name: String, _ most: Int, _ unit: Unit, exitCode: Int32 = 1) {
        (self.name, self.most, self.unit, self.exitCode) = (name, most, unit, exitCode)
    }

    /// The amount as text, such as "64 MB" and "1,000 levels".
    package var amount: String {
        switch unit {
        case .count(let things): return "\(Self.grouped(most)) \(things)"
        case .bytes:
            for (shift, name) in [(30, "GB"), (20, "MB")] where most & (1 << shift - 1) == 0 {
                return "\(most >> shift) \(name)"
            }
            return "\(Self.grouped(most)) bytes"
        }
    }

    private static func grouped(_ number: Int) -> String {
        var digits = Substring(String(number))
        var groups: [Substring] = []
        while digits.count > 3 {
            groups.insert(digits.suffix(3), at: 0)
            digits = digits.dropLast(3)
        }
        return ([digits] + groups).joined(separator: ",")
    }
}

/// All limits on input. `docs/reference/limits.md` lists them.
package enum Limits {
    // MARK: Plans

    package static let planBytes = Limit("a plan", 16 << 20, .bytes, exitCode: 2)
    package static let aliasedValues = Limit(
        "values of a plan, with each alias expanded", 100_000, .count(of: "values"), exitCode: 2)
    package static let aliasedLevels = Limit(
        "nested values of a plan, with aliases expanded", 200, .count(of: "levels"), exitCode: 2)
    /// The limit of the YAML parser, which also counts lookahead.
    package static let planLevels = Limit(
        "nested values of a plan without aliases", 1_000, .count(of: "levels"), exitCode: 2)
    package static let metadataLevels = Limit(
        "nested values of a plan's `metadata:`", 16, .count(of: "levels"), exitCode: 2)
    package static let planIssues = Limit(
        "messages about a plan (the last one reports that there are more)", 1_000,
        .count(of: "errors"), exitCode: 2)

    // MARK: Sources

    package static let recordBytes = Limit(
        "a row of CSV with its line end (with `onError: skip`, a longer one is left out); a record, text or number of JSON, "
            + "NDJSON and XML, as text, after decompression",
        64 << 20, .bytes)
    package static let recordLevels = Limit(
        "nested arrays, objects and elements of JSON, NDJSON and XML", 128, .count(of: "levels"))
    package static let recordColumns = Limit(
        "the columns of JSON, NDJSON, XML and property lists", 10_000, .count(of: "columns"))
    package static let cellLevels = Limit(
        "nested lists and objects of JSON in a cell", 64, .count(of: "levels"))
    package static let archiveMembers = Limit("the parts of a ZIP archive", 100_000, .count(of: "parts"))
    package static let unfolding = Limit(
        "a part of a workbook or OpenDocument spreadsheet of more than 32 MB (unpacked)", 250,
        .count(of: "times its size in the archive"))
    /// The size up to which ``unfolding`` does not apply.
    package static let freelyUnfolded: UInt64 = 32 << 20
    package static let elementAttributes = Limit(
        "the attributes of an element of XML", 1_000, .count(of: "attributes"))
    package static let sheetPartBytes = Limit(
        "a part of a workbook or OpenDocument spreadsheet (unpacked; except sheets and shared texts)",
        64 << 20, .bytes)
    package static let sharedTextUses = Limit(
        "the shared texts of a sheet, counted for each cell (64 MB for those of a row)",
        8 << 30, .bytes)
    package static let transposedCells = Limit(
        "the cells of a table with `transpose: true`", 250_000, .count(of: "cells"))
    package static let repeatedCells = Limit(
        "the repeated cells and spaces of an OpenDocument sheet",
        256 << 20, .bytes)
    package static let sharedTexts = Limit(
        "the shared texts of a workbook (more than 64 MB are kept in a private temporary file)",
        8 << 30, .bytes)
    package static let sheetColumns = Limit("the columns of a sheet", 16_384, .count(of: "columns"))
    package static let sheetRows = Limit("the rows of a sheet", 1 << 21, .count(of: "rows"))
    package static let viewRows = Limit(
        "rows of a view or `query:` of a source (tables can have any number)", 20_000_000, .count(of: "rows"))
    package static let viewSteps = Limit(
        "steps of SQLite, a minute or two, between two rows of a view or `query:`, and in all for SQL text, which gets 20 more "
            + "for each of its bytes",
        5_000_000_000, .count(of: "steps"))
    package static let scriptBytes = Limit("SQL text (`.sql`)", 1_000_000_000, .bytes)
    package static let scriptFiles = Limit(
        "the private files of the database that SQL text creates, with 16 more bytes for each of its bytes",
        256 << 20, .bytes)
    package static let scriptValue = Limit(
        "a value or row that SQL text creates, or twice the length of its longest statement", 1 << 20,
        .bytes)
    package static let imagePixels = Limit("the image of a `thumbnail:`", 1 << 27, .count(of: "pixels"))
    package static let externalBytes = Limit(
        "a file of external data beside a store, or of a value beside an exported CSV file", 1_000_000_000,
        .bytes)
    package static let namedFileBytes = Limit("a file that a cell names (`binary: file`)", 256 << 20, .bytes)

    // MARK: Models

    package static let propertyListBytes = Limit(
        "a property list, a compiled model, a model cache", 64 << 20, .bytes)
    package static let propertyListTextBytes = Limit(
        "a property list in XML, the XML of a model", 16 << 20, .bytes)
    package static let propertyListLevels = Limit(
        "nested lists and dictionaries of a property list", 64, .count(of: "levels"))
    package static let propertyListValues = Limit(
        "the values of a property list, the elements and attributes of a model's XML", 1_000_000,
        .count(of: "values"))
    package static let modelLevels = Limit(
        "nested elements of a model's XML", 128, .count(of: "levels"))
    package static let archivedLevels = Limit(
        "nested objects of a keyed archive", 32, .count(of: "levels"))
    package static let predicateLevels = Limit(
        "nested predicates and expressions of queries and `where:`",
        100, .count(of: "levels"), exitCode: 2)
    package static let archivedPredicateLevels = Limit(
        "nested predicates and expressions of a compiled model", 100, .count(of: "levels"))
    package static let archivedValues = Limit(
        "the values of a keyed archive in a store", 100_000, .count(of: "values"))
    package static let compositeLevels = Limit(
        "nested composite attributes", 8, .count(of: "levels"))
    package static let compositeElements = Limit(
        "the elements of all composite attributes of a model", 100_000, .count(of: "elements"))
    package static let entities = Limit("the entities of a model", 16_000, .count(of: "entities"))
    package static let entityLevels = Limit("ancestors of an entity", 100, .count(of: "levels"))
    package static let properties = Limit(
        "the properties of all entities, counting inherited ones for each entity", 500_000,
        .count(of: "properties"))
    package static let swiftFileBytes = Limit("a file of Swift source", 8 << 20, .bytes)
    package static let swiftLevels = Limit(
        "nested brackets, types and expressions of Swift source", 100, .count(of: "levels"))
    package static let swiftFiles = Limit(
        "the files of Swift source in a folder", 50_000, .count(of: "files"))
    package static let swiftFolders = Limit("the folders of Swift source", 20_000, .count(of: "folders"))
    package static let folderLevels = Limit(
        "nested folders of models or Swift source (deeper ones are left out, with a warning)",
        64, .count(of: "levels"), exitCode: 0)
    package static let projectBytes = Limit("the `project.pbxproj` of an Xcode project", 64 << 20, .bytes)
    package static let projectLevels = Limit(
        "nested lists and dictionaries of a `project.pbxproj`", 64, .count(of: "levels"))
    package static let projectValues = Limit(
        "the values of a `project.pbxproj`", 5_000_000, .count(of: "values"))
    package static let projects = Limit(
        "a project, workspace or package with the projects and local packages that it refers to", 1_000,
        .count(of: "projects"))
    package static let projectTargets = Limit(
        "the targets of a project and of the projects and packages that it refers to", 10_000,
        .count(of: "targets"))
    package static let targetMembers = Limit(
        "the libraries and Swift files of all targets of a project, counted for each target", 1_000_000,
        .count(of: "members"))

    package static let releases = Limit(
        "the releases of `guard --history` (older ones are left out, which is reported)", 1_000,
        .count(of: "releases"), exitCode: 0)

    // MARK: Changes

    package static let changesBytes = Limit("a file for `merge --changes`", 64 << 20, .bytes)

    // MARK: Regular expressions

    package static let replacedText = Limit("a text for `replace:`", 1 << 20, .count(of: "characters"))
    package static let expressionSteps = Limit(
        "backtracking positions of a regular expression in a text (in `replace:`, in MATCHES and LIKE of plans and "
            + "queries, and in the model's validation), with ten more for each character of a long text",
        1_000_000, .count(of: "places"))

    /// All limits, in the order of the table in the documentation.
    package static let all = [
        planBytes, aliasedValues, aliasedLevels, planLevels, metadataLevels, planIssues,
        recordBytes, recordLevels, recordColumns, elementAttributes, cellLevels, archiveMembers, unfolding,
        sheetPartBytes, sharedTexts, sharedTextUses, transposedCells, repeatedCells, sheetColumns, sheetRows,
        viewRows,
        viewSteps,
        scriptBytes, scriptFiles, scriptValue, imagePixels, externalBytes, namedFileBytes,
        propertyListBytes, propertyListTextBytes, propertyListLevels, propertyListValues, modelLevels,
        archivedLevels, archivedValues, predicateLevels, archivedPredicateLevels, compositeLevels,
        compositeElements, entities, entityLevels, properties, swiftFileBytes, swiftLevels,
        swiftFiles, swiftFolders, folderLevels, projectBytes, projectLevels, projectValues,
        projects, projectTargets, targetMembers,
        releases, changesBytes, replacedText, expressionSteps,
    ]
}
