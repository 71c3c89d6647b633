import Foundation
import SQLite
import TestSupport
import Testing

/// Editions of a seed with one model, built by `zseed build`, and stores of users that began as one of them.
package final class EditionStores {
    package let folder: TestFolder
    private let reference: String
    package var path: String { folder.path }

    /// - Parameter model: the XML of the entities.
    package init(_ model: String) throws {
        folder = try TestFolder()
        reference = "Model.xcdatamodel"
        try folder.writeModel(model)
    }

    /// - Parameter source: the SwiftData models, in Swift.
    package init(swift source: String) throws {
        folder = try TestFolder()
        reference = "Models.swift"
        try folder.write("import Foundation\nimport SwiftData\n" + source, as: reference)
    }

    /// Builds an edition.
    ///
    /// - Parameters:
    ///   - rows: the CSV file for each entity, with the attributes' names.
    ///   - loads: the plan's entries for an entity, apart from the columns.
    ///   - metadata: the plan's `metadata:`.
    ///   - more: additional lines of the plan.
    package func build(
        _ name: String, _ rows: [String: String], loads: [String: String] = [:], metadata: String? = nil,
        more: String = ""
    ) throws {
        var plan = "reference: \(reference)\noutput: \(name).sqlite\n\(more)sources:\n"
        for (entity, text) in rows.sorted(by: { $0.key < $1.key }) {
            try folder.write(text, as: "\(name)-\(entity).csv")
            plan += "  \(entity): { csv: \(name)-\(entity).csv }\n"
        }
        plan += "entities:\n"
        for (entity, text) in rows.sorted(by: { $0.key < $1.key }) {
            let columns = (text.split(separator: "\n").first ?? "").split(separator: ",")
            let attributes = columns.map { "\($0): \($0)" }.joined(separator: ", ")
            plan += "  \(entity):\n    from: \(entity)\n"
            if let load = loads[entity] { plan += "    \(load)\n" }
            if loads[entity]?.contains("attributes:") != true {
                plan += "    attributes: { \(attributes) }\n"
            }
        }
        if let metadata { plan += "metadata: { \(metadata) }\n" }
        try folder.write(plan, as: "\(name).yml")
        let built = try Zseed.run("build", "\(name).yml", "-q", in: path)
        try #require(built.status == 0, "\(built.errors)")
    }

    /// Copies a store and changes the copy by SQL.
    package func copy(_ name: String, as other: String, _ sql: String = "") throws {
        try? FileManager.default.removeItem(atPath: "\(path)/\(other).sqlite")
        try FileManager.default.copyItem(
            atPath: "\(path)/\(name).sqlite", toPath: "\(path)/\(other).sqlite")
        if !sql.isEmpty { try execute(sql, in: other) }
    }

    package func execute(_ sql: String, in store: String) throws {
        try Connection(path: "\(path)/\(store).sqlite", mode: .readWrite).execute(sql)
    }

    /// Migrates stores to another model, which is used for further editions.
    ///
    /// - Parameter names: the names of the results.
    package func migrate(_ names: [String: String], to model: String) throws {
        try folder.writeModel(model, as: "Other.xcdatamodel")
        for (name, other) in names.sorted(by: { $0.key < $1.key }) {
            let result = try run(
                "migrate", "\(name).sqlite", "--to", "Other.xcdatamodel", "-o", "\(other).sqlite", "-q")
            try #require(result.status == 0, "\(result)")
        }
        try folder.writeModel(model, as: reference)
    }

    /// Removes the record of a build from a store, as in stores of older versions.
    package func forget(_ store: String) throws {
        let result = try Zseed.run(
            "metadata", "\(store).sqlite", "--delete", "ZseedEdition", "-q", in: path)
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Writes the changes between two editions.
    package func changes(_ old: String, _ new: String, _ arguments: String...) throws {
        let result = try Zseed.run(
            ["diff", "\(old).sqlite", "\(new).sqlite", "--changes", "\(old)-\(new).json", "-q"] + arguments,
            in: path)
        try #require(result.status < 2, "\(result.errors)")
    }

    package func run(_ arguments: String...) throws -> ProcessResult { try run(arguments) }

    package func run(_ arguments: [String]) throws -> ProcessResult { try Zseed.run(arguments, in: path) }

    /// Merges into `U`, giving `M`, without the line about the number of passed checks.
    package func merge(_ arguments: String..., into user: String = "U", as output: String = "M") throws
        -> ProcessResult
    {
        try Zseed.run(["merge", "\(user).sqlite", "-o", "\(output).sqlite"] + arguments, in: path)
    }

    /// Merges `B` into `U` with the base `A`: once with both editions, and once with the file of their changes. Each
    /// result passes verification.
    ///
    /// - Returns: the output of each merge, without the last line.
    package func mergeBothWays(_ arguments: String...) throws -> [[String]] {
        try changes("A", "B")
        return try [["--from", "B.sqlite", "--base", "A.sqlite"], ["--changes", "A-B.json"]].map { way in
            let result = try Zseed.run(["merge", "U.sqlite", "-o", "M.sqlite"] + way + arguments, in: path)
            #expect(result.status == 0, "\(result.errors)")
            let verified = try run("verify", "M.sqlite", "--strict")
            #expect(verified.status == 0, "\(verified.errors)")
            return result.output.split(separator: "\n").dropLast().map {
                String($0).replacing("conflict  ", with: "")
            }
        }
    }

    /// Returns the rows of a query, with columns separated by commas.
    package func rows(_ sql: String, of store: String = "M") throws -> [String] {
        try Connection(path: "\(path)/\(store).sqlite", mode: .readOnly).rows(sql) { statement in
            (0..<statement.columnCount).map { statement.text(at: $0) ?? "nil" }.joined(separator: ",")
        }
    }
}
