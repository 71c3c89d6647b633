import CommandSupport
import Foundation
import TestSupport
import Testing

/// Tests, without a Mac, of the program that `make coredata` runs on one.
@Suite(
    "The test program for Macs",
    .enabled(if: (try? run("swiftc", ["--version"]).status) == 0, "needs swiftc"))
struct CoreDataDayTests {
    private static let folder = Corpus.packageRoot + "/Tests/Outside/Mac"

    private static func sources(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/Sources/" + name).sorted()
            .map { folder + "/Sources/" + name + "/" + $0 }
    }

    private static let experiments = folder + "/SwiftData/Experiments"

    private static func experimentFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: experiments).sorted()
    }

    #if !canImport(CoreData)
        private func compile(_ arguments: [String], in scratch: TestFolder) throws {
            let result = try run("swiftc", arguments, in: scratch.path)
            // On this platform, Foundation marks expressions as deprecated.
            #expect(result.status == 0, "\(result.errors)")
        }

        private func makeStub(_ module: String, in scratch: TestFolder) throws {
            try compile(
                ["-parse-as-library", "-emit-module", "-module-name", module, "-o", module + ".swiftmodule"]
                    + [Corpus.packageRoot + "/Tests/Outside/Stubs/\(module).swift"], in: scratch)
        }

        @Test("Its Swift code compiles against stubs of Core Data")
        func typechecks() throws {
            let scratch = try TestFolder()
            try makeStub("CoreData", in: scratch)
            try compile(
                ["-swift-version", "6", "-emit-module", "-module-name", "StoreDump"]
                    + ["-o", "StoreDump.swiftmodule"] + Self.sources(in: "StoreDump"), in: scratch)
            try compile(
                ["-swift-version", "6", "-typecheck", "-I", scratch.path]
                    + Self.sources(in: "coredata-day"), in: scratch)
        }

        /// Type-checks the sources of the SwiftData programs for the Mac, including their macro calls.
        private func typecheck(_ sources: [String], asked: [String], in scratch: TestFolder) throws {
            let script = Self.folder + "/swiftdata.py"
            let plain = try run("python3", [script, "plain"] + sources, in: scratch.path)
            plain.expectSuccess()
            try scratch.write(plain.output, as: "Source.swift")
            let written = try run("python3", [script] + asked, in: scratch.path)
            written.expectSuccess()
            try scratch.write(written.output, as: "Asked.swift")
            try compile(
                ["-swift-version", "5", "-typecheck", "-parse-as-library", "-I", scratch.path]
                    + ["Source.swift", "Asked.swift", Self.folder + "/SwiftData/Harness.swift"]
                    + Self.sources(in: "StoreDump"), in: scratch)
        }

        @Test("The SwiftData experiments compile without their macros against stubs of SwiftData")
        func typechecksExperiments() throws {
            let scratch = try TestFolder()
            try makeStub("SwiftData", in: scratch)
            try typecheck(
                Self.experimentFiles().map { Self.experiments + "/" + $0 },
                asked: ["experiment", "MixedPair"], in: scratch)
        }

        @Test("The program that reads a store with SwiftData compiles for the demo's classes, also frozen")
        func typechecksWalk() throws {
            let scratch = try TestFolder()
            try makeStub("SwiftData", in: scratch)
            let data = Corpus.packageRoot + "/data/"
            let store = scratch.path + "/demo.store"
            let created = try Zseed.run(
                "create", data + "GroceryDude.swift", "-o", store, in: scratch.path)
            #expect(created.status == 0, "\(created.errors)")
            let frozen = try Zseed.run(
                "codegen", store, "--for", "swiftdata", "--schema", "Frozen=1.0.0", "-o", "frozen",
                in: scratch.path)
            #expect(frozen.status == 0, "\(frozen.errors)")
            let model = try Zseed.run("inspect", store, "--json", in: scratch.path)
            try scratch.write(model.output, as: "model.json")
            for (source, prefix) in [
                (data + "GroceryDude.swift", "GrocerySchema."), ("frozen/Frozen.swift", "Frozen."),
            ] {
                try typecheck([source], asked: ["asked", "model.json", prefix], in: scratch)
                let asked = try String(contentsOfFile: scratch.path + "/Asked.swift", encoding: .utf8)
                // An enumeration, a value and a relationship.
                for name in ["measure", "price", "purchases"] {
                    #expect(asked.contains("\"\(name)\": dumpedText(self.`\(name)`)"))
                }
            }
        }
    #endif

    @Test(
        "Each SwiftData experiment is about something that zseed reports as uncertain",
        arguments: try CoreDataDayTests.experimentFiles())
    func unsure(file: String) throws {
        let scratch = try TestFolder()
        let created = try Zseed.run(
            "create", Self.experiments + "/" + file, "-o", scratch.path + "/a.store", in: scratch.path)
        // There is no warning for parts that `create` does not write, or whose hashes Apple's frameworks have printed.
        let silent = ["CompoundUniqueness.swift", "Defaults.swift", "SeveralCandidates.swift"]
        #expect(
            created.errors.contains(#/: (error|warning): /#) != silent.contains(file), "\(created.errors)")
    }

    @Test("Each experiment names an existing rule")
    func rules() throws {
        let program = try Self.sources(in: "coredata-day").filter { $0.contains("/Experiments") }
            .map { try String(contentsOfFile: $0, encoding: .utf8) }
        let sources = try Self.experimentFiles().map {
            try String(contentsOfFile: Self.experiments + "/" + $0, encoding: .utf8)
        }
        for source in sources {
            for key in ["rule", "question", "query"] {
                #expect(source.contains(try Regex("(?m)^// \(key): ")), "\(source.prefix(80))")
            }
        }
        let text = (program + sources).joined(separator: "\n")
        let rules = text.matches(of: /(docs\/[\w.\/-]+)#([\w-]+)/)
        #expect(text.matches(of: /rule:/).count <= rules.count)
        for rule in rules {
            let page = try String(
                contentsOfFile: Corpus.packageRoot + "/" + rule.output.1, encoding: .utf8)
            let anchors = page.matches(of: /(?m)^#+ (.*)$/).map {
                $0.output.1.lowercased().replacing(/[^\w\s-]/, with: "").replacing(" ", with: "-")
            }
            #expect(anchors.contains(String(rule.output.2)), "\(rule.output.0)")
        }
    }

    @Test(
        "The stores for the program are created, each with the model that opens it",
        .enabled(if: DocumentedPage.hasShell, "needs the sqlite3 shell"))
    func stores() throws {
        let folder = try TestFolder()
        let result = try run(
            "python3", [Self.folder + "/stores.py", Zseed.path, folder.path + "/stores"], in: folder.path)
        result.expectSuccess()
        let pairs = result.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        for name in ["demo.sqlite", "new-version/Recipes-migrated.sqlite", "photos/Recipes.sqlite"] {
            #expect(pairs.contains { $0.count == 2 && $0[0].hasSuffix("/stores/" + name) }, "\(name)")
        }
        // The SwiftData stores, each with its own source and with classes frozen from it.
        let swift = try String(contentsOfFile: folder.path + "/stores/swiftdata.txt", encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        for (name, prefix) in [
            ("demo.store", "GrocerySchema."), ("demo.store", "Frozen."),
            ("swiftdata-versions/Trips.store", "SchemaV1."), ("swiftdata-versions/Trips2.store", "SchemaV2."),
            ("swiftdata/Countries.store", "-"),
        ] {
            #expect(
                swift.contains { $0.count > 2 && $0[0].hasSuffix("/stores/" + name) && $0[1] == prefix },
                "\(name) \(prefix)")
        }
        for pair in pairs {
            let verified = try Zseed.run("verify", pair[0], "--model", pair[1], in: folder.path)
            #expect(verified.status == 0, "\(pair)")
        }
    }
}
