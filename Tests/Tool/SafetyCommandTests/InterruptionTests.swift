import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Interrupted builds", .serialized)
struct InterruptionTests {
    private static func isOldOrFinished(_ shop: Shop) throws -> Bool {
        let data = try bytes(of: shop.output)
        if data == Data("the old output".utf8) { return true }
        return try Zseed.run("verify", "out.sqlite", in: shop.path).status == 0
    }

    /// Waits until the build has created its private file, and then for some more time.
    private static func stop(
        _ process: Process, with signal: Int32, in shop: Shop, after milliseconds: UInt32
    ) throws -> Bool {
        while process.isRunning,
            try !files(in: shop.path).contains(where: { $0.hasPrefix(".out.sqlite.zseed-") })
        { usleep(1_000) }
        usleep(milliseconds * 1_000)
        let wasRunning = process.isRunning
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return wasRunning && process.terminationReason == .uncaughtSignal
    }

    @Test("kill -9 at any moment leaves the old output, and the next build removes leftovers")
    func kill9() throws {
        let shop = try Shop.large()
        var stopped = 0
        // The last delay is zero, because a build that completes removes the files left by those before it.
        let usual: [UInt32] = [250, 120, 60, 20, 5, 0]
        for attempt in 0..<60 {
            let milliseconds = usual.indices.contains(attempt) ? usual[attempt] : 0
            let process = try Zseed.start(["build", "plan.yml"], in: shop.path)
            let isStopped = try Self.stop(process, with: SIGKILL, in: shop, after: milliseconds)
            if isStopped {
                stopped += 1
                #expect(try bytes(of: shop.output) == Data("the old output".utf8))
            } else {
                #expect(try Self.isOldOrFinished(shop))
                try shop.folder.write("the old output", as: "out.sqlite")
            }
            // A build may complete before it is stopped, and then it removes the remaining files.
            if isStopped, stopped > 2, attempt >= usual.count - 1 { break }
        }
        #expect(stopped > 2)
        #expect(try files(in: shop.path).contains { $0.hasPrefix(".out.sqlite.zseed-") })
        try shop.build().expectSuccess()
        #expect(
            try files(in: shop.path)
                == ["items.csv", "labels.csv", "out.sqlite", "plan.yml", "reference.sqlite"])
    }

    @Test(
        "An interrupt leaves only the old output",
        arguments: Zseed.interrupts)
    func interrupts(signal: Int32) throws {
        let shop = try Shop.large()
        let before = try files(in: shop.path)
        var stopped = 0
        for milliseconds in [20, 0] + [UInt32](repeating: 0, count: 40) where stopped < 2 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            // SIGQUIT would write a core dump into the folder.
            process.arguments = ["-c", "ulimit -c 0; exec \"$0\" build plan.yml", Zseed.path]
            process.currentDirectoryURL = URL(fileURLWithPath: shop.path)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            if try Self.stop(process, with: signal, in: shop, after: milliseconds) {
                stopped += 1
                #expect(process.terminationStatus == signal)
                #expect(try bytes(of: shop.output) == Data("the old output".utf8))
            }
            #expect(try files(in: shop.path) == before)
        }
        #expect(stopped > 0)
    }

    /// Runs the command with a standard output that is never read, and prints its exit code.
    private static func runWithoutReader(
        _ arguments: String..., in folder: String, ignoring: Bool = false
    ) throws -> ProcessResult {
        let script =
            "\(ignoring ? "trap '' PIPE; " : "")(sleep 0.2; exec \"$@\") | true; echo ${PIPESTATUS[0]}"
        return try run("bash", ["-c", script, "bash", Zseed.path] + arguments, in: folder)
    }

    @Test("Without a reader, a build still places its output, and other commands end")
    func closedPipe() throws {
        let shop = try Shop()
        try shop.folder.write("the old output", as: "out.sqlite")
        let before = try files(in: shop.path)
        // If the parent ignores the signal, this is an error, and nothing is written.
        let ignoring = try Self.runWithoutReader("build", "plan.yml", in: shop.path, ignoring: true)
        #expect(ignoring.output == "3\n")
        #expect(ignoring.errors == "standard output: error: cannot write: Broken pipe\n")
        #expect(try bytes(of: shop.output) == Data("the old output".utf8))
        let build = try Self.runWithoutReader("build", "plan.yml", in: shop.path)
        #expect(build.output == "\(128 + SIGPIPE)\n" && build.errors == "")
        #expect(try Zseed.run("verify", "out.sqlite", in: shop.path).status == 0)
        let query = try Self.runWithoutReader("query", "out.sqlite", "Item", in: shop.path)
        #expect(query.output == "\(128 + SIGPIPE)\n" && query.errors == "")
        // An error message is more useful than the signal's exit code.
        let failed = try Self.runWithoutReader("build", "plan.yml", "--set", "x=1", in: shop.path)
        #expect(failed.output == "2\n")
        #expect(try files(in: shop.path) == before)
    }

    @Test(
        "A read-only file system is reported in one line",
        .enabled(if: (try? run("unshare", ["-rm", "true"]).status) == 0, "needs namespaces of Linux"))
    func readOnlyFileSystem() throws {
        let shop = try Shop()
        try FileManager.default.createDirectory(
            atPath: shop.path + "/locked", withIntermediateDirectories: false)
        let script = "mount -t tmpfs -o ro none locked && exec \"$0\" build plan.yml -o locked/a.sqlite"
        let result = try run("unshare", ["-rm", "sh", "-c", script, Zseed.path], in: shop.path)
        #expect(result.errors == "locked/a.sqlite: error: Read-only file system\n")
        #expect(result.status == 3)
    }

    @Test("Without a folder for temporary files, the report of a plan ends with 3")
    func noTemporaryFolder() throws {
        let shop = try Shop()
        let result = try Zseed.run(
            "report", "plan.yml", "-o", "page.html", in: shop.path, environment: ["TMPDIR": "/nowhere"])
        #expect(
            result.errors == "/nowhere: error: there is no such folder for temporary files (TMPDIR)\n")
        #expect(result.status == 3)
    }

    @Test(
        "The temporary copy of an SQL reference or a -wal leaves no trace",
        arguments: ["SQL", "-wal"])
    func temporaryFolder(kind: String) throws {
        let shop = try Shop.large()
        let scratch = try TestFolder()
        let writer = try Connection(path: shop.path + "/reference.sqlite", mode: .readWrite)
        if kind == "SQL" {
            try Self.dump(shop.path + "/reference.sqlite", to: shop.path + "/reference.sql")
            try shop.edit("plan.yml", "reference.sqlite", "reference.sql")
        } else {
            try writer.execute("PRAGMA journal_mode = WAL; CREATE INDEX LATE ON ZITEM (ZSTOCK)")
        }
        for signal in [SIGTERM, SIGKILL] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Zseed.path)
            process.arguments = ["build", "plan.yml"]
            process.currentDirectoryURL = URL(fileURLWithPath: shop.path)
            process.environment = ProcessInfo.processInfo.environment
                .merging(["TMPDIR": scratch.path]) { $1 }
            try process.run()
            _ = try Self.stop(process, with: signal, in: shop, after: 10)
            #expect(try files(in: scratch.path) == [])
        }
        withExtendedLifetime(writer) {}
    }

    /// Writes a store as SQL text.
    private static func dump(_ store: String, to path: String) throws {
        let connection = try Connection(path: store, mode: .readOnly)
        var text = "PRAGMA auto_vacuum = 2;\n"
        try connection.forEachRow("SELECT sql FROM sqlite_master WHERE sql NOT NULL") { row in
            text += (row.text(at: 0) ?? "") + ";\n"
        }
        for table in ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"] {
            try connection.forEachRow("SELECT * FROM \(table)") { row in
                let values = (0..<row.columnCount).map { index in
                    switch row.value(at: index) {
                    case .null: "NULL"
                    case .integer(let value): String(value)
                    case .real(let value): "\(value)"
                    case .text(let text): text.sqlLiteral
                    case .blob(let bytes): bytes.sqlBlobLiteral
                    }
                }
                text += "INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")));\n"
            }
        }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("A full disk ends the build with 3 and leaves the old output")
    func fullDisk() throws {
        let shop = try Shop.large()
        let before = try files(in: shop.path)
        // The maximum size of a file is 400 blocks of 512 or 1,024 bytes.
        for trap in ["trap '' XFSZ; ", ""] {
            let result = try run(
                "sh", ["-c", "\(trap)ulimit -f 400; exec \"$0\" build plan.yml", Zseed.path],
                in: shop.path)
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.hasPrefix("out.sqlite: error: "))
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(try files(in: shop.path) == before)
            #expect(try bytes(of: shop.output) == Data("the old output".utf8))
        }
    }

    @Test(
        "An output folder without write permission ends the build with 3",
        .enabled(if: getuid() != 0, "the superuser may write everywhere"))
    func readOnlyFolder() throws {
        let shop = try Shop()
        let locked = shop.path + "/locked"
        try FileManager.default.createDirectory(atPath: locked, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: locked)
        let result = try Zseed.run("build", "plan.yml", "-o", "locked/a.sqlite", in: shop.path)
        #expect(result.errors == "locked/a.sqlite: error: Permission denied\n")
        #expect(result.status == 3)
    }

    @Test("An output below a file, or one that is a folder, is refused")
    func impossibleOutputs() throws {
        let shop = try Shop()
        let below = try Zseed.run("build", "plan.yml", "-o", "items.csv/a.sqlite", in: shop.path)
        #expect(below.status == 2)
        #expect(below.errors == "items.csv: error: is a file, not a folder\n")
        let folder = try Zseed.run("build", "plan.yml", "-o", ".", in: shop.path)
        #expect(folder.errors == ".: error: is a folder\n")
        #expect(folder.status == 2)
    }

    @Test("An output that an app has open is refused", arguments: ["-wal", "-journal"])
    func outputInUse(suffix: String) throws {
        let shop = try Shop()
        try shop.folder.write("frames", as: "out.sqlite" + suffix)
        let result = try shop.build()
        let file =
            URL(fileURLWithPath: shop.path).resolvingSymlinksInPath().path + "/out.sqlite" + suffix
        #expect(
            result.errors
                == """
                out.sqlite: error: the store may be open, or was not closed properly: \(file) has some of its content; close it in the other program, and keep both files together

                """
        )
        #expect(result.status == 1)
    }
}
