import CommandSupport
import Foundation
import TestSupport
import Testing

/// Xcode projects as models on the command line. XcodeProjectTests tests the members of targets.
@Suite("An Xcode project, on the command line")
struct XcodeProjectCommandTests {
    /// Creates an app with a tool that has a different class with the same name.
    private func app() throws -> TestFolder {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "D, F1")
        project.addFolder("D", path: "App")
        project.addFile("F1", "Tool/Trip.swift")
        project.addTarget("App", "fileSystemSynchronizedGroups = (D); ")
        project.addTarget("Tool", kind: "tool", files: ["F1"])
        try project.write(into: folder, models: [])
        let trip = "import SwiftData\n@Model final class Trip {\n    var title: String\n"
        try folder.write(trip + "}\n", as: "App/Trip.swift")
        try folder.write(trip + "    var count: Int\n}\n", as: "Tool/Trip.swift")
        return folder
    }

    @Test("A project is accepted by every command that takes a model")
    func everywhere() throws {
        let folder = try app()
        func run(_ arguments: String..., status: Int32 = 0) throws -> ProcessResult {
            let result = try Zseed.run(arguments, in: folder.path)
            #expect(result.status == status, "\(arguments): \(result.output)\(result.errors)")
            return result
        }
        let hash = try run("hash", "App.xcodeproj")
        #expect(hash.errors.contains("App.xcodeproj: note: the target is App\n"), "\(hash.errors)")
        #expect(try run("hash", "App.xcodeproj", "--target", "App").output == hash.output)
        #expect(try run("hash", "App").output == hash.output)
        #expect(try run("hash", ".").output == hash.output)
        #expect(try run("hash", ".", "--target", "Tool").output != hash.output)
        _ = try run("create", "App.xcodeproj", "-o", "a.store")
        _ = try run("create", ".", "--target", "Tool", "-o", "t.store")
        _ = try run("verify", "a.store", "--model", "App.xcodeproj", "--target", "App")
        #expect(try run("inspect", "App.xcodeproj").output.contains("Trip"))
        _ = try run("codegen", "App.xcodeproj", "--for", "zseed", "-o", "Code")
        #expect(
            try run("identify", "t.store", "--among", "App.xcodeproj").output
                == "t.store: created with App.xcodeproj (target Tool)\n")
        let json = try run("identify", "a.store", "--among", ".", "--json").output
        #expect(json.contains(#""target" : "App""#), "\(json)")
        // The model is found, whatever happens to the rows.
        let migration = try Zseed.run(
            "migrate", "a.store", "--to", ".", "--target", "Tool", "--check", in: folder.path)
        #expect(migration.status != 2, "\(migration.errors)")
        #expect((migration.output + migration.errors).contains("Trip.count"), "\(migration.output)")
        try folder.write("title\nLisbon\n", as: "trips.csv")
        let draft = try run("plan", "App.xcodeproj", "trips.csv", "--target", "App", "-o", "drafted.yml")
        #expect(draft.output.hasSuffix("\nnext: zseed build drafted.yml\n"))
        let drafted = try String(contentsOfFile: folder.path + "/drafted.yml", encoding: .utf8)
        #expect(
            drafted.contains("reference: App.xcodeproj\noutput: seed.sqlite\ntarget: App\n"), "\(drafted)")
        let here = try run("plan", ".", "trips.csv", "--target", "App")
        #expect(
            here.output.contains("reference: \".\"\noutput: seed.sqlite\ntarget: App\n"), "\(here.output)")
        try folder.write(
            """
            reference: App.xcodeproj
            target: App
            output: out.store
            sources: { trips: { csv: trips.csv } }
            entities: { Trip: { from: trips, attributes: { title: title } } }
            """, as: "plan.yml")
        _ = try run("build", "plan.yml")
        let inputs = try run("build", "plan.yml", "--list-inputs").output
        for input in ["App.xcodeproj/project.pbxproj", "App/Trip.swift", "trips.csv"] {
            #expect(inputs.contains(input), "\(inputs)")
        }
        #expect(!inputs.contains("Tool/Trip.swift"))
    }

    @Test("Ambiguous projects need an option, and errors of damaged ones have a place")
    func errors() throws {
        let folder = try app()
        let unknown = try Zseed.run("hash", "App.xcodeproj", "--target", "Ap", in: folder.path)
        #expect(unknown.status == 2)
        #expect(unknown.errors == "App.xcodeproj: error: there is no target 'Ap'; there are App, Tool\n")
        let none = try Zseed.run("hash", "App/Trip.swift", "--target", "App", in: folder.path)
        #expect(none.status == 2)
        #expect(
            none.errors
                == "App/Trip.swift: error: is neither a project nor a package, so --target cannot be used\n"
        )
        try folder.write("struct Trip {}\n", as: "Tool/Trip.swift")
        let other = try Zseed.run("hash", ".", "--target", "Tool", in: folder.path)
        #expect(other.status == 1)
        #expect(
            other.errors == ".: error: contains no @Model class; there are some with --target App\n")
        let beside = try Zseed.run("hash", "Tool", in: folder.path)
        #expect(beside.errors == "Tool: error: contains no @Model class\n")
        try folder.write("{ objects = ( }", as: "App.xcodeproj/project.pbxproj")
        let damaged = try Zseed.run("hash", "App.xcodeproj", in: folder.path)
        #expect(damaged.status == 1)
        #expect(
            damaged.errors
                == "App.xcodeproj/project.pbxproj:1:15: error: the project cannot be read: a value is missing here\n"
        )
    }

    @Test("The classes of a project are compared with the model file of its target")
    func ownModel() throws {
        let folder = try app()
        let attribute = { (name: String) in
            #"<entity name="Trip"><attribute name="\#(name)" attributeType="String"/></entity>"#
        }
        try folder.writeModel(attribute("title"), as: "App/Old.xcdatamodeld/Old.xcdatamodel")
        for arguments in [
            ["App/Old.xcdatamodeld", "App.xcodeproj"], [".", "App/Old.xcdatamodeld/Old.xcdatamodel"],
        ] {
            let result = try Zseed.run(["compare"] + arguments, in: folder.path)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.hasPrefix("will open: the version hash of the only entity is equal\n"))
        }
        try folder.writeModel(attribute("name"), as: "App/Old.xcdatamodeld/Old.xcdatamodel")
        let other = try Zseed.run("compare", "App/Old.xcdatamodeld", "App.xcodeproj", in: folder.path)
        #expect(other.status == 1)
        #expect(other.output.contains("attribute Trip.name is missing from App.xcodeproj"), "\(other.output)")
        // A different model does not show which one is meant.
        try folder.writeModel(attribute("title"), as: "Else.xcdatamodel")
        let unknown = try Zseed.run("compare", "Else.xcdatamodel", "App.xcodeproj", in: folder.path)
        #expect(unknown.status == 2)
        #expect(
            unknown.errors
                == "App.xcodeproj: error: has several models: use one of them, App/Old.xcdatamodeld, or "
                + "choose among its @Model classes with --models or --schema\n")
    }

    @Test("One of several projects in a folder must be named, or the target of only one")
    func severalProjects() throws {
        let folder = try app()
        var project = XcodeProjectText()
        project.addGroup("G", "F1")
        project.addFile("F1", "Tool/Trip.swift")
        project.addTarget("App", files: ["F1"])
        try project.write(into: folder, as: "Other App.xcodeproj", models: [])
        let words =
            "several projects have a target 'App': use one of them, App.xcodeproj or 'Other App.xcodeproj'"
        for options in [[], ["--target", "App"]] {
            let result = try Zseed.run(["hash", "."] + options, in: folder.path)
            #expect(result.status == 2)
            #expect(result.errors == ".: error: \(words)\n")
        }
        project.addTarget("Other", files: ["F1"])
        try project.write(into: folder, as: "Other App.xcodeproj", models: [])
        let other = try Zseed.run("hash", ".", "--target", "Other", in: folder.path)
        #expect(other.status == 0, "\(other.errors)")
        let tool = try Zseed.run("hash", "App.xcodeproj", "--target", "Tool", in: folder.path)
        #expect(tool.output == other.output)
    }

    @Test(
        "A project is guarded against its committed state, with the files beside it",
        .enabled(if: Self.hasGit, "needs git"))
    func guarded() throws {
        let folder = try app()
        func git(_ arguments: String...) throws {
            let who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
            let result = try run("git", who + arguments, in: folder.path)
            try #require(result.status == 0, "\(result.errors)")
        }
        let schema = { (fields: String) in
            """
            import SwiftData
            enum V1: VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                static var models: [any PersistentModel.Type] { [Trip.self] }
                @Model final class Trip { var title: String\(fields) }
            }
            """
        }
        try folder.write(schema(""), as: "App/Trip.swift")
        try git("init", "-q", "-b", "main")
        try git("add", "-A")
        try git("commit", "-q", "-m", "one")
        try git("checkout", "-q", "-b", "work")
        let same = try Zseed.run("guard", "App.xcodeproj", "--target", "App", in: folder.path)
        #expect(same.status == 0, "\(same.output)\(same.errors)")
        try folder.write(schema("; var note: String?"), as: "App/Trip.swift")
        let edited = try Zseed.run("guard", "App.xcodeproj", "--target", "App", in: folder.path)
        #expect(edited.status == 1, "\(edited.output)\(edited.errors)")
    }

    @Test(
        "A project is guarded with folders elsewhere in its repository, and so is source at the root",
        .enabled(if: Self.hasGit, "needs git"))
    func guardedRepository() throws {
        let folder = try TestFolder()
        func git(_ arguments: String...) throws {
            let who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
            let result = try run("git", who + arguments, in: folder.path)
            try #require(result.status == 0, "\(result.errors)")
        }
        var project = XcodeProjectText()
        project.addGroup("G", "D")
        project.addFolder("D", path: "../../Shared")
        project.addTarget("App", "fileSystemSynchronizedGroups = (D); ")
        try project.write(into: folder, as: "Apps/iOS/App.xcodeproj", models: ["Shared/Trip.swift"])
        try git("init", "-q", "-b", "main")
        try git("add", "-A")
        try git("commit", "-q", "-m", "one")
        for arguments in [
            ["Apps/iOS/App.xcodeproj"], [".", "--base", "HEAD"], ["Shared", "--base", "HEAD"],
        ] {
            let result = try Zseed.run(["guard"] + arguments, in: folder.path)
            #expect(result.status == 0, "\(arguments): \(result.output)\(result.errors)")
            #expect(result.output.contains("no objections"), "\(arguments): \(result.output)")
        }
    }

    @Test(
        "No program that a hostile repository configures is run",
        .enabled(if: Self.hasGit, "needs git"))
    func hostileRepository() throws {
        let folder = try app()
        func git(_ arguments: String...) throws -> ProcessResult {
            let who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
            return try run("git", who + arguments, in: folder.path)
        }
        for arguments in [["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "one"]] {
            try #require(
                try run(
                    "git", ["-c", "user.name=t", "-c", "user.email=t@example.com"] + arguments,
                    in: folder.path
                ).status == 0)
        }
        let blob = try git("rev-parse", "HEAD:App/Trip.swift").output.trimmingCharacters(in: .newlines)
        try FileManager.default.removeItem(
            atPath: folder.path + "/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
        for (key, value) in [
            ("core.repositoryformatversion", "1"), ("extensions.partialClone", "origin"),
            ("remote.origin.url", "ext::sh -c touch% ran"), ("remote.origin.promisor", "true"),
            ("remote.origin.partialclonefilter", "blob:none"), ("protocol.ext.allow", "always"),
            ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
        ] { #expect(try git("config", key, value).status == 0) }
        let result = try Zseed.run(
            "guard", "App.xcodeproj", "--target", "App", "--base", "HEAD", in: folder.path)
        #expect(result.status == 3, "\(result)")
        #expect(result.errors.contains("lacks the base's `App/Trip.swift`"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
        // git itself would run the program.
        _ = try git("cat-file", "blob", blob)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/ran"))
    }

    /// The words that run a program as an unprivileged user.
    private static let asNobody: [String] =
        getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    private static let canBeNobody: Bool =
        asNobody.isEmpty
        || (try? TestSupport.run(asNobody[0], asNobody.dropFirst() + [Zseed.path, "--version"]).status) == 0

    @Test(
        "A folder that the user may not read is skipped with a warning",
        .enabled(if: Self.canBeNobody, "needs a user who may not read everything"))
    func closedFolder() throws {
        let folder = try app()
        try folder.write(
            "import SwiftData\n@Model class Other { var x: Int }\n", as: "App/Closed/Other.swift")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.path)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: folder.path + "/App/Closed")
        for path in ["App.xcodeproj", "App"] {
            let arguments = Self.asNobody + [Zseed.path, "hash", path]
            let result = try TestSupport.run(arguments[0], Array(arguments.dropFirst()), in: folder.path)
            #expect(result.status == 0, "\(result)")
            #expect(
                result.errors.contains(
                    "App/Closed: warning: Permission denied: the folder is left out\n"), "\(result.errors)")
            #expect(result.output.contains("Trip"))
        }
    }

    @Test("A package that depends on itself does not block `hash` or `identify`", .timeLimit(.minutes(1)))
    func selfDependency() throws {
        let folder = try app()
        let text = try String(contentsOfFile: folder.path + "/App.xcodeproj/project.pbxproj", encoding: .utf8)
        try folder.write(
            text.replacing("rootObject = P", with: "rootObject = P").replacing(
                "objects = {",
                with: "objects = { LP = { isa = XCLocalSwiftPackageReference; relativePath = Pkg; };"
            )
            .replacing("isa = PBXProject;", with: "isa = PBXProject; packageReferences = (LP);"),
            as: "App.xcodeproj/project.pbxproj")
        try folder.write(
            "let package = Package(name: \"Pkg\", dependencies: [.package(path: \"../Pkg\")])",
            as: "Pkg/Package.swift")
        let warning =
            "Pkg/Package.swift: warning: the package depends on itself: the dependency is left out\n"
        let hash = try Zseed.run("hash", "App.xcodeproj", "--target", "App", in: folder.path)
        #expect(hash.status == 0)
        #expect(hash.errors.hasPrefix(warning), "\(hash.errors)")
        #expect(hash.errors.components(separatedBy: "warning").count == 2)
        #expect(try Zseed.run("create", "App", "-o", "a.store", in: folder.path).status == 0)
        let identified = try Zseed.run("identify", "a.store", "--among", "App.xcodeproj", in: folder.path)
        #expect(identified.output == "a.store: created with App.xcodeproj (target App)\n")
        #expect(identified.errors == warning)
    }

    private static let hasGit: Bool = (try? TestSupport.run("git", ["--version"]).status) == 0
}
