import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

/// A store built in a fresh folder from a model (or a reference) and a plan with its sources.
final class SeededStore {
    let folder: TestFolder
    let path: String
    let report: SeedReport
    let rejectPaths: [String]
    let connection: Connection
    let statements: [String]

    /// Builds a store. The plan's `reference:` and `output:` are added here.
    ///
    /// - Parameters:
    ///   - plan: the plan without its reference.
    ///   - reference: a store to build from; nil for a new one of `model`.
    ///   - isLinted: whether to check the result with the rules for rows, if the oracle is available.
    init(
        _ plan: String, model: ManagedObjectModel? = nil, reference: String? = nil,
        files: [String: String] = [:], in folder: TestFolder? = nil, isLinted: Bool = true,
        options: SeedBuilder.Options = SeedBuilder.Options()
    ) throws {
        let folder = try folder ?? TestFolder()
        self.folder = folder
        for (name, text) in files { try folder.write(text, as: name) }
        var start = reference ?? folder.path + "/reference.sqlite"
        if reference == nil, let model {
            start = folder.path + "/reference.sqlite"
            try? FileManager.default.removeItem(atPath: start)
            try StoreCreator(model: model, guessesJoinTables: true).create(at: start)
        }
        path = folder.path + "/out.sqlite"
        try folder.write("reference: \(start)\noutput: out.sqlite\n" + plan, as: "seed.yml")
        let read = try PlanReader.read(path: folder.path + "/seed.yml")
        let finished = try SeedBuilder(plan: read, options: options).build()
        try finished.place()
        report = finished.report
        rejectPaths = finished.rejectPaths
        statements = finished.preparedStatements
        if isLinted { try Self.lint(path) }
        connection = try Connection(path: path, mode: .readOnly)
    }

    /// Returns the issues with which a build ends; empty if it succeeds.
    static func issues(
        _ plan: String, model: ManagedObjectModel? = nil, reference: String? = nil,
        files: [String: String] = [:]
    ) throws -> [SeedIssue] {
        do {
            _ = try SeededStore(plan, model: model, reference: reference, files: files)
            return []
        } catch let failure as SeedFailure {
            return failure.issues
        }
    }

    /// Returns the rows of a query, each as its values joined by `|`.
    func rows(_ sql: String) throws -> [String] {
        try connection.rows(sql) { row in
            (0..<row.columnCount).map { row.text(at: $0) ?? "NULL" }.joined(separator: "|")
        }
    }

    /// Checks a store against the rules for rows, if the oracle is available.
    static func lint(_ path: String) throws {
        let oracle = Corpus.formatFolder + "/lint.py"
        guard FileManager.default.fileExists(atPath: oracle) else { return }
        let result = try run("python3", [oracle, path])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
    }
}

/// Short ways to write models in tests.
extension PropertyDescription {
    static func attribute(
        _ name: String, _ type: AttributeType = .string, isOptional: Bool = true,
        defaultValue: PropertyValue? = nil, derivation: String? = nil, isExternal: Bool = false
    ) throws -> PropertyDescription {
        .attribute(
            AttributeDescription(
                PropertyTraits(name: name, isOptional: isOptional), type: type,
                defaultValue: defaultValue, allowsExternalBinaryDataStorage: isExternal,
                derivation: try derivation.map { try Expression(format: $0) }))
    }

    static func toOne(
        _ name: String, _ destination: String, inverse: String? = nil, isOptional: Bool = true
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                PropertyTraits(name: name, isOptional: isOptional),
                destinationEntityName: destination, inverseRelationshipName: inverse))
    }

    static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil, isOrdered: Bool = false,
        isOptional: Bool = true, minCount: Int = 0, maxCount: Int = 0
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                PropertyTraits(name: name, isOptional: isOptional),
                destinationEntityName: destination, inverseRelationshipName: inverse,
                minCount: minCount, maxCount: maxCount, isOrdered: isOrdered))
    }
}
