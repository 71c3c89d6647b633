import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Output of programs")
struct CommandOutputTests {
    /// Creates a shop with items from a shell script.
    private static func shop(_ script: String, options: String = "") throws -> Shop {
        let shop = try Shop()
        try shop.folder.write(script, as: "export.sh")
        try shop.edit(
            "plan.yml", "{ csv: items.csv }", "{ command: [sh, ./export.sh], timeZone: UTC\(options) }")
        return shop
    }

    private static func build(_ shop: Shop, _ arguments: String...) throws -> ProcessResult {
        try Zseed.run(["build", "plan.yml", "--allow-commands"] + arguments, in: shop.path)
    }

    @Test("A program's rows give the same store as a file with them, byte for byte")
    func sameStore() throws {
        let expected = try Shop()
        #expect(try expected.build().status == 0)
        let shop = try Self.shop("cat items.csv")
        let result = try Self.build(shop)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try bytes(of: shop.output) == bytes(of: expected.output))
        // The output is kept if two loads read it, and gives the same store.
        try shop.edit("plan.yml", "    key: id\n", "    key: id\n    unique: [name]\n    conflict: skip\n")
        try shop.edit(
            "plan.yml", "  Item:\n",
            "  Unit: { from: items, unique: [name], conflict: skip, attributes: { name: unit } }\n  Item:\n")
        let twice = try Self.build(shop)
        #expect(twice.status == 0, "\(twice.errors)")
    }

    @Test("A program's name can have a space in a list; a single text is refused")
    func spaces() throws {
        let expected = try Shop()
        #expect(try expected.build().status == 0)
        let shop = try Self.shop("")
        try shop.folder.write("#!/bin/sh\ncat \"$1\"\n", as: "my export.sh")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: shop.path + "/my export.sh")
        let plan = "[sh, ./export.sh]"
        try shop.edit("plan.yml", plan, "[./my export.sh, items.csv]")
        let result = try Self.build(shop)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try bytes(of: shop.output) == bytes(of: expected.output))
        try shop.folder.write("#!/bin/sh\ncat items.csv\n", as: "my export.sh")
        try shop.edit("plan.yml", "[./my export.sh, items.csv]", "[./my export.sh]")
        #expect(try Self.build(shop).status == 0)
        try shop.edit("plan.yml", "[./my export.sh]", "./my export.sh")
        let refused = try Self.build(shop)
        #expect(refused.status == 2)
        #expect(refused.errors.hasPrefix("plan.yml:5:"), "\(refused.errors)")
    }

    @Test("Programs run only if the command line allows it, and a file can replace a command")
    func permission() throws {
        let shop = try Self.shop("touch ran; cat items.csv")
        let refused = try shop.build()
        #expect(refused.status == 2)
        #expect(
            refused.errors.contains(
                "plan.yml:5:12: error: the plan runs a program; allow it with `--allow-commands`: sh ./export.sh"
            ),
            "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: shop.path + "/ran"))
        let listed = try Zseed.run("build", "plan.yml", "--list-inputs", in: shop.path)
        #expect(listed.status == 0)
        #expect(!listed.output.contains("command"))
        let replaced = try Zseed.run("build", "plan.yml", "--source", "items=items.csv", in: shop.path)
        #expect(replaced.status == 0, "\(replaced.errors)")
        #expect(!FileManager.default.fileExists(atPath: shop.path + "/ran"))
    }

    @Test("A condition on list elements lets a program run once, and elements can be columns")
    func elements() throws {
        let shop = try Self.shop(
            "echo x >> runs; echo '[{\"name\": \"A\", \"tags\": [\"x\", \"y\"]}, {\"name\": \"B\", \"tags\": [\"z\"]}]'"
        )
        try shop.folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { items: { command: [sh, export.sh], format: json, where: "tags.0 = 'x'" } }
            entities: { Label: { from: items, attributes: { text: tags.1 } } }
            """, as: "plan.yml")
        let result = try Self.build(shop)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try String(decoding: bytes(of: shop.path + "/runs"), as: UTF8.self) == "x\n")
        let labels = try Zseed.run(
            "query", "out.sqlite", "Label", "--columns", "text", "--format", "csv", in: shop.path)
        #expect(labels.output == "text\ny\n")
    }

    @Test(
        "A failing program leaves no store, whatever it wrote, and its reason is printed",
        arguments: ["", ", format: ndjson, columns: [name]"], ["stop", "skip"])
    func failure(options: String, policy: String) throws {
        let output = options.isEmpty ? "cat items.csv" : "echo '{\"name\": \"Apples\"}'"
        let shop = try Self.shop("\(output); echo 'no such table' >&2; exit 3", options: options)
        try shop.edit("plan.yml", "timeZone: UTC\n", "timeZone: UTC\nonError: \(policy)\n")
        if !options.isEmpty {
            try shop.folder.write(
                """
                reference: reference.sqlite
                output: out.sqlite
                onError: \(policy)
                sources: { items: { command: [sh, export.sh]\(options) } }
                entities: { Item: { from: items, attributes: { name: name } } }
                """, as: "plan.yml")
        }
        let result = try Self.build(shop)
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "items (command): error: the program exited with status 3, so its output is discarded: no such table"
            ),
            "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: shop.output))
        #expect(try files(in: shop.path).allSatisfy { !$0.contains(".zseed-") })
    }

    @Test("A program that a signal ends has failed, and a missing one is reported")
    func endings() throws {
        let killed = try Self.build(Self.shop("cat items.csv; kill -9 $$"))
        #expect(killed.status == 1)
        #expect(killed.errors.contains("the program was killed by signal 9"), "\(killed.errors)")
        let shop = try Self.shop("")
        try shop.edit("plan.yml", "[sh, ./export.sh]", "[no-such-program-of-zseed]")
        let missing = try Self.build(shop)
        #expect(missing.status == 3)
        #expect(
            missing.errors.contains("items (command): error: there is no program `no-such-program-of-zseed`"),
            "\(missing.errors)")
        try shop.edit("plan.yml", "[no-such-program-of-zseed]", "./items.csv")
        let plain = try Self.build(shop)
        #expect(plain.status == 3)
        #expect(plain.errors.contains("cannot be run: Permission denied"), "\(plain.errors)")
        try shop.edit("plan.yml", "./items.csv", "cat items.csv")
        let line = try Self.build(shop)
        #expect(line.status == 2)
        #expect(line.errors.contains("a list of the program and its arguments"), "\(line.errors)")
    }

    @Test("Invalid rows have the line and column of the output, and are rejected")
    func positions() throws {
        let shop = try Self.shop("cat items.csv; echo '4,Pears,many,,,,,,,,,,'")
        let result = try Self.build(shop)
        #expect(result.status == 1)
        #expect(
            result.errors.contains("items (command):5:9: error: Item.quantity: 'many'"), "\(result.errors)")
        try shop.edit("plan.yml", "timeZone: UTC\n", "timeZone: UTC\nonError: skip\n")
        let skipped = try Self.build(shop)
        #expect(skipped.status == 0, "\(skipped.errors)")
        let rejects = try String(contentsOfFile: shop.path + "/out.sqlite.rejects/items.csv", encoding: .utf8)
        #expect(rejects.contains("4,Pears,many"))
    }

    @Test("Stored output has the same places, and no private path is shown")
    func keptPositions() throws {
        let shop = try Self.shop(
            "echo '{\"name\": \"A\", \"qty\": 1}'; echo '{\"name\": \"B\", \"qty\": \"many\"}'",
            options: ", format: ndjson")
        try shop.folder.write(
            """
            reference: reference.sqlite
            output: out.sqlite
            sources: { items: { command: [sh, export.sh], format: ndjson } }
            entities: { Item: { from: items, attributes: { name: name, quantity: qty } } }
            """, as: "plan.yml")
        let result = try Self.build(shop)
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix("items (command):2:22: error: Item.quantity: 'many'"), "\(result.errors)")
    }

    @Test("Text on standard error of a successful program is a warning")
    func warnings() throws {
        let result = try Self.build(Self.shop("cat items.csv; echo 'NOTICE:  two\nlines' >&2"))
        #expect(result.status == 0)
        #expect(
            result.errors.contains(
                "items (command): warning: the program wrote to standard error: NOTICE:  two; lines"),
            "\(result.errors)")
    }

    @Test("Arguments reach the program unchanged, without a shell")
    func words() throws {
        let shop = try Self.shop("printf '%s\\n' name \"$1\" \"$2\" \"$HOME_OF_TEST\"; pwd")
        try shop.folder.write(
            """
            reference: ../reference.sqlite
            output: out.sqlite
            sources: { items: { command: [sh, ../export.sh, "$(touch ran) `id`; *", "${NAME}"] } }
            entities: { Item: { from: items, attributes: { name: name } } }
            """, as: "inner/plan.yml")
        let result = try Zseed.run(
            "build", "inner/plan.yml", "--allow-commands", "--set", "NAME=a b", in: shop.path,
            environment: ["HOME_OF_TEST": "env"])
        #expect(result.status == 0, "\(result.errors)")
        let names = try run(
            "sqlite3", ["-readonly", shop.path + "/inner/out.sqlite", "SELECT ZNAME FROM ZITEM"])
        #expect(
            names.output.hasPrefix("$(touch ran) `id`; *\na b\nenv\n") && names.output.hasSuffix("/inner\n"),
            "\(names.output)")
        #expect(!FileManager.default.fileExists(atPath: shop.path + "/inner/ran"))
    }

    @Test("Standard input is closed, so a program that reads it ends")
    func standardInput() throws {
        #expect(try Self.build(Self.shop("cat; cat items.csv")).status == 0)
    }

    @Test("A store from a program is never up to date")
    func ifNeeded() throws {
        let shop = try Self.shop("cat items.csv")
        for _ in 0..<2 {
            let result = try Self.build(shop, "--if-needed")
            #expect(result.status == 0, "\(result.errors)")
            // The store is built, and is not replaced if the program gave the same output.
            #expect(result.output.contains("out.sqlite: to be built: "))
        }
    }

    @Test(
        "An error or an interrupt of the build ends the program",
        arguments: Zseed.interrupts.filter { $0 != SIGQUIT } + [0])
    func ends(signal: Int32) throws {
        // For 0, the first row stops the build.
        let shop = try Self.shop(
            """
            echo $$ > pid
            head -1 items.csv
            i=0
            while true; do echo "$i,Item,\(signal == 0 ? "many" : "1"),,,,,,,,,,"; i=$((i+1)); done
            """)
        let process = try Zseed.start(["build", "plan.yml", "--allow-commands"], in: shop.path)
        var pid: Int32 = 0
        for _ in 0..<24_000 {
            let text = (try? String(contentsOfFile: shop.path + "/pid", encoding: .utf8)) ?? ""
            if let number = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
                pid = number
                break
            }
            usleep(5_000)
        }
        #expect(pid > 0)
        if signal != 0 {
            try shop.waitForPrivateFile(of: process)
            kill(process.processIdentifier, signal)
        }
        process.waitUntilExit()
        var isRunning = true
        // The wait is long enough for a machine with many other tasks.
        for _ in 0..<24_000 where isRunning {
            isRunning = kill(pid, 0) == 0
            if isRunning { usleep(5_000) }
        }
        #expect(!isRunning)
        #expect(!FileManager.default.fileExists(atPath: shop.output))
        #expect(try files(in: shop.path).allSatisfy { !$0.contains(".zseed-") })
    }
}
