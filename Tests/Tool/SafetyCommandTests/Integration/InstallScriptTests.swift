import CommandSupport
import Foundation
import TestSupport
import Testing

/// The script that action.yml runs, tested with a release in a folder.
@Suite(
    "The script that installs a release",
    .enabled(if: (try? run("curl", ["--version"]).status) == 0, "needs curl"))
struct InstallScriptTests {
    /// Creates a release like `make dist`, with the program that the tests run.
    private static func release(in folder: TestFolder) throws -> (version: String, archive: String) {
        let version = try Zseed.version()
        let program = try Zseed.script(in: folder)
        let result = try run(
            "make", ["-s", "archive", "PROGRAM=\(program)", "DIST=\(folder.path)/v\(version)"],
            in: Corpus.packageRoot)
        result.expectSuccess()
        return (version, result.output.trimmingCharacters(in: .newlines))
    }

    private static func install(
        _ version: String, in folder: TestFolder, _ more: [String: String] = [:]
    ) throws -> ProcessResult {
        let environment = [
            "ZSEED_VERSION": version, "ZSEED_RELEASES": "file://\(folder.path)",
            "GITHUB_PATH": folder.path + "/path", "GITHUB_OUTPUT": folder.path + "/output",
        ]
        return try run(
            Corpus.packageRoot + "/.github/install.sh", [folder.path + "/installed"],
            in: folder.path, environment: environment.merging(more) { _, new in new })
    }

    @Test("The script adds the program of a release to the path of later steps")
    func installs() throws {
        let folder = try TestFolder()
        let (version, _) = try Self.release(in: folder)
        let result = try Self.install("v" + version, in: folder)
        result.expectSuccess()
        let program = folder.path + "/installed/bin/zseed"
        #expect(try bytes(of: program) == bytes(of: folder.path + "/bin/zseed"))
        #expect(
            try String(contentsOfFile: folder.path + "/path", encoding: .utf8) == folder.path
                + "/installed/bin\n")
        #expect(try String(contentsOfFile: folder.path + "/output", encoding: .utf8) == "path=\(program)\n")
    }

    @Test("An archive with a wrong or unknown checksum is not installed")
    func checksums() throws {
        let folder = try TestFolder()
        let (version, archive) = try Self.release(in: folder)
        func expectRefusal(_ words: String, _ more: [String: String] = [:]) throws {
            let result = try Self.install(version, in: folder, more)
            #expect(result.status == 1)
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/installed"))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/path"))
        }
        try expectRefusal("has the checksum", ["ZSEED_SHA256": String(repeating: "0", count: 64)])
        try expectRefusal("cannot be read", ["ZSEED_VERSION": "9.9.9"])
        try expectRefusal("is no version", ["ZSEED_VERSION": "../1"])
        try Data("another".utf8).write(to: URL(fileURLWithPath: archive))
        try expectRefusal("has the checksum")
        let sums = (archive as NSString).deletingLastPathComponent + "/SHA256SUMS"
        try Data("".utf8).write(to: URL(fileURLWithPath: sums))
        try expectRefusal("does not name")
    }
}

@Suite("Files for GitHub and pre-commit", .enabled(if: PlanValidator.isPresent, PlanValidator.absence))
struct IntegrationFileTests {
    /// Returns the contents of a YAML file of the project.
    private static func yaml(_ name: String) throws -> Any {
        let result = try run(
            "python3",
            [
                "-c",
                "import json, sys, yaml; print(json.dumps(yaml.load(open(sys.argv[1]), yaml.BaseLoader)))",
                Corpus.packageRoot + "/" + name,
            ])
        result.expectSuccess()
        return try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }

    @Test("The action runs the existing script with its inputs")
    func action() throws {
        let action = try #require(Self.yaml("action.yml") as? [String: Any])
        let runs = try #require(action["runs"] as? [String: Any])
        #expect(runs["using"] as? String == "composite")
        let steps = try #require(runs["steps"] as? [[String: Any]])
        let inputs = try #require(action["inputs"] as? [String: Any])
        #expect(
            Set(inputs.keys) == [
                "version", "sha256", "releases", "plan", "arguments", "review", "base", "guard",
            ])
        // Actions of other projects are named with a version.
        let own = steps.filter { $0["uses"] == nil }
        #expect(steps.compactMap { $0["uses"] as? String } == ["actions/upload-artifact@v4"])
        #expect(own.allSatisfy { $0["shell"] as? String == "bash" })
        #expect((steps[0]["run"] as? String)?.contains("/.github/install.sh") == true)
        // The value of an input must never be run as a command.
        for step in own { #expect((step["run"] as? String)?.contains("${{") == false) }
        #expect(FileManager.default.isExecutableFile(atPath: Corpus.packageRoot + "/.github/install.sh"))
    }

