import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Actions of other processes during a build.
@Suite("Files that change during a build", .serialized)
struct ChangedMeanwhileTests {
    @Test(
        "A log that appears beside the old output ends the build, and both are kept",
        arguments: ["-wal", "-journal"])
    func log(suffix: String) throws {
        let shop = try Shop.large()
        var (status, words): (Int32, String) = (0, "")
        // A build may finish before the log appears, so it is repeated.
        for _ in 0..<40 where status == 0 {
            try shop.folder.write("the old output", as: "out.sqlite")
            try? FileManager.default.removeItem(atPath: shop.output + suffix)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Zseed.path)
            process.arguments = ["build", "plan.yml"]
            process.currentDirectoryURL = URL(fileURLWithPath: shop.path)
            let errors = Pipe()
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.run()
            try shop.waitForPrivateFile(of: process)
            try shop.folder.write("frames", as: "out.sqlite" + suffix)
            words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            status = process.terminationStatus
        }
        #expect(status == 1, "\(words)")
        #expect(words.contains("out.sqlite: error: the store may be open, "), "\(words)")
        #expect(try bytes(of: shop.output) == Data("the old output".utf8))
        #expect(try bytes(of: shop.output + suffix) == Data("frames".utf8))
        #expect(try !files(in: shop.path).contains { $0.contains(".zseed-") })
    }

    @Test(
        "A reference that is written to during the copy is copied in one consistent state",
        arguments: ["DELETE", "WAL"])
    func writer(mode: String) throws {
        let shop = try Shop()
        let reference = shop.path + "/reference.sqlite"
        let store = try Connection(path: reference, mode: .readWrite)
        // Two tables of the app, far apart in the file, which every transaction changes in the same way.
        try store.execute(
            """
            PRAGMA journal_mode = \(mode);
            CREATE TABLE first (x); CREATE TABLE padding (x); CREATE TABLE second (x);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
            INSERT INTO padding SELECT zeroblob(10000) FROM n;
            INSERT INTO first VALUES (0); INSERT INTO second VALUES (0);
            PRAGMA busy_timeout = 0;
            """)
        var commits = 0
        var built = 0
        // A build that never runs between two changes ends with 3, so it is repeated.
        for attempt in 0..<60 where attempt < 5 || commits == 0 || mode != "WAL" && built == 0 {
            let process = try Zseed.start(["build", "plan.yml"], in: shop.path)
            while process.isRunning {
                do {
                    try store.execute(
                        """
                        BEGIN IMMEDIATE; UPDATE first SET x = x + 1; UPDATE second SET x = x + 1;
                        COMMIT
                        """)
                    commits += 1
                } catch {
                    // The build has the lock.
                    try? store.execute("ROLLBACK")
                }
                usleep(1_000)
            }
            process.waitUntilExit()
            #expect([0, 3].contains(process.terminationStatus))
            guard process.terminationStatus == 0 else { continue }
            built += 1
            let output = try Connection(path: shop.output, mode: .readOnly)
            let numbers = try [
                output.integer("SELECT x FROM first"), output.integer("SELECT x FROM second"),
            ]
            #expect(numbers[0] == numbers[1])
            #expect(try output.text("PRAGMA integrity_check") == "ok")
        }
        #expect(commits > 0)
        #expect(mode == "WAL" || built > 0)
    }
}
