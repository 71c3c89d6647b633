import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// A store of one model, and another model.
final class ModelPair {
    let folder: TestFolder
    var path: String { folder.path }

    /// Creates the store of a model, with rows.
    ///
    /// - Parameters:
    ///   - old: the XML of the store's model, beginning with `<entity`.
    ///   - new: the XML of the target model.
    ///   - rows: SQL that fills the store.
    init(_ old: String, _ new: String, rows: String = "") throws {
        folder = try TestFolder()
        try folder.writeModel(old, as: "Old.xcdatamodel")
        try folder.writeModel(new, as: "New.xcdatamodel")
        let created = try Zseed.run(
            "create", "Old.xcdatamodel", "-o", "old.sqlite", in: path)
        try #require(created.status == 0, "\(created.errors)")
        let store = try Connection(path: path + "/old.sqlite", mode: .readWrite)
        try store.execute(rows)
        let tables = try store.rows(
            "SELECT Z_ENT, 'Z' || upper(Z_NAME) FROM Z_PRIMARYKEY WHERE Z_SUPER = 0"
        ) { (number: $0.integer(at: 0), name: $0.text(at: 1) ?? "") }
        for table in tables {
            try store.execute(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = ifnull((SELECT max(Z_PK) FROM \(table.name)), 0) "
                    + "WHERE Z_ENT = \(table.number)")
        }
    }

    /// Runs `zseed migrate`.
    func migrate(_ arguments: String...) throws -> ProcessResult {
        try Zseed.run(["migrate", "old.sqlite", "--to", "New.xcdatamodel"] + arguments, in: path)
    }

    /// Migrates the store, and expects a sound result.
    func migrated(sourceLocation: SourceLocation = #_sourceLocation) throws -> Connection {
        let before = try bytes(of: path + "/old.sqlite")
        let result = try migrate("-o", "new.sqlite", "-q")
        try #require(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(try bytes(of: path + "/old.sqlite") == before, sourceLocation: sourceLocation)
        try expectSound(sourceLocation: sourceLocation)
        return try Connection(path: path + "/new.sqlite", mode: .readOnly)
    }

    /// Expects that the result passes all checks and opens with the new model.
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let verified = try Zseed.run(
            "verify", "--strict", "new.sqlite", "--model", "New.xcdatamodel", in: path)
        #expect(verified.status == 0, "\(verified.output)", sourceLocation: sourceLocation)
    }
}