    @Test("The action's second step builds the plan with its arguments")
    func build() throws {
        let action = try #require(Self.yaml("action.yml") as? [String: Any])
        let steps = try #require((action["runs"] as? [String: Any])?["steps"] as? [[String: Any]])
        let shop = try Shop()
        let environment = [
            "ZSEED": Zseed.path, "ZSEED_PLAN": "plan.yml", "ZSEED_ARGUMENTS": "-q --junit r.xml",
        ]
        let script = try #require(steps[1]["run"] as? String)
        try run("bash", ["-e", "-c", script], in: shop.path, environment: environment).expectSuccess()
        #expect(try files(in: shop.path).contains("r.xml"))
        let wild = environment.merging(["ZSEED_ARGUMENTS": "-q; touch x *"]) { _, new in new }
        #expect(try run("bash", ["-e", "-c", script], in: shop.path, environment: wild).status == 2)
        #expect(try !files(in: shop.path).contains("x"))
    }

    @Test("The action's last step guards a model, writes the summary, and fails if guard fails")
    func guarding() throws {
        let action = try #require(Self.yaml("action.yml") as? [String: Any])
        let steps = try #require((action["runs"] as? [String: Any])?["steps"] as? [[String: Any]])
        let script = try #require(steps.last?["run"] as? String)
        let folder = try TestFolder()
        func guarded(_ attribute: String) throws -> Int32 {
            try folder.writeModel(
                "<entity name=\"Item\"><attribute name=\"\(attribute)\" attributeType=\"String\"/></entity>",
                as: "App.xcdatamodel")
            return try run(
                "bash", ["-e", "-c", script], in: folder.path,
                environment: [
                    "ZSEED": Zseed.path, "ZSEED_GUARD": "App.xcdatamodel",
                    "GITHUB_STEP_SUMMARY": folder.path + "/summary.md",
                ]
            ).status
        }
        try folder.writeModel(
            "<entity name=\"Item\"><attribute name=\"name\" attributeType=\"String\"/></entity>",
            as: "App.xcdatamodel")
        for arguments in [
            ["init", "-q", "-b", "main"], ["add", "-A"],
            ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "one"],
        ] { try run("git", arguments, in: folder.path).expectSuccess() }
        #expect(try guarded("name") == 0)
        #expect(try guarded("other") == 1)
        let summary = String(decoding: try bytes(of: folder.path + "/summary.md"), as: UTF8.self)
        #expect(summary.contains("#### Stores of App: opens as it is\n"))
        #expect(summary.contains("| Item | other: is new and required: it needs a default"), "\(summary)")
    }

    @Test("The pre-commit hook builds each given plan, and fails if any of them fails")
    func hook() throws {
        let hooks = try #require(Self.yaml(".pre-commit-hooks.yaml") as? [[String: Any]])
        let hook = try #require(hooks.first { $0["id"] as? String == "zseed-plans" })
        let pattern = try Regex(#require(hook["files"] as? String))
        for name in ["seed.yml", "data/seed.yml", "app.seed.yaml"] { #expect(name.contains(pattern)) }
        for name in ["reseed.yml", "seed.yml.bak", "ci.yml"] { #expect(!name.contains(pattern)) }

        let entry = try #require(hook["entry"] as? String)
        let shop = try Shop()
        try shop.folder.write(Shop.plan.replacing("timeZone:", with: "timezone:"), as: "bad seed.yml")
        func status(_ plans: String...) throws -> Int32 {
            // As in pre-commit: the entry as split by a shell, followed by the files.
            let bin = URL(fileURLWithPath: Zseed.path).deletingLastPathComponent().path
            return try run(
                "sh", ["-c", "PATH='\(bin)':\"$PATH\"; \(entry) \"$@\"", "hook"] + plans, in: shop.path
            ).status
        }
        #expect(try status("plan.yml") == 0)
        #expect(try status("bad seed.yml", "plan.yml") != 0)
        #expect(try status("plan.yml", "bad seed.yml") != 0)
        #expect(try !files(in: shop.path).contains("out.sqlite"))
        #expect(hooks.contains { $0["id"] as? String == "zseed-guard" })
    }

    @Test("CI runs `make test` on Linux and on a Mac")
    func workflow() throws {
        let workflow = try #require(Self.yaml(".github/workflows/ci.yml") as? [String: Any])
        let jobs = try #require(workflow["jobs"] as? [String: [String: Any]])
        #expect(Set(jobs.keys) == ["linux", "macos"])
        for (name, job) in jobs {
            let steps = try #require(job["steps"] as? [[String: Any]])
            #expect(steps.last?["run"] as? String == "make test", "\(name)")
        }
    }
}
