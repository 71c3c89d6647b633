import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// An old edition, `A.sqlite`, a new one, `B.sqlite`, and a user's store that began as the old one,
/// `U.sqlite`.
final class MergedStores {
    let stores: ComparedStores
    var path: String { stores.path }

    /// - Parameters:
    ///   - seed: SQL that turns a copy of the old edition into the new one.
    ///   - user: SQL that turns a copy of it into the user's store.
    init(seed: String = "", user: String = "") throws {
        stores = try ComparedStores(Self.highestKeys + seed)
        let old = try Connection(path: stores.path + "/A.sqlite", mode: .readWrite)
        try old.execute(Self.highestKeys)
        try FileManager.default.copyItem(atPath: path + "/A.sqlite", toPath: path + "/U.sqlite")
        try Connection(path: path + "/U.sqlite", mode: .readWrite).execute(user)
    }

    private static let highestKeys = """
        UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Item';
        UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'List';
        UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_NAME IN ('Tag', 'Unit');

        """

    /// Merges with the old edition.
    func merge(_ arguments: String...) throws -> ProcessResult {
        try Zseed.run(
            ["merge", "U.sqlite", "--from", "B.sqlite", "--base", "A.sqlite", "-o", "M.sqlite"] + arguments,
            in: path)
    }

    /// Merges without the old edition.
    func add(_ arguments: String...) throws -> ProcessResult {
        try Zseed.run(["merge", "U.sqlite", "--from", "B.sqlite", "-o", "M.sqlite"] + arguments, in: path)
    }

    /// Returns the rows of a query in the merged store, with columns separated by commas.
    func rows(_ sql: String, of store: String = "M.sqlite") throws -> [String] {
        try Connection(path: path + "/" + store, mode: .readOnly).rows(sql) { statement in
            (0..<statement.columnCount).map { statement.text(at: $0) ?? "nil" }.joined(separator: ",")
        }
    }
}
