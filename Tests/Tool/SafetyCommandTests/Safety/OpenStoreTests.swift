import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// A store that another process has open is read, but never replaced, because its next changes would be lost.
@Suite("Stores that another process has open")
struct OpenStoreTests {
    private static let words = "the store is open in process \(getpid()); close it there first\n"

    /// The states in which SQLite has locks.
    private static let locks = [
        ("a reader", "BEGIN; SELECT count(*) FROM Z_METADATA"),
        ("a writer", "BEGIN IMMEDIATE"),
        ("a writer that has begun", "BEGIN EXCLUSIVE"),
        ("an app in WAL mode", "PRAGMA journal_mode = WAL; SELECT count(*) FROM Z_METADATA"),
        (
            "an app with a -wal that is empty",
            "PRAGMA journal_mode = WAL; CREATE TABLE t (x); PRAGMA wal_checkpoint(TRUNCATE)"
        ),
    ]

    @Test("A store is not replaced, whatever lock the process has", arguments: locks)
    func uses(name: String, statements: String) throws {
        let shop = try Shop()
        try #require(try Zseed.run("build", "plan.yml", in: shop.path).status == 0)
        let app = try Connection(path: shop.output, mode: .readWrite)
        try app.execute(statements)
        let identity = try number(of: shop.output)
        let all = try files(in: shop.path)
        for arguments in [
            ["build", "plan.yml"], ["build", "plan.yml", "--dry-run"],
            ["create", "reference.sqlite", "-o", "out.sqlite"], ["metadata", "out.sqlite", "a=1"],
            ["copy", "reference.sqlite", "out.sqlite"],
        ] {
            let result = try Zseed.run(arguments, in: shop.path)
            #expect(result.errors == "out.sqlite: error: " + Self.words, "\(arguments)")
            #expect(result.status == 1, "\(arguments)")
        }
        #expect(try number(of: shop.output) == identity)
        #expect(try files(in: shop.path) == all)
        // The app's later changes are in its own store.
        try app.execute((statements.hasPrefix("BEGIN") ? "COMMIT; " : "") + "CREATE TABLE later (x)")
        let reader = try Connection(path: shop.output, mode: .readOnly)
        #expect(try reader.integer("SELECT count(*) FROM later") == 0)
        #expect(try Zseed.run("inspect", "out.sqlite", in: shop.path).status == 0)
    }

    @Test("No output of any command replaces the store", arguments: OptionUse.all.indices)
    func options(index: Int) throws {
        let use = OptionUse.all[index]
        let folder = try OptionUse.folder()
        try FileManager.default.copyItem(
            atPath: folder.path + "/into.sqlite", toPath: folder.path + "/held.sqlite")
        let app = try Connection(path: folder.path + "/held.sqlite", mode: .readWrite)
        try app.execute("BEGIN; SELECT count(*) FROM Z_METADATA")
        let identity = try number(of: folder.path + "/held.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/soft", withDestinationPath: "held.sqlite")
        for path in ["held.sqlite", "soft"] {
            let result = try Zseed.run(use.arguments(writing: path), in: folder.path)
            // A folder does not replace a file.
            let isFolder =
                result.errors.hasSuffix("\(path): error: is a file, not a folder\n")
                // A store does not have the name of a model.
                || result.errors.contains("the name must end with .xcdatamodeld or .swift")
            #expect(isFolder || result.errors.hasSuffix("\(path): error: " + Self.words), "\(use): \(result)")
            #expect(result.status == (isFolder ? 2 : 1), "\(use): \(result)")
        }
        #expect(try number(of: folder.path + "/held.sqlite") == identity)
        try app.execute("COMMIT")
    }

    @Test("A closed store is replaced, and a store that is only read is a source")
    func closed() throws {
        let shop = try Shop()
        try #require(try Zseed.run("build", "plan.yml", in: shop.path).status == 0)
        let reader = try Connection(path: shop.path + "/reference.sqlite", mode: .readOnly)
        try reader.execute("BEGIN; SELECT count(*) FROM Z_METADATA")
        for arguments in [
            ["build", "plan.yml"], ["metadata", "out.sqlite", "a=1"],
            ["copy", "reference.sqlite", "out.sqlite"],
        ] {
            do {
                let app = try Connection(path: shop.output, mode: .readWrite)
                try app.execute("PRAGMA journal_mode = WAL; SELECT count(*) FROM Z_METADATA")
            }
            let result = try Zseed.run(arguments, in: shop.path)
            #expect(result.status == 0, "\(arguments): \(result.errors)")
        }
    }

    /// Returns the number of the file. Opening and closing the file in this process would release its locks.
    private func number(of path: String) throws -> UInt64? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
    }
}
