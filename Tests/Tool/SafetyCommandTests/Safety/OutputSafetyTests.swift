import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

/// Outputs that are not files, that are among the inputs, or that have names from data.
@Suite("Outputs that would overwrite something")
struct OutputSafetyTests {
    private static func isDevice(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
    }

    @Test(
        "Devices, pipes and streams are not replaced by a store",
        arguments: ["/dev/null", "/dev/stdout", "/proc/self/fd/1", "pipe", "link"])
    func devices(output: String) throws {
        let shop = try Shop()
        #expect(mkfifo(shop.path + "/pipe", 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: shop.path + "/link", withDestinationPath: "/dev/null")
        let before = try files(in: shop.path)
        for arguments in [
            ["build", "plan.yml", "-o", output], ["create", "reference.sqlite", "-o", output],
            ["export", "reference.sqlite", "-o", output],
            ["codegen", "reference.sqlite", "-o", output],
        ] {
            let result = try run("timeout", ["60", Zseed.path] + arguments, in: shop.path)
            #expect([2, 3].contains(result.status), "\(arguments): \(result)")
        }
        #expect(Self.isDevice("/dev/null"))
        #expect(try files(in: shop.path) == before)
    }

    @Test("Text outputs can be streams")
    func streams() throws {
        let shop = try Shop()
        for path in ["/dev/stdout", "/dev/fd/1"] {
            let result = try Zseed.run(
                "verify", "reference.sqlite", "--junit", path, in: shop.path)
            #expect(result.status == 0)
            #expect(result.output.contains("<testsuite"))
            #expect(result.output.contains("reference.sqlite:"))
        }
        #expect(
            try Zseed.run("verify", "reference.sqlite", "--junit", "/dev/null", in: shop.path).status
                == 0)
        #expect(Self.isDevice("/dev/null"))
    }

    @Test("Results never overwrite the verified store")
    func results() throws {
        let shop = try Shop()
        let store = try bytes(of: shop.path + "/reference.sqlite")
        for path in ["reference.sqlite", "./reference.sqlite"] {
            let result = try Zseed.run("verify", "reference.sqlite", "--junit", path, in: shop.path)
            #expect(result.status == 2, "\(result)")
        }
        #expect(try bytes(of: shop.path + "/reference.sqlite") == store)
    }

    @Test("An output inside a model or a source folder is refused")
    func insideInput() throws {
        let shop = try Shop()
        try shop.folder.writeModel(Shop.model, as: "M.xcdatamodel")
        try shop.folder.write("photo", as: "photos/a.png")
        let contents = try bytes(of: shop.path + "/M.xcdatamodel/contents")
        for arguments in [
            ["create", "M.xcdatamodel", "-o", "M.xcdatamodel/contents"],
            ["create", "M.xcdatamodel", "-o", "M.xcdatamodel/new.sqlite"],
            ["codegen", "M.xcdatamodel", "-o", "M.xcdatamodel"],
            ["codegen", "M.xcdatamodel", "-o", "M.xcdatamodel/Code"],
            ["plan", "M.xcdatamodel", "items.csv", "-o", "M.xcdatamodel/plan.yml"],
        ] {
            let result = try run(Zseed.path, arguments, in: shop.path)
            #expect(result.status == 2, "\(arguments): \(result)")
        }
        #expect(try bytes(of: shop.path + "/M.xcdatamodel/contents") == contents)
        #expect(try files(in: shop.path + "/M.xcdatamodel") == ["contents"])
    }

    @Test(
        "An output that a source's pattern matches is refused, because the next build would read it",
        arguments: ["new.csv", "./a/../new.csv"])
    func pattern(output: String) throws {
        let shop = try Shop()
        try shop.edit("plan.yml", "csv: labels.csv", "csv: 'label*.csv'")
        try shop.edit("plan.yml", "csv: items.csv", "csv: 'item?.csv'")
        let name = output.replacing("new", with: "labels-new")
        let result = try Zseed.run("build", "plan.yml", "-o", name, in: shop.path)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors == "\(name): error: the output would overwrite an input of the plan\n")
        #expect(!FileManager.default.fileExists(atPath: shop.path + "/labels-new.csv"))
        try Zseed.run("build", "plan.yml", "-o", "new.csv", in: shop.path).expectSuccess()
    }

    @Test("An SQL reference can share the output's name, because it has no files of values")
    func sameStem() throws {
        let shop = try Shop()
        try Zseed.run("create", "reference.sqlite", "-o", "out.sql", in: shop.path).expectSuccess()
        try shop.edit("plan.yml", "reference: reference.sqlite", "reference: out.sql")
        try shop.folder.write("value", as: ".out_SUPPORT/_EXTERNAL_DATA/A")
        try Zseed.run("build", "plan.yml", "-o", "out.sqlite", in: shop.path).expectSuccess()
        let result = try Zseed.run("build", "plan.yml", "-o", "out.sql", in: shop.path)
        #expect(result.errors == "out.sql: error: the output would overwrite an input of the plan\n")
        #expect(result.status == 2)
    }

    @Test("A reject file that a source's pattern matches is refused")
    func rejectPattern() throws {
        let shop = try Shop()
        try FileManager.default.createDirectory(
            atPath: shop.path + "/in", withIntermediateDirectories: false)
        try FileManager.default.moveItem(
            atPath: shop.path + "/labels.csv", toPath: shop.path + "/in/a.csv")
        try shop.edit("plan.yml", "csv: labels.csv", "csv: 'in/*.csv'")
        try shop.edit("plan.yml", "reference:", "onError: skip\nrejects: in\nreference:")
        let result = try shop.build()
        #expect(result.status == 2, "\(result)")
        #expect(try files(in: shop.path + "/in") == ["a.csv"])
    }

    @Test(
        "What SQLite would take for a part of an input is no output",
        arguments: ["-wal", "-shm", "-journal"])
    func companions(suffix: String) throws {
        let shop = try Shop()
        try FileManager.default.createSymbolicLink(
            atPath: shop.path + "/link.sqlite", withDestinationPath: "reference.sqlite")
        try shop.edit("plan.yml", "reference.sqlite", "link.sqlite")
        let before = try files(in: shop.path)
        for name in ["reference.sqlite", "link.sqlite"] {
            let output = name + suffix
            for arguments in [
                ["build", "plan.yml", "-o", output], ["create", "link.sqlite", "-o", output],
                ["export", "link.sqlite", "-o", output], ["codegen", "link.sqlite", "-o", output],
                ["plan", "link.sqlite", "items.csv", "-o", output],
                ["verify", "link.sqlite", "--junit", output],
            ] {
                let result = try run(Zseed.path, arguments, in: shop.path)
                #expect(result.status == 2, "\(arguments): \(result)")
                #expect(result.errors.contains("the output would overwrite"), "\(result)")
            }
        }
        #expect(try files(in: shop.path) == before)
    }

    @Test("A name too long for its folder of values is refused with the user's path")
    func longName() throws {
        let shop = try Shop()
        let name = String(repeating: "n", count: 250)
        let result = try Zseed.run("build", "plan.yml", "-o", name, in: shop.path)
        #expect(result.status == 2)
        #expect(result.errors == "\(name): error: a name in the path is longer than 255 bytes\n")
    }

    @Test("Entity names never become paths, in any command")
    func hostileNames() throws {
        let outer = try TestFolder()
        try outer.write("mine", as: "precious.csv")
        let names = [
            "../precious", "/tmp/zseed-hostile", ".", "..", "a/b", "a_b", "A_B", "CON",
            String(repeating: "n", count: 300), "new&#10;line",
        ]
        let model = names.map {
            "<entity name=\"\($0)\"><attribute name=\"x/y\" optional=\"YES\" "
                + "attributeType=\"Binary\"/><attribute name=\"x_y\" optional=\"YES\" "
                + "attributeType=\"Binary\"/></entity>"
        }.joined()
        let inner = outer.path + "/inner"
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: false)
        try outer.writeModel(model, as: "inner/M.xcdatamodel")
        let created = try Zseed.run("create", "M.xcdatamodel", "-o", "s.sqlite", in: inner)
        #expect([0, 1].contains(created.status), "\(created)")
        for arguments in [
            ["export", "s.sqlite", "-o", "e"], ["export", "s.sqlite", "--exact", "-o", "x"],
            ["codegen", "M.xcdatamodel", "-o", "c"],
            ["codegen", "M.xcdatamodel", "--for", "coredata", "-o", "d"],
            ["codegen", "M.xcdatamodel", "--for", "swiftdata", "-o", "f"],
        ] {
            let result = try run(Zseed.path, arguments, in: inner)
            #expect([0, 1, 2].contains(result.status), "\(arguments): \(result)")
        }
        #expect(try files(in: outer.path) == ["inner", "precious.csv"])
        #expect(try bytes(of: outer.path + "/precious.csv") == Data("mine".utf8))
        #expect(!FileManager.default.fileExists(atPath: "/tmp/zseed-hostile.csv"))
        if created.status == 0 {
            let exported = try files(in: inner + "/e").filter { $0.hasSuffix(".csv") }
            #expect(exported.count == names.count, "\(exported)")
        }
    }

    @Test("A failure to print ends every command with 3")
    func fullDevice() throws {
        let shop = try Shop()
        for command in [
            "build plan.yml", "build plan.yml --json", "export reference.sqlite -o e",
            "plan reference.sqlite items.csv", "codegen reference.sqlite -o c",
            "verify reference.sqlite", "verify reference.sqlite --json", "inspect reference.sqlite",
            "inspect reference.sqlite --json", "hash reference.sqlite",
            "compare reference.sqlite reference.sqlite", "query reference.sqlite Item",
            "--version", "--version --verbose", "--help", "build --help", "help verify",
            "verify reference.sqlite --junit /dev/stdout",
        ] {
            let result = try run(
                "sh", ["-c", "exec \"$ZSEED\" \(command) >/dev/full"], in: shop.path,
                environment: ["ZSEED": Zseed.path])
            #expect(result.status == 3, "\(command): \(result)")
            #expect(result.errors.contains("No space left on device"), "\(command): \(result)")
            // A descriptor that the parent has closed is not reused for files that are opened later.
            let closed = try run(
                "sh", ["-c", "exec \"$ZSEED\" \(command) <&- >&- 2>&-"], in: shop.path,
                environment: ["ZSEED": Zseed.path])
            #expect(closed.status != 1, "\(command): \(closed)")
        }
        try Zseed.run("verify", "reference.sqlite", in: shop.path).expectSuccess()
        try Zseed.run("verify", "out.sqlite", in: shop.path).expectSuccess()
    }

    @Test(
        "If a result cannot be printed, the old output is kept",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
        arguments: OptionUse.all.indices)
    func untold(index: Int) throws {
        let use = OptionUse.all[index]
        // Results for CI are written whatever has failed.
        guard use.output != "--junit" else { return }
        let folder = try OptionUse.folder()
        let manager = FileManager.default
        try manager.copyItem(atPath: folder.path + "/into.sqlite", toPath: folder.path + "/held.sqlite")
        let before = try bytes(of: folder.path + "/held.sqlite")
        let names = try files(in: folder.path)
        for path in ["held.sqlite", "new"] {
            let result = try run(
                "sh", ["-c", "exec \"$0\" \"$@\" > /dev/full", Zseed.path] + use.arguments(writing: path),
                in: folder.path)
            guard result.status == 3 else {
                let name = "\(use.command) \(use.output)"
                let isSilent = ["create --output", "schema --output", "plan --output", "migrate --plan"]
                    .contains(name)
                #expect(isSilent || result.status == 2, "\(use.words): \(result)")
                return
            }
            let words = "standard output: error: cannot write: "
            let isMissing = result.errors.hasSuffix("new: error: no such file\n")
            #expect(
                isMissing || result.errors.components(separatedBy: words).count == 2,
                "\(use.words): \(result)")
            #expect(try bytes(of: folder.path + "/held.sqlite") == before, "\(use.words)")
            #expect(try files(in: folder.path) == names, "\(use.words)")
        }
    }

    @Test("A file size limit is an error, not a signal, for every command that writes")
    func fileSize() throws {
        let shop = try Shop()
        try shop.folder.write("the old output", as: "out.sqlite")
        try shop.folder.write("the old result", as: "old.xml")
        let before = try files(in: shop.path)
        for command in [
            "build plan.yml", "create reference.sqlite -o new.sqlite",
            "create reference.sqlite -o new.sql", "export reference.sqlite -o e",
            "plan reference.sqlite items.csv -o new.yml", "codegen reference.sqlite -o c",
            "verify reference.sqlite --junit r.xml", "verify reference.sqlite --junit old.xml",
        ] {
            let result = try run(
                "sh", ["-c", "ulimit -f 0; exec \"$ZSEED\" \(command) 2>/dev/null"],
                in: shop.path, environment: ["ZSEED": Zseed.path])
            #expect(result.status == 3, "\(command): \(result)")
            #expect(try files(in: shop.path) == before, "\(command)")
        }
        #expect(try bytes(of: shop.output) == Data("the old output".utf8))
        #expect(try bytes(of: shop.path + "/old.xml") == Data("the old result".utf8))
    }

    @Test("An interrupted export leaves nothing", arguments: Zseed.interrupts.filter { $0 != SIGQUIT })
    func interruptedExport(signal: Int32) throws {
        let shop = try Shop()
        let store = try Connection(path: shop.path + "/reference.sqlite", mode: .readWrite)
        let number = try store.integer("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'") ?? 0
        try store.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT i, \(number), 1, 'Item ' || i FROM n
            """)
        let before = try files(in: shop.path)
        for exact in [[], ["--exact"]] {
            var isStopped = false
            // The export may finish before it is stopped, so it is repeated.
            for _ in 0..<40 where !isStopped {
                let process = try Zseed.start(
                    ["export", "reference.sqlite", "-o", "out"] + exact, in: shop.path)
                while process.isRunning,
                    try !files(in: shop.path).contains(where: { $0.hasPrefix(".out.zseed-") })
                { usleep(500) }
                usleep(3_000)
                kill(process.processIdentifier, signal)
                process.waitUntilExit()
                isStopped = process.terminationReason == .uncaughtSignal
                try? FileManager.default.removeItem(atPath: shop.path + "/out")
                #expect(try files(in: shop.path) == before)
            }
            #expect(isStopped)
        }
        withExtendedLifetime(store) {}
    }
}
